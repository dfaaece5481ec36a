/** CPU time of a check per KB of text. */

const TURNS = 15

/** The least of several turns, since other processes only ever add to it. In microseconds per 1,024 characters. */
export function cpuPerKb(texts: readonly string[], run: (text: string) => unknown): number {
  const kilobytes = texts.reduce((sum, text) => sum + text.length, 0) / 1024
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < TURNS; turn++) {
    const before = process.cpuUsage()
    for (const text of texts) run(text)
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, user + system)
  }
  return least / kilobytes
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
