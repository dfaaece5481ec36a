/** Looks up words of a text in a large list without making substrings. */

export class WordTable {
  readonly #words: readonly string[]
  readonly #bits: Uint8Array
  readonly #hashes: Int32Array
  /** Hash table with open addressing: the index of a word plus one, or 0. At most half of the slots are used. */
  readonly #slots: Int32Array

  /** `words` maps each word to its bits. Case matters. */
  constructor(words: ReadonlyMap<string, number>) {
    this.#words = [...words.keys()]
    this.#bits = Uint8Array.from(words.values())
    this.#hashes = Int32Array.from(this.#words, (word) => hashOf(word, 0, word.length))
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(words.size * 2)))
    for (const [index, hash] of this.#hashes.entries()) {
      let slot = this.#slotOf(hash)
      while (this.#slots[slot] !== 0) slot = this.#next(slot)
      this.#slots[slot] = index + 1
    }
  }

  /** The bits of the word between two indices, or 0 if it is not in the list. */
  bitsOf(text: string, start: number, end: number): number {
    const hash = hashOf(text, start, end)
    for (let slot = this.#slotOf(hash); this.#slots[slot] !== 0; slot = this.#next(slot)) {
      const index = (this.#slots[slot] as number) - 1
      if (this.#hashes[index] === hash && isAt(this.#words[index] as string, text, start, end))
        return this.#bits[index] as number
    }
    return 0
  }

  #slotOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.#slots.length - 1)
  }

  #next(slot: number): number {
    return (slot + 1) & (this.#slots.length - 1)
  }
}

function hashOf(text: string, start: number, end: number): number {
  let hash = 0
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return hash
}

function isAt(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== text.charCodeAt(start + i)) return false
  return true
}
