/** Options for one call to the gateway. */

export type CallOptions = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Bun.BodyInit | object | null
  readonly signal?: AbortSignal
  /** The gateway key to send as x-gateway-api-key; null sends none. */
  readonly key?: string | null
  readonly decompress?: boolean
}
