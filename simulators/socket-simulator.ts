/** A scripted provider over WebSockets on loopback. Records handshakes and messages. */

import { newPort } from './new-port.ts'

export type SocketPeer = {
  /** The path and query of the handshake. */
  readonly target: string
  readonly headers: Headers
  readonly received: (string | Buffer)[]
  /** Resolves when the gateway has closed the connection. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
  send(message: string | Uint8Array): void
  sendJson(event: object): void
  close(code?: number, reason?: string): void
  terminate(): void
  pause(): void
  resume(): void
}

export type SocketScript = {
  readonly open?: (peer: SocketPeer) => void
  readonly message?: (peer: SocketPeer, message: string | Buffer) => void
  /** The status of a handshake that is refused; undefined accepts it. */
  readonly refuse?: (target: string) => number | undefined
  /** The subprotocol to choose; the first one offered is the default. */
  readonly protocol?: string
  /** Responds to requests that are not an upgrade. */
  readonly fetch?: (request: Request) => Response | Promise<Response>
}

export interface SocketSimulator extends AsyncDisposable {
  /** `http://127.0.0.1:port`, without a path. */
  readonly url: string
  readonly port: number
  /** Handshakes in order of arrival, refused ones included. */
  readonly handshakes: readonly { readonly target: string; readonly headers: Headers }[]
  readonly peers: readonly SocketPeer[]
  /** Resolves with the n-th connection (from 1). */
  peer(count: number): Promise<SocketPeer>
  stop(): Promise<void>
}

type State = {
  peer: SocketPeer | null
  readonly target: string
  readonly headers: Headers
  end: (code: number, reason: string) => void
}

export function startSocketSimulator(script: SocketScript = {}): SocketSimulator {
  const handshakes: { target: string; headers: Headers }[] = []
  const peers: SocketPeer[] = []
  const waiting: { readonly count: number; readonly resolve: (peer: SocketPeer) => void }[] = []
  const server = Bun.serve<State>({
    hostname: '127.0.0.1',
    port: newPort(),
    idleTimeout: 0,
    fetch(request, listener) {
      const url = new URL(request.url)
      const target = url.pathname + url.search
      if (request.headers.get('upgrade') === null) {
        return script.fetch?.(request) ?? Response.json({ error: { message: 'not an upgrade' } }, { status: 404 })
      }
      const headers = new Headers(request.headers)
      handshakes.push({ target, headers })
      const status = script.refuse?.(target)
      if (status !== undefined) return Response.json({ error: { message: `refused with ${status}` } }, { status })
      const data: State = { peer: null, target, headers, end: () => undefined }
      const chosen = script.protocol
      const accepted = listener.upgrade(request, {
        data,
        ...(chosen !== undefined && { headers: { 'sec-websocket-protocol': chosen } }),
      })
      return accepted ? undefined : new Response('no upgrade', { status: 400 })
    },
    websocket: {
      maxPayloadLength: 256 * 1024 * 1024,
      backpressureLimit: 0,
      idleTimeout: 0,
      open(socket) {
        const { target, headers } = socket.data
        const ended = Promise.withResolvers<{ code: number; reason: string }>()
        socket.data.end = (code, reason) => ended.resolve({ code, reason })
        const peer: SocketPeer = {
          target,
          headers,
          received: [],
          closed: ended.promise,
          send: (message) => void socket.send(message as string),
          sendJson: (event) => void socket.send(JSON.stringify(event)),
          close: (code, reason) => socket.close(code, reason),
          terminate: () => socket.terminate(),
          pause: () => socket.pause(),
          resume: () => socket.resume(),
        }
        socket.data.peer = peer
        const count = peers.push(peer)
        for (const one of waiting) if (one.count === count) one.resolve(peer)
        script.open?.(peer)
      },
      message(socket, message) {
        const peer = socket.data.peer!
        peer.received.push(message)
        script.message?.(peer, message)
      },
      close: (socket, code, reason) => socket.data.end(code, reason),
    },
  })
  const port = server.port ?? 0
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    handshakes,
    peers,
    peer(count) {
      const known = peers[count - 1]
      if (known) return Promise.resolve(known)
      return new Promise((resolve) => waiting.push({ count, resolve }))
    },
    stop: () => server.stop(true),
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}
