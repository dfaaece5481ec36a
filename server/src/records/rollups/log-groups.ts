/** Logs that differ in nothing they are added up by, added up together: a row of sums is touched once for all of them. */

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
  /** The first of them: its minute, scope and dimensions are those of all. */
  readonly log: RollupEntry
  readonly pairs: MetadataPairs
}

export class LogGroups {
  #groups = new Map<string, LogGroup>()
  #last: LogGroup | null = null

  get size(): number {
    return this.#groups.size
  }

  add(log: RollupEntry, feedback: FeedbackSums | null): void {
    const { input } = log
    const [startedAtMs, durationMs] = input
    // Neighbours are often alike, and comparing costs less than making a key.
    const group = this.#last && isAlike(this.#last.log, log) ? this.#last : this.#groupOf(log)
    this.#last = group
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

  /** Gives all there are and begins anew. */
  take(): Iterable<LogGroup> {
    this.#last = null
    const groups = this.#groups
    this.#groups = new Map()
    return groups.values()
  }
}

/** Whatever can be wrong with a log is found out here, while it can still be told from the others. */
function newGroup(log: RollupEntry): LogGroup {
  const pairs = metadataPairs(log.dimensions[METADATA])
  return { log, pairs, sums: new Float64Array(SUM_COLUMNS.length), durations: new Map(), lastSeenMs: log.input[0] }
}

/** True exactly when they have the same key. */
function isAlike(left: RollupEntry, right: RollupEntry): boolean {
  if (left.workspaceId !== right.workspaceId || left.organisationId !== right.organisationId) return false
  if (minuteOf(left) !== minuteOf(right)) return false
  for (let i = 0; i < left.dimensions.length; i++) if (left.dimensions[i] !== right.dimensions[i]) return false
  return true
}

function minuteOf({ input }: RollupEntry): number {
  return Math.floor(input[0] / WIDTH_MS.sums_minutes)
}

/** A number and an array of JSON end where they end, whatever callers wrote into them; our own ids have no such character. */
function keyOf(log: RollupEntry): string {
  const { organisationId, workspaceId, dimensions } = log
  return `${minuteOf(log)}${JSON.stringify(dimensions)}${workspaceId}\u0000${organisationId}`
}
