/** Rules out most words that are not in a list, without making a substring. */

const MAX_LENGTH = 31

/** Compares first letter, last letter and length. Ignores the case of ASCII and Latin-1 letters. */
export class WordKeys {
  readonly #keys = new Uint8Array(32 * 32 * (MAX_LENGTH + 1))

  constructor(words: Iterable<string>) {
    for (const word of words) {
      if (word.length > MAX_LENGTH) throw new Error(`The word "${word}" is too long.`)
      this.#keys[keyOf(word, 0, word.length)] = 1
    }
  }

  /** False if the word between two indices is not in the list. True if it may be. */
  mayHave(text: string, start: number, end: number): boolean {
    return end > start && end - start <= MAX_LENGTH && this.#keys[keyOf(text, start, end)] === 1
  }
}

function keyOf(text: string, start: number, end: number): number {
  const first = text.charCodeAt(start) & 31
  const last = text.charCodeAt(end - 1) & 31
  return (first * 32 + last) * (MAX_LENGTH + 1) + end - start
}
