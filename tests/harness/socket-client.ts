/** A WebSocket client for tests: messages in order of arrival, and how the connection ended. */

import type { ClientTls } from './call-options.ts'

export type ClosedSocket = { readonly code: number; readonly reason: string }

export interface SocketClient {
  readonly socket: WebSocket
  readonly protocol: string
  /** The next message that has not been taken yet. */
  next(): Promise<string | Buffer>
  /** The next messages, up to and including the first one that satisfies the condition. */
  until(isLast: (message: string) => boolean): Promise<string[]>
  send(message: string | Uint8Array): void
  sendJson(event: object): void
  readonly closed: Promise<ClosedSocket>
}

type Options = {
  readonly tls?: ClientTls
  readonly headers?: Readonly<Record<string, string>>
  readonly protocols?: readonly string[]
}

/** Rejects if the handshake is refused. */
export function connectSocket(url: string, { headers = {}, protocols = [], tls }: Options = {}): Promise<SocketClient> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), {
    headers: { ...headers },
    protocols: [...protocols],
    ...(tls && { tls }),
  })
  socket.binaryType = 'nodebuffer'
  const messages: (string | Buffer)[] = []
  const takers: ((message: string | Buffer) => void)[] = []
  const opened = Promise.withResolvers<SocketClient>()
  const closed = Promise.withResolvers<ClosedSocket>()
  opened.promise.catch(() => undefined)
  socket.addEventListener('message', ({ data }) => {
    const taker = takers.shift()
    if (taker) taker(data as string | Buffer)
    else messages.push(data as string | Buffer)
  })
  let error = ''
  socket.addEventListener('error', ({ message }: ErrorEvent) => {
    error = message
  })
  socket.addEventListener('close', ({ code, reason }) => {
    closed.resolve({ code, reason })
    opened.reject(new Error(`the handshake was refused: ${code} ${reason} ${error}`))
  })
  const next = (): Promise<string | Buffer> => {
    const message = messages.shift()
    return message === undefined ? new Promise((resolve) => takers.push(resolve)) : Promise.resolve(message)
  }
  const client: SocketClient = {
    socket,
    get protocol() {
      return socket.protocol
    },
    next,
    async until(isLast) {
      const taken: string[] = []
      for (;;) {
        const message = String(await next())
        taken.push(message)
        if (isLast(message)) return taken
      }
    },
    send: (message) => socket.send(message),
    sendJson: (event) => socket.send(JSON.stringify(event)),
    closed: closed.promise,
  }
  socket.addEventListener('open', () => opened.resolve(client))
  return opened.promise
}

/** The HTTP response to a handshake that is refused, which a WebSocket client would not show. */
export function upgradeResponse(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(url, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    },
  })
}
