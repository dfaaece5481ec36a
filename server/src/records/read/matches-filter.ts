/**
 * Matches a filter against a record in memory, for the live tail and sinks. Must agree with `addFilter`, which builds
 * the SQL of the same filter.
 */

import { wasRecovered } from '../../core/logs/attempt-outcomes.ts'
import { guardrailsText } from '../../core/logs/guardrail-outcomes.ts'
import type { NumberRange, PromptVersion } from '../../core/logs/log-filter.ts'
import type { RequestRecord } from '../../core/record.ts'
import { NO_BODIES } from '../journal/frame.ts'
import { hasText, isCircuitSkip } from './log-contents.ts'
import { guardrailMarks, type ReadExclusion, type ReadFilter, unwantedMarks } from './read-filter.ts'

export function matchesFilter(
  filter: ReadFilter,
  record: RequestRecord,
  weightedFeedback: number | null,
  bodies = NO_BODIES,
): boolean {
  const { hasCircuitSkip: skip } = filter
  return (
    record.organisationId === filter.organisationId &&
    (filter.workspaceId === null || record.workspaceId === filter.workspaceId) &&
    record.startedAtMs >= (filter.fromMs ?? 0) &&
    record.startedAtMs < (filter.toMs ?? Number.POSITIVE_INFINITY) &&
    matchesNames(filter, record) &&
    !isExcluded(filter.not, record) &&
    matchesNumbers(filter, record, weightedFeedback) &&
    (filter.isRecovered === undefined || filter.isRecovered === wasRecovered(record)) &&
    (skip === undefined || skip === record.decisions.some(isCircuitSkip)) &&
    (filter.text === undefined || hasText(bodies, filter.text))
  )
}

function matchesNames(filter: ReadFilter, record: RequestRecord): boolean {
  const { providerModels: pairs } = filter
  return (
    tests(filter, record).every((test) => test !== false) &&
    hasAnyMark(guardrailMarks(filter), record) !== false &&
    (!pairs?.length || pairs.some(({ provider, model }) => provider === record.provider && model === record.model))
  )
}

/** Excluded if any of the values matches. */
function isExcluded(not: ReadExclusion | undefined, record: RequestRecord): boolean {
  if (not === undefined) return false
  return tests(not, record).includes(true) || unwantedMarks(not).some((marks) => hasAnyMark(marks, record) === true)
}

/** One entry per field: whether the record matches; null if the filter does not name the field. */
function tests(names: ReadExclusion, record: RequestRecord): readonly (boolean | null)[] {
  const pairs = Object.entries(names.metadata ?? {})
  return [
    isAnyOf(names.statuses, record.status),
    isAnyOf(names.models, record.model),
    isAnyOf(names.providers, record.provider),
    isAnyOf(names.endpoints, record.endpoint),
    isAnyOf(names.keyIds, record.keyId),
    isAnyOf(names.virtualKeys, record.virtualKey),
    isAnyOf(names.configs, record.configId),
    isAnyPrompt(names.prompts ?? [], names.promptVersions ?? [], record),
    isAnyOf(names.traceIds, record.traceId),
    isAnyOf(names.spanIds, record.spanId),
    isAnyOf(names.cacheStatuses, record.cacheStatus),
    isAnyOf(names.sources, record.source),
    ...pairs.map(([key, value]) => Object.hasOwn(record.metadata ?? {}, key) && record.metadata?.[key] === value),
  ]
}

function isAnyPrompt(
  prompts: readonly string[],
  versions: readonly PromptVersion[],
  { promptId, promptVersion }: RequestRecord,
): boolean | null {
  if (prompts.length === 0 && versions.length === 0) return null
  if (promptId === null) return false
  return (
    prompts.includes(promptId) ||
    versions.some(({ prompt, version }) => prompt === promptId && version === promptVersion)
  )
}

function hasAnyMark(marks: readonly string[], { guardrails }: RequestRecord): boolean | null {
  if (marks.length === 0) return null
  const text = guardrailsText(guardrails) ?? ''
  return marks.some((mark) => text.includes(mark))
}

function matchesNumbers(filter: ReadFilter, record: RequestRecord, weighted: number | null): boolean {
  const { usage } = record
  return (
    isInRange(filter.costNanoUsd, record.costNanoUsd) &&
    isInRange(filter.inputTokens, usage?.inputTokens ?? null) &&
    isInRange(filter.outputTokens, usage?.outputTokens ?? null) &&
    isInRange(filter.totalTokens, usage?.totalTokens ?? null) &&
    isInRange(filter.durationMs, record.durationMs) &&
    isInRange(filter.attempts, record.attempts.length) &&
    isInRange(filter.weightedFeedback, weighted)
  )
}

function isAnyOf<Value>(wanted: readonly Value[] | undefined, value: Value | null): boolean | null {
  if (!wanted || wanted.length === 0) return null
  return value !== null && wanted.includes(value)
}

function isInRange(range: NumberRange | undefined, value: number | null): boolean {
  if (range?.min === undefined && range?.max === undefined) return true
  return (
    value !== null &&
    value >= (range.min ?? Number.NEGATIVE_INFINITY) &&
    value <= (range.max ?? Number.POSITIVE_INFINITY)
  )
}
