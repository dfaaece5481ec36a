/** A filter made ready for the reader worker, and as SQL: every value is bound, never part of the text. */

import { GatewayError } from '../../core/errors.ts'
import type { LogFilter, NumberRange } from '../../core/logs/log-filter.ts'
import { readStatus } from '../../core/status-set.ts'
import { LABEL_COLUMNS } from '../store/record-row.ts'
import type { SqlValue, SqlWords } from './engine/log-database.ts'

/** A `LogFilter` whose statuses are single numbers. */
export type ReadFilter = Omit<LogFilter, 'statuses'> & { readonly statuses?: readonly number[] }

export function toReadFilter({ statuses, ...rest }: LogFilter): ReadFilter {
  return statuses && statuses.length > 0 ? { ...rest, statuses: statuses.flatMap(expandStatus) } : rest
}

function expandStatus(entry: string | number): number[] {
  const range = readStatus(entry)
  if (!range) {
    throw new GatewayError('invalid_parameter', {
      param: 'status',
      message: `\`${entry}\` is no HTTP status: write 429 for one status or 5xx for a class.`,
    })
  }
  const [from, to] = range
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

const WEIGHTED_FEEDBACK = 'CAST(feedback_micros AS DOUBLE PRECISION) / NULLIF(feedback_weight_micros, 0)'

/** Conditions and the values they bind, in order. */
export class Conditions {
  readonly texts: string[] = []
  readonly values: SqlValue[] = []

  constructor(readonly words: SqlWords) {}

  where(condition: string, ...bound: readonly SqlValue[]): void {
    this.texts.push(condition)
    this.values.push(...bound)
  }

  whereAnyOf(column: string, wanted: readonly (string | number)[] | undefined): void {
    if (!wanted || wanted.length === 0) return
    if (wanted.length === 1) this.where(`${column} = ?`, wanted[0]!)
    else this.take(this.words.anyOf(column, wanted))
  }

  take({ text, values }: ReturnType<SqlWords['anyOf']>): void {
    this.where(text, ...values)
  }

  whereInRange(expression: string, range: NumberRange | undefined): void {
    if (range?.min !== undefined) this.where(`${expression} >= CAST(? AS DOUBLE PRECISION)`, range.min)
    if (range?.max !== undefined) this.where(`${expression} <= CAST(? AS DOUBLE PRECISION)`, range.max)
  }

  get text(): string {
    return this.texts.join(' AND ')
  }
}

export function asksForErrors({ statuses }: ReadFilter): boolean {
  return statuses !== undefined && statuses.length > 0 && statuses.every((status) => status >= 400)
}

export function asksForFeedback({ weightedFeedback: range }: ReadFilter): boolean {
  return range !== undefined && (range.min !== undefined || range.max !== undefined)
}

/**
 * Everything but time. The text depends only on which filters are there, so the statement cache stays small. Reach comes
 * first: nothing of another organisation or workspace can match, whatever follows.
 */
export function addFilter(conditions: Conditions, filter: ReadFilter): void {
  conditions.where('organisation_id = ?', filter.organisationId)
  if (filter.workspaceId !== null) conditions.where('workspace_id = ?', filter.workspaceId)
  conditions.whereAnyOf('status', filter.statuses)
  if (asksForErrors(filter)) conditions.where('status >= 400')
  conditions.whereAnyOf('model', filter.models)
  conditions.whereAnyOf('provider', filter.providers)
  const pairs = filter.providerModels?.map(({ provider, model }) => [provider, model] as const)
  if (pairs && pairs.length > 0) conditions.take(conditions.words.pairIn('provider, model', pairs))
  conditions.whereAnyOf('endpoint', filter.endpoints)
  conditions.whereAnyOf('key_id', filter.keyIds)
  conditions.whereAnyOf('virtual_key', filter.virtualKeys)
  conditions.whereAnyOf('config_id', filter.configs)
  conditions.whereAnyOf('prompt_id', filter.prompts)
  conditions.whereAnyOf('trace_id', filter.traceIds)
  conditions.whereAnyOf('span_id', filter.spanIds)
  conditions.whereAnyOf('cache_status', filter.cacheStatuses)
  conditions.whereAnyOf('source', filter.sources)
  conditions.whereInRange('cost_nano_usd', filter.costNanoUsd)
  conditions.whereInRange('input_tokens', filter.inputTokens)
  conditions.whereInRange('output_tokens', filter.outputTokens)
  conditions.whereInRange('total_tokens', filter.totalTokens)
  if (asksForFeedback(filter)) conditions.where('feedback_count > 0')
  conditions.whereInRange(WEIGHTED_FEEDBACK, filter.weightedFeedback)
  for (const [key, value] of Object.entries(filter.metadata ?? {})) {
    const column = Object.hasOwn(LABEL_COLUMNS, key) ? LABEL_COLUMNS[key] : null
    if (column) conditions.where(`${column} = ?`, value)
    else conditions.take(conditions.words.metadataIs(key, value))
  }
}
