/** WordPiece tokenizer: converts text to the token ids of a BERT encoder. */

const UNKNOWN = '[UNK]'
const LONGEST_WORD = 100

export type WordPieceRules = {
  /** Piece -> id. */
  readonly vocabulary: ReadonlyMap<string, number>
  readonly isLowerCase: boolean
  readonly stripsAccents: boolean
}

export class WordPieces {
  readonly #first: number
  readonly #last: number
  readonly #unknown: number

  constructor(private readonly rules: WordPieceRules) {
    this.#first = this.#special('[CLS]')
    this.#last = this.#special('[SEP]')
    this.#unknown = this.#special(UNKNOWN)
  }

  /** The token ids including start and end markers. Null if there are more than `limit`. */
  encode(text: string, limit: number): number[] | null {
    const ids = [this.#first]
    for (const word of this.#words(text)) {
      this.#takeWord(word, ids)
      if (ids.length >= limit) return null
    }
    ids.push(this.#last)
    return ids
  }

  #words(text: string): string[] {
    let clean = text
      .replace(/[\0\uFFFD]/g, '')
      .replace(/[\p{Cc}\p{Cf}]/gu, (sign) => (/[\t\n\r]/.test(sign) ? ' ' : ''))
    if (this.rules.isLowerCase) clean = clean.toLowerCase()
    if (this.rules.stripsAccents) clean = clean.normalize('NFD').replace(/\p{Mn}+/gu, '')
    // Ideographs and punctuation marks are separate words.
    return clean
      .replace(/[\u4E00-\u9FFF\u3400-\u4DBF\u{20000}-\u{2CEAF}\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/gu, ' $& ')
      .replace(/[!-/:-@[-`{-~\p{P}]/gu, ' $& ')
      .split(/\s+/)
      .filter((word) => word !== '')
  }

  /** Greedy longest match. A word that cannot be split completely becomes the unknown token. */
  #takeWord(word: string, into: number[]): void {
    const characters = [...word]
    if (characters.length > LONGEST_WORD) return void into.push(this.#unknown)
    const pieces: number[] = []
    let start = 0
    while (start < characters.length) {
      let end = characters.length
      let found: number | undefined
      for (; end > start; end--) {
        const piece = (start > 0 ? '##' : '') + characters.slice(start, end).join('')
        found = this.rules.vocabulary.get(piece)
        if (found !== undefined) break
      }
      if (found === undefined) return void into.push(this.#unknown)
      pieces.push(found)
      start = end
    }
    into.push(...pieces)
  }

  #special(piece: string): number {
    const id = this.rules.vocabulary.get(piece)
    if (id === undefined) throw new Error(`the vocabulary has no ${piece}`)
    return id
  }
}
