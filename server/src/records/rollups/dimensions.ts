/** Rollup dimensions: the total, and one rollup per value of each dimension. */

import { readOutcomes } from '../../core/logs/attempt-outcomes.ts'
import { type GuardrailOutcome, readGuardrails } from '../../core/logs/guardrail-outcomes.ts'

/** Metadata keys get ids from 16 on, in order of appearance; see `scopes.ts`. */
export const DIMENSION = {
  total: 0,
  status: 1,
  model: 2,
  key: 3,
  config: 4,
  virtualKey: 5,
  prompt: 6,
  endpoint: 7,
  user: 8,
  /**
   * Provider and outcome of an attempt. `requests` counts attempts; the other sums are those of the request, once per
   * attempt, and have no meaning.
   */
  attempt: 9,
  /** A guardrail's outcome (see `guardrailValue`). `requests` counts runs; the other sums have no meaning. */
  guardrail: 10,
} as const

export const FIRST_METADATA_DIMENSION = 16

/** Minute rollups of this and all following dimensions expire early: at low traffic they have one row per log. */
export const FIRST_SHORT_MINUTE_DIMENSION = DIMENSION.model
/**
 * Hour rollups of this and all following dimensions expire early too: labels can have as many values as there are
 * users.
 */
export const FIRST_LABEL_DIMENSION = DIMENSION.user

export function hasShortMinuteRetention(dimensionId: number): boolean {
  return dimensionId >= FIRST_SHORT_MINUTE_DIMENSION
}

export function isLabel(dimensionId: number): boolean {
  return dimensionId >= FIRST_LABEL_DIMENSION
}

/** Rollups cut longer values; a filter on such a value reads the logs. */
export const MAX_VALUE_LENGTH = 256

const SEPARATOR = '\u001f'

/** Joins provider and model, or prompt and version, to one value. */
export function pairValue(first: string, second: string | number | null): string {
  return `${first}${SEPARATOR}${second ?? ''}`
}

export function splitPair(value: string): readonly [first: string, second: string] {
  const at = value.indexOf(SEPARATOR)
  return at < 0 ? [value, ''] : [value.slice(0, at), value.slice(at + 1)]
}

/** Columns of `logs` that dimensions are built from, in the order of `DimensionInput`. */
export const DIMENSION_COLUMNS = [
  'status',
  'provider',
  'model',
  'key_id',
  'config_id',
  'virtual_key',
  'prompt_id',
  'prompt_version',
  'endpoint',
  'user_label',
  'metadata',
  'attempt_outcomes',
  'guardrail_outcomes',
] as const

export type DimensionInput = readonly [
  status: number,
  provider: string | null,
  model: string | null,
  keyId: string,
  configId: string | null,
  virtualKey: string | null,
  promptId: string | null,
  promptVersion: number | null,
  endpoint: string,
  userLabel: string | null,
  metadata: string | null,
  attemptOutcomes: string | null,
  guardrailOutcomes: string | null,
]

/** Index of the metadata JSON in a `DimensionInput`. */
export const METADATA = 10

/** Index of the attempt outcomes in a `DimensionInput`. */
export const ATTEMPT_OUTCOMES = 11

/** Index of the guardrail outcomes in a `DimensionInput`. */
export const GUARDRAIL_OUTCOMES = 12

export type MetadataPairs = readonly (readonly [key: string, value: string])[]

type Visit = (dimensionId: number, value: string) => void

/** Visits every fixed dimension in which the log has a non-empty value. */
export function visitDimensions(input: DimensionInput, visit: Visit): void {
  const [status, provider, model, keyId, configId, virtualKey, promptId, promptVersion, endpoint, user] = input
  visit(DIMENSION.total, '')
  visit(DIMENSION.status, String(status))
  if (provider || model) visit(DIMENSION.model, cut(pairValue(provider ?? '', model)))
  if (keyId) visit(DIMENSION.key, cut(keyId))
  if (configId) visit(DIMENSION.config, cut(configId))
  if (virtualKey) visit(DIMENSION.virtualKey, cut(virtualKey))
  if (promptId) visit(DIMENSION.prompt, cut(pairValue(promptId, promptVersion)))
  if (endpoint) visit(DIMENSION.endpoint, cut(endpoint))
  if (user) visit(DIMENSION.user, cut(user))
  for (const { provider, outcome } of readOutcomes(input[ATTEMPT_OUTCOMES]))
    visit(DIMENSION.attempt, pairValue(cut(provider), outcome))
  for (const outcome of readGuardrails(input[GUARDRAIL_OUTCOMES])) visit(DIMENSION.guardrail, guardrailValue(outcome))
}

export function cut(value: string): string {
  return value.length > MAX_VALUE_LENGTH ? value.slice(0, MAX_VALUE_LENGTH) : value
}

function guardrailValue({ id, verdict, direction, flags, step }: GuardrailOutcome): string {
  return [verdict, direction, flags.join('+'), step, id].join(SEPARATOR)
}

export function readGuardrailValue(value: string): GuardrailOutcome {
  const [verdict, direction, flags = '', step, id = ''] = value.split(SEPARATOR)
  return {
    id,
    verdict: verdict as GuardrailOutcome['verdict'],
    direction: direction as GuardrailOutcome['direction'],
    flags: flags === '' ? [] : (flags.split('+') as GuardrailOutcome['flags'][number][]),
    step: Number(step),
  }
}

/** Metadata without `_user`, which has its own dimension. */
export function metadataPairs(text: string | null): MetadataPairs {
  if (text === null) return []
  const pairs: [string, string][] = []
  const metadata = JSON.parse(text) as Record<string, unknown>
  for (const key in metadata) {
    const value = metadata[key]
    if (key !== '_user' && typeof value === 'string' && value !== '') pairs.push([key, value])
  }
  return pairs
}
