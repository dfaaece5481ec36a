/** A wire format that is not OpenAI's, as translations from and to OpenAI's chat format, which is the hub of all of them. */

import type { RequestEcho } from './request-echo.ts'

export type JsonObject = Record<string, unknown>

export type DialectContext = {
  /** The model asked for, without any `@slug/` prefix. */
  readonly model: string
  /** The provider's slug; ids and answers name it where OpenAI's format has no better word. */
  readonly provider: string
  readonly isStream: boolean
  /** The caller asked for a usage chunk (`stream_options.include_usage`). */
  readonly includeUsage: boolean
  readonly nowSeconds: number
  /** The caller's own body, for answers whose form depends on it. */
  readonly request?: JsonObject | null
}

/** How a stream's events are framed on the wire. */
export type Framing = 'sse' | 'aws-event-stream'

export interface Dialect {
  readonly name: string
  readonly framing: Framing
  /** A body in OpenAI's format as the provider wants it. Throws GatewayError('invalid_body') naming the member that cannot be said. */
  encode(body: JsonObject, context: DialectContext): JsonObject
  /** A whole good answer, in OpenAI's format. */
  decode(answer: JsonObject, context: DialectContext): JsonObject
  /** An answer of another status: `{ error: { message, type, param, code } }`; `body` may be anything. */
  decodeError(status: number, body: unknown): JsonObject
  /** Absent where the format has no streams (embeddings). Fresh per attempt: it has state. */
  stream?(context: DialectContext): StreamDecoder
}

/**
 * Turns a provider's events into OpenAI's chunks. What `event` and `end` return is framed as `data: <json>` by the caller;
 * `[DONE]` is added by the caller after `end`. A chunk of the form `{ error: {...} }` ends the stream without `[DONE]`.
 */
export interface StreamDecoder {
  /** `name` is the SSE event name or the frame's event type, '' when there is none. */
  event(name: string, data: JsonObject): readonly JsonObject[]
  /** The provider's stream is over; `[]` when everything was said, an `{ error }` chunk when it ended too early. */
  end(): readonly JsonObject[]
  /** What the provider has counted up to now, in its own words: a stream may be cut before its end. */
  counted(): JsonObject | null
}

/** A format callers speak to us (Anthropic's Messages, OpenAI's Responses), translated to chat and back for every provider. */
export interface InboundDialect {
  readonly name: string
  /** The caller's body as a chat completions body. Throws GatewayError('invalid_body') naming the member that has no equal. */
  toChat(body: JsonObject): JsonObject
  /** All that `fromChat` and `stream` need of the caller's body. */
  echoOf(request: JsonObject): RequestEcho
  /** A whole chat completion as the caller's format. */
  fromChat(completion: JsonObject, request: JsonObject | RequestEcho): JsonObject
  /** An error in OpenAI's shape as the caller's format. */
  fromError(status: number, error: JsonObject): JsonObject
  stream(request: JsonObject | RequestEcho): StreamEncoder
}

/** Turns OpenAI's chunks into the caller's events, already framed as SSE text. */
export interface StreamEncoder {
  chunk(chunk: JsonObject): string
  /** After the last chunk (`[DONE]`). */
  end(): string
  /** The stream broke or carried an error. */
  error(error: JsonObject): string
}
