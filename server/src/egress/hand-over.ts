/** Forwards a client's request to another process of this gateway over a Unix socket. */

import { GatewayError } from '../core/errors.ts'

/** Carries the client's IP address, which a Unix socket does not provide. Replaces any value the client sent. */
export const PEER_HEADER = 'x-gatehouse-peer'

/** Hop-by-hop headers, and lengths that are computed again for the forwarded message. */
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'content-length']

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

export type HandOver = (request: Request, peer: string) => Promise<Response>

export function handOverTo(socketPath: string): HandOver {
  return async (request, peer) => {
    const headers = new Headers(request.headers)
    headers.set(PEER_HEADER, peer)
    for (const name of OF_THE_CONNECTION) headers.delete(name)
    const reply = await fetch(request.url, {
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
    const answered = new Headers(reply.headers)
    const isLast = answered.get('connection') === 'close'
    for (const name of OF_THE_CONNECTION) answered.delete(name)
    // The other process closes the connection after long streams and unread bodies. The client connection must close
    // too.
    if (isLast) answered.set('connection', 'close')
    const body = WITHOUT_BODY.has(reply.status) ? null : reply.body
    return new Response(body, { status: reply.status, statusText: reply.statusText, headers: answered })
  }
}
