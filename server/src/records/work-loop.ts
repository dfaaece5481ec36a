/** Runs a worker's work when it is woken or a delay has passed: one run at a time, with back-off after failures. */

const BACK_OFF_MS = { first: 100, max: 5_000 }

/** Calls `run` after the delay unless the returned function is called first. */
export type StartTimer = (run: () => void, delayMs: number) => () => void

type Work = {
  /** Resolves with the delay in milliseconds until the next run. */
  run(): Promise<number>
  /** Called before the back-off. */
  failed(error: unknown): Promise<void>
}

export class WorkLoop {
  #timer: { readonly cancel: () => void; readonly dueAtMs: number } | null = null
  #backOffMs = BACK_OFF_MS.first
  #isBackingOff = false
  #wasWoken = false
  /** Runs and other jobs run one after the other because they share one connection. */
  #queue: Promise<void> = Promise.resolve()

  constructor(
    private readonly work: Work,
    private readonly startTimer: StartTimer = systemTimer,
    private readonly monotonicMs: () => number = () => performance.now(),
  ) {}

  /** There may be work. It runs now, or when the back-off ends. */
  wake(): void {
    this.#wasWoken = true
    if (!this.#isBackingOff) this.#schedule(0)
  }

  /** Runs the job once everything before it has ended. */
  enqueue(job: () => Promise<void>): void {
    this.#queue = this.#queue.then(job)
  }

  stop(): void {
    this.#timer?.cancel()
    this.#timer = null
  }

  /** Keeps only the earliest timer. A timer instead of a loop, so that messages are handled between runs. */
  #schedule(delayMs: number): void {
    const dueAtMs = this.monotonicMs() + delayMs
    if (this.#timer && this.#timer.dueAtMs <= dueAtMs) return
    this.#timer?.cancel()
    const onTimer = () => {
      this.#timer = null
      this.enqueue(() => this.#run())
    }
    this.#timer = { cancel: this.startTimer(onTimer, delayMs), dueAtMs }
  }

  async #run(): Promise<void> {
    const endsBackOff = this.#isBackingOff
    this.#wasWoken = false
    try {
      const delayMs = await this.work.run()
      this.#backOffMs = BACK_OFF_MS.first
      this.#isBackingOff = false
      // During back-off, `wake` starts no timer, and this run may have looked for work before it.
      this.#schedule(endsBackOff && this.#wasWoken ? 0 : delayMs)
    } catch (error) {
      this.#isBackingOff = true
      await this.work.failed(error)
      this.#schedule(this.#backOffMs)
      this.#backOffMs = Math.min(this.#backOffMs * 2, BACK_OFF_MS.max)
    }
  }
}

export function systemTimer(run: () => void, delayMs: number): () => void {
  const id = setTimeout(run, delayMs)
  return () => clearTimeout(id)
}
