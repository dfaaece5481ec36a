/** A provider that accepts a WebSocket handshake and then sends exactly the given bytes. */

import { createHash } from 'node:crypto'
import { newPort } from './new-port.ts'

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

export type RawPeer = {
  send(bytes: Uint8Array): void
  /** Everything that arrived after the handshake. */
  readonly received: Buffer[]
  /** Resolves when the connection is closed, by either side. */
  readonly closed: Promise<void>
  end(): void
}

export type RawScript = {
  /** Returns the response head; the default is valid. */
  readonly head?: (accept: string) => string
  readonly open: (peer: RawPeer) => void
}

export interface RawSocketSimulator extends AsyncDisposable {
  readonly url: string
  readonly peers: readonly RawPeer[]
}

type State = { text: string; peer: RawPeer | null; onClose: () => void }

export function startRawSocketSimulator({ head = validHead, open }: RawScript): RawSocketSimulator {
  const peers: RawPeer[] = []
  const server = Bun.listen<State>({
    hostname: '127.0.0.1',
    port: newPort(),
    socket: {
      open(socket) {
        socket.data = { text: '', peer: null, onClose: () => undefined }
      },
      data(socket, data) {
        const { peer } = socket.data
        if (peer) return void peer.received.push(Buffer.from(data))
        socket.data.text += data.toString('latin1')
        const key = /^sec-websocket-key: (.+)\r$/im.exec(socket.data.text)?.[1]
        if (!socket.data.text.endsWith('\r\n\r\n') || key === undefined) return
        const ended = Promise.withResolvers<void>()
        socket.data.onClose = ended.resolve
        const made: RawPeer = {
          send: (bytes) => void socket.write(bytes),
          received: [],
          closed: ended.promise,
          end: () => void socket.end(),
        }
        socket.data.peer = made
        peers.push(made)
        socket.write(
          head(
            createHash('sha1')
              .update(key + GUID)
              .digest('base64'),
          ),
        )
        open(made)
      },
      close: (socket) => socket.data.onClose(),
      error: (socket) => socket.data.onClose(),
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    peers,
    async [Symbol.asyncDispose]() {
      server.stop(true)
    },
  }
}

function validHead(accept: string): string {
  return `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`
}
