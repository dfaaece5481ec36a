/** `$regex` patterns: size limits when a config is compiled, and a shared step budget per request. */

import { GatewayError } from '../core/errors.ts'
import { type CompiledPattern, compileWithin, type PatternLimits } from '../core/patterns/compile-pattern.ts'

/** RE2 instructions of all patterns of a config. Limits their memory and compile time (20 ms in a cold process). */
export const MAX_CONFIG_INSTRUCTIONS = 2_048
export const MAX_PATTERNS = 32
/** Characters of a value that a pattern searches. */
export const MAX_SEARCHED = 4_096
/**
 * Budget per request, in instructions x characters. In the worst case re2js takes 25 ns per step, 110 ns before the JIT
 * has compiled it: at most 30 ms for the first request, then 7 ms.
 */
export const MAX_REQUEST_STEPS = 256 * 1_024
/** Cost of a search per character, in addition to the pattern's instructions. */
const SEARCH_INSTRUCTIONS = 8

const LIMITS: PatternLimits = {
  length: 512,
  instructions: 1_024,
  together: MAX_CONFIG_INSTRUCTIONS,
  owner: 'the config',
}

export type Pattern = CompiledPattern

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

/** `instructionsLeft`: the rest of the config's instruction budget. `refuse` is called with the reason. */
export function compilePattern(source: string, instructionsLeft: number, refuse: (reason: string) => never): Pattern {
  return compileWithin(LIMITS, source, instructionsLeft, refuse)
}
