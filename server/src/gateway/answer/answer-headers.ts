/** The gateway's own headers on an answer (contract 2.3), with twins under the caller's alias prefix. */

import type { HeaderMap } from '../../core/headers.ts'
import { addTwins } from '../../core/options/aliases.ts'
import type { Exchange } from '../exchange.ts'

/** What all answers of a kind have in common. */
type AnswerKind = {
  readonly provider: string
  readonly place: string
  readonly retryCount: number
  readonly cacheStatus: string
}

type Common = AnswerKind & { readonly headers: Headers }

const MOST_PLACES = 1_000

const commonByPlace = new Map<string, Common>()

/** Made once for each kind: the runtime takes them over as they are, and checks only what is set after. */
export function commonHeaders({ provider, place, retryCount, cacheStatus }: AnswerKind): Headers {
  const known = commonByPlace.get(place)
  if (known?.provider === provider && known.retryCount === retryCount && known.cacheStatus === cacheStatus) {
    return known.headers
  }
  const headers = new Headers({
    'x-gateway-provider': provider,
    'x-gateway-last-used-option-index': place,
    'x-gateway-retry-attempt-count': String(retryCount),
    'x-gateway-cache-status': cacheStatus,
    // A provider's page must never run in the dashboard's origin, whatever its path and type.
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
  })
  if (commonByPlace.size >= MOST_PLACES) commonByPlace.clear()
  commonByPlace.set(place, { provider, place, retryCount, cacheStatus, headers })
  return headers
}

export function addOwnHeaders(headers: HeaderMap, exchange: Exchange, common: Headers): void {
  headers['x-gateway-trace-id'] = exchange.traceId
  headers['x-gateway-request-id'] = exchange.id
  const aliases = exchange.options?.aliases ?? []
  if (aliases.length === 0) return
  Object.assign(headers, common.toJSON())
  addTwins(headers, aliases)
}

/** `headers` are those of this answer alone. */
export function answerWith(
  body: Uint8Array | ReadableStream<Uint8Array> | null,
  status: number,
  common: Headers,
  headers: HeaderMap,
): Response {
  const response = new Response(body, { status, headers: common })
  for (const name in headers) response.headers.set(name, headers[name]!)
  return response
}
