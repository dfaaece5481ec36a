/** CPU time of a check per KB of text. */

/** The runtime compiles a check while it runs. With fewer turns or less time, the result would include compilation. */
const TURNS = 15
const MIN_MS = 500
/** Shorter turns cannot be measured exactly. */
const TURN_MS = 10

/** Microseconds per 1,024 characters: the lowest of many turns, because other processes can only add time. */
export function cpuPerKb(texts: readonly string[], run: (text: string) => unknown): number {
  const kilobytes = texts.reduce((sum, text) => sum + text.length, 0) / 1024
  let least = Number.POSITIVE_INFINITY
  const startMs = performance.now()
  for (const text of texts) run(text)
  const rounds = Math.ceil(TURN_MS / Math.max(TURN_MS / 1000, performance.now() - startMs))
  for (let turn = 0; turn < TURNS || performance.now() < startMs + MIN_MS; turn++) {
    const before = process.cpuUsage()
    for (let round = 0; round < rounds; round++) for (const text of texts) run(text)
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, user + system)
  }
  return least / kilobytes / rounds
}

/** The same for a check that returns a promise, with fewer turns. */
export async function cpuPerKbAsync(
  texts: readonly string[],
  run: (text: string) => Promise<unknown>,
): Promise<number> {
  const kilobytes = texts.reduce((sum, text) => sum + text.length, 0) / 1024
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 3; turn++) {
    const before = process.cpuUsage()
    for (const text of texts) await run(text)
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, user + system)
  }
  return least / kilobytes
}
