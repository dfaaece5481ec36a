/** Whether one record is meant by a filter: the same question that `addFilter` asks in SQL, for logs not stored yet. */

import type { NumberRange } from '../../core/logs/log-filter.ts'
import type { ExchangeRecord } from '../../core/record.ts'
import type { ReadFilter } from './read-filter.ts'

export function matchesFilter(filter: ReadFilter, record: ExchangeRecord, weightedFeedback: number | null): boolean {
  return (
    record.organisationId === filter.organisationId &&
    (filter.workspaceId === null || record.workspaceId === filter.workspaceId) &&
    record.startedAtMs >= (filter.fromMs ?? 0) &&
    record.startedAtMs < (filter.toMs ?? Number.POSITIVE_INFINITY) &&
    matchesNames(filter, record) &&
    matchesNumbers(filter, record, weightedFeedback) &&
    Object.entries(filter.metadata ?? {}).every(
      ([key, value]) => Object.hasOwn(record.metadata ?? {}, key) && record.metadata?.[key] === value,
    )
  )
}

function matchesNames(filter: ReadFilter, record: ExchangeRecord): boolean {
  const { providerModels: pairs } = filter
  return (
    isAnyOf(filter.statuses, record.status) &&
    isAnyOf(filter.models, record.model) &&
    isAnyOf(filter.providers, record.provider) &&
    (!pairs?.length || pairs.some(({ provider, model }) => provider === record.provider && model === record.model)) &&
    isAnyOf(filter.endpoints, record.endpoint) &&
    isAnyOf(filter.keyIds, record.keyId) &&
    isAnyOf(filter.virtualKeys, record.virtualKey) &&
    isAnyOf(filter.configs, record.configId) &&
    isAnyOf(filter.prompts, record.promptId) &&
    isAnyOf(filter.traceIds, record.traceId) &&
    isAnyOf(filter.spanIds, record.spanId) &&
    isAnyOf(filter.cacheStatuses, record.cacheStatus) &&
    isAnyOf(filter.sources, record.source)
  )
}

function matchesNumbers(filter: ReadFilter, { costNanoUsd, usage }: ExchangeRecord, weighted: number | null): boolean {
  return (
    isInRange(filter.costNanoUsd, costNanoUsd) &&
    isInRange(filter.inputTokens, usage?.inputTokens ?? null) &&
    isInRange(filter.outputTokens, usage?.outputTokens ?? null) &&
    isInRange(filter.totalTokens, usage?.totalTokens ?? null) &&
    isInRange(filter.weightedFeedback, weighted)
  )
}

function isAnyOf<Value>(wanted: readonly Value[] | undefined, value: Value | null): boolean {
  return !wanted || wanted.length === 0 || (value !== null && wanted.includes(value))
}

function isInRange(range: NumberRange | undefined, value: number | null): boolean {
  if (range?.min === undefined && range?.max === undefined) return true
  return (
    value !== null &&
    value >= (range.min ?? Number.NEGATIVE_INFINITY) &&
    value <= (range.max ?? Number.POSITIVE_INFINITY)
  )
}
