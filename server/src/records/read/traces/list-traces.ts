/** One page of traces, by their newest matching request: a walk over requests that stops in time. */

import type { TraceSummary } from '../../../core/logs/log-traces.ts'
import type { Marks } from '../../sums/progress.ts'
import type { LogDatabase } from '../engine/log-database.ts'
import { findMarks } from '../find-marks.ts'
import { storedRange } from '../list-logs.ts'
import type { Place } from '../page-cursor.ts'
import type { TimeRange } from '../pieces.ts'
import type { ReadFilter } from '../read-filter.ts'
import { walkLogs } from '../walk-logs.ts'
import { isBirth } from './birth.ts'
import { readTraceWords } from './read-trace-words.ts'
import { type TraceFacts, traceFacts, traceName } from './trace-facts.ts'

const SEARCH_MS = 100
/** Requests walked over, and traces added up, between two looks at the clock. */
const STRETCH_ROWS = 1000
const STRETCH_TRACES = 50

export type TraceListQuery = {
  readonly filter: ReadFilter
  readonly limit: number
  readonly after: Place | null
  readonly leastRequests: number
}

export type TraceListResult = {
  readonly traces: readonly TraceSummary[]
  readonly next: Place | null
  readonly isPartial: boolean
}

/** A trace met for the first time, at the newest of its requests that match. */
type Met = { readonly workspaceId: string; readonly traceId: string; readonly place: Place }

export async function listTraces(database: LogDatabase, query: TraceListQuery): Promise<TraceListResult> {
  const marks = await findMarks(database, Date.now())
  const search = new TraceSearch(database, query, marks, await storedRange(database, query.filter))
  return search.page()
}

class TraceSearch {
  readonly #deadlineMs = performance.now() + SEARCH_MS
  readonly #found: TraceFacts[] = []
  readonly #seen = new Set<string>()
  /** Requests that look like the only one of their trace. */
  readonly #born = new Map<string, Met>()

  constructor(
    private readonly database: LogDatabase,
    private readonly query: TraceListQuery,
    private readonly marks: Marks,
    private readonly range: TimeRange,
  ) {}

  async page(): Promise<TraceListResult> {
    let after = this.query.after
    for (;;) {
      const { met, next } = await this.#walk(after)
      const last = await this.#takeAll(met)
      if (last) return this.#result(last, this.#found.length < this.query.limit)
      if (next === null) return this.#result(null, false)
      if (this.#isTimeUp()) return this.#result(next, true)
      after = next
    }
  }

  /** Where the page ends; null when all were taken and there is room for more. */
  async #takeAll(met: readonly Met[]): Promise<Place | null> {
    for (let at = 0; at < met.length; at += STRETCH_TRACES) {
      const some = met.slice(at, at + STRETCH_TRACES)
      const facts = await traceFacts(this.database, this.query.filter, some)
      for (const [i, one] of some.entries()) {
        const own = facts.get(traceName(one))
        if (!own || own.requests < this.query.leastRequests || (await this.#wasBefore(one, own))) continue
        this.#found.push(own)
        const isLast = at + i === met.length - 1
        if (this.#found.length >= this.query.limit || (this.#isTimeUp() && !isLast)) return one.place
      }
      const end = some.at(-1)
      if (end && this.#isTimeUp() && at + STRETCH_TRACES < met.length) return end.place
    }
    return null
  }

  async #walk(after: Place | null): Promise<{ readonly met: readonly Met[]; readonly next: Place | null }> {
    const met: Met[] = []
    const walk = {
      filter: this.query.filter,
      range: this.range,
      order: 'newest' as const,
      columns: ['workspace_id', 'trace_id'],
      deadlineMs: this.#deadlineMs,
    }
    const { next } = await walkLogs(
      this.database,
      { ...walk, after, limit: STRETCH_ROWS },
      this.marks,
      ([startedAtMs, seq, workspaceId, traceId]) => {
        const one = { workspaceId: workspaceId as string, traceId: traceId as string, place: { startedAtMs, seq } }
        if (this.#isNew(one)) met.push(one)
        return true
      },
    )
    return { met, next }
  }

  #isNew(met: Met): boolean {
    const name = traceName(met)
    if (this.#seen.has(name)) return false
    // Where single requests are not wanted, nearly all are passed over without being looked up.
    if (this.query.leastRequests > 1 && !this.#born.has(name) && isBirth(met.traceId, met.place.startedAtMs)) {
      this.#born.set(name, met)
      return false
    }
    this.#seen.add(name)
    return true
  }

  /** Whether it stood on a page before: its newest matching request is not behind that page's end. */
  async #wasBefore({ traceId, workspaceId }: Met, facts: TraceFacts): Promise<boolean> {
    const { filter, after } = this.query
    if (after === null || (!facts.isPartial && facts.lastAtMs < after.startedAtMs)) return false
    let newest: Place | null = null
    await walkLogs(
      this.database,
      {
        filter: { ...filter, workspaceId, traceIds: [traceId] },
        range: this.range,
        order: 'newest',
        after: null,
        columns: [],
        limit: 1,
        deadlineMs: this.#deadlineMs,
      },
      this.marks,
      ([startedAtMs, seq]) => {
        newest = { startedAtMs, seq }
        return true
      },
    )
    return newest !== null && !isBehind(newest, after)
  }

  #isTimeUp(): boolean {
    return performance.now() >= this.#deadlineMs
  }

  async #result(next: Place | null, isPartial: boolean): Promise<TraceListResult> {
    return { traces: await readTraceWords(this.database, this.query.filter, this.#found), next, isPartial }
  }
}

function isBehind(place: Place, end: Place): boolean {
  return place.startedAtMs < end.startedAtMs || (place.startedAtMs === end.startedAtMs && place.seq < end.seq)
}
