/** Ends a call for one of two reasons, and knows which: the caller left, or it took too long. */

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

  /** The answer is here, or its stream began: from now on only the caller ends it. */
  stopClock(): void {
    clearTimeout(this.#timer)
  }

  /** Nothing more will come. */
  release(): void {
    this.stopClock()
    this.#caller?.removeEventListener('abort', this.abort)
  }
}
