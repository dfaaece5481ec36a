/** `$regex` patterns: size limits when a config is compiled, and a shared step budget per request. */

import type { RE2JS } from 're2js'
import { GatewayError } from '../core/errors.ts'

/** Also bounds how deep groups can nest. */
const MAX_PATTERN_LENGTH = 512
/** RE2 instructions of one pattern, with repeats expanded. */
const MAX_PATTERN_INSTRUCTIONS = 1_024
/** Over all patterns of a config. Bounds the time to compile it (20 ms in a cold process) and its memory. */
export const MAX_CONFIG_INSTRUCTIONS = 2_048
export const MAX_PATTERNS = 32
/** Characters of a value that a pattern searches. */
export const MAX_SEARCHED = 4_096
/**
 * Budget per request, in instructions x characters. In the worst case re2js takes 25 ns per step, 110 ns before the JIT has
 * compiled it: at most 30 ms for the first request, then 7 ms.
 */
export const MAX_REQUEST_STEPS = 256 * 1_024
/** Cost of a search per character, in addition to the pattern's instructions. */
const SEARCH_INSTRUCTIONS = 8

export type Pattern = {
  readonly regex: RE2JS
  /** Size of the compiled program. A search costs this times the length of the text. */
  readonly instructions: number
  /** Its share of `MAX_CONFIG_INSTRUCTIONS`. */
  readonly weight: number
}

/** Runs the patterns for one request, each at most once, within one shared budget. */
export class PatternRuns {
  #stepsLeft = MAX_REQUEST_STEPS
  #results: Map<Pattern, boolean> | null = null

  /** `path`: the config path of the pattern. */
  matches(pattern: Pattern, value: string, path: string): boolean {
    this.#results ??= new Map()
    const known = this.#results.get(pattern)
    if (known !== undefined) return known
    const text = value.slice(0, MAX_SEARCHED)
    this.#stepsLeft -= stepsOf(pattern, text.length)
    if (this.#stepsLeft < 0) {
      throw new GatewayError('condition_too_costly', {
        param: path,
        message: `${path}: this request exceeds the budget of ${MAX_REQUEST_STEPS} pattern steps (instructions x characters searched) that the $regex conditions of a config share.`,
      })
    }
    const result = pattern.regex.matcher(text).find()
    this.#results.set(pattern, result)
    return result
  }
}

export function stepsOf({ instructions }: Pick<Pattern, 'instructions'>, length: number): number {
  return (instructions + SEARCH_INSTRUCTIONS) * (length + 1)
}

let loaded: typeof RE2JS | null = null

/** Loaded on first use, because few configs have patterns. */
function re2(): typeof RE2JS {
  loaded ??= (import.meta.require('re2js') as { readonly RE2JS: typeof RE2JS }).RE2JS
  return loaded
}

/** `instructionsLeft`: the rest of the config's instruction budget. `refuse` is called with the reason. */
export function compilePattern(source: string, instructionsLeft: number, refuse: (reason: string) => never): Pattern {
  if (source.length > MAX_PATTERN_LENGTH) refuse(`the pattern is longer than ${MAX_PATTERN_LENGTH} characters.`)
  const check = (instructions: number) => {
    if (instructions > MAX_PATTERN_INSTRUCTIONS) {
      refuse(
        `the pattern expands to more than ${MAX_PATTERN_INSTRUCTIONS} instructions. Use smaller repeat counts and fewer \\p classes.`,
      )
    }
    if (instructions > instructionsLeft) {
      refuse(
        `the patterns of the config expand to more than ${MAX_CONFIG_INSTRUCTIONS} instructions together. Use fewer or shorter patterns.`,
      )
    }
  }
  try {
    const translated = re2().translateRegExp(source)
    // Check before re2js expands the repeats, which can take seconds for a short pattern.
    const estimate = estimateInstructions(translated)
    check(estimate)
    if (STARTS_WITH_REPEAT.test(translated))
      refuse('the pattern starts with a repetition operator that has no argument.')
    // The empty group keeps re2js from building a one-pass program, whose construction takes quadratic time.
    const regex = re2().compile(`()${translated}`)
    const size = regex.programSize()
    check(size)
    return { regex, instructions: size, weight: estimate }
  } catch (error) {
    if (error instanceof GatewayError) throw error
    // re2js appends the pattern to its message; leave it out.
    const reason = error instanceof Error ? error.message.split(/: `/, 1)[0]!.slice(0, 100) : String(error)
    return refuse(`not a pattern the gateway can run in bounded time (${reason}).`)
  }
}

/** Building a Unicode class takes re2js up to 0.4 ms; this is the equivalent in instructions. */
const UNICODE_CLASS_COST = 64
/** With `(?i)`, re2js folds a range character by character: up to 125,000 characters, 2.6 ms. */
const FOLDED_RANGE_COST = 768
/** A leading repeat would apply to the empty group that `compilePattern` prepends. */
const STARTS_WITH_REPEAT = /^(?:[*+?]|\{\d+(?:,\d*)?\})/
const FOLDS_CASE = /\(\?[a-zA-Z]*i/

/** Flags are not an atom: a repeat after them applies to what comes before them. The same holds for an empty \Q\E. */
const FLAGS = /\(\?[a-zA-Z-]*\)/y
const QUOTED = /\\Q([\s\S]*?)(?:\\E|$)/y
const UNICODE_CLASS = /\\[pP](?:\{[^}]*\}?|[\s\S]?)/y
const PERL_CLASS = /\\[dDsSwW]/y
const ESCAPE = /\\(?:x\{[^}]*\}?|[\s\S]?)/y
const REPEAT = /\{(\d+)(?:(,)(\d*))?\}/y
const CLASS_START = /\[\^?\]?/y
const NAMED_CLASS = /\[:[^\]]*:\]/y

type Group = { done: number; last: number }

/** Upper bound of the compiled size of a pattern, computed from its text in linear time. */
export function estimateInstructions(source: string): number {
  const isFolded = FOLDS_CASE.test(source)
  const outer: Group[] = []
  let group: Group = { done: 6, last: 0 }
  let compileCost = 0
  let at = 0
  const take = (token: RegExp): RegExpExecArray | null => {
    token.lastIndex = at
    const found = token.exec(source)
    if (found !== null) at += found[0].length
    return found
  }
  const atom = (size: number): void => {
    group.done += group.last
    group.last = size
  }
  while (at < source.length) {
    const quoted = take(QUOTED)
    if (quoted !== null) {
      if (quoted[1] !== '') atom(quoted[1]!.length)
      continue
    }
    if (take(FLAGS) !== null) continue
    if (take(UNICODE_CLASS) !== null) {
      compileCost += UNICODE_CLASS_COST
      atom(1)
      continue
    }
    if (take(ESCAPE) !== null) {
      atom(1)
      continue
    }
    const repeat = take(REPEAT)
    if (repeat !== null) {
      const least = Number(repeat[1])
      const most = repeat[2] === undefined ? least : repeat[3] === '' ? least + 1 : Number(repeat[3])
      group.last = Math.max(1, most) * (group.last + 1) + 1
      continue
    }
    if (take(CLASS_START) !== null) {
      compileCost += skipClass()
      atom(1)
      continue
    }
    const char = source[at++]
    if (char === '(') {
      outer.push(group)
      group = { done: 3, last: 0 }
    } else if (char === ')') {
      const inner = group.done + group.last
      group = outer.pop() ?? group
      atom(inner)
    } else if (char === '|') {
      atom(2)
    } else if (char === '*' || char === '+' || char === '?') {
      group.last += 2
    } else {
      atom(1)
    }
  }
  for (const { done, last } of outer) group.done += done + last
  return group.done + group.last + compileCost

  /** Skips a character class and returns the cost of building it. */
  function skipClass(): number {
    let cost = 0
    while (at < source.length && source[at] !== ']') {
      const from = at
      if (take(NAMED_CLASS) !== null || take(PERL_CLASS) !== null) continue
      if (take(UNICODE_CLASS) !== null) {
        cost += UNICODE_CLASS_COST
        continue
      }
      if (take(ESCAPE) === null) at++
      const isRange = source[at] === '-' && at + 1 < source.length && source[at + 1] !== ']'
      if (!isRange || !isFolded) continue
      const isAscii = isAsciiLiteral(source, from) && isAsciiLiteral(source, at + 1)
      cost += isAscii ? 1 : FOLDED_RANGE_COST
    }
    at++
    return cost
  }
}

function isAsciiLiteral(source: string, at: number): boolean {
  return source[at] !== '\\' && source.charCodeAt(at) < 128
}
