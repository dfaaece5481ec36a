/** Waits for a state that another process reaches without sending an event. */

const POLL_MS = 20
/** Only a hang takes this long, also on a machine with more work than cores. */
const DEADLINE_MS = 240_000

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

type Truthy<Value> = Exclude<Value, null | undefined | false | 0 | ''>
