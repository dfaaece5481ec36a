/** Compiles RE2 patterns within limits that are checked before re2js expands a pattern. */

import type { RE2JS } from 're2js'

export type PatternLimits = {
  /** Characters of a pattern. Also bounds how deep groups can nest. */
  readonly length: number
  /** RE2 instructions of one pattern, with repeats expanded. */
  readonly instructions: number
  /** RE2 instructions of all patterns of one owner. Bounds the time to compile them and their memory. */
  readonly together: number
  /** Name of the owner in error messages, such as `the config`. */
  readonly owner: string
}

export type CompiledPattern = {
  readonly regex: RE2JS
  /** Size of the compiled program. A search costs this times the length of the text. */
  readonly instructions: number
  /** How much of `PatternLimits.together` it uses: an estimate that also counts the cost of compiling it. */
  readonly weight: number
}

let loaded: typeof RE2JS | null = null

/** Loaded on first use, because few configs have patterns. */
function re2(): typeof RE2JS {
  loaded ??= (import.meta.require('re2js') as { readonly RE2JS: typeof RE2JS }).RE2JS
  return loaded
}

/** `instructionsLeft`: the rest of the owner's instruction budget. `refuse` is called with the reason. */
export function compileWithin(
  limits: PatternLimits,
  source: string,
  instructionsLeft: number,
  refuse: (reason: string) => never,
): CompiledPattern {
  if (source.length > limits.length) refuse(`the pattern is longer than ${limits.length} characters.`)
  const check = (instructions: number) => {
    if (instructions > limits.instructions) {
      refuse(
        `the pattern expands to more than ${limits.instructions} instructions. Use smaller repeat counts and fewer \\p classes.`,
      )
    }
    if (instructions > instructionsLeft) {
      refuse(
        `the patterns of ${limits.owner} expand to more than ${limits.together} instructions together. Use fewer or shorter patterns.`,
      )
    }
  }
  const translated = attempt(() => re2().translateRegExp(source), refuse)
  // Check before re2js expands the repeats, which can take seconds for a short pattern.
  const estimate = estimateInstructions(translated)
  check(estimate)
  if (STARTS_WITH_REPEAT.test(translated)) refuse('the pattern starts with a repetition operator that has no argument.')
  // The empty group keeps re2js from building a one-pass program, whose construction takes quadratic time.
  const regex = attempt(() => re2().compile(`()${translated}`), refuse)
  const size = regex.programSize()
  check(size)
  return { regex, instructions: size, weight: estimate }
}

function attempt<T>(run: () => T, refuse: (reason: string) => never): T {
  try {
    return run()
  } catch (error) {
    // re2js appends the pattern to its message; leave it out.
    const reason = error instanceof Error ? error.message.split(/: `/, 1)[0]!.slice(0, 100) : String(error)
    return refuse(`not a pattern the gateway can run in bounded time (${reason}).`)
  }
}

/** Building a Unicode class takes re2js up to 0.4 ms; this is the equivalent in instructions. */
const UNICODE_CLASS_COST = 64
/** With `(?i)`, re2js folds a range character by character: up to 125,000 characters, 2.6 ms. */
const FOLDED_RANGE_COST = 768
/** A leading repeat would apply to the empty group that `compileWithin` prepends. */
const STARTS_WITH_REPEAT = /^(?:[*+?]|\{\d+(?:,\d*)?\})/
const FOLDS_CASE = /\(\?[a-zA-Z]*i/

/** Flags are not an atom: a repeat after them applies to the atom before them. The same holds for an empty \Q\E. */
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
