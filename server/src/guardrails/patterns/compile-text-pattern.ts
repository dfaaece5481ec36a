/** Compiles the patterns of guardrails: RE2, or lists of words. */

import { compileWithin, type PatternLimits } from '../../core/patterns/compile-pattern.ts'
import { Automaton } from './automaton.ts'
import { programOf, programOfWords } from './program.ts'
import type { TextPattern } from './text-pattern.ts'

const MAX_GUARDRAIL_INSTRUCTIONS = 4_096
const LIMITS: PatternLimits = {
  length: 2_048,
  instructions: 2_048,
  together: MAX_GUARDRAIL_INSTRUCTIONS,
  owner: 'the guardrail',
}

/** The instructions that the patterns of a guardrail may still use. */
export class PatternBudget {
  #left = MAX_GUARDRAIL_INSTRUCTIONS

  /** `required`: every match contains at least one of these literals. Empty if the caller knows none. */
  compile(source: string, refuse: (reason: string) => never, required: readonly string[] = []): TextPattern {
    const { regex, weight } = compileWithin(LIMITS, source, this.#left, (reason) =>
      refuse(unsupported(source) ?? reason),
    )
    this.#left -= weight
    const program = programOf(regex)
    return warm(new Automaton(required.length === 0 ? program : { ...program, required }))
  }
}

/** Finds any of the words. The caller limits their total length. */
export function compileWords(words: readonly string[]): TextPattern {
  return warm(new Automaton(programOfWords(words)))
}

/** Builds the first states now. In a new process this takes 3 ms, which the first request would have to wait. */
function warm(pattern: TextPattern): TextPattern {
  pattern.find('a', 0)
  pattern.settledUntil('a', 0)
  return pattern
}

/** Explains which JavaScript syntax RE2 does not support; null if the pattern was refused for another reason. */
function unsupported(source: string): string | null {
  const kind = /\(\?<?[=!]/.test(source)
    ? 'lookahead and lookbehind'
    : /\\(?:[1-9]|k<)/.test(source)
      ? 'backreferences'
      : null
  return kind === null ? null : `${kind} are not supported. Patterns are RE2, which matches in linear time.`
}
