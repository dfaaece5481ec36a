/** Logs that differ in nothing they are added up by, added up together: a row of sums is touched once for all of them. */

import { type DimensionInput, METADATA, type MetadataPairs, metadataPairs } from './dimensions.ts'
import { barOf, count } from './histogram.ts'
import type { SumValues } from './sum-codec.ts'
import { addLog, type FeedbackSums, SUM_COLUMNS, type SumInput } from './sum-columns.ts'
import { WIDTH_MS } from './sum-table.ts'

export type Summed = {
  readonly organisationId: string
  readonly workspaceId: string
  readonly input: SumInput
  readonly dimensions: DimensionInput
}

export type LogGroup = SumValues & {
  /** The first of them: its minute, scope and dimensions are those of all. */
  readonly log: Summed
  readonly pairs: MetadataPairs
}

export class LogGroups {
  #groups = new Map<string, LogGroup>()

  get size(): number {
    return this.#groups.size
  }

  add(log: Summed, feedback: FeedbackSums | null): void {
    const { input } = log
    const [startedAtMs, durationMs] = input
    const key = keyOf(log)
    let group = this.#groups.get(key)
    if (!group) {
      group = newGroup(log)
      this.#groups.set(key, group)
    }
    addLog(group.sums, input, feedback)
    count(group.durations, barOf(durationMs), 1)
    if (startedAtMs > group.lastSeenMs) group.lastSeenMs = startedAtMs
  }

  /** Gives all there are and begins anew. */
  take(): Iterable<LogGroup> {
    const groups = this.#groups
    this.#groups = new Map()
    return groups.values()
  }
}

/** Whatever can be wrong with a log is found out here, while it can still be told from the others. */
function newGroup(log: Summed): LogGroup {
  const pairs = metadataPairs(log.dimensions[METADATA])
  return { log, pairs, sums: new Float64Array(SUM_COLUMNS.length), durations: new Map(), lastSeenMs: log.input[0] }
}

/** A number and an array of JSON end where they end, whatever callers wrote into them; our own ids have no such character. */
function keyOf({ organisationId, workspaceId, input, dimensions }: Summed): string {
  const minute = Math.floor(input[0] / WIDTH_MS.sums_minutes)
  return `${minute}${JSON.stringify(dimensions)}${workspaceId}\u0000${organisationId}`
}
