/** Waits for a state that another process reaches without sending an event. */

const POLL_MS = 20
/** A long wait looks less often, because looking often takes CPU time from the process that it waits for. */
const MAX_POLL_MS = 100
/** Only a hang takes this long, even on an overloaded machine. `npm test` gives up earlier, so that a defect shows soon. */
export const PATIENCE_MS = Number(process.env['GATEHOUSE_TEST_PATIENCE_MS'] ?? 240_000)

/** Calls `look` until it returns a truthy value, and resolves with that value. Rejects after the deadline. */
export async function eventually<Found>(
  what: string | (() => string),
  look: () => Found | Promise<Found>,
): Promise<Truthy<Found>> {
  const startMs = performance.now()
  for (;;) {
    const found = await look()
    if (found) return found as Truthy<Found>
    const waitedMs = performance.now() - startMs
    if (waitedMs > PATIENCE_MS) {
      const text = typeof what === 'string' ? what : what()
      throw new Error(`Not reached within ${PATIENCE_MS / 1_000} s: ${text}.`)
    }
    await Bun.sleep(Math.min(MAX_POLL_MS, Math.max(POLL_MS, waitedMs / 10)))
  }
}

/** A child process. `exitCode` is null while it runs. */
type Started = { readonly exitCode: number | null }

/**
 * Waits until a server responds, without a deadline while its process runs: on an overloaded machine a JVM can take
 * minutes to start. `reason` is added to the error if the process ends.
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
