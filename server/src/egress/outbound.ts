/** The words in which others speak with the door: what goes out, what ends it early, what comes back. */

import type { HeaderMap } from '../core/headers.ts'

/** A request ready to go; `headers` has lower-case names, and what belongs to the connection is added on the way. */
export type EgressRequest = {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: Uint8Array | ReadableStream<Uint8Array> | null
  /** Told of the progress of a streamed body. */
  readonly upload?: UploadProgress
}

export type UploadProgress = {
  /** Set while the next bytes of the body have not arrived yet. */
  isReceiving: boolean
  /** Called with each chunk and at the end of the body; clears `isReceiving`. */
  uploaded(): void
}

/** Ends a call from outside: an AbortSignal, or anything as simple. */
export type CallEnd = {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: EndListener): void
  removeEventListener(type: 'abort', listener: EndListener): void
}

/** An object, not a function: whoever listens is one already, and costs no closure a call. */
export type EndListener = { handleEvent(): void }

/**
 * Asked when a connect or a look-up failed: the runtime reports a lack of file descriptors as a refused connection.
 * Null when there are descriptors; else resolves when connections without a request have been closed.
 */
export type RelieveDescriptors = () => Promise<void> | null

/** An answer whose head is there. Its bytes are as they came; nothing more comes while nobody reads. */
export interface UpstreamResponse {
  readonly status: number
  /** Lower-case names; what came twice is joined by commas. */
  readonly headers: HeaderMap
  /** True when its head says that there is no body. */
  readonly isBodiless: boolean
  /** The next bytes, or null at the end; rejects when the answer breaks off. One reader at a time. */
  read(): Promise<Uint8Array | null>
  /** All that is still to come; at once when it is here already. */
  bytes(): Uint8Array | Promise<Uint8Array>
  /** Nobody wants the rest. */
  cancel(): void
}
