/** Measures how the CPU time of a piece of work grows with its input: linear work takes 4 times as long for 4 times as much. */

/** `prepare` makes an input of size n; what it returns does the work once. Only the work is measured. */
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
/** Work that takes less than this at four times the largest size is no burden, whatever its growth. */
const NEGLIGIBLE_MS = 4
const FIRST_SIZE = 128
/** A doubtful result is measured again with larger inputs. */
const RETRIES = 2

/** Of this thread alone: other processes and the engine's own threads do not count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

async function timeOf(run: () => unknown): Promise<number> {
  const startMs = cpuMs()
  const result = run()
  if (result instanceof Promise) await result
  return cpuMs() - startMs
}

/** The least of several runs; ends early once it is not above `enoughMs`. */
async function bestOf(work: Work, n: number, enoughMs: number): Promise<number> {
  let bestMs = Number.POSITIVE_INFINITY
  for (let i = 0; i < RUNS && bestMs > enoughMs; i++) bestMs = Math.min(bestMs, await timeOf(work(n)))
  return bestMs
}

/** Null when the work grows linearly, else the growth found. `maxSize` is the largest n that the work is asked with. */
export async function superlinear(work: Work, maxSize: number): Promise<Growth | null> {
  const most = Math.max(1, Math.floor(maxSize / 4))
  let n = Math.min(FIRST_SIZE, most)
  // Each measurement is also a warm-up for the next.
  while (n < most && (await bestOf(work, n, MIN_BASE_MS)) < MIN_BASE_MS) n = Math.min(most, n * 2)
  for (let retry = 0; ; retry++) {
    const baseMs = await bestOf(work, n, 0)
    const enoughMs = Math.max(NEGLIGIBLE_MS, baseMs * MAX_RATIO)
    const fourfoldMs = await bestOf(work, n * 4, enoughMs)
    if (fourfoldMs <= enoughMs) return null
    if (retry === RETRIES || n >= most) return { n, baseMs, fourfoldMs, ratio: fourfoldMs / baseMs }
    n = Math.min(most, n * 2)
  }
}
