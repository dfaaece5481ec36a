/** Retries the start while PostgreSQL is starting up, restarting or unreachable, and logs each retry. */

import { GatewayError } from '../../core/errors.ts'
import { logWarning } from '../../observe/log.ts'
import { isUnreachable } from '../../stores/sql/postgres-dialect.ts'

const FIRST_RETRY_MS = 250
const MAX_RETRY_MS = 5_000

/** Retries as long as the database is unreachable. Throws any other failure, such as a wrong password. */
export async function whenReachable<T>(databaseUrl: string, open: () => Promise<T>): Promise<T> {
  for (let delayMs = FIRST_RETRY_MS; ; delayMs = Math.min(delayMs * 2, MAX_RETRY_MS)) {
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

/** Omits user and password. */
function addressOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl)
  return `${host}${pathname}`
}
