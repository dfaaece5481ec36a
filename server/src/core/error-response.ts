/** Builds the HTTP response for a GatewayError: a body in our format or Google's, and the headers that SDKs read. */

import type { GatewayError } from './errors.ts'
import { googleError } from './google-error.ts'
import type { HeaderMap } from './headers.ts'

export type ErrorResponse = { readonly status: number; readonly headers: HeaderMap; readonly body: string }

/**
 * `baseUrl`: the URL at which the caller reaches this gateway, for the link to the error's documentation. `provider`:
 * the slug of the provider of the last attempt. `isGoogle`: the caller uses Gemini's format.
 */
export function errorResponse(
  error: GatewayError,
  traceId: string,
  requestId: string,
  baseUrl: string,
  provider: string | null = null,
  isGoogle = false,
): ErrorResponse {
  const ours = () => ({
    status: 'failure',
    message: error.message,
    error: {
      message: error.message,
      type: error.type,
      code: error.code,
      param: error.param,
      hint: error.hint,
      ...(error.details.length > 0 && { details: error.details }),
      doc_url: `${baseUrl}/docs/errors#${error.code}`,
      trace_id: traceId,
    },
    ...(provider !== null && { provider }),
  })
  const body = isGoogle ? googleError(error, `${baseUrl}/docs/errors#${error.code}`, traceId, provider) : ours()
  const headers: HeaderMap = {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'x-gateway-trace-id': traceId,
    'x-gateway-request-id': requestId,
    // OpenAI's clients include this id in the errors they raise.
    'x-request-id': requestId,
    'x-gateway-gateway-exception': 'true',
    'x-gateway-error-source': 'gateway',
  }
  if (error.shouldRetry === false) headers['x-should-retry'] = 'false'
  // After a receive timeout, the rest of the body may never arrive. An overloaded gateway has no memory for idle
  // connections.
  if (error.code === 'receive_timeout' || error.code === 'overloaded') headers['connection'] = 'close'
  if (error.retryAfterMs !== null) headers['retry-after'] = String(Math.ceil(error.retryAfterMs / 1000))
  return { status: error.status, headers, body: JSON.stringify(body) }
}
