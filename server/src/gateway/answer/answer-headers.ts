/** The gateway's own headers on an answer (contract 2.3), with twins under the caller's alias prefix. */

import type { HeaderMap } from '../../core/headers.ts'
import { addTwins } from '../../core/options/aliases.ts'
import type { Exchange } from '../exchange.ts'

export function addGatewayHeaders(headers: HeaderMap, exchange: Exchange, own: HeaderMap): void {
  headers['x-gateway-trace-id'] = exchange.traceId
  headers['x-gateway-request-id'] = exchange.id
  for (const name in own) headers[name] = own[name]!
  addTwins(headers, exchange.options?.aliases ?? [])
}
