/** What of a filter the sums can answer: at most one value list per dimension, and whether anything is left over. */

import { DIMENSION, MOST_VALUE_LENGTH, splitPair } from '../sums/dimensions.ts'
import { floor, type Marks } from '../sums/progress.ts'
import { WIDTH_MS } from '../sums/sum-table.ts'
import type { LogDatabase } from './engine/log-database.ts'
import { findKeyDimension } from './find-key-dimension.ts'
import { ceil, piecesOf, requestsByValue, type SumScope, type TimeRange } from './pieces.ts'
import { asksForFeedback, type ReadExclusion, type ReadFilter } from './read-filter.ts'

const MOST_VALUES = 2000

export type FilterPart = { readonly dimensionId: number; readonly values: readonly string[] }

export type FilterParts = {
  readonly parts: readonly FilterPart[]
  /** True when some of the filter is in no dimension. */
  readonly hasOther: boolean
}

export async function filterParts(
  database: LogDatabase,
  filter: ReadFilter,
  scope: SumScope,
  marks: Marks,
  range: TimeRange,
): Promise<FilterParts> {
  const parts: FilterPart[] = []
  let hasOther = asksForOther(filter)
  const add = (dimensionId: number | null, values: readonly string[]) => {
    if (dimensionId === null || values.length > MOST_VALUES || values.some(isCut)) hasOther = true
    else parts.push({ dimensionId, values })
  }
  const known = (dimensionId: number) => knownValues(database, scope, marks, range, dimensionId)
  const wanted = filter.statuses?.length ? new Set(filter.statuses.map(String)) : null
  const unwanted = filter.not?.statuses?.length ? new Set(filter.not.statuses.map(String)) : null
  if (wanted || unwanted) {
    // A class is a hundred statuses, of which a few were ever answered. Every log has one, so what is left out is known.
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
  if (acceptsPrompt === 'odd') hasOther = true
  else if (acceptsPrompt)
    add(
      DIMENSION.prompt,
      (await known(DIMENSION.prompt)).filter((value) => acceptsPrompt(...splitPair(value))),
    )
  const acceptsModel = modelFilter(filter)
  if (acceptsModel && namesOf(filter).some(isOdd)) hasOther = true
  else if (acceptsModel)
    add(
      DIMENSION.model,
      (await known(DIMENSION.model)).filter((value) => acceptsModel(...splitPair(value))),
    )
  for (const [key, value] of Object.entries(filter.metadata ?? {})) {
    // No value and an empty one are the same to the sums.
    if (value === '') hasOther = true
    else add(key === '_user' ? DIMENSION.user : await findKeyDimension(database, filter, key), [value])
  }
  return { parts, hasOther }
}

function isCut(value: string): boolean {
  return value.length >= MOST_VALUE_LENGTH || value === ''
}

/** Half of a pair that sums may have cut, or cannot tell from a missing one. */
function isOdd(name: string): boolean {
  return name === '' || name.length >= MOST_VALUE_LENGTH / 2
}

function namesOf({ models, providers, providerModels }: ReadFilter): readonly string[] {
  const pairs = providerModels?.flatMap(({ provider, model }) => [provider, model])
  return [...(models ?? []), ...(providers ?? []), ...(pairs ?? [])]
}

function asksForOther(filter: ReadFilter): boolean {
  const lists = [filter.traceIds, filter.spanIds, filter.cacheStatuses, filter.sources]
  const ranges = [filter.costNanoUsd, filter.inputTokens, filter.outputTokens, filter.totalTokens, filter.durationMs]
  return (
    lists.some((list) => list && list.length > 0) ||
    [...ranges, filter.attempts].some((range) => range?.min !== undefined || range?.max !== undefined) ||
    [filter.isRecovered, filter.hasCircuitSkip, filter.text].some((value) => value !== undefined) ||
    leavesOutOther(filter.not) ||
    asksForFeedback(filter)
  )
}

/** Anything but statuses: of other names sums do not know the logs that have none. */
function leavesOutOther({ statuses: _, metadata = {}, ...lists }: ReadExclusion = {}): boolean {
  return Object.keys(metadata).length > 0 || Object.values(lists).some((list) => list.length > 0)
}

function promptFilter(filter: ReadFilter): ((prompt: string, version: string) => boolean) | 'odd' | null {
  const { prompts = [], promptVersions = [] } = filter
  if (prompts.length === 0 && promptVersions.length === 0) return null
  if ([...prompts, ...promptVersions.map(({ prompt }) => prompt)].some(isOdd)) return 'odd'
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
  scope: SumScope,
  marks: Marks,
  range: TimeRange,
  dimensionId: number,
): Promise<string[]> {
  // Whole hours: old minutes are gone.
  const whole = { fromMs: floor(range.fromMs, WIDTH_MS.sums_hours), toMs: ceil(range.toMs, WIDTH_MS.sums_hours) }
  const pieces = piecesOf(whole, marks, WIDTH_MS.sums_days)
  return [...(await requestsByValue(database, pieces, { scope, dimensionId, values: null })).keys()]
}
