/** Rows of the logs list: paged on demand. Live rows are held while the user reads or if too many arrive. */

import { signal } from '@preact/signals'
import { type ApiError, asApiError } from '../../../api/api-error.ts'
import type { LogRow } from '../../../api/log-row.ts'
import { type LogLine, lineOf } from './log-line.ts'

export type LogPage = {
  readonly data: readonly LogRow[]
  readonly next_cursor: string | null
  readonly is_partial: boolean
}

export type LoadPage = (cursor: string | null, signal: AbortSignal) => Promise<LogPage>

/** Above this rate live rows are held: they would scroll faster than a person can read. */
const MAX_PER_SECOND = 20
/** At most four renders per second, to limit CPU use. */
const PAINT_MS = 250
const MAX_HELD = 2_000

export class LogRows {
  /** Incremented on every change of the state below. */
  readonly version = signal(0)
  lines: readonly LogLine[] = []
  isLoading = false
  error: ApiError | null = null
  /** Null: the last page was read. */
  #cursor: string | null | undefined = undefined
  #loading: Promise<void> = Promise.resolve()
  #held: LogLine[] = []
  /** Rows that were dropped or not delivered; only a reload shows them. */
  #missed = 0
  /** The number of missed rows is a lower bound. */
  #isAtLeast = false
  #isFlood = false
  #arrived: LogLine[] = []
  #arrivals: number[] = []
  #timer: ReturnType<typeof setTimeout> | null = null
  #paintedAtMs = Number.NEGATIVE_INFINITY
  readonly #ids = new Set<string>()
  readonly #leaving = new AbortController()

  constructor(
    private readonly load: LoadPage,
    /** Whether inserting rows would move what the user is reading. */
    private readonly isReading: () => boolean,
  ) {}

  get hasMore(): boolean {
    return this.#cursor !== null
  }

  get isFirstLoaded(): boolean {
    return this.#cursor !== undefined
  }

  get heldCount(): number {
    return this.#held.length + this.#missed
  }

  /** Whether `heldCount` is a lower bound. */
  get isAtLeast(): boolean {
    return this.#isAtLeast
  }

  /** Whether held rows are incomplete, so that only a reload shows them all. */
  get mustReload(): boolean {
    return this.#missed > 0
  }

  more(): Promise<void> {
    if (!this.isLoading) this.#loading = this.#more()
    return this.#loading
  }

  async #more(): Promise<void> {
    if (this.#cursor === null || this.#leaving.signal.aborted) return
    this.isLoading = true
    this.#changed()
    try {
      const page = await this.load(this.#cursor ?? null, this.#leaving.signal)
      const fresh = page.data.filter((row) => this.#isNew(row.id)).map(lineOf)
      this.lines = this.lines.concat(fresh)
      this.#cursor = page.next_cursor
      this.error = null
    } catch (thrown) {
      if (this.#leaving.signal.aborted) return
      this.error = asApiError(thrown)
    } finally {
      this.isLoading = false
    }
    this.#changed()
  }

  receive(rows: readonly LogRow[]): void {
    const fresh = rows.filter((row) => this.#isNew(row.id)).map(lineOf)
    if (fresh.length === 0) return
    this.#arrived.push(...fresh)
    this.#countArrivals(fresh.length)
    this.#schedule()
  }

  /**
   * Reads the first page again. Call when GET /v1/logs contains rows that the live stream did not deliver: requests
   * that finished before it opened, and rows that it dropped.
   */
  async fillGap(): Promise<void> {
    await this.#loading
    // A reload will show them; until then `missed` counts them.
    if (!this.isFirstLoaded || this.mustReload) return
    try {
      const page = await this.load(null, this.#leaving.signal)
      const oldest = page.data.at(-1)
      // If even the oldest row is new, there may be more new rows behind it.
      const isWhole = page.next_cursor === null || oldest === undefined || this.#ids.has(oldest.id)
      const fresh = page.data.filter((row) => this.#isNew(row.id)).map(lineOf)
      this.#arrived.push(...fresh)
      if (fresh.length > 0) this.#schedule()
      if (!isWhole) this.missedSome(null)
    } catch {
      // The rows stay as they are. The client has recorded the outage.
    }
  }

  /** Null: unknown, but more than zero. */
  missedSome(count: number | null): void {
    this.#missed += count ?? 1
    if (count === null) this.#isAtLeast = true
    this.#changed()
  }

  /** Inserts the held rows at the top. */
  apply(): void {
    this.lines = merged([...this.#held, ...this.#arrived], this.lines)
    this.#held = []
    this.#arrived = []
    this.#isFlood = false
    this.#changed()
  }

  leave(): void {
    this.#leaving.abort()
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #schedule(): void {
    if (this.#timer !== null || this.#leaving.signal.aborted) return
    const waitMs = Math.max(0, this.#paintedAtMs + PAINT_MS - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#flush()
    }, waitMs)
  }

  #flush(): void {
    this.#paintedAtMs = performance.now()
    if (this.#rate() > MAX_PER_SECOND) this.#isFlood = true
    if (!this.#isFlood && !this.isReading()) return this.apply()
    this.#held.push(...this.#arrived)
    this.#arrived = []
    const surplus = this.#held.length - MAX_HELD
    if (surplus > 0) {
      this.#held.splice(0, surplus)
      this.#missed += surplus
    }
    this.#changed()
    // Held rows appear when the user stops reading; after a burst, only on request.
    if (!this.#isFlood) this.#schedule()
  }

  #countArrivals(count: number): void {
    const now = performance.now()
    for (let i = 0; i < Math.min(count, 10 * MAX_PER_SECOND); i++) this.#arrivals.push(now)
    this.#rate()
  }

  #rate(): number {
    const since = performance.now() - 1_000
    const firstRecent = this.#arrivals.findIndex((atMs) => atMs >= since)
    this.#arrivals = firstRecent === -1 ? [] : this.#arrivals.slice(firstRecent)
    return this.#arrivals.length
  }

  #isNew(id: string): boolean {
    if (this.#ids.has(id)) return false
    this.#ids.add(id)
    return true
  }

  #changed(): void {
    this.version.value++
  }
}

/** Merges newest first. Optimised for few new rows near the top. */
function merged(fresh: readonly LogLine[], lines: readonly LogLine[]): readonly LogLine[] {
  if (fresh.length === 0) return lines
  const sorted = [...fresh].sort((one, other) => other.atMs - one.atMs)
  const oldest = sorted.at(-1)?.atMs ?? 0
  const untouched = lines.findIndex((line) => line.atMs < oldest)
  const cut = untouched === -1 ? lines.length : untouched
  const top = [...sorted, ...lines.slice(0, cut)].sort((one, other) => other.atMs - one.atMs)
  return top.concat(lines.slice(cut))
}
