/** Types of the egress interface: outbound request, abort signal and response. */

import type { HeaderMap } from '../core/headers.ts'
import type { Handshake } from './websocket/handshake.ts'
import type { UpstreamSocket } from './websocket/upstream-socket.ts'

/** An outbound request. Header names are lower case. Connection headers are added when the request is sent. */
export type EgressRequest = {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: Uint8Array | ReadableStream<Uint8Array> | null
  /** Notified of the progress of a streamed body. */
  readonly upload?: UploadProgress
  /** Set if the request opens a WebSocket. */
  readonly upgrade?: UpgradeTerms
}

export type UpgradeTerms = { readonly handshake: Handshake; readonly maxMessageBytes: number }

export type UploadProgress = {
  /** True while the next bytes of the body have not arrived yet. */
  isReceiving: boolean
  /** Called after each chunk and at the end of the body. Clears `isReceiving`. */
  uploaded(): void
}

/** Aborts a call. AbortSignal satisfies this type. */
export type AbortSource = {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: AbortListener): void
  removeEventListener(type: 'abort', listener: AbortListener): void
}

/** An object rather than a function, so that existing objects can listen without a closure per call. */
export type AbortListener = { handleEvent(): void }

/**
 * Called after a failed connect or DNS lookup, because the runtime reports a lack of file descriptors as a refused
 * connection. Returns null if descriptors are available. Otherwise resolves after idle connections have been closed.
 */
export type RelieveDescriptors = () => Promise<void> | null

/**
 * A response whose head has arrived. Body bytes are passed through unchanged. If nothing reads them, the socket is
 * paused.
 */
export interface UpstreamResponse {
  readonly status: number
  /** Lower-case names. Repeated headers are joined with commas. */
  readonly headers: HeaderMap
  /** True if the response has no body, according to its head. */
  readonly isBodiless: boolean
  /** Set if the request was an upgrade and the status is 101. The response then has no body. */
  readonly socket?: UpstreamSocket | null
  /** The next bytes, or null at the end. Rejects if the response is cut off. One reader at a time. */
  read(): Promise<Uint8Array | null>
  /** The rest of the body. Synchronous if it has already arrived. */
  bytes(): Uint8Array | Promise<Uint8Array>
  /** Discards the rest of the body and closes the connection. */
  cancel(): void
}
