/** Translates a filter to rollup dimensions, and reports whether rollups cover the whole filter. */

import { DIMENSION, MAX_VALUE_LENGTH, splitPair } from '../rollups/dimensions.ts'
import { WIDTH_MS } from '../rollups/rollup-table.ts'
import { floor, type Watermarks } from '../rollups/watermarks.ts'
import type { LogDatabase } from './log-database.ts'
import { filtersOnFeedback, filtersOnGuardrails, type ReadExclusion, type ReadFilter } from './read-filter.ts'
import { ceil, findKeyDimension, type RollupScope, splitRange, type TimeRange, valuesIn } from './rollup-reader.ts'

const MAX_VALUES = 2000

export type FilterPart = { readonly dimensionId: number; readonly values: readonly string[] }

export type FilterParts = {
  readonly parts: readonly FilterPart[]
  /** True if rollups cannot serve a part of the filter. */
  readonly hasOther: boolean
}

export async function filterParts(
  database: LogDatabase,
  filter: ReadFilter,
  scope: RollupScope,
  watermarks: Watermarks,
  range: TimeRange,
): Promise<FilterParts> {
  const parts: FilterPart[] = []
  let hasOther = hasOtherFilter(filter)
  const add = (dimensionId: number | null, values: readonly string[]) => {
    if (dimensionId === null || values.length > MAX_VALUES || values.some(isCut)) hasOther = true
    else parts.push({ dimensionId, values })
  }
  const known = (dimensionId: number) => knownValues(database, scope, watermarks, range, dimensionId)
  const wanted = filter.statuses?.length ? new Set(filter.statuses.map(String)) : null
  const unwanted = filter.not?.statuses?.length ? new Set(filter.not.statuses.map(String)) : null
  if (wanted || unwanted) {
    // A class such as 5xx expands to 100 statuses; use the few that occur. Every log has a status, so exclusions work
    // too.
    const isShort = wanted !== null && wanted.size <= 8
    const candidates = isShort ? [...wanted] : await known(DIMENSION.status)
    add(
      DIMENSION.status,
      candidates.filter((value) => (wanted?.has(value) ?? true) && !unwanted?.has(value)),
    )
  }
  const plain = [
    [DIMENSION.key, filter.keyIds],
    [DIMENSION.config, filter.configs],
    [DIMENSION.virtualKey, filter.virtualKeys],
    [DIMENSION.endpoint, filter.endpoints],
  ] as const
  for (const [dimensionId, values] of plain) if (values && values.length > 0) add(dimensionId, values)
  const acceptsPrompt = promptFilter(filter)
  if (acceptsPrompt === 'ambiguous') hasOther = true
  else if (acceptsPrompt)
    add(
      DIMENSION.prompt,
      (await known(DIMENSION.prompt)).filter((value) => acceptsPrompt(...splitPair(value))),
    )
  const acceptsModel = modelFilter(filter)
  if (acceptsModel && namesOf(filter).some(isAmbiguous)) hasOther = true
  else if (acceptsModel)
    add(
      DIMENSION.model,
      (await known(DIMENSION.model)).filter((value) => acceptsModel(...splitPair(value))),
    )
  for (const [key, value] of Object.entries(filter.metadata ?? {})) {
    // Rollups do not distinguish an empty value from a missing one.
    if (value === '') hasOther = true
    else add(key === '_user' ? DIMENSION.user : await findKeyDimension(database, filter, key), [value])
  }
  return { parts, hasOther }
}

function isCut(value: string): boolean {
  return value.length >= MAX_VALUE_LENGTH || value === ''
}

/** True if the name may be truncated in rollups, or is empty and looks like a missing name. */
function isAmbiguous(name: string): boolean {
  return name === '' || name.length >= MAX_VALUE_LENGTH / 2
}

function namesOf({ models, providers, providerModels }: ReadFilter): readonly string[] {
  const pairs = providerModels?.flatMap(({ provider, model }) => [provider, model])
  return [...(models ?? []), ...(providers ?? []), ...(pairs ?? [])]
}

function hasOtherFilter(filter: ReadFilter): boolean {
  const lists = [filter.traceIds, filter.spanIds, filter.cacheStatuses, filter.sources]
  const ranges = [filter.costNanoUsd, filter.inputTokens, filter.outputTokens, filter.totalTokens, filter.durationMs]
  return (
    lists.some((list) => list && list.length > 0) ||
    [...ranges, filter.attempts].some((range) => range?.min !== undefined || range?.max !== undefined) ||
    [filter.isRecovered, filter.hasCircuitSkip, filter.text].some((value) => value !== undefined) ||
    excludesOther(filter.not) ||
    filtersOnGuardrails(filter) ||
    filtersOnFeedback(filter)
  )
}

/** Rollups support exclusion for status only: they do not count logs without a value. */
function excludesOther({ statuses: _, metadata = {}, ...lists }: ReadExclusion = {}): boolean {
  return Object.keys(metadata).length > 0 || Object.values(lists).some((list) => list.length > 0)
}

function promptFilter(filter: ReadFilter): ((prompt: string, version: string) => boolean) | 'ambiguous' | null {
  const { prompts = [], promptVersions = [] } = filter
  if (prompts.length === 0 && promptVersions.length === 0) return null
  if ([...prompts, ...promptVersions.map(({ prompt }) => prompt)].some(isAmbiguous)) return 'ambiguous'
  return (prompt, version) =>
    prompts.includes(prompt) || promptVersions.some((one) => one.prompt === prompt && String(one.version) === version)
}

function modelFilter(filter: ReadFilter): ((provider: string, model: string) => boolean) | null {
  const { models, providers, providerModels: pairs } = filter
  if (!models?.length && !providers?.length && !pairs?.length) return null
  return (provider, model) =>
    (!models?.length || models.includes(model)) &&
    (!providers?.length || providers.includes(provider)) &&
    (!pairs?.length || pairs.some((pair) => pair.provider === provider && pair.model === model))
}

async function knownValues(
  database: LogDatabase,
  scope: RollupScope,
  watermarks: Watermarks,
  range: TimeRange,
  dimensionId: number,
): Promise<string[]> {
  // Round to hours, because old minute rollups are deleted.
  const whole = { fromMs: floor(range.fromMs, WIDTH_MS.sums_hours), toMs: ceil(range.toMs, WIDTH_MS.sums_hours) }
  const ranges = splitRange(whole, watermarks, WIDTH_MS.sums_days)
  return [...(await valuesIn(database, ranges, { scope, dimensionId, values: null }))]
}
