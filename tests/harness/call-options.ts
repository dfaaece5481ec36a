/** Options for one call to the gateway. */

/** PEM texts. With a certificate, each call has a connection of its own. */
export type ClientTls = { readonly ca: string; readonly cert?: string; readonly key?: string }

export type CallOptions = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Bun.BodyInit | object | null
  readonly signal?: AbortSignal
  /** The gateway key to send as x-gateway-api-key; null sends none. */
  readonly key?: string | null
  readonly decompress?: boolean
  readonly tls?: ClientTls
}
