/** Parses a question into the features that the guard compares. */

import type { Lexicon, Sense } from './lexicons/lexicon.ts'
import { particles } from './particles.ts'
import type { StepLimit } from './step-limit.ts'
import type { Token, Tokens } from './tokens.ts'

export type ContentWord = {
  readonly word: string
  /** The preposition or number that governs the word (from, to, than, of), or null. */
  readonly governor: string | null
  /** Joined to the previous word by and, or, versus. */
  readonly isJoined: boolean
  /**
   * True for words whose position carries no meaning: measures, superlatives, and verbs in languages with free verb
   * order.
   */
  readonly isLoose: boolean
}

export type Reading = {
  readonly numbers: readonly string[]
  readonly negations: number
  /** The first content word after each negation except `n't`. */
  readonly negated: readonly string[]
  readonly quoted: readonly string[]
  readonly content: readonly ContentWord[]
  readonly questions: ReadonlySet<string>
  readonly tenses: ReadonlySet<string>
  readonly modals: ReadonlySet<string>
  readonly owners: ReadonlySet<string>
  /** All words as written, to find text that the other question quotes. */
  readonly words: readonly string[]
}

const JOINS: ReadonlySet<string> = new Set([
  'and',
  'or',
  'und',
  'oder',
  'y',
  'e',
  'o',
  'et',
  'ou',
  '和',
  '与',
  '或',
  '还是',
])
/** Conjunctions that join alternatives, unlike `and`. */
const ALTERNATIVES: ReadonlySet<string> = new Set(['or', 'oder', 'o', 'u', 'ou', '或', '还是', '或者'])
/** After one of these words, `do` is a main verb. */
const BEFORE_DOING: ReadonlySet<string> = new Set('do does did can could should would will must to'.split(' '))
const ASKING: ReadonlySet<string> = new Set(
  'can could would will kannst konnen konntest konnten puedes puede podrias podria peux pouvez pourriez pourrais'.split(
    ' ',
  ),
)
const GREETINGS: ReadonlySet<string> = new Set('please hi hello hey hallo hola bonjour salut bitte'.split(' '))
const POWERS: ReadonlySet<number> = new Set([100, 1_000, 1_000_000, 1_000_000_000])

/** Steps per word, to look up its sense, its stem and the phrases that start with it. */
const STEPS_PER_WORD = 40

export function read(tokens: Tokens, lexicon: Lexicon, steps: StepLimit): Reading {
  return new Reader(lexicon, steps).read(tokens)
}

class Reader {
  readonly #numbers: string[] = []
  #negations = 0
  readonly #negated: string[] = []
  #isNegating = false
  readonly #content: ContentWord[] = []
  #governor: string | null = null
  #isJoined = false
  #lastNumberAt = -2
  /** Words added by phrases. */
  readonly #said = new Set<string>()
  /** True if capital letters identify nouns. */
  #hasCapitals = false
  readonly #named = {
    question: new Set<string>(),
    tense: new Set<string>(),
    modal: new Set<string>(),
    owner: new Set<string>(),
  }

  constructor(
    private readonly lexicon: Lexicon,
    private readonly steps: StepLimit,
  ) {}

  read({ tokens: written, quoted }: Tokens): Reading {
    this.steps.take(written.length * STEPS_PER_WORD)
    const tokens = this.lexicon.code === 'de' ? particles(written) : written
    const words = tokens.map((token) => token.text)
    this.#hasCapitals = this.lexicon.code === 'de' && tokens.slice(1).some(({ isCapital }) => isCapital)
    for (let i = 0; i < tokens.length; ) {
      const phrase = tokens[i]?.isAcronym || isNoRequest(tokens, i) ? null : this.lexicon.phraseAt(words, i)
      if (phrase) this.#takePhrase(phrase.sense, words, i, phrase.length, tokens)
      else this.#takeToken(tokens[i]!, words, i)
      i += phrase?.length ?? 1
    }
    return this.#finish(words, quoted)
  }

  #finish(words: readonly string[], quoted: readonly string[]): Reading {
    const { question, tense, modal, owner } = this.#named
    for (const [name, implying] of this.lexicon.implied) {
      if (this.#content.some(({ word }) => implying.has(word))) question.delete(name)
    }
    if (question.size === 0 && asksYesOrNo(words, this.lexicon)) question.add('whether')
    // `What did it do`: `did` sets the tense, `do` does not.
    if (tense.has('past') || tense.has('future')) tense.delete('present')
    return {
      numbers: this.#numbers,
      negations: this.#negations,
      negated: this.#negated,
      quoted,
      content: this.#content,
      questions: question,
      tenses: tense,
      modals: modal,
      owners: owner,
      words,
    }
  }

  /**
   * Adds the content word of a phrase once, because `how much does it cost` mentions the price twice. Adds none before
   * a number, because `how much is 5 % of 8` is not about a price.
   */
  #takePhrase(sense: Sense, words: readonly string[], at: number, length: number, tokens: readonly Token[]): void {
    if (sense.kind !== 'ignored') this.#noteTenses(words.slice(at, at + length))
    if (sense.kind === 'content') {
      const asksToCount = words[at] === 'how' && tokens[at + length]?.kind === 'number'
      if (!asksToCount) {
        this.#said.add(sense.word)
        this.steps.take(this.#content.length)
        if (!this.#content.some(({ word }) => word === sense.word)) this.#push(sense.word, false)
      }
    } else this.#take(sense, words[at]!, false)
    if (length > 1 && words[at + length - 1] === 'of') this.#governor = 'of'
  }

  /** `How much did` sets the past tense, whatever else the phrase means. */
  #noteTenses(words: readonly string[]): void {
    for (const word of words) {
      const sense = this.lexicon.senseOf(word)
      if (sense.kind === 'tense') this.#named.tense.add(sense.name)
    }
  }

  #takeToken({ kind, text, isAcronym, isCapital }: Token, words: readonly string[], at: number): void {
    if (kind === 'stop') {
      this.#governor = null
      this.#isJoined = false
      return
    }
    if (kind === 'number') return this.#takeNumber(text, at)
    if (text === "'s") return this.#bindOwner()
    if (isDoing(words, at)) return this.#push('(do)', true)
    const sense = this.lexicon.senseOf(text)
    // `US` is not a pronoun, and a symbol is never filler.
    if (isAcronym && sense.kind !== 'content') return this.#takeWord(text, false)
    if (sense.kind === 'number') return this.#takeNumber(String(sense.value), at)
    this.#take(sense, text, (this.#hasCapitals && !isCapital) || isSuperlative(words, at))
  }

  #take(sense: Sense, text: string, isLoose: boolean): void {
    if (ALTERNATIVES.has(text)) this.#content.push({ word: '(or)', governor: 'or', isJoined: true, isLoose: true })
    if (JOINS.has(text) && sense.kind !== 'question') {
      this.#isJoined = this.#content.length > 0
      return
    }
    switch (sense.kind) {
      case 'ignored':
        return
      case 'negation':
        this.#negations++
        this.#isNegating = text !== 'n_t'
        return
      case 'number':
        return
      case 'governor':
        this.#governor = sense.name === 'and' ? null : sense.name
        this.#isJoined = sense.name === 'and'
        return
      case 'content':
        return this.#takeWord(sense.word, isLoose)
      case 'question': {
        const [name = '', modal] = sense.name.split('+')
        this.#named.question.add(name)
        if (modal !== undefined) this.#named.modal.add(modal)
        return
      }
      default:
        this.#named[sense.kind].add(sense.name)
    }
  }

  /** `twenty five` is 25, `two hundred` is 200. */
  #takeNumber(text: string, at: number): void {
    const last = Number(this.#numbers.at(-1))
    const value = Number(text)
    const follows = this.#lastNumberAt === at - 1
    const isTens = follows && last >= 20 && last < 100 && last % 10 === 0 && value >= 1 && value <= 9
    if (isTens) this.#numbers[this.#numbers.length - 1] = String(last + value)
    else if (follows && POWERS.has(value)) this.#numbers[this.#numbers.length - 1] = String(last * value)
    else this.#numbers.push(text)
    this.#lastNumberAt = at
    this.#governor = `#${this.#numbers.at(-1)}`
  }

  #takeWord(word: string, isLoose: boolean): void {
    if (!this.#said.has(word)) this.#push(word, isLoose)
  }

  #push(word: string, isLoose: boolean): void {
    const previous = this.#content.at(-1)
    const inherited = this.#isJoined && !previous?.governor?.startsWith('#') ? (previous?.governor ?? null) : null
    if (this.#isNegating) this.#negated.push(word)
    this.#isNegating = false
    this.#content.push({
      word,
      governor: this.#governor ?? inherited,
      isJoined: this.#isJoined,
      isLoose: isLoose || this.lexicon.attributes.has(word),
    })
    this.#governor = null
    this.#isJoined = false
  }

  /** `France's capital` equals `the capital of France`. */
  #bindOwner(): void {
    const owner = this.#content.pop()
    if (owner) this.#content.push({ ...owner, governor: owner.governor ?? 'of' })
  }
}

const NO_SUPERLATIVES =
  /^(interest|forest|request|harvest|protest|contest|digest|arrest|guest|quest|rest|test|west|nest|chest|invest|suggest|breast|beast|feast|coast|priest)/

/** Matches `the largest planet` and `which planet is the largest`. */
function isSuperlative(words: readonly string[], at: number): boolean {
  const word = words[at] ?? ''
  return /^(the|is|are)$/.test(words[at - 1] ?? '') && /est$/.test(word) && !NO_SUPERLATIVES.test(word)
}

/** True for `what can you`. False for `Can you` at the start of a sentence, which is a polite request. */
function isNoRequest(tokens: readonly Token[], at: number): boolean {
  if (!ASKING.has(tokens[at]?.text ?? '')) return false
  const before = tokens[at - 1]
  return before !== undefined && before.kind !== 'stop' && !GREETINGS.has(before.text)
}

/** True if `do` is a main verb, as in `what does it do`, not an auxiliary. */
function isDoing(words: readonly string[], at: number): boolean {
  const word = words[at]
  if (word === 'does') return at > 0 && (words[at + 1] ?? '') === ''
  return word === 'do' && words.findIndex((before) => BEFORE_DOING.has(before)) < at
}

/** `Can I return it?` and `How can I return it?` differ only in the kind of question and need different responses. */
function asksYesOrNo(words: readonly string[], lexicon: Lexicon): boolean {
  const [first = '', second = ''] = words.slice(words.findIndex((word) => word !== '' && !GREETINGS.has(word)))
  // `Can you ...` is a polite request, not a yes-no question.
  return lexicon.openers.has(first) && !/^(can|could|would|will) you$/.test(`${first} ${second}`)
}
