/** What the guard knows of a language: which words carry no meaning of their own, and which mean the same. */

/** Written as lists of words and phrases parted by commas; all in lower case, accents as they are spelled. */
export type LexiconText = {
  readonly code: string
  /** Politeness and padding: an utterance means the same without them. */
  readonly fillers: string
  /** Articles, forms of be and do, and the like; they also tell the language. */
  readonly grammar: string
  readonly negations: string
  /** `word number`. */
  readonly numbers: string
  /** `class: words`, parted by semicolons: who, when, where, why, how, ... */
  readonly questions: string
  /** `class: words`, parted by semicolons: from, to, than, ... A word that follows one is bound by it. */
  readonly governors: string
  /** `class: words`, parted by semicolons: past, present, future. */
  readonly tenses: string
  /** `class: words`: what may, must or should be. */
  readonly modals: string
  /** `class: words`: mine, yours, his, hers, theirs. */
  readonly owners: string
  /** `word: words and phrases that mean the same`, parted by semicolons or ends of lines. */
  readonly same: string
  /** Words that begin a question which wants yes or no. */
  readonly openers: string
  /** Words that name a measure of something: they stand before or after it. */
  readonly attributes: string
  /** `class: words`: a question these words ask already. */
  readonly implied: string
  readonly stem: (word: string) => string
}

export type Sense =
  | { readonly kind: 'ignored' }
  | { readonly kind: 'negation' }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'question' | 'governor' | 'tense' | 'modal' | 'owner'; readonly name: string }
  | { readonly kind: 'content'; readonly word: string }

export class Lexicon {
  readonly code: string
  readonly stem: (word: string) => string
  readonly openers: ReadonlySet<string>
  readonly attributes: ReadonlySet<string>
  readonly implied: ReadonlyMap<string, ReadonlySet<string>>
  /** Words that are the language's own: the more of them a text has, the surer it is. */
  readonly marks: ReadonlySet<string>
  readonly #senses = new Map<string, Sense>()
  /** By their first word: phrases, longest first. */
  readonly #phrases = new Map<string, { readonly words: readonly string[]; readonly sense: Sense }[]>()

  constructor(text: LexiconText) {
    this.code = text.code
    this.stem = text.stem
    this.openers = new Set(list(text.openers))
    this.attributes = new Set(list(text.attributes).map((word) => this.stem(word)))
    this.implied = new Map(
      [...groups(text.implied)].map(([name, words]) => [name, new Set(words.map((word) => this.stem(word)))]),
    )
    const named = [text.questions, text.governors, text.tenses, text.modals, text.owners]
    const own = [...named.flatMap((part) => [...groups(part)].flatMap(([, words]) => words)), ...list(text.negations)]
    this.marks = new Set([...list(text.grammar), ...own].filter((word) => !word.includes(' ')))
    for (const [name, words] of groups(text.same)) {
      const sense: Sense = { kind: 'content', word: this.stem(name) }
      for (const word of [name, ...words]) this.#add(word, sense)
    }
    for (const word of [...list(text.fillers), ...list(text.grammar)]) this.#add(word, { kind: 'ignored' })
    for (const entry of list(text.numbers)) {
      const at = entry.lastIndexOf(' ')
      this.#add(entry.slice(0, at), { kind: 'number', value: Number(entry.slice(at + 1)) })
    }
    for (const kind of ['question', 'governor', 'tense', 'modal', 'owner'] as const) {
      for (const [name, words] of groups(text[`${kind}s`])) for (const word of words) this.#add(word, { kind, name })
    }
    for (const word of list(text.negations)) this.#add(word, { kind: 'negation' })
    for (const phrases of this.#phrases.values()) phrases.sort((a, b) => b.words.length - a.words.length)
  }

  /** The longest phrase that begins at `at`, with its length; null when none does. */
  phraseAt(words: readonly string[], at: number): { readonly length: number; readonly sense: Sense } | null {
    for (const phrase of this.#phrases.get(words[at] ?? '') ?? []) {
      if (phrase.words.every((word, i) => words[at + i] === word))
        return { length: phrase.words.length, sense: phrase.sense }
    }
    return null
  }

  /** Whether the language has this word, as far as we know. */
  knows(word: string): boolean {
    return this.#senses.has(word)
  }

  senseOf(word: string): Sense {
    const known = this.#senses.get(word)
    if (known) return known
    const stem = this.stem(word)
    const ofStem = this.#senses.get(`~${stem}`)
    return ofStem ?? { kind: 'content', word: stem }
  }

  #add(entry: string, sense: Sense): void {
    const words = this.code === 'zh' ? entry.split(' ').flatMap(segmentsOf) : entry.split(' ').map(fold)
    if (words.length > 1) {
      const [first = ''] = words
      const phrases = this.#phrases.get(first)
      if (phrases) phrases.push({ words, sense })
      else this.#phrases.set(first, [{ words, sense }])
      return
    }
    this.#senses.set(words[0] ?? '', sense)
    // Other forms of a word that has synonyms have them too.
    if (sense.kind === 'content') this.#senses.set(`~${this.stem(words[0] ?? '')}`, sense)
  }
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** Words of a script without spaces. */
export function segmentsOf(text: string): string[] {
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => fold(segment))
}

/** Without its accent it would be another word. */
const ACCENTED: ReadonlySet<string> = new Set(['à', 'où', 'él'])

/** Accents off: people leave them out, and the guard must not depend on it. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (ACCENTED.has(lower)) return lower
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('’', "'")
    .toLowerCase()
}

function list(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((word) => word.trim().split(' ').map(fold).join(' '))
    .filter((word) => word !== '')
}

function* groups(text: string): Generator<[string, string[]]> {
  // A line without a colon goes on with the group before it.
  const joined = text.replace(/\n(?=[^:\n]*(?:\n|$))/g, ',')
  for (const line of joined.split(/[;\n]/)) {
    const colon = line.indexOf(':')
    if (colon > 0) yield [fold(line.slice(0, colon).trim()), list(line.slice(colon + 1))]
  }
}
