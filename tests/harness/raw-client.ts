/** A raw socket client: sends exactly the given bytes, records the received ones, and can stop reading or close. */

import type { Socket } from 'bun'
import type { ClientTls } from './call-options.ts'

export type Headers = readonly (readonly [name: string, value: string])[]

export interface RawClient {
  /** Everything received so far, head and framing included. */
  readonly text: string
  readonly receivedBytes: number
  /** Resolves when the connection has closed: `end` if the other side closed it cleanly, `reset` otherwise. */
  readonly closed: Promise<'end' | 'reset'>
  send(bytes: string | Uint8Array): void
  /** Resolves when `wanted` has arrived; rejects when the connection closes without it. */
  until(wanted: string): Promise<void>
  pause(): void
  resume(): void
  leave(): void
}

export type RawOptions = {
  /** False: only counts the bytes, for large responses. */
  readonly keep?: boolean
  readonly tls?: ClientTls
}

export async function connectRaw(url: string, options: RawOptions = {}): Promise<RawClient> {
  let text = ''
  let receivedBytes = 0
  let reset = false
  let isClosed = false
  const waiting = new Set<() => void>()
  const look = () => {
    for (const check of waiting) check()
  }
  let resolveClosed: (how: 'end' | 'reset') => void = () => {}
  const closed = new Promise<'end' | 'reset'>((resolve) => {
    resolveClosed = resolve
  })
  const secured = Promise.withResolvers<void>()
  const socket: Socket<undefined> = await Bun.connect({
    hostname: '127.0.0.1',
    port: Number(new URL(url).port),
    ...(options.tls && { tls: options.tls }),
    socket: {
      data(_socket, bytes) {
        receivedBytes += bytes.length
        if (options.keep !== false) text += bytes.toString('latin1')
        look()
      },
      handshake: () => secured.resolve(),
      error() {
        reset = true
      },
      close(_socket, error) {
        isClosed = true
        resolveClosed(reset || error ? 'reset' : 'end')
        secured.resolve()
        look()
      },
    },
  })
  // Bytes that are sent before the handshake would be lost.
  if (options.tls) await secured.promise
  return {
    get text() {
      return text
    },
    get receivedBytes() {
      return receivedBytes
    },
    closed,
    send: (bytes) => void socket.write(bytes),
    until: (wanted) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (!text.includes(wanted) && !isClosed) return
          waiting.delete(check)
          if (text.includes(wanted)) resolve()
          else reject(new Error(`The connection closed before ${JSON.stringify(wanted)}. Got:\n${text}`))
        }
        waiting.add(check)
        check()
      }),
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    leave: () => void socket.terminate(),
  }
}

/** A request as bytes; Host and Content-Length are added. */
export function rawRequest(method: string, path: string, headers: Headers, body = ''): string {
  const length: Headers = body === '' ? [] : [['content-length', String(Buffer.byteLength(body))]]
  const lines = [['host', 'gateway'], ...headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `${method} ${path} HTTP/1.1\r\n${lines}\r\n${body}`
}

/** A chat request as bytes, with this config. */
export function rawChat(key: string, config: object, body: object): string {
  const headers: Headers = [
    ['content-type', 'application/json'],
    ['x-gateway-api-key', key],
    ['x-gateway-config', JSON.stringify(config)],
  ]
  const whole = { model: 'sim-model', messages: [{ role: 'user', content: 'hi' }], ...body }
  return rawRequest('POST', '/v1/chat/completions', headers, JSON.stringify(whole))
}
