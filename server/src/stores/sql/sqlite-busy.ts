/** Retries statements blocked by another connection's lock. SQLite's busy handler would block the thread meanwhile. */

import { type Database, SQLiteError } from 'bun:sqlite'
import { GatewayError } from '../../core/errors.ts'

const FIRST_DELAY_MS = 5
const LONGEST_DELAY_MS = 100

const LONGEST_LOCK_WAIT_MS = 5_000

/** Repeats `attempt` after `pause(delayMs)` until the database is no longer locked or `longestWaitMs` have passed. */
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

/** Includes SQLITE_BUSY_RECOVERY and SQLITE_BUSY_SNAPSHOT. */
function isLocked(error: unknown): boolean {
  return error instanceof SQLiteError && (error.code ?? '').startsWith('SQLITE_BUSY')
}

/** The path is only in the cause, which operators see and API callers do not. */
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
