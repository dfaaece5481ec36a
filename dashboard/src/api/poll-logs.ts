/** Polls for new logs: reads every page since the last poll, up to a limit, and reports if rows are left. */

import type { Query } from './client.ts'
import type { LogRow } from './log-row.ts'

export type PolledPage = { readonly data: readonly LogRow[]; readonly next_cursor: string | null }

export type Polled = {
  /** Oldest first. */
  readonly rows: readonly LogRow[]
  /** More rows exist than were read. */
  readonly hasMore: boolean
}

const PAGE_ROWS = 100
/** At most this many pages per poll: more rows than a person can read in five seconds. */
const MAX_PAGES = 10

export class LogPoller {
  #newestAt: string
  /** Ids of the last poll. The next poll returns its newest rows again because the time filter is inclusive. */
  #seen = new Set<string>()

  constructor(
    private readonly load: (query: Query) => Promise<PolledPage>,
    startedAt: string,
  ) {
    this.#newestAt = startedAt
  }

  /** A failed poll leaves the state unchanged, so the next poll requests the same rows. */
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
