/** When and from where each key was last used: collected in memory, written down every few seconds. */

import type { KeyUse } from '../core/stores/api-keys.ts'

const FLUSH_MS = 5_000
const FRESH_MS = 1_000
/** In one statement: far below a millisecond. */
const WRITTEN_AT_ONCE = 100

export class KeyUses {
  #uses = new Map<string, KeyUse>()
  readonly #timer: NodeJS.Timeout

  constructor(
    private readonly record: (uses: readonly KeyUse[]) => Promise<void>,
    flushMs = FLUSH_MS,
  ) {
    this.#timer = setInterval(() => void this.#flush(), flushMs)
    this.#timer.unref()
  }

  /** `ipOf` is asked at most once a second for each key: finding a socket's address costs more than the rest of the check. */
  note(keyId: string, atMs: number, ipOf: () => string): void {
    const noted = this.#uses.get(keyId)
    if (noted && atMs - noted.atMs < FRESH_MS) return
    this.#uses.set(keyId, { keyId, ip: ipOf(), atMs })
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#flush()
  }

  async #flush(): Promise<void> {
    const uses = [...this.#uses.values()]
    this.#uses = new Map()
    for (let start = 0; start < uses.length; start += WRITTEN_AT_ONCE) {
      const some = uses.slice(start, start + WRITTEN_AT_ONCE)
      await this.record(some).catch(() => this.#keep(some))
      // Requests that wait go first.
      await Bun.sleep(0)
    }
  }

  /** The store is busy or away: these are written with the next ones. */
  #keep(uses: readonly KeyUse[]): void {
    for (const use of uses) if (!this.#uses.has(use.keyId)) this.#uses.set(use.keyId, use)
  }
}
