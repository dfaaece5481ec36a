/** The words a simulator's script is written in. */

import type { ReceivedRequest } from './received-request.ts'

export type RetryAfter = string | Date | { readonly ms: number }

/** A whole answer, said exactly. An object body goes out as JSON. */
export type WholeAnswer = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>> | readonly (readonly [name: string, value: string])[]
  readonly body?: string | Uint8Array | object
  readonly delayMs?: number
  readonly gzip?: boolean
  readonly retryAfter?: RetryAfter
  /** Answer when the head has arrived, without waiting for the body. */
  readonly early?: boolean
}

/** Text becomes a content delta in the format of the path asked for; an object its `data:` line; `raw` goes out as it is. */
export type StreamItem = string | { readonly raw: string } | { readonly data: unknown; readonly event?: string }

/** A stream of server-sent events. Counts are in items of `stream`; what comes after n items comes when the next is due. */
export type StreamAnswer = {
  readonly stream: Iterable<StreamItem> | AsyncIterable<StreamItem>
  readonly headers?: Readonly<Record<string, string>>
  readonly delayMs?: number
  readonly gapMs?: number
  /** After n items nothing more is sent; the connection stays open. */
  readonly stallAfter?: number
  /** After n items the connection ends in the middle of the body. */
  readonly cutAfter?: number
  /** After n items an error event is sent and the stream ends. */
  readonly errorAfter?: number
  readonly error?: object
  /** Ends cleanly, but without the closing events of the format. */
  readonly withoutDone?: boolean
}

/** Deterministic bytes, streamed no faster than the reader takes them. */
export type DownloadAnswer = { readonly download: number; readonly chunked?: boolean }

/** Exactly these bytes, head included; then the connection ends in order or with a reset, or stays open. */
export type RawAnswer = { readonly raw: string | Uint8Array; readonly ending: 'end' | 'reset' | 'stay' }

export type Fault =
  /** Closes with a reset before any byte of the answer. */
  | { readonly fault: 'reset' }
  /** Closes politely before any byte of the answer. */
  | { readonly fault: 'close' }
  /** Takes the request and never answers. */
  | { readonly fault: 'hang' }
  | { readonly fault: 'headers-then-silence' }
  /** A whole answer, one byte at a time. */
  | { readonly fault: 'drip'; readonly gapMs: number; readonly text: string }
  /** Promises more bytes than it sends, then closes. */
  | { readonly fault: 'short-body' }
  /** A reset in the middle of a whole answer. */
  | { readonly fault: 'cut' }
  | { readonly fault: 'invalid-json' }
  | { readonly fault: 'error-in-stream' }
  | { readonly fault: 'huge-event'; readonly sizeBytes: number }
  | { readonly fault: 'header-flood'; readonly count: number }
  | { readonly fault: 'not-http' }

/** `{ sink: true }` answers with hash and length of what it got, `{ echo: true }` with the body itself. */
export type MirrorAnswer = { readonly sink: true } | { readonly echo: true }

/** A number is an error of that status, a text a completion that says it (streamed when asked so). */
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
