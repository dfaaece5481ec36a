/** Parameters of the check for personal data, and those that it shares with the check for secrets. */

import { z } from 'zod'
import { PII_TYPES, TYPE_ALIASES } from './pii-types.ts'

/** `detect`: a finding fails the check. `redact` and `tokenise` replace findings, and the check passes. */
export const FINDING_ACTIONS = ['detect', 'redact', 'tokenise'] as const

export type FindingAction = (typeof FINDING_ACTIONS)[number]

const MAX_COUNTRIES = 20

export const actionParameter = z
  .enum(FINDING_ACTIONS, { error: '"detect", "redact" or "tokenise"' })
  .default('detect')
  .describe('detect: a finding fails the check. redact: it is replaced. tokenise: by a placeholder, which is restored.')

export const replacementParameter = z
  .string({ error: 'a text' })
  .max(200, { error: 'at most 200 characters' })
  .default('[{type}]')
  .describe('With redact: the text instead of a finding. {type} stands for its type.')

const TYPE_NAMES = [...PII_TYPES, ...(Object.keys(TYPE_ALIASES) as (keyof typeof TYPE_ALIASES)[])]

export const piiParameters = z.strictObject({
  types: z
    .array(z.enum(TYPE_NAMES, { error: `one of ${TYPE_NAMES.join(', ')}` }), { error: 'a list of types' })
    .min(1, { error: 'at least one type' })
    .optional()
    .describe('What to look for. Default: everything except names, places, organisations, ages, dates and URLs.'),
  action: actionParameter,
  replacement: replacementParameter,
  phoneCountries: z
    .array(z.string().regex(/^[A-Z]{2}$/, { error: 'a country code such as "DE"' }), {
      error: 'a list of country codes',
    })
    .max(MAX_COUNTRIES, { error: `at most ${MAX_COUNTRIES} country codes` })
    .default([])
    .describe('Countries whose phone numbers are recognised without a country code, such as DE.'),
})
