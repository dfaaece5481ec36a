/** The guard's model of a language: function words, synonyms, and word classes that must match. */

/** Comma-separated lists of words and phrases in lower case, with accents. */
export type LexiconText = {
  readonly code: string
  /** Politeness and filler words, which do not change the meaning. */
  readonly fillers: string
  /** Articles, auxiliary verbs and other function words. They also identify the language. */
  readonly grammar: string
  readonly negations: string
  /** Entries are `word number`. */
  readonly numbers: string
  /** `class: words`, separated by semicolons: who, when, where, why, how, ... */
  readonly questions: string
  /** `class: words`, separated by semicolons: from, to, than, ... Each governs the word that follows it. */
  readonly governors: string
  /** `class: words`, separated by semicolons: past, present, future. */
  readonly tenses: string
  /** `class: words`: can, must, should. */
  readonly modals: string
  /** `class: words`: possessives and pronouns by person. */
  readonly owners: string
  /** `word: synonyms`, separated by semicolons or line ends. */
  readonly same: string
  /** Words that start a yes-no question. */
  readonly openers: string
  /** Words that name a measure. They may precede or follow the thing measured. */
  readonly attributes: string
  /** `class: words`: words that imply a question class. */
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
  /** Words that identify the language. */
  readonly marks: ReadonlySet<string>
  readonly #senses = new Map<string, Sense>()
  /** Phrases by their first word, longest first. */
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

  /** The longest phrase that starts at `at`, or null. */
  phraseAt(words: readonly string[], at: number): { readonly length: number; readonly sense: Sense } | null {
    for (const phrase of this.#phrases.get(words[at] ?? '') ?? []) {
      if (phrase.words.every((word, i) => words[at + i] === word))
        return { length: phrase.words.length, sense: phrase.sense }
    }
    return null
  }

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
    // Other forms of a word share its synonyms.
    if (sense.kind === 'content') this.#senses.set(`~${this.stem(words[0] ?? '')}`, sense)
  }
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** Segments text of a script without spaces into words. */
export function segmentsOf(text: string): string[] {
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => fold(segment))
}

/** Words that mean something else without their accent. */
const ACCENTED: ReadonlySet<string> = new Set(['à', 'où', 'él'])

/** Lower-cases the text and removes accents, which people often omit. Words in `ACCENTED` keep theirs. */
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
  // A line without a colon continues the previous group.
  const joined = text.replace(/\n(?=[^:\n]*(?:\n|$))/g, ',')
  for (const line of joined.split(/[;\n]/)) {
    const colon = line.indexOf(':')
    if (colon > 0) yield [fold(line.slice(0, colon).trim()), list(line.slice(colon + 1))]
  }
}
