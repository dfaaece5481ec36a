/** Measures how CPU time grows with the input: linear work takes 4 times as long for 4 times the input. */

/** Creates an input of size n. Only the returned function is measured: it does the work once and runs repeatedly. */
export type Work = (n: number) => () => unknown

export type Growth = {
  readonly n: number
  readonly baseMs: number
  readonly fourfoldMs: number
  readonly ratio: number
}

const RUNS = 7
/** Linear is 4, quadratic 16. */
const MAX_RATIO = 8
/** The base size grows until the work takes this long, so that timer resolution and GC matter little. */
const MIN_BASE_MS = 2
/** Work that takes less than this at the largest size passes, whatever its growth. */
const NEGLIGIBLE_MS = 6
const FIRST_SIZE = 256
/** A doubtful result is measured again with larger inputs. */
const RETRIES = 5

/** CPU time rather than wall time, to exclude other processes. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The minimum of several runs, which is the least disturbed one; stops once it is at most `enoughMs`. */
async function bestOf(run: () => unknown, runs: number, enoughMs: number): Promise<number> {
  let bestMs = Number.POSITIVE_INFINITY
  for (let i = 0; i < runs && bestMs > enoughMs; i++) {
    const startMs = cpuMs()
    const result = run()
    if (result instanceof Promise) await result
    bestMs = Math.min(bestMs, cpuMs() - startMs)
  }
  return bestMs
}

/** Null if the work grows linearly, otherwise the measured growth. `maxSize` is the largest n. */
export async function superlinear(work: Work, maxSize: number): Promise<Growth | null> {
  const most = Math.max(1, Math.floor(maxSize / 4))
  let n = Math.min(FIRST_SIZE, most)
  // Each measurement warms up the next one.
  while (n < most && (await bestOf(work(n), 2, MIN_BASE_MS)) < MIN_BASE_MS) n = Math.min(most, n * 2)
  for (let retry = 0; ; retry++) {
    const base = work(n)
    const fourfold = work(n * 4)
    const baseMs = await bestOf(base, 3, 0)
    // Most work is linear in the first measurement; only a doubtful result gets seven runs each.
    if ((await bestOf(fourfold, 2, enough(baseMs))) <= enough(baseMs)) return null
    const surerMs = Math.min(baseMs, await bestOf(base, RUNS, 0))
    const fourfoldMs = await bestOf(fourfold, RUNS, enough(surerMs))
    if (fourfoldMs <= enough(surerMs)) return null
    if (retry === RETRIES) return { n, baseMs: surerMs, fourfoldMs, ratio: fourfoldMs / surerMs }
    n = Math.min(most, n * 2)
  }
}

function enough(baseMs: number): number {
  return Math.max(NEGLIGIBLE_MS, baseMs * MAX_RATIO)
}
