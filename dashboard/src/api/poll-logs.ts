/** New logs by asking again and again: every page since the last time, up to a bound that is told. */

import type { Query } from './client.ts'
import type { LogRow } from './log-row.ts'

export type PolledPage = { readonly data: readonly LogRow[]; readonly next_cursor: string | null }

export type Polled = {
  /** Oldest first. */
  readonly rows: readonly LogRow[]
  /** There are more than were asked for. */
  readonly hasMore: boolean
}

const PAGE_ROWS = 100
/** One round asks for this many rows at most: more than anybody reads in five seconds. */
const MAX_PAGES = 10

export class LogPoller {
  #newestAt: string
  /** Of the last round: its newest rows come again, because the time of the query is inclusive. */
  #seen = new Set<string>()

  constructor(
    private readonly load: (query: Query) => Promise<PolledPage>,
    startedAt: string,
  ) {
    this.#newestAt = startedAt
  }

  /** A round that fails changes nothing: the next one asks for the same rows. */
  async next(filters: Query): Promise<Polled> {
    const query = { ...filters, time_of_generation_min: this.#newestAt, page_size: PAGE_ROWS }
    const rows: LogRow[] = []
    let cursor: string | null = null
    for (let page = 0; page < MAX_PAGES; page++) {
      const answer: PolledPage = await this.load({ ...query, ...(cursor !== null && { cursor }) })
      rows.push(...answer.data)
      cursor = answer.next_cursor
      if (cursor === null) break
    }
    const fresh = rows.filter((row) => !this.#seen.has(row.id)).reverse()
    this.#seen = new Set(rows.map((row) => row.id))
    this.#newestAt = fresh.at(-1)?.created_at ?? this.#newestAt
    return { rows: fresh, hasMore: cursor !== null }
  }
}
