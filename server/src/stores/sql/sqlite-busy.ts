/** Retries what another connection's lock refuses, from the event loop: SQLite's own busy handler would sleep in this thread. */

import { type Database, SQLiteError } from 'bun:sqlite'
import { GatewayError } from '../../core/errors.ts'

const FIRST_DELAY_MS = 5
const LONGEST_DELAY_MS = 100

/** How long a statement is retried before it fails. */
const LONGEST_LOCK_WAIT_MS = 5_000

/** `attempt` is called again after `pause(delayMs)` until it is not refused, or `longestWaitMs` have passed. */
export async function retryWhileLocked<T>(
  database: Database,
  attempt: () => T,
  { longestWaitMs = LONGEST_LOCK_WAIT_MS, pause = Bun.sleep }: LockWait = {},
): Promise<T> {
  let startedAtMs: number | null = null
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(2 * delayMs, LONGEST_DELAY_MS)) {
    try {
      return attempt()
    } catch (error) {
      if (!isLocked(error)) throw error
      startedAtMs ??= performance.now()
      if (performance.now() - startedAtMs >= longestWaitMs) throw lockedStore(database, longestWaitMs, error)
    }
    await pause(delayMs)
  }
}

export type LockWait = {
  readonly longestWaitMs?: number
  readonly pause?: (delayMs: number) => Promise<void>
}

/** Also SQLITE_BUSY_RECOVERY and SQLITE_BUSY_SNAPSHOT. */
function isLocked(error: unknown): boolean {
  return error instanceof SQLiteError && (error.code ?? '').startsWith('SQLITE_BUSY')
}

/** The path is in the cause: operators read it, callers do not. */
function lockedStore(database: Database, waitedMs: number, cause: unknown): GatewayError {
  const path = database.filename
  return new GatewayError('store_unavailable', {
    message: `Another process holds a lock on the control store, and did not release it in ${waitedMs / 1_000} s. Nothing was changed.`,
    cause: new Error(
      `${path} has been locked by another process for ${waitedMs / 1_000} s. End the program that has it open (\`fuser ${path}\` lists them), then try again.`,
      { cause },
    ),
  })
}
