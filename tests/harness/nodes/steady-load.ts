/** Concurrent callers, each of which sends one request after the other until it is stopped. */

export type Load = {
  /** Complete responses. */
  readonly whole: () => number
  /** Error messages of failed calls, except those counted in `resets`. */
  readonly failed: () => readonly string[]
  /**
   * Connections that were reset before any byte of a response. When a worker closes its port, the kernel resets the
   * connections that the worker has not accepted (docs/many-nodes.md). Such requests must reach no provider and no log.
   */
  readonly resets: () => number
  /** Resolves after this many more complete responses, or after the first failure. */
  more(count: number): Promise<void>
  /** Waits for the calls in flight. */
  stop(): Promise<void>
}

/** `pauseMs`: the pause between the calls of each caller. It leaves CPU time for processes that start meanwhile. */
export function steadyLoad(callers: number, call: (index: number) => Promise<Response>, pauseMs = 0): Load {
  const failed: string[] = []
  let whole = 0
  let resets = 0
  let index = 0
  let isOver = false
  const run = async () => {
    while (!isOver) {
      try {
        const reply = await call(index++).catch((error: unknown) => {
          if (!isReset(error)) throw error
          return null
        })
        if (!reply) {
          resets++
          continue
        }
        const text = await reply.text()
        if (reply.status === 200 && text.length > 0) whole++
        else failed.push(`${reply.status} ${text.slice(0, 200)}`)
      } catch (error) {
        failed.push(String(error))
      }
      if (pauseMs > 0) await Bun.sleep(pauseMs)
    }
  }
  const running = Array.from({ length: callers }, run)
  return {
    whole: () => whole,
    failed: () => failed,
    resets: () => resets,
    async more(count) {
      const goal = whole + count
      while (whole < goal && failed.length === 0) await Bun.sleep(10)
    },
    async stop() {
      isOver = true
      await Promise.all(running)
    },
  }
}

function isReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
}
