/** Requests to identity providers: bounded in size and time, without redirects, through the gateway's egress checks. */

import { GatewayError } from '../../core/errors.ts'

const MAX_RESPONSE_BYTES = 256 * 1024
const TIMEOUT_MS = 10_000

/** Sends through the egress checks. `body` is null or the whole body. */
export type SendToIssuer = (
  request: {
    readonly method: string
    readonly url: string
    readonly headers: Record<string, string>
    readonly body: Uint8Array | null
  },
  signal: AbortSignal,
) => Promise<Response>

type FetchOptions = {
  readonly method?: string | undefined
  readonly headers?: Headers | Record<string, string> | undefined
  readonly body?: unknown
}

/** A function like `fetch` for openid-client and jose. */
export function checkedFetch(send: SendToIssuer) {
  return async (url: string | URL, { method = 'GET', headers = {}, body }: FetchOptions = {}): Promise<Response> => {
    const sent: Record<string, string> = { 'user-agent': 'gatehouse' }
    new Headers(headers).forEach((value, name) => {
      sent[name] = value
    })
    sent['accept-encoding'] = 'identity'
    // Only forms are sent, as URLSearchParams or text.
    const bytes = body === undefined || body === null ? null : new TextEncoder().encode(String(body))
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    try {
      const response = await send({ method, url: String(url), headers: sent, body: bytes }, signal)
      return new Response(await boundedBytes(response), { status: response.status, headers: response.headers })
    } catch (error) {
      if (!signal.aborted) throw error
      throw new GatewayError('sso_failed', {
        message: `The identity provider sent no response within ${TIMEOUT_MS / 1_000} s.`,
      })
    }
  }
}

async function boundedBytes(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_RESPONSE_BYTES)
      throw new GatewayError('sso_failed', {
        message: `The response of the identity provider is larger than ${MAX_RESPONSE_BYTES} bytes.`,
      })
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
