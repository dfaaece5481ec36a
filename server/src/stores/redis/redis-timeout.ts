/** Timeout for Redis commands that does not count time in which this process itself was blocked. */

const TICK_MS = 50
const MAX_TICKS = 6

/** Rejects after 6 ticks of 50 ms. A late response is ignored. */
export function withRedisTimeout<Result>(response: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    let ticks = 0
    let timer = setTimeout(tick, TICK_MS)
    function tick(): void {
      // A delayed tick counts once. A response that has arrived is read before the next tick.
      if (++ticks < MAX_TICKS) timer = setTimeout(tick, TICK_MS)
      else reject(new Error(`Redis did not respond within ${MAX_TICKS * TICK_MS} ms`))
    }
    response.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
