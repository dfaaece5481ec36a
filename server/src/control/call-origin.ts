/** Describes the origin of a control plane call: client address, user agent, request id and URL. */

import type { HeaderMap } from '../core/headers.ts'
import type { CallOrigin } from './endpoint.ts'

const MAX_USER_AGENT = 256

export type CallOriginPorts = {
  /** The client address: the peer of the socket, or the address that a trusted proxy reports. */
  readonly addressOf: (request: Request) => string
  readonly baseUrlOf: (request: Request) => string
}

/** Uses the request id as trace id. The admin API replaces the trace id if the caller sends one. */
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
