/** Requests to identity providers: bounded in size and time, without redirects, through the gateway's egress checks. */

import { ResponseLimitError, readResponse } from '../../core/body/read-response.ts'
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

/** A function like `fetch` for openid-client and jose, which send forms only. */
export function checkedFetch(send: SendToIssuer) {
  return async (url: string | URL, { method = 'GET', headers = {}, body }: FetchOptions = {}): Promise<Response> => {
    const sent: Record<string, string> = { 'user-agent': 'gatehouse' }
    new Headers(headers).forEach((value, name) => {
      sent[name] = value
    })
    sent['accept-encoding'] = 'identity'
    const isForm = typeof body === 'string' || body instanceof URLSearchParams
    const bytes = isForm ? new TextEncoder().encode(String(body)) : null
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    try {
      const response = await send({ method, url: String(url), headers: sent, body: bytes }, signal)
      const text = await readResponse(response, { maxBytes: MAX_RESPONSE_BYTES, timeoutMs: TIMEOUT_MS })
      return new Response(text, { status: response.status, headers: response.headers })
    } catch (error) {
      if (error instanceof ResponseLimitError)
        throw new GatewayError('sso_failed', { message: `The response from the identity provider ${error.message}.` })
      if (!signal.aborted) throw error
      throw new GatewayError('sso_failed', {
        message: `The identity provider sent no response within ${TIMEOUT_MS / 1_000} s.`,
      })
    }
  }
}
