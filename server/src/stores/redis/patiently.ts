/** Waits for Redis only as long as Redis is what is waited for: a process that was held up itself has not listened. */

const TICK_MS = 50
const MOST_TICKS = 6

/** Rejects after 300 ms in which an answer could have been heard; one that comes later is of no interest. */
export function patiently<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let ticks = 0
    let timer = setTimeout(tick, TICK_MS)
    function tick(): void {
      // However late it is, a tick counts once: what has arrived meanwhile is read before the next.
      if (++ticks < MOST_TICKS) timer = setTimeout(tick, TICK_MS)
      else reject(new Error(`Redis has not answered within ${MOST_TICKS * TICK_MS} ms`))
    }
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
