/** What of a filter the sums can answer: at most one value list per dimension, and whether anything is left over. */

import { DIMENSION, MOST_VALUE_LENGTH, splitPair } from '../sums/dimensions.ts'
import { floor, type Marks } from '../sums/progress.ts'
import { WIDTH_MS } from '../sums/sum-table.ts'
import type { LogDatabase } from './engine/log-database.ts'
import { findKeyDimension } from './find-key-dimension.ts'
import { ceil, piecesOf, requestsByValue, type SumScope, type TimeRange } from './pieces.ts'
import { asksForFeedback, type ReadFilter } from './read-filter.ts'

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
  if (filter.statuses && filter.statuses.length > 0) {
    // A class is a hundred statuses, of which a few were ever answered.
    const wanted = new Set(filter.statuses.map(String))
    const isClass = wanted.size > 8
    add(DIMENSION.status, isClass ? (await known(DIMENSION.status)).filter((value) => wanted.has(value)) : [...wanted])
  }
  const plain = [
    [DIMENSION.key, filter.keyIds],
    [DIMENSION.config, filter.configs],
    [DIMENSION.virtualKey, filter.virtualKeys],
    [DIMENSION.endpoint, filter.endpoints],
  ] as const
  for (const [dimensionId, values] of plain) if (values && values.length > 0) add(dimensionId, values)
  if (filter.prompts && filter.prompts.length > 0) {
    const wanted = new Set(filter.prompts)
    if (filter.prompts.some(isOdd)) hasOther = true
    else
      add(
        DIMENSION.prompt,
        (await known(DIMENSION.prompt)).filter((value) => wanted.has(splitPair(value)[0])),
      )
  }
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
  const ranges = [filter.costNanoUsd, filter.inputTokens, filter.outputTokens, filter.totalTokens]
  return (
    lists.some((list) => list && list.length > 0) ||
    ranges.some((range) => range?.min !== undefined || range?.max !== undefined) ||
    asksForFeedback(filter)
  )
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
