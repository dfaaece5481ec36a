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

  /** `required`: literals of which every match contains one, if the caller knows them. */
  compile(source: string, refuse: (reason: string) => never, required: readonly string[] = []): TextPattern {
    const { regex, weight } = compileWithin(LIMITS, source, this.#left, (reason) =>
      refuse(unsupported(source) ?? reason),
    )
    this.#left -= weight
    const program = programOf(regex)
    return warm(new Automaton(required.length === 0 ? program : { ...program, required }))
  }
}

/** Finds any of the words. The caller bounds how many characters they have together. */
export function compileWords(words: readonly string[]): TextPattern {
  return warm(new Automaton(programOfWords(words)))
}

/** Makes the first states now. A process takes 3 ms for its first ones. */
function warm(pattern: TextPattern): TextPattern {
  pattern.find('a', 0)
  pattern.settledUntil('a', 0)
  return pattern
}

/** Why RE2 refuses a pattern that JavaScript accepts. Called only for patterns that it has refused. */
function unsupported(source: string): string | null {
  const kind = /\(\?<?[=!]/.test(source)
    ? 'lookahead and lookbehind'
    : /\\(?:[1-9]|k<)/.test(source)
      ? 'backreferences'
      : null
  return kind === null ? null : `${kind} are not supported. Patterns are RE2, which matches in linear time.`
}
