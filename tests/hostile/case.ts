/** A case of the hostile corpus: what is sent, what the upstream does, and what must come of it. */

/**
 * Bytes, written small enough to keep. A string is UTF-8, a list is its parts in order, and `%KEY%`, `%ADMIN%`,
 * `%UPSTREAM%`, `%GATEWAY%` and their `_PORT` twins are filled in when the case runs.
 */
export type Text =
  | string
  | { readonly repeat: string; readonly times: number }
  | { readonly base64: string }
  | readonly Text[]

export type HeaderLine = readonly [name: string, value: Text]

/** How the upstream answers, byte by byte; by default a small completion. */
export type Play = {
  readonly sends: readonly Text[]
  /** Sent again and again until the other side closes. */
  readonly endless?: Text
  /** `keep` leaves the connection open, `hang` too but the answer is not over. */
  readonly ending?: 'keep' | 'close' | 'reset' | 'hang'
  /** Answers when the request's head is there, without waiting for its body. */
  readonly early?: boolean
}

export type Expected = {
  /** Allowed statuses; 0 is a connection closed without an answer. */
  readonly status: number | readonly number[]
  /** A refusal of our own with this code, in the one error shape. */
  readonly code?: string | readonly string[]
  readonly param?: string | null
  /** `either` where the runtime decides, and both are safe. */
  readonly upstreamContacted: boolean | 'either'
  /** The longest wait for the answer's first byte, where slowness is the attack. */
  /** Statuses of all answers on the connection, for pipelined requests. */
  readonly sequence?: readonly number[]
  /** The upstream got the request's body byte for byte. */
  readonly bodyForwarded?: true
  /** Headers as the upstream got them; null is absent. */
  readonly forwarded?: Readonly<Record<string, string | null>>
  /** The path and query as the upstream got them. */
  readonly forwardedPath?: string
  /** Headers of the answer; null is absent. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** The answer's body, byte for byte. */
  readonly body?: Text
  /** The answer must not look complete: no clean end. */
  readonly isCut?: true
  /** Members of the record that the log endpoint shows for this request. */
  readonly record?: Readonly<Record<string, unknown>>
}

export type Case = {
  readonly name: string
  /** The whole request as bytes; then method, path, headers and body do not count. */
  readonly raw?: Text
  /** Sent in pieces of this size, each in a packet of its own. */
  readonly pieceBytes?: number
  readonly method?: string
  readonly path?: Text
  /** The gateway key; null sends none. */
  readonly key?: string | null
  /** x-gateway-config as text; null sends none, absent leads to the upstream. */
  readonly config?: Text | null
  /** Beside the usual ones: host, key, config, content type. A usual one named here is replaced. */
  readonly headers?: readonly HeaderLine[]
  readonly body?: Text
  /** The caller leaves after this many bytes of answer. */
  readonly leaveAfterBytes?: number
  readonly upstream?: Play
  readonly expected: Expected
}

export type Group = { readonly file: string; readonly about: string; readonly cases: readonly Case[] }

/** The usual request of the corpus. */
export const CHAT_PATH = '/v1/chat/completions'
export const CHAT_BODY = '{"model":"m","messages":[{"role":"user","content":"hi"}]}'
export const UPSTREAM_CONFIG = '{"provider":"openai-compatible","custom_host":"%UPSTREAM%/v1","api_key":"sk-upstream"}'
export const COMPLETION =
  '{"id":"c-1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"ok"},"finish_reason":"stop"}]}'
