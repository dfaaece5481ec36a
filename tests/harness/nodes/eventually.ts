/** Asks again until something is so: for what another process does in its own time. */

const STEP_MS = 50

/** Resolves with how long it took. */
export async function eventually(what: string, withinMs: number, isSo: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < withinMs) {
    if (await isSo()) return performance.now() - startedAt
    await Bun.sleep(STEP_MS)
  }
  throw new Error(`${what}: not within ${withinMs} ms.`)
}
