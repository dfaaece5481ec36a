/** Where a call of the control plane comes from. */

import type { HeaderMap } from '../core/headers.ts'
import type { CallOrigin } from './endpoint.ts'

const MAX_USER_AGENT = 256

export type CallOriginPorts = {
  /** The client address: the peer of the socket, or the address that a trusted proxy reports. */
  readonly addressOf: (request: Request) => string
  readonly baseUrlOf: (request: Request) => string
}

/** The trace id is the id of the request. The admin API replaces it by one that the caller sends. */
export function callOrigin(
  request: Request,
  headers: HeaderMap,
  { addressOf, baseUrlOf }: CallOriginPorts,
): CallOrigin {
  const requestId = Bun.randomUUIDv7()
  return {
    ip: addressOf(request),
    userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null,
    requestId,
    traceId: requestId,
    baseUrl: baseUrlOf(request),
    headers,
  }
}
