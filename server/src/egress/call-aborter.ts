/** Aborts one call. Supports a single listener, which makes it much cheaper than an AbortController. */

import type { AbortListener, AbortSource } from './outbound.ts'

export class CallAborter implements AbortSource {
  aborted = false
  #listener: AbortListener | null = null

  get reason(): DOMException {
    return new DOMException('The call was aborted.', 'AbortError')
  }

  addEventListener(_type: 'abort', listener: AbortListener): void {
    this.#listener = listener
  }

  removeEventListener(_type: 'abort', listener: AbortListener): void {
    if (this.#listener === listener) this.#listener = null
  }

  abort(): void {
    if (this.aborted) return
    this.aborted = true
    this.#listener?.handleEvent()
  }
}
