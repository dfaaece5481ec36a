/** Aborts one call. Supports a single listener, which makes it much cheaper than an AbortController. */

import type { CallEnd, EndListener } from './outbound.ts'

export class EarlyEnd implements CallEnd {
  aborted = false
  #listener: EndListener | null = null

  get reason(): DOMException {
    return new DOMException('The call was aborted.', 'AbortError')
  }

  addEventListener(_type: 'abort', listener: EndListener): void {
    this.#listener = listener
  }

  removeEventListener(_type: 'abort', listener: EndListener): void {
    if (this.#listener === listener) this.#listener = null
  }

  abort(): void {
    if (this.aborted) return
    this.aborted = true
    this.#listener?.handleEvent()
  }
}
