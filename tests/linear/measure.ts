/** Measures how the CPU time of a piece of work grows with its input: linear work takes 4 times as long for 4 times as much. */

/** Makes an input of size n; what it returns does the work once, and can be called again. Only that is measured. */
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
/** The base is grown until it takes this long, so that the clock and the garbage collector weigh little. */
const MIN_BASE_MS = 2
/** Work that takes less than this at the largest size is no burden, whatever its growth. */
const NEGLIGIBLE_MS = 6
const FIRST_SIZE = 256
/** A doubtful result is measured again with larger inputs. */
const RETRIES = 5

/** CPU time and not time: it leaves out what other processes take. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The least of several runs, as the one that was disturbed least; ends once it is not above `enoughMs`. */
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

/** Null when the work grows linearly, else the growth found. `maxSize` is the largest n that the work is asked with. */
export async function superlinear(work: Work, maxSize: number): Promise<Growth | null> {
  const most = Math.max(1, Math.floor(maxSize / 4))
  let n = Math.min(FIRST_SIZE, most)
  // Each measurement is also a warm-up for the next.
  while (n < most && (await bestOf(work(n), 2, MIN_BASE_MS)) < MIN_BASE_MS) n = Math.min(most, n * 2)
  for (let retry = 0; ; retry++) {
    const base = work(n)
    const fourfold = work(n * 4)
    const baseMs = await bestOf(base, 3, 0)
    // Nearly always linear at the first look; only a doubt is worth seven runs of each.
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
