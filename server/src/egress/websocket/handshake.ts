/** The opening handshake of a WebSocket client (RFC 6455, section 4.1). */

import { createHash, randomBytes } from 'node:crypto'
import type { HeaderMap } from '../../core/headers.ts'

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

export type Handshake = { readonly key: string; readonly offered: readonly string[] }

/** `offered`: the subprotocols of the request. */
export function newHandshake(offered: readonly string[]): Handshake {
  return { key: randomBytes(16).toString('base64'), offered }
}

export function handshakeHeaders({ key, offered }: Handshake): HeaderMap {
  return {
    'sec-websocket-version': '13',
    'sec-websocket-key': key,
    ...(offered.length > 0 && { 'sec-websocket-protocol': offered.join(', ') }),
  }
}

/** Why a response with status 101 does not open a WebSocket; null if it does. */
export function handshakeFlaw({ key, offered }: Handshake, headers: HeaderMap): string | null {
  if (headers['upgrade']?.toLowerCase() !== 'websocket') return 'the Upgrade header is not "websocket"'
  if (!/(?:^|,)\s*upgrade\s*(?:,|$)/i.test(headers['connection'] ?? '')) return 'the Connection header is not "Upgrade"'
  const accept = createHash('sha1').update(`${key}${GUID}`).digest('base64')
  if (headers['sec-websocket-accept'] !== accept) return 'Sec-WebSocket-Accept does not match the key'
  if (headers['sec-websocket-extensions'] !== undefined) return 'it uses an extension that was not offered'
  const chosen = headers['sec-websocket-protocol']
  if (chosen !== undefined && !offered.includes(chosen)) return 'it chose a subprotocol that was not offered'
  return null
}
