/** Tells most words apart from those of a list, without a copy of them. */

const MAX_LENGTH = 31

/** Words by their first letter, last letter and length. Letters of ASCII and Latin-1 are compared without case. */
export class WordKeys {
  readonly #keys = new Uint8Array(32 * 32 * (MAX_LENGTH + 1))

  constructor(words: Iterable<string>) {
    for (const word of words) {
      if (word.length > MAX_LENGTH) throw new Error(`The word "${word}" is too long.`)
      this.#keys[keyOf(word, 0, word.length)] = 1
    }
  }

  /** False if the list does not have the word between two indices. */
  mayHave(text: string, start: number, end: number): boolean {
    return end > start && end - start <= MAX_LENGTH && this.#keys[keyOf(text, start, end)] === 1
  }
}

function keyOf(text: string, start: number, end: number): number {
  const first = text.charCodeAt(start) & 31
  const last = text.charCodeAt(end - 1) & 31
  return (first * 32 + last) * (MAX_LENGTH + 1) + end - start
}
