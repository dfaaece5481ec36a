/** Reads a request that opens a WebSocket: its protocol, its model, and the key, which browsers send as a subprotocol. */

import { type Endpoint, PROXY, SOCKET_ENDPOINTS, type SocketProtocol } from '../../core/endpoints.ts'
import { GatewayError } from '../../core/errors.ts'
import type { HeaderMap } from '../../core/headers.ts'
import { livePath } from '../../core/live-paths.ts'
import { receive } from '../receive/receive.ts'
import type { Received, RequestHead } from '../request.ts'

/** Browsers cannot set headers: OpenAI's realtime clients send the key as a subprotocol with this prefix. */
const KEY_PROTOCOL = 'openai-insecure-api-key.'
/** Parameters in which Gemini's clients send their key. */
const KEY_PARAMETERS = ['key', 'access_token'] as const
const REALTIME_PATHS: ReadonlySet<string> = new Set(['/v1/realtime', '/openai/realtime', '/openai/v1/realtime'])
const HANDSHAKE_KEY = /^[A-Za-z0-9+/]{22}==$/

export type SocketRequest = { readonly received: Received; readonly model: string | null }

/** True if the request asks for a WebSocket. Other upgrades (h2c) are ignored, as RFC 9110 allows. */
export function opensSocket({ method, headers }: Request): boolean {
  return method === 'GET' && headers.get('upgrade')?.toLowerCase() === 'websocket'
}

/** True for paths outside /v1 that only WebSocket clients use. */
export function isSocketPath(pathname: string): boolean {
  return REALTIME_PATHS.has(pathname) || livePath(pathname) !== null
}

export function receiveSocket(request: Request, prefixes: readonly string[]): SocketRequest {
  const received = receive(request, prefixes)
  const { head } = received
  const { headers } = head
  // Browsers send cookies to any address that a page connects to, so a session cookie must not authenticate a socket.
  delete headers['cookie']
  takeKeyProtocol(headers)
  const { path, protocol, endpoint } = routeOf(head)
  const isKnown = protocol === 'live' || protocol === 'realtime'
  const query = new URLSearchParams(isKnown ? head.search : '')
  if (protocol === 'live') takeKeyParameter(headers, query)
  if (protocol === 'realtime') takeAzureKey(headers, query)
  const model = protocol === 'realtime' ? takeModel(query) : null
  // Queries of other protocols are forwarded as they are written.
  const search = isKnown ? (query.size > 0 ? `?${query}` : '') : head.search
  return { received: { ...received, head: { ...head, path, search, endpoint, socket: protocol } }, model }
}

/** Throws if the request has no valid opening handshake (RFC 6455, section 4.2.1). */
export function checkHandshake({ headers }: RequestHead): void {
  if (headers['sec-websocket-version'] !== '13') {
    throw new GatewayError('websocket_unsupported', {
      param: 'sec-websocket-version',
      message: 'The gateway supports only version 13 of the WebSocket protocol.',
      hint: 'Send Sec-WebSocket-Version: 13.',
    })
  }
  if (!HANDSHAKE_KEY.test(headers['sec-websocket-key'] ?? '')) {
    throw new GatewayError('invalid_header', {
      param: 'sec-websocket-key',
      message: 'Sec-WebSocket-Key is not 16 bytes in base64.',
      hint: 'Open the WebSocket with a WebSocket client.',
    })
  }
}

/** The subprotocols that the caller offers to the provider. */
export function offeredProtocols(headers: HeaderMap): readonly string[] {
  const offered = headers['sec-websocket-protocol']
  return offered === undefined ? [] : protocolsIn(offered)
}

type SocketRoute = { readonly path: string; readonly protocol: SocketProtocol; readonly endpoint: Endpoint }

function routeOf({ pathname, path }: RequestHead): SocketRoute {
  const live = livePath(pathname)
  if (live !== null) return { path: live, protocol: 'live', endpoint: SOCKET_ENDPOINTS.live }
  if (REALTIME_PATHS.has(pathname)) {
    return { path: '/realtime', protocol: 'realtime', endpoint: SOCKET_ENDPOINTS.realtime }
  }
  if (pathname === '/v1/responses') return { path, protocol: 'responses', endpoint: SOCKET_ENDPOINTS.responses }
  // Pass-through: the messages are read only if the path belongs to a known protocol.
  return { path, protocol: protocolOf(path), endpoint: PROXY }
}

function protocolOf(path: string): SocketProtocol {
  if (path.endsWith('/realtime')) return 'realtime'
  if (path.endsWith('/responses')) return 'responses'
  return livePath(path) === null ? 'opaque' : 'live'
}

function protocolsIn(header: string): string[] {
  return header
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** Moves the gateway key to a header, so that it is not among the subprotocols that the provider gets. */
function takeKeyProtocol(headers: HeaderMap): void {
  const offered = headers['sec-websocket-protocol']
  if (offered === undefined || !offered.includes(KEY_PROTOCOL)) return
  const kept: string[] = []
  for (const name of protocolsIn(offered)) {
    if (!name.startsWith(KEY_PROTOCOL)) kept.push(name)
    else headers['authorization'] ??= `Bearer ${name.slice(KEY_PROTOCOL.length)}`
  }
  if (kept.length > 0) headers['sec-websocket-protocol'] = kept.join(', ')
  else delete headers['sec-websocket-protocol']
}

function takeKeyParameter(headers: HeaderMap, query: URLSearchParams): void {
  for (const name of KEY_PARAMETERS) {
    const key = query.get(name)
    if (key === null) continue
    if (key !== '') headers['x-goog-api-key'] ??= key
    query.delete(name)
  }
}

/** Azure's browser clients send the key as a parameter. It is always removed from the query. */
function takeAzureKey(headers: HeaderMap, query: URLSearchParams): void {
  for (const [parameter, header] of [
    ['api-key', 'api-key'],
    ['Authorization', 'authorization'],
  ] as const) {
    const value = query.get(parameter)
    if (value !== null && value !== '') headers[header] ??= value
    query.delete(parameter)
  }
}

/** Azure's clients send a deployment and a version. The target's adapter adds those that its URL needs. */
function takeModel(query: URLSearchParams): string | null {
  const model = query.get('model') ?? query.get('deployment')
  for (const name of ['model', 'deployment', 'api-version']) query.delete(name)
  return model === '' ? null : model
}
