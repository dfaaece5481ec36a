/**
 * Interfaces of the wire formats. OpenAI's chat completions are the common format: a `Dialect` translates them for a
 * provider, an `InboundDialect` translates a caller's format to them.
 */

import type { RequestEcho } from './request-echo.ts'

export type JsonObject = Record<string, unknown>

export type DialectContext = {
  /** The requested model, without an `@slug/` prefix. */
  readonly model: string
  /** The provider's slug. It appears in generated ids and in error messages. */
  readonly provider: string
  readonly isStream: boolean
  /** The caller requested a usage chunk (`stream_options.include_usage`). */
  readonly includeUsage: boolean
  readonly nowSeconds: number
  /** `strict_open_ai_compliance`; null or absent if it is not set. */
  readonly strict?: boolean | null
  /** The caller's body, for responses whose form depends on it (`encoding_format` of embeddings). */
  readonly request?: JsonObject | null
}

/** How a stream's events are framed on the wire. */
export type Framing = 'sse' | 'aws-event-stream'

/** Translates between OpenAI's format and a provider's format. */
export interface Dialect {
  readonly name: string
  readonly framing: Framing
  /** Set if the format can express `web_search_options`. */
  readonly webSearch?: WebSearch
  /** True if requests may have Anthropic's own tools, such as `bash_20250124`. */
  readonly hasAnthropicTools?: boolean
  /** Translates OpenAI's request body. Throws GatewayError('invalid_body') if a member cannot be translated. */
  encode(body: JsonObject, context: DialectContext): JsonObject
  /** Translates a complete, successful response to OpenAI's format. */
  decode(response: JsonObject, context: DialectContext): JsonObject
  /** Translates an error response to `{ error: { message, type, param, code } }`. `body` may be any JSON or text. */
  decodeError(status: number, body: unknown): JsonObject
  /** Returns a decoder for one attempt's stream. Missing in formats without streams (embeddings). */
  stream?(context: DialectContext): StreamDecoder
}

/**
 * Turns a provider's stream events into OpenAI's chunks. The calling code frames each chunk as `data: <json>` and
 * writes `[DONE]` after `end`. A chunk of the form `{ error: {...} }` ends the stream without `[DONE]`.
 */
export interface StreamDecoder {
  /** `name` is the SSE event name or the frame's event type; '' if there is none. */
  event(name: string, data: JsonObject): readonly JsonObject[]
  /** Called when the provider's stream ends. Returns the last chunks, or an `{ error }` chunk if it ended early. */
  end(): readonly JsonObject[]
  /** The usage so far, in the provider's format. Read after every batch of events: the stream may end early. */
  counted(): JsonObject | null
  /** The index of the block that the last event belongs to, in formats with numbered blocks. */
  blockIndex?(): number | null
}

/** How a provider that is called through the chat endpoint searches the web. */
export type WebSearch = {
  /** True if one request may have functions and web search. */
  readonly withFunctions: boolean
  /** True if the search can be limited to domains. */
  readonly byDomain: boolean
}

/** What a caller's format needs to know about the provider. `warn` reports members that are left out. */
export type InboundContext = {
  /** Null if the provider does not search the web. */
  readonly webSearch: WebSearch | null
  /** See `Dialect`. */
  readonly hasAnthropicTools?: boolean
  /** The provider's slug. */
  readonly provider?: string
  warn(warning: string): void
}

/** A format that callers use (Anthropic's Messages, OpenAI's Responses, Gemini), translated to OpenAI's and back. */
export interface InboundFormat {
  readonly name: string
  /** Translates the caller's body to OpenAI's. Throws GatewayError('invalid_body') if a member cannot be translated. */
  toChat(body: JsonObject, context?: InboundContext): JsonObject
  /** The parts of the caller's body that `fromChat` and `stream` need. */
  echoOf(request: JsonObject): RequestEcho
  /** Translates a response in OpenAI's format to the caller's format. */
  fromChat(completion: JsonObject, request: JsonObject | RequestEcho): JsonObject
  /** Translates an error in OpenAI's format to the caller's format. */
  fromError(status: number, error: JsonObject): JsonObject
  /** Missing in formats without streams (embeddings, models). */
  stream?(request: JsonObject | RequestEcho): StreamEncoder
}

/** A format that is translated to chat completions. */
export interface InboundDialect extends InboundFormat {
  stream(request: JsonObject | RequestEcho): StreamEncoder
}

/** Turns OpenAI's chunks into the caller's events, framed as SSE text. */
export interface StreamEncoder {
  chunk(chunk: JsonObject): string
  /** Called after the last chunk (`[DONE]`). */
  end(): string
  /** Called if the stream broke or carried an error. */
  error(error: JsonObject): string
}
