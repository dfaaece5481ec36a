/** Converts a log filter to SQL conditions. Values are always bound, never part of the SQL text. */

import { GatewayError } from '../../core/errors.ts'
import { RECOVERED_PATTERNS } from '../../core/logs/attempt-outcomes.ts'
import { outcomeMark } from '../../core/logs/guardrail-outcomes.ts'
import type { LogExclusion, LogFilter, NumberRange, PromptVersion } from '../../core/logs/log-filter.ts'
import { asSearched } from '../../core/logs/readable-text.ts'
import { readStatus } from '../../core/status-set.ts'
import { LABEL_COLUMNS } from '../log-row.ts'
import type { SqlDialect, SqlValue } from './log-database.ts'

/** A `LogFilter` with statuses expanded to numbers and the search text normalised. */
export type ReadFilter = Omit<LogFilter, 'statuses' | 'not'> & {
  readonly statuses?: readonly number[]
  readonly not?: ReadExclusion
}

export type ReadExclusion = Omit<LogExclusion, 'statuses'> & { readonly statuses?: readonly number[] }

export function toReadFilter({ text, not, ...rest }: LogFilter): ReadFilter {
  const needle = asSearched(text ?? '')
  return {
    ...withNumbers(rest),
    ...(needle !== '' && { text: needle }),
    ...(not && { not: withNumbers(not) }),
  }
}

type Statuses = { readonly statuses?: readonly (string | number)[] }

function withNumbers<Given extends Statuses>({ statuses, ...rest }: Given) {
  return statuses && statuses.length > 0 ? { ...rest, statuses: statuses.flatMap(expandStatus) } : rest
}

function expandStatus(entry: string | number): number[] {
  const range = readStatus(entry)
  if (!range) {
    throw new GatewayError('invalid_parameter', {
      param: 'status',
      message: `\`${entry}\` is not an HTTP status. Use 429 for one status or 5xx for a class.`,
    })
  }
  const [from, to] = range
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

const WEIGHTED_FEEDBACK = 'CAST(feedback_micros AS DOUBLE PRECISION) / NULLIF(feedback_weight_micros, 0)'

/** SQL conditions and their bound values, in order. */
export class Conditions {
  readonly texts: string[] = []
  readonly values: SqlValue[] = []

  constructor(readonly dialect: SqlDialect) {}

  where(condition: string, ...bound: readonly SqlValue[]): void {
    this.texts.push(condition)
    this.values.push(...bound)
  }

  whereAnyOf(column: string, wanted: readonly (string | number)[] | undefined): void {
    if (!wanted || wanted.length === 0) return
    if (wanted.length === 1) this.where(`${column} = ?`, wanted[0]!)
    else this.take(this.dialect.anyOf(column, wanted))
  }

  take({ text, values }: ReturnType<SqlDialect['anyOf']>): void {
    this.where(text, ...values)
  }

  /** None of the conditions may hold. NULL matches no condition, so rows with NULL stay. */
  whereNot(unwanted: Conditions): void {
    for (const text of unwanted.texts) this.texts.push(`(${text}) IS NOT TRUE`)
    this.values.push(...unwanted.values)
  }

  whereInRange(expression: string, range: NumberRange | undefined): void {
    if (range?.min !== undefined) this.where(`${expression} >= CAST(? AS DOUBLE PRECISION)`, range.min)
    if (range?.max !== undefined) this.where(`${expression} <= CAST(? AS DOUBLE PRECISION)`, range.max)
  }

  get text(): string {
    return this.texts.join(' AND ')
  }
}

export function wantsOnlyErrors({ statuses }: ReadFilter): boolean {
  return statuses !== undefined && statuses.length > 0 && statuses.every((status) => status >= 400)
}

export function filtersOnFeedback({ weightedFeedback: range }: ReadFilter): boolean {
  return range !== undefined && (range.min !== undefined || range.max !== undefined)
}

export function filtersOnGuardrails({ guardrails = [], guardrailVerdicts = [] }: ReadFilter): boolean {
  return guardrails.length + guardrailVerdicts.length > 0
}

/** `guardrail_outcomes` must contain one of these texts. With both filters, one guardrail must match both. */
export function guardrailMarks({ guardrails = [], guardrailVerdicts = [] }: ReadExclusion): string[] {
  const ids = guardrails.length > 0 ? guardrails : [null]
  const endings = guardrailVerdicts.length > 0 ? guardrailVerdicts : [null]
  if (ids[0] === null && endings[0] === null) return []
  return ids.flatMap((id) => endings.map((ending) => outcomeMark(id, ending)))
}

/** Excluded guardrails and excluded verdicts apply independently. */
export function unwantedMarks({ guardrails = [], guardrailVerdicts = [] }: ReadExclusion): string[][] {
  return [guardrailMarks({ guardrails }), guardrailMarks({ guardrailVerdicts })]
}

function addMarks(conditions: Conditions, marks: readonly string[]): void {
  if (marks.length > 0) conditions.take(conditions.dialect.containsAny('guardrail_outcomes', marks))
}

/**
 * Adds every filter except time and those that need log contents. The SQL text depends only on which filters are set,
 * which keeps the statement cache small. Organisation and workspace always come first, so no other filter can widen the
 * scope.
 */
export function addFilter(conditions: Conditions, filter: ReadFilter): void {
  conditions.where('organisation_id = ?', filter.organisationId)
  if (filter.workspaceId !== null) conditions.where('workspace_id = ?', filter.workspaceId)
  addNames(conditions, filter)
  if (wantsOnlyErrors(filter)) conditions.where('status >= 400')
  const pairs = filter.providerModels?.map(({ provider, model }) => [provider, model] as const)
  if (pairs && pairs.length > 0) conditions.take(conditions.dialect.pairIn('provider, model', pairs))
  conditions.whereInRange('cost_nano_usd', filter.costNanoUsd)
  conditions.whereInRange('input_tokens', filter.inputTokens)
  conditions.whereInRange('output_tokens', filter.outputTokens)
  conditions.whereInRange('total_tokens', filter.totalTokens)
  conditions.whereInRange('duration_ms', filter.durationMs)
  conditions.whereInRange('attempt_count', filter.attempts)
  if (filter.isRecovered !== undefined) {
    const isOne = RECOVERED_PATTERNS.map(() => 'attempt_outcomes LIKE ?').join(' OR ')
    conditions.where(`(${isOne}) IS ${filter.isRecovered ? '' : 'NOT '}TRUE`, ...RECOVERED_PATTERNS)
  }
  if (filtersOnFeedback(filter)) conditions.where('feedback_count > 0')
  if (filtersOnGuardrails(filter)) conditions.where('guardrail_outcomes IS NOT NULL')
  addMarks(conditions, guardrailMarks(filter))
  conditions.whereInRange(WEIGHTED_FEEDBACK, filter.weightedFeedback)
  if (filter.not) {
    const unwanted = new Conditions(conditions.dialect)
    addNames(unwanted, filter.not)
    for (const marks of unwantedMarks(filter.not)) addMarks(unwanted, marks)
    conditions.whereNot(unwanted)
  }
}

/** Fields that can be both included and excluded. */
function addNames(conditions: Conditions, names: ReadExclusion): void {
  conditions.whereAnyOf('status', names.statuses)
  conditions.whereAnyOf('model', names.models)
  conditions.whereAnyOf('provider', names.providers)
  conditions.whereAnyOf('endpoint', names.endpoints)
  conditions.whereAnyOf('key_id', names.keyIds)
  conditions.whereAnyOf('virtual_key', names.virtualKeys)
  conditions.whereAnyOf('config_id', names.configs)
  addPrompts(conditions, names.prompts ?? [], names.promptVersions ?? [])
  conditions.whereAnyOf('trace_id', names.traceIds)
  conditions.whereAnyOf('span_id', names.spanIds)
  conditions.whereAnyOf('cache_status', names.cacheStatuses)
  conditions.whereAnyOf('source', names.sources)
  for (const [key, value] of Object.entries(names.metadata ?? {})) {
    const column = Object.hasOwn(LABEL_COLUMNS, key) ? LABEL_COLUMNS[key] : null
    if (column) conditions.where(`${column} = ?`, value)
    else conditions.take(conditions.dialect.metadataIs(key, value))
  }
}

function addPrompts(conditions: Conditions, prompts: readonly string[], versions: readonly PromptVersion[]): void {
  if (versions.length === 0) return conditions.whereAnyOf('prompt_id', prompts)
  const any = new Conditions(conditions.dialect)
  any.whereAnyOf('prompt_id', prompts)
  for (const { prompt, version } of versions)
    any.where('(prompt_id = ? AND prompt_version = CAST(? AS DOUBLE PRECISION))', prompt, version)
  conditions.where(`(${any.texts.join(' OR ')})`, ...any.values)
}
