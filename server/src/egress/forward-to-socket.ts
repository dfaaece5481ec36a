/** Forwards a client's request to another process of this gateway over a Unix socket. */

import type { ClientCertificate } from '../core/client-certificate.ts'
import { GatewayError } from '../core/errors.ts'
import { startHttpThread } from '../core/runtime/http-thread.ts'

/** Carries the client's IP address, which a Unix socket does not provide. Replaces any value the client sent. */
export const PEER_HEADER = 'x-gatehouse-peer'

/** Carries the client's verified certificate as JSON. Replaces any value the client sent. */
export const CERTIFICATE_HEADER = 'x-gatehouse-certificate'

/** Hop-by-hop headers, and lengths that are computed again for the forwarded message. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'content-length']

const BODILESS_STATUSES: ReadonlySet<number> = new Set([204, 205, 304])

export type Peer = { readonly address: string; readonly certificate: ClientCertificate | null }

export type ForwardRequest = (request: Request, peer: Peer) => Promise<Response>

export function forwardTo(socketPath: string): ForwardRequest {
  startHttpThread()
  return async (request, peer) => {
    const headers = new Headers(request.headers)
    headers.set(PEER_HEADER, peer.address)
    headers.delete(CERTIFICATE_HEADER)
    if (peer.certificate !== null) headers.set(CERTIFICATE_HEADER, JSON.stringify(peer.certificate))
    for (const name of HOP_BY_HOP) headers.delete(name)
    const response = await fetch(request.url, {
      unix: socketPath,
      method: request.method,
      headers,
      body: request.body,
      redirect: 'manual',
      decompress: false,
      timeout: false,
      signal: request.signal,
    }).catch((error: unknown) => {
      throw new GatewayError('store_unavailable', { cause: error })
    })
    const responseHeaders = new Headers(response.headers)
    const isLast = responseHeaders.get('connection') === 'close'
    for (const name of HOP_BY_HOP) responseHeaders.delete(name)
    // The other process closes the connection after long streams and unread bodies. The client connection must close
    // too.
    if (isLast) responseHeaders.set('connection', 'close')
    const body = BODILESS_STATUSES.has(response.status) ? null : response.body
    return new Response(body, { status: response.status, statusText: response.statusText, headers: responseHeaders })
  }
}
