/** Value types of log filters, for query parameters and JSON bodies. */

import { z } from 'zod'
import { GUARDRAIL_FLAGS, GUARDRAIL_VERDICTS } from '../../core/logs/guardrail-outcomes.ts'
import { readStatus } from '../../core/status-set.ts'

const MAX_VALUES = 100

export const time = z
  .string()
  .max(64)
  .transform((text) => {
    if (/^\d{13}$/.test(text)) return Number(text)
    return /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  })
  .refine((ms) => !Number.isNaN(ms), 'must be an ISO 8601 time or epoch milliseconds')
  .transform((ms) => new Date(ms).toISOString())
  .meta({ description: 'ISO 8601, or epoch milliseconds.', examples: ['2026-01-31T00:00:00Z'] })

/** Query parameters contain `a,b`; bodies may also contain an array. */
const list = z
  .union([z.string().max(4096), z.array(z.string().max(256)).max(MAX_VALUES)])
  .transform((given) => (typeof given === 'string' ? given.split(',') : given).map((one) => one.trim()))
  .transform((values) => values.filter((value) => value !== ''))
  .refine((values) => values.length <= MAX_VALUES, `must be at most ${MAX_VALUES} values`)

export function values(about: string) {
  return list.optional().meta({ description: `${about} Separate alternatives with commas.` })
}

const numeral = z.union([
  z.number(),
  z
    .string()
    .max(32)
    .regex(/^-?\d+(\.\d+)?([eE]-?\d+)?$/, 'must be a number')
    .transform(Number),
])

export function number(least: number, most: number, about: string) {
  return numeral
    .refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`)
    .optional()
    .meta({ description: about })
}

export const metadata = z
  .union([z.record(z.string(), z.unknown()), z.string().max(4096)])
  .transform((given, context) => {
    const pairs = z.record(z.string().max(256), z.string().max(1024)).safeParse(parsed(given))
    if (pairs.success) return pairs.data
    context.addIssue({ code: 'custom', message: 'must be a JSON object of strings, such as {"_user":"u-17"}' })
    return z.NEVER
  })
  .meta({ description: 'JSON object. All pairs must match.', examples: ['{"_user":"u-17"}'] })

function parsed(given: unknown): unknown {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given)
  } catch {
    return null
  }
}

export const statuses = list.refine(
  (codes) => codes.every((code) => readStatus(code) !== null),
  'must be status codes such as 429 or classes such as 5xx',
)

export const pairs = list.refine(
  (names) => names.every((name) => /^.+__.+$/.test(name)),
  'must be provider__model, such as openai__gpt-4o',
)

/** The possible results of a guardrail. */
export const ENDINGS: readonly string[] = [...GUARDRAIL_VERDICTS, ...GUARDRAIL_FLAGS]

export const verdicts = list.refine(
  (names) => names.every((name) => ENDINGS.includes(name)),
  `must be some of ${ENDINGS.join(', ')}`,
)

/** The texts `true` and `false` in query parameters, booleans in bodies. */
const yesOrNo = z
  .union([z.boolean(), z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true')])
  .optional()

export function flag(about: string) {
  return yesOrNo.meta({ description: about })
}
