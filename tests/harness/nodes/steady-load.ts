/** Callers that never stop calling: each with one connection at a time, kept as long as the other side keeps it. */

export type Load = {
  /** Answers that came whole. */
  readonly whole: () => number
  /** What went wrong, in words. */
  readonly failed: () => readonly string[]
  /** Resolves when so many more answers have come. */
  more(count: number): Promise<void>
  /** Lets calls under way end. */
  stop(): Promise<void>
}

/** `pauseMs` between the calls of each: processes that start meanwhile need a core as well. */
export function steadyLoad(callers: number, call: (index: number) => Promise<Response>, pauseMs = 0): Load {
  const failed: string[] = []
  let whole = 0
  let index = 0
  let isOver = false
  const run = async () => {
    while (!isOver) {
      try {
        const reply = await call(index++)
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
