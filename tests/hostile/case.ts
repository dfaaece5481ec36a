/** A case of the hostile corpus: the request, the upstream's behaviour, and the expected outcome. */

/**
 * Bytes in a compact notation. A string is UTF-8, a list is its parts in order. `%KEY%`, `%ADMIN%`, `%UPSTREAM%`,
 * `%GATEWAY%` and their `_PORT` forms are replaced when the case runs.
 */
export type Text =
  | string
  | { readonly repeat: string; readonly times: number }
  | { readonly base64: string }
  | readonly Text[]

export type HeaderLine = readonly [name: string, value: Text]

/** The bytes of the upstream's response; by default a small completion. */
export type Play = {
  readonly sends: readonly Text[]
  /** Sent repeatedly until the other side closes. */
  readonly endless?: Text
  /** `keep` leaves the connection open; `hang` does too, but the response is incomplete. */
  readonly ending?: 'keep' | 'close' | 'reset' | 'hang'
  /** Responds after the request headers, without waiting for the body. */
  readonly early?: boolean
}

export type Expected = {
  /** Allowed statuses; 0 is a connection closed without a response. */
  readonly status: number | readonly number[]
  /** An error of the gateway with this code, in the standard error format. */
  readonly code?: string | readonly string[]
  readonly param?: string | null
  /** `either`: the runtime decides, and both are safe. */
  readonly upstreamContacted: boolean | 'either'
  /** Statuses of all responses on the connection, for pipelined requests. */
  readonly sequence?: readonly number[]
  /** The upstream received the request body byte for byte. */
  readonly bodyForwarded?: true
  /** Headers as the upstream received them; null is absent. */
  readonly forwarded?: Readonly<Record<string, string | null>>
  /** Path and query as the upstream received them. */
  readonly forwardedPath?: string
  /** Headers of the response; null is absent. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** The response body, byte for byte. */
  readonly body?: Text
  /** The response does not contain this text. */
  readonly hides?: string
  /** The response must not look complete: no clean end. */
  readonly isCut?: true
  /** Fields of the record that the log endpoint returns for this request. */
  readonly record?: Readonly<Record<string, unknown>>
}

export type Case = {
  readonly name: string
  /** The whole request as bytes; method, path, headers and body are then ignored. */
  readonly raw?: Text
  /** Sent in pieces of this size, each in its own packet. */
  readonly pieceBytes?: number
  readonly method?: string
  readonly path?: Text
  /** The gateway key; null sends none. */
  readonly key?: string | null
  /** x-gateway-config as text; null sends none, by default it routes to the upstream. */
  readonly config?: Text | null
  /** Added to the default headers (host, key, config, content type); a header named here replaces the default. */
  readonly headers?: readonly HeaderLine[]
  readonly body?: Text
  /** The caller disconnects after this many bytes of the response. */
  readonly leaveAfterBytes?: number
  readonly upstream?: Play
  readonly expected: Expected
}

export type Group = { readonly name: string; readonly about: string; readonly cases: readonly Case[] }

/** The default request of the corpus. */
export const CHAT_PATH = '/v1/chat/completions'
export const CHAT_BODY = '{"model":"m","messages":[{"role":"user","content":"hi"}]}'
export const UPSTREAM_CONFIG = '{"provider":"openai-compatible","custom_host":"%UPSTREAM%/v1","api_key":"sk-upstream"}'
export const COMPLETION =
  '{"id":"c-1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"ok"},"finish_reason":"stop"}]}'
