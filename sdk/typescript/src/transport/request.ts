/** One request of this client: what it says, and how it is sent. */

import type { GatewayOptions } from '../headers/create-headers.ts'

/** The last argument of every call: gateway options, and how this one call is sent. */
export interface RequestOptions extends GatewayOptions {
  /** Ends the call; what was answered so far is thrown away. */
  signal?: AbortSignal | undefined
  /**
   * Milliseconds until this client gives up: to the whole answer, or to the first bytes of a stream. 600,000 unless told.
   * `requestTimeout` is another thing: it is for each attempt of the gateway, which still may try its next target.
   */
  timeout?: number | undefined
  /** How often a request that got no answer at all is sent again; 1 unless told. The gateway retries the rest. */
  maxRetries?: number | undefined
  /** Headers under their own names. */
  headers?: Readonly<Record<string, string | null | undefined>> | undefined
}

export type Query = Readonly<Record<string, unknown>>

/** Sent as it is; anything else becomes JSON. */
export type RawBody =
  | string
  | Blob
  | ArrayBuffer
  | Uint8Array<ArrayBuffer>
  | FormData
  | URLSearchParams
  | ReadableStream

export type SentRequest = {
  readonly method: string
  readonly path: string
  readonly query?: object | undefined
  readonly body?: unknown
  readonly options?: RequestOptions | undefined
  /** Headers the operation itself adds. */
  readonly extraHeaders?: Readonly<Record<string, string>>
}

export function isRawBody(body: unknown): body is RawBody {
  return (
    typeof body === 'string' ||
    body instanceof Blob ||
    body instanceof ArrayBuffer ||
    body instanceof Uint8Array ||
    body instanceof FormData ||
    body instanceof URLSearchParams ||
    body instanceof ReadableStream
  )
}

/** Lists become repeated comma values, objects JSON; what is not given is left out. */
export function queryString(query: object | undefined): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null) continue
    if (Array.isArray(value)) search.set(name, value.join(','))
    else search.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
