/** Hands a caller's request to another process of this gateway, over a socket file that only it can open. */

import { GatewayError } from '../core/errors.ts'

/** Says where the caller is: at a socket file everybody looks the same. Whatever a caller wrote there is replaced. */
export const PEER_HEADER = 'x-gatehouse-peer'

/** Belong to one connection; lengths are those of what we send ourselves. */
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
    // Said of a response that streams for long, or of a body that never came: it holds for the caller's connection too.
    if (isLast) answered.set('connection', 'close')
    const body = WITHOUT_BODY.has(reply.status) ? null : reply.body
    return new Response(body, { status: reply.status, statusText: reply.statusText, headers: answered })
  }
}
