/** `$regex` patterns: refused at compile time when they expand too far, and run within one budget per request. */

import type { RE2JS } from 're2js'
import { GatewayError } from '../core/errors.ts'

/** Longer patterns are refused; it also bounds how deep groups can nest. */
const MAX_PATTERN_LENGTH = 512
/** RE2 instructions of one pattern, repeats written out. */
const MAX_PATTERN_INSTRUCTIONS = 1_024
/** Of all patterns of a config together: bounds the time to compile a config (20 ms in a cold process) and the memory it holds. */
export const MAX_CONFIG_INSTRUCTIONS = 2_048
export const MAX_PATTERNS = 32
/** A pattern searches this many characters of a value. */
export const MAX_SEARCHED = 4_096
/**
 * Instructions x characters that the patterns of one config may take for one request. With every instruction active, re2js
 * takes 25 ns a step, and 110 ns before the engine has compiled it to machine code: at most 30 ms, once, then 7 ms.
 */
export const MAX_REQUEST_STEPS = 256 * 1_024
/** What a search costs per character apart from the pattern's instructions. */
const SEARCH_INSTRUCTIONS = 8

export type Pattern = {
  readonly regex: RE2JS
  /** The size of its program: with the length of the text, what one search costs. */
  readonly instructions: number
  /** What it takes of `MAX_CONFIG_INSTRUCTIONS`. */
  readonly weight: number
}

/** The patterns of one request: each is run once, and all of them draw on one budget. */
export class PatternRuns {
  #stepsLeft = MAX_REQUEST_STEPS
  #results: Map<Pattern, boolean> | null = null

  /** `path` names the pattern in the config. */
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

/** Loaded at the first pattern: few configs have one. */
function re2(): typeof RE2JS {
  loaded ??= (import.meta.require('re2js') as { readonly RE2JS: typeof RE2JS }).RE2JS
  return loaded
}

/** `instructionsLeft` is what other patterns of the config have left. `refuse` is called with the reason. */
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
    // Before re2js expands the repeats, which takes seconds for a short pattern.
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
    // re2js ends its message with the pattern, which the caller knows.
    const reason = error instanceof Error ? error.message.split(/: `/, 1)[0]!.slice(0, 100) : String(error)
    return refuse(`not a pattern the gateway can run in bounded time (${reason}).`)
  }
}

/** The time re2js takes to build a Unicode class (up to 0.4 ms), in instructions. */
const UNICODE_CLASS_COST = 64
/** Under `(?i)` re2js folds a range one character at a time: up to 125,000 characters, 2.6 ms. */
const FOLDED_RANGE_COST = 768
/** It would repeat the empty group put before the pattern. */
const STARTS_WITH_REPEAT = /^(?:[*+?]|\{\d+(?:,\d*)?\})/
const FOLDS_CASE = /\(\?[a-zA-Z]*i/

/** Like an empty quotation it is no atom: a repeat behind it repeats what stands before it. */
const FLAGS = /\(\?[a-zA-Z-]*\)/y
const QUOTED = /\\Q([\s\S]*?)(?:\\E|$)/y
const UNICODE_CLASS = /\\[pP](?:\{[^}]*\}?|[\s\S]?)/y
const PERL_CLASS = /\\[dDsSwW]/y
const ESCAPE = /\\(?:x\{[^}]*\}?|[\s\S]?)/y
const REPEAT = /\{(\d+)(?:(,)(\d*))?\}/y
const CLASS_START = /\[\^?\]?/y
const NAMED_CLASS = /\[:[^\]]*:\]/y

type Group = { done: number; last: number }

/** An upper bound of the program a pattern compiles to, from its text alone and in linear time. */
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

  /** Moves behind the class and returns what its members cost to build. */
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
