/** Background work that runs at an interval and on request, never twice at once. */

export class RepeatedTask {
  #isClosed = false
  #timer: ReturnType<typeof setTimeout> | null = null
  #running: Promise<void> = Promise.resolve()

  constructor(
    private readonly work: () => Promise<void>,
    private readonly everyMs: number,
    /** Called if a run fails. Later runs take place as usual. */
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Long work must check this and stop. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Resolves after the first run. */
  async start(): Promise<void> {
    this.#runLater()
    await this.run()
  }

  /** Runs after the current run, if there is one. Never rejects. */
  run(): Promise<void> {
    this.#running = this.#running.then(this.work).catch(this.onError)
    return this.#running
  }

  /** Resolves when the current run has ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#running
  }

  #runLater(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => void this.run().finally(() => this.#runLater()), this.everyMs)
    this.#timer.unref()
  }
}
