/** The types of a simulator's script. */

import type { ReceivedRequest } from './received-request.ts'

export type RetryAfter = string | Date | { readonly ms: number }

/** A complete response. An object body is sent as JSON. */
export type WholeAnswer = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>> | readonly (readonly [name: string, value: string])[]
  readonly body?: string | Uint8Array | object
  readonly delayMs?: number
  readonly gzip?: boolean
  readonly retryAfter?: RetryAfter
  /** Respond when the request head has arrived, without waiting for the body. */
  readonly early?: boolean
}

/**
 * Text becomes a content delta in the format of the requested path; an object becomes a `data:` line; `raw` is sent
 * unchanged.
 */
export type StreamItem = string | { readonly raw: string } | { readonly data: unknown; readonly event?: string }

/**
 * A stream of server-sent events. Counts are in items of `stream`. A fault after n items occurs when item n+1 is due.
 */
export type StreamAnswer = {
  readonly stream: Iterable<StreamItem> | AsyncIterable<StreamItem>
  readonly headers?: Readonly<Record<string, string>>
  readonly delayMs?: number
  readonly gapMs?: number
  /** After n items nothing more is sent. The connection stays open. */
  readonly stallAfter?: number
  /** After n items the connection closes in the middle of the body. */
  readonly cutAfter?: number
  /** After n items an error event is sent and the stream ends. */
  readonly errorAfter?: number
  readonly error?: object
  /** Ends cleanly, but without the format's final events. */
  readonly withoutDone?: boolean
}

/** Deterministic bytes, streamed with back-pressure. */
export type DownloadAnswer = { readonly download: number; readonly chunked?: boolean }

/** Exactly these bytes, including the head. Then the connection closes with FIN or RST, or stays open. */
export type RawAnswer = { readonly raw: string | Uint8Array; readonly ending: 'end' | 'reset' | 'stay' }

export type Fault =
  /** Closes with RST before any byte of the response. */
  | { readonly fault: 'reset' }
  /** Closes with FIN before any byte of the response. */
  | { readonly fault: 'close' }
  /** Reads the request and never responds. */
  | { readonly fault: 'hang' }
  | { readonly fault: 'headers-then-silence' }
  /** A complete response, one byte at a time. */
  | { readonly fault: 'drip'; readonly gapMs: number; readonly text: string }
  /** Declares more bytes than it sends, then closes. */
  | { readonly fault: 'short-body' }
  /** RST in the middle of a complete response. */
  | { readonly fault: 'cut' }
  | { readonly fault: 'invalid-json' }
  | { readonly fault: 'error-in-stream' }
  | { readonly fault: 'huge-event'; readonly sizeBytes: number }
  | { readonly fault: 'header-flood'; readonly count: number }
  | { readonly fault: 'not-http' }

/** `{ sink: true }` returns hash and length of the upload, `{ echo: true }` returns the body itself. */
export type MirrorAnswer = { readonly sink: true } | { readonly echo: true }

/** A number is an error with that status. A text is a completion with that content, streamed if requested. */
export type PlainAnswer =
  | number
  | string
  | WholeAnswer
  | StreamAnswer
  | DownloadAnswer
  | MirrorAnswer
  | RawAnswer
  | Fault

export type Answer = PlainAnswer | ((request: ReceivedRequest) => PlainAnswer)
