/** Waits at the start for a PostgreSQL that is starting up, restarting or unreachable, and says so. */

import { GatewayError } from '../../core/errors.ts'
import { logWarning } from '../../observe/log.ts'
import { isUnreachable } from '../../stores/sql/postgres-dialect.ts'

const FIRST_RETRY_MS = 250
const LONGEST_RETRY_MS = 5_000

/** Retries for as long as the database is unreachable. Any other failure, such as a wrong password, is thrown. */
export async function whenReachable<T>(databaseUrl: string, open: () => Promise<T>): Promise<T> {
  for (let delayMs = FIRST_RETRY_MS; ; delayMs = Math.min(delayMs * 2, LONGEST_RETRY_MS)) {
    try {
      return await open()
    } catch (error) {
      const reason = unreachableReason(error)
      if (reason === null) throw error
      logWarning(
        'database_unreachable',
        `PostgreSQL at ${addressOf(databaseUrl)} is unreachable: ${reason}. Retrying in ${delayMs} ms.`,
      )
      await Bun.sleep(delayMs)
    }
  }
}

function unreachableReason(error: unknown): string | null {
  const isWrapped = error instanceof GatewayError && error.code === 'store_unavailable'
  const cause = isWrapped ? error.cause : error
  if (!isWrapped && !isUnreachable(cause)) return null
  return cause instanceof Error ? cause.message : String(cause)
}

/** Without user and password. */
function addressOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl)
  return `${host}${pathname}`
}
