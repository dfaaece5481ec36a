/** Callers that send requests without a pause, each on one keep-alive connection. */

export type Load = {
  /** Complete responses. */
  readonly whole: () => number
  /** Error messages, without `resets`. */
  readonly failed: () => readonly string[]
  /**
   * Connections that were reset before any byte of a response. The kernel resets a connection that no worker has accepted
   * yet when the worker closes its port (docs/many-nodes.md): such a request must reach no provider and no log.
   */
  readonly resets: () => number
  /** Resolves after this many more responses. */
  more(count: number): Promise<void>
  /** Waits for the calls in flight. */
  stop(): Promise<void>
}

/** `pauseMs`: the pause between the calls of each caller. Processes that start meanwhile need CPU time too. */
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
