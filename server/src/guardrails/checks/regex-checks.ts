/** The checks `regexMatch` and `regexReplace`. */

import { z } from 'zod'
import type { Check, SpanAction, SpanCheck } from '../check.ts'
import type { CompileContext } from '../compile-context.ts'
import type { TextPattern } from '../patterns/text-pattern.ts'
import { flag, not, text } from './parameter-schemas.ts'
import { requireOfTexts } from './whole-check.ts'

export const regexMatchParameters = z.strictObject({
  rule: text(2_048).describe('The RE2 pattern that the text must match.'),
  not,
})

export function compileRegexMatch(
  id: string,
  parameters: z.output<typeof regexMatchParameters>,
  { refuse, patterns }: CompileContext,
): Check {
  const pattern = patterns.compile(parameters.rule, (reason) => refuse('rule', reason))
  // Span checks do not report empty matches, so a pattern such as `^$` is tested on the whole text.
  if (parameters.not && !pattern.matchesEmpty) return spanCheck(id, pattern, 'pattern', REPORT, true)
  return requireOfTexts(id, parameters.not, (checked) => {
    const isMet = pattern.matches(checked)
    return { isMet, data: { explanation: `The text ${isMet ? 'matches' : 'does not match'} the pattern.` } }
  })
}

const REPORT: SpanAction = { kind: 'report' }

export const regexReplaceParameters = z.strictObject({
  rule: text(2_048).describe('The RE2 pattern whose matches are replaced.'),
  redactText: z
    .string({ error: 'a string' })
    .max(1_024, { error: 'a string of at most 1024 characters' })
    .default('[REDACTED]')
    .describe('What replaces a match.'),
  failOnDetection: flag.default(false).describe('Whether a match also fails the check.'),
})

/** Every match is replaced, with or without the flag `g`. */
export function compileRegexReplace(
  id: string,
  parameters: z.output<typeof regexReplaceParameters>,
  { refuse, patterns }: CompileContext,
): Check {
  const pattern = patterns.compile(withoutDelimiters(parameters.rule), (reason) => refuse('rule', reason))
  const replace: SpanAction = {
    kind: 'replace',
    text: parameters.redactText === '' ? '[REDACTED]' : parameters.redactText,
  }
  return spanCheck(id, pattern, 'pattern', replace, parameters.failOnDetection)
}

/** Converts `/secret/gi` to `(?i)secret`. Returns a rule without slashes unchanged. */
function withoutDelimiters(rule: string): string {
  const end = rule.lastIndexOf('/')
  if (!rule.startsWith('/') || end < 2) return rule
  const flags = rule.slice(end + 1)
  if (!/^[dgimsuy]*$/.test(flags)) return rule
  const kept = [...'ims'].filter((letter) => flags.includes(letter)).join('')
  const pattern = rule.slice(1, end)
  return kept === '' ? pattern : `(?${kept})${pattern}`
}

export function spanCheck(
  id: string,
  pattern: TextPattern,
  label: string,
  action: SpanAction,
  failsOnFinding: boolean,
): SpanCheck {
  return {
    id,
    kind: 'spans',
    messages: 'all',
    failsOnFinding,
    find: (checked, from) => pattern.find(checked, from).map(({ start, end }) => ({ start, end, label, action })),
    settledUntil: (checked, from) => pattern.settledUntil(checked, from),
  }
}
