/** Which requests a gateway has stored, for tests that restart or restore it. */

import { eventually } from './eventually.ts'
import type { Gateway } from './start-gateway.ts'

/**
 * The trace ids of all stored logs, once the expected ones are among them. A count is not enough: refused requests have
 * logs too.
 */
export function storedTraces(gateway: Gateway, expected: readonly string[]): Promise<Set<string>> {
  return eventually(`the logs of ${expected.length} requests are stored`, async () => {
    const traces: string[] = []
    let cursor: string | null = null
    do {
      const page = await gateway.logs({ page_size: '100', ...(cursor !== null && { cursor }) })
      for (const log of page.data) traces.push(log.trace_id)
      cursor = page.next_cursor
    } while (cursor !== null)
    const different = new Set(traces)
    // A record that is replayed from a journal must not appear twice.
    if (different.size !== traces.length) throw new Error('A log is stored twice.')
    return expected.every((trace) => different.has(trace)) && different
  })
}
