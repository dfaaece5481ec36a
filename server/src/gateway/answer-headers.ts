/** The gateway's own headers on an answer (contract 2.3), with twins under the caller's alias prefix. */

import { PREFIX } from '../core/gateway-options.ts'
import type { HeaderMap } from '../core/headers.ts'
import type { Exchange } from './exchange.ts'

export function addGatewayHeaders(headers: HeaderMap, exchange: Exchange, own: HeaderMap): void {
  headers['x-gateway-trace-id'] = exchange.traceId
  headers['x-gateway-request-id'] = exchange.id
  for (const name in own) headers[name] = own[name]!
  const aliases = exchange.options?.aliases
  if (aliases && aliases.length > 0) addTwins(headers, aliases)
}

export function addTwins(headers: HeaderMap, aliases: readonly string[]): void {
  for (const name of Object.keys(headers)) {
    if (!name.startsWith(PREFIX)) continue
    for (const alias of aliases) headers[alias + name.slice(PREFIX.length)] = headers[name]!
  }
}
