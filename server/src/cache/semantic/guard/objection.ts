/**
 * The guard of the semantic cache: finds a reason why two similar questions need different responses. Returns null if
 * there is none.
 */

import { languageOf, unknown } from './languages.ts'
import { type ContentWord, type Reading, read } from './reading.ts'
import { StepLimit, StepLimitReached } from './step-limit.ts'
import { tokensOf } from './tokens.ts'

/** Prepositions that express a role or direction. They must be equal in both texts. */
const DIRECTED: ReadonlySet<string> = new Set([
  'from',
  'to',
  'than',
  'by',
  'before',
  'after',
  'since',
  'until',
  'over',
  'under',
  'against',
  'per',
  'through',
])

/** Prepositions that are interchangeable. */
const NEAR: ReadonlySet<string> = new Set(['of', 'in', 'for'])

/** Texts with these characters are code or about code. Punctuation must then be equal. */
const CODE = /[{}[\];=<>|&\\^~]|\(\)|::|->|```/

type Kind =
  | 'language'
  | 'signs of code'
  | 'quoted text'
  | 'numbers'
  | 'negation'
  | 'question'
  | 'tense'
  | 'modality'
  | 'person'
  | 'words'
  | 'binding'
  | 'order'
  | 'step limit reached'

/** `details` may contain words of the questions; `kind` never does. */
export type Objection = { readonly kind: Kind; readonly details: string | null }

/** `steps` is shared by all comparisons of one lookup. Reaching the limit is an objection. */
export function objectionTo(requested: string, kept: string, steps = new StepLimit()): Objection | null {
  if (requested === kept) return null
  try {
    return compare(requested, kept, steps)
  } catch (error) {
    if (error instanceof StepLimitReached) return { kind: 'step limit reached', details: null }
    throw error
  }
}

function compare(requested: string, kept: string, steps: StepLimit): Objection | null {
  const [askedTokens, keptTokens] = [tokensOf(requested, steps), tokensOf(kept, steps)]
  const [mine, theirs] = [languageOf(requested, askedTokens), languageOf(kept, keptTokens)]
  if (mine && theirs && mine !== theirs) return differ('language', [mine.code], [theirs.code])
  if (signsOf(requested) !== signsOf(kept)) return { kind: 'signs of code', details: null }
  const lexicon = mine ?? theirs ?? unknown
  const a = read(askedTokens, lexicon, steps)
  const b = read(keptTokens, lexicon, steps)
  return (
    quotedObjection(a, b, steps) ??
    quotedObjection(b, a, steps) ??
    smallWords(a, b) ??
    contentObjection(a, b) ??
    order(a, b, steps)
  )
}

function smallWords(a: Reading, b: Reading): Objection | null {
  if (a.numbers.join(' ') !== b.numbers.join(' ')) return differ('numbers', a.numbers, b.numbers)
  if (a.negations !== b.negations) return differ('negation', [String(a.negations)], [String(b.negations)])
  if (a.negated.length > 0 && b.negated.length > 0 && a.negated.join() !== b.negated.join())
    return differ('negation', a.negated, b.negated)
  if (!isSame(a.questions, b.questions)) return differ('question', a.questions, b.questions)
  if (areApart(a.tenses, b.tenses)) return differ('tense', a.tenses, b.tenses)
  if (modality(a) !== modality(b)) return differ('modality', a.modals, b.modals)
  return owners(a, b)
}

/** `How can I`, `how do I` and `how should I` are equivalent. */
function modality({ modals, questions }: Reading): string {
  if (questions.has('how')) return ''
  if (modals.has('must')) return 'must'
  if (modals.has('should')) return 'should'
  return questions.has('whether') && modals.has('can') ? 'can' : ''
}

/** Third persons must match. First and second person must not be swapped, except `me` and `you` in `how` questions. */
function owners(a: Reading, b: Reading): Objection | null {
  const third = ({ owners: all }: Reading) =>
    [...all]
      .filter((name) => !NEAREST.has(name))
      .sort()
      .join()
  const isSwapped = (one: string, other: string) =>
    a.owners.has(one) !== b.owners.has(one) && a.owners.has(other) !== b.owners.has(other)
  const hasMoved = isSwapped('mine', 'yours') || (!a.questions.has('how') && isSwapped('me', 'you'))
  // `Does she like me` and `do I like her` contain the same persons in another order.
  const isTurned = a.owners.size === b.owners.size && a.owners.size > 1 && [...a.owners].join() !== [...b.owners].join()
  return hasMoved || isTurned || third(a) !== third(b) ? differ('person', a.owners, b.owners) : null
}

const NEAREST: ReadonlySet<string> = new Set(['mine', 'yours', 'me', 'you'])

const QUOTED_TEXT: Objection = { kind: 'quoted text', details: null }

/** A text quoted in one question must also be quoted, or appear word for word, in the other. */
function quotedObjection(a: Reading, b: Reading, steps: StepLimit): Objection | null {
  if (a.quoted.length === 0) return null
  if (b.quoted.length > 0) return a.quoted.join('\0') === b.quoted.join('\0') ? null : QUOTED_TEXT
  const said = ` ${b.words.join(' ')} `
  const isSaid = a.quoted.every((quote) => {
    steps.take(said.length)
    return said.includes(` ${read(tokensOf(quote, steps), unknown, steps).words.join(' ')} `)
  })
  return isSaid ? null : QUOTED_TEXT
}

function contentObjection(a: Reading, b: Reading): Objection | null {
  const onlyMine = surplus(a.content, b.content)
  const onlyTheirs = surplus(b.content, a.content)
  if (onlyMine.length + onlyTheirs.length === 0) return null
  return differ('words', onlyMine, onlyTheirs)
}

function surplus(from: readonly ContentWord[], other: readonly ContentWord[]): string[] {
  const counts = new Map<string, number>()
  for (const { word } of other) counts.set(word, (counts.get(word) ?? 0) + 1)
  return from.flatMap(({ word }) => {
    const left = counts.get(word) ?? 0
    counts.set(word, left - 1)
    return left > 0 ? [] : [word]
  })
}

/** Detects equal words with different roles: `from A to B` and `from B to A`, `A beats B` and `B beats A`. */
function order(a: Reading, b: Reading, steps: StepLimit): Objection | null {
  const places = new Map<string, number[]>()
  b.content.forEach(({ word }, i) => {
    const known = places.get(word)
    if (known) known.push(i)
    else places.set(word, [i])
  })
  const partner = a.content.map(({ word }) => places.get(word)?.shift() ?? 0)
  for (const [i, mine] of a.content.entries()) {
    const theirs = b.content[partner[i]!]!
    if (!areAlike(mine.governor, theirs.governor))
      return {
        kind: 'binding',
        details: `"${cut(mine.word)}": ${mine.governor ?? 'none'} and ${theirs.governor ?? 'none'}`,
      }
  }
  for (let i = 0; i < partner.length; i++) {
    steps.take(partner.length - i)
    for (let j = i + 1; j < partner.length; j++) {
      const [p, q] = [partner[i]!, partner[j]!]
      if (p < q || mayTurn(a.content, i, j, b.content, q, p)) continue
      return { kind: 'order', details: `"${cut(a.content[i]!.word)}" and "${cut(a.content[j]!.word)}"` }
    }
  }
  return null
}

function areAlike(mine: string | null, theirs: string | null): boolean {
  if (mine === theirs) return true
  if (isDirected(mine) || isDirected(theirs)) return false
  return mine === null || theirs === null || (NEAR.has(mine) && NEAR.has(theirs))
}

/**
 * True if two words may have opposite orders in the two texts (`i` before `j`, and `q` before `p`). Prepositional
 * phrases may move freely, neighbours in an enumeration may swap, and loose words have no fixed position.
 */
function mayTurn(
  a: readonly ContentWord[],
  i: number,
  j: number,
  b: readonly ContentWord[],
  q: number,
  p: number,
): boolean {
  const [first, second] = [a[i]!, a[j]!]
  if (first.isLoose || second.isLoose || b[p]!.isLoose || b[q]!.isLoose) return true
  if (j === i + 1 && p === q + 1 && second.isJoined && b[p]!.isJoined) return true
  const isPhrase = (here: ContentWord, there: ContentWord) => here.governor !== null && there.governor !== null
  const [firstMoves, secondMoves] = [isPhrase(first, b[p]!), isPhrase(second, b[q]!)]
  if (firstMoves && secondMoves) return first.governor !== second.governor
  return firstMoves || secondMoves
}

function isDirected(governor: string | null): boolean {
  return governor !== null && (DIRECTED.has(governor) || governor.startsWith('#'))
}

/** The lookbehind makes the match linear: only the first character of a run is tried. */
const FINAL_STOPS = /(?<![.?!])[.?!]+$/

/** The punctuation and symbols of a text about code. Empty for other texts. */
function signsOf(text: string): string {
  return CODE.test(text)
    ? text
        .trimEnd()
        .replace(FINAL_STOPS, '')
        .replace(/[\p{L}\p{N}\s]+/gu, '')
    : ''
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((name) => b.has(name))
}

function areApart(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size > 0 && b.size > 0 && ![...a].some((name) => b.has(name))
}

/** Names at most four words of each side, because the details are part of a log record. */
function differ(kind: Kind, a: Iterable<string>, b: Iterable<string>): Objection {
  const few = (words: Iterable<string>) => cut([...words].slice(0, 4).join(' ')) || 'none'
  return { kind, details: `${few(a)} and ${few(b)}` }
}

function cut(text: string): string {
  return text.slice(0, 60)
}
