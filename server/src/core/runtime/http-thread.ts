/** The thread in which Bun runs `fetch` and its S3 client. */

import { withDescriptors } from './start-thread.ts'

/** Nothing listens at this address: the connection fails, and only the thread stays. */
const NOWHERE = 'http://127.0.0.1:9'

let isRunning = false

/**
 * Call before the first `fetch` or S3 request of a gateway process. Bun starts the thread with that request, and ends
 * the whole process if no file descriptors are free for it. This throws `overloaded` instead.
 */
export function startHttpThread(): void {
  if (isRunning) return
  withDescriptors(() => fetch.preconnect(NOWHERE))
  isRunning = true
}
