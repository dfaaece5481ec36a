/** Aborts a call, and records the reason: aborted by the caller, or timed out. */

export class Deadline {
  readonly #controller = new AbortController()
  readonly #timer: ReturnType<typeof setTimeout>
  readonly #caller: AbortSignal | undefined
  hasExpired = false

  constructor(
    readonly timeoutMs: number,
    caller: AbortSignal | undefined,
  ) {
    this.#caller = caller
    this.#timer = setTimeout(() => {
      this.hasExpired = true
      this.#controller.abort()
    }, timeoutMs)
    if (caller?.aborted) this.abort()
    else caller?.addEventListener('abort', this.abort, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  readonly abort = (): void => this.#controller.abort()

  /** Called when the response is complete or its stream has started: from then on only the caller aborts. */
  stopClock(): void {
    clearTimeout(this.#timer)
  }

  /** Stops the timer and removes the listener. Call when the call has ended. */
  release(): void {
    this.stopClock()
    this.#caller?.removeEventListener('abort', this.abort)
  }
}
