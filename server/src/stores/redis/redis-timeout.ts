/** Timeout for Redis commands that does not count time in which this process itself was blocked. */

const TICK_MS = 50

/** Rejects after `timeoutMs`, counted in ticks of 50 ms. A late response is ignored. */
export function withRedisTimeout<Result>(timeoutMs: number, response: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const maxTicks = Math.ceil(timeoutMs / TICK_MS)
    let ticks = 0
    let timer = setTimeout(tick, TICK_MS)
    function tick(): void {
      // A delayed tick counts once. A response that has arrived is read before the next tick.
      if (++ticks < maxTicks) timer = setTimeout(tick, TICK_MS)
      else reject(new Error(`Redis did not respond within ${timeoutMs} ms`))
    }
    response.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
