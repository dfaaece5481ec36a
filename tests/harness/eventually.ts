/** Waits for a state that another process reaches without sending an event. */

const POLL_MS = 20
/** Only a hang takes this long, also on a machine with more work than cores. */
const DEADLINE_MS = 600_000

/** Calls `look` until it returns a truthy value, and resolves with that value. Rejects after the deadline. */
export async function eventually<Found>(what: string, look: () => Found | Promise<Found>): Promise<Truthy<Found>> {
  const endMs = performance.now() + DEADLINE_MS
  for (;;) {
    const found = await look()
    if (found) return found as Truthy<Found>
    if (performance.now() > endMs) throw new Error(`Not reached within ${DEADLINE_MS / 1_000} s: ${what}.`)
    await Bun.sleep(POLL_MS)
  }
}

/** A process that was started. */
type Started = { readonly exitCode: number | null }

/**
 * Waits until a server responds, as long as its process runs: a JVM starts in seconds, or in minutes on a machine with more work
 * than cores. `reason` is added to the error if the process ends.
 */
export async function untilReady(
  name: string,
  server: Started,
  responds: () => Promise<boolean>,
  reason: () => string | Promise<string> = () => '',
): Promise<void> {
  while (!(await responds().catch(() => false))) {
    if (server.exitCode !== null) throw new Error(`${name} ended with exit code ${server.exitCode}. ${await reason()}`)
    await Bun.sleep(POLL_MS)
  }
}

type Truthy<Value> = Exclude<Value, null | undefined | false | 0 | ''>
