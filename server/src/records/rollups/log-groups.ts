/**
 * Pre-aggregates logs of a batch that have the same minute, scope and dimensions, so that each rollup row is updated
 * once.
 */

import { type DimensionInput, METADATA, type MetadataPairs, metadataPairs } from './dimensions.ts'
import { binOf, count } from './histogram.ts'
import type { RollupValues } from './rollup-codec.ts'
import { WIDTH_MS } from './rollup-table.ts'
import { addLog, type FeedbackSums, SUM_COLUMNS, type SumInput } from './sum-columns.ts'

export type RollupEntry = {
  readonly organisationId: string
  readonly workspaceId: string
  readonly input: SumInput
  readonly dimensions: DimensionInput
}

export type LogGroup = RollupValues & {
  /** The first log of the group; all have the same minute, scope and dimensions. */
  readonly log: RollupEntry
  readonly pairs: MetadataPairs
}

export class LogGroups {
  #groups = new Map<string, LogGroup>()

  get size(): number {
    return this.#groups.size
  }

  add(log: RollupEntry, feedback: FeedbackSums | null): void {
    const { input } = log
    const [startedAtMs, durationMs] = input
    const group = this.#groupOf(log)
    addLog(group.sums, input, feedback)
    count(group.durations, binOf(durationMs), 1)
    if (startedAtMs > group.lastSeenMs) group.lastSeenMs = startedAtMs
  }

  #groupOf(log: RollupEntry): LogGroup {
    const key = keyOf(log)
    let group = this.#groups.get(key)
    if (!group) {
      group = newGroup(log)
      this.#groups.set(key, group)
    }
    return group
  }

  /** Returns all groups and resets. */
  take(): Iterable<LogGroup> {
    const groups = this.#groups
    this.#groups = new Map()
    return groups.values()
  }
}

function newGroup(log: RollupEntry): LogGroup {
  const pairs = metadataPairs(log.dimensions[METADATA])
  return { log, pairs, sums: new Float64Array(SUM_COLUMNS.length), durations: new Map(), lastSeenMs: log.input[0] }
}

function minuteOf({ input }: RollupEntry): number {
  return Math.floor(input[0] / WIDTH_MS.sums_minutes)
}

/** Unambiguous: the minute is digits only, JSON is self-delimiting, and ids never contain NUL. */
function keyOf(log: RollupEntry): string {
  const { organisationId, workspaceId, dimensions } = log
  return `${minuteOf(log)}${JSON.stringify(dimensions)}${workspaceId}\u0000${organisationId}`
}
