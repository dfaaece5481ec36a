/** An HTTP relay in front of the gateway that lists every request of a client and the status of its response. */

import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { Pki } from '../harness/pki.ts'

export type Exchange = {
  readonly method: string
  readonly path: string
  readonly credential: string | null
  /** Null until the response begins. */
  status: number | null
}

export interface Tap extends AsyncDisposable {
  readonly url: string
  /** The same relay over TLS, like a proxy in front of the gateway. */
  readonly tlsUrl: string
  /** The file of the certificate to trust. */
  readonly certificate: string
  readonly exchanges: Exchange[]
}

const CREDENTIALS = ['x-gateway-api-key', 'authorization', 'x-api-key', 'api-key', 'x-goog-api-key'] as const

export async function startTap(gatewayUrl: string): Promise<Tap> {
  const { hostname, port } = new URL(gatewayUrl)
  const exchanges: Exchange[] = []
  const note = (method = '', path = '', headers: NodeJS.Dict<string | string[]>): Exchange => {
    // Browsers cannot set headers of a WebSocket, so clients put the key into a subprotocol or into the query.
    const inProtocol = /openai-insecure-api-key\.([^,\s]+)/.exec(String(headers['sec-websocket-protocol']))?.[1]
    const inQuery = new URLSearchParams(path.split('?')[1]).get('key') ?? undefined
    const sent = CREDENTIALS.map((name) => headers[name]).find((value) => value !== undefined) ?? inProtocol ?? inQuery
    const credential = sent === undefined ? null : String(sent).replace(/^Bearer /i, '')
    const exchange: Exchange = { method, path, credential, status: null }
    exchanges.push(exchange)
    return exchange
  }
  const relay = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, url, headers } = incoming
    const exchange = note(method, url, headers)
    const upstream = send({ hostname, port, method, path: url, headers }, (response) => {
      exchange.status = response.statusCode ?? null
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    upstream.on('error', () => outgoing.destroy())
    outgoing.on('close', () => upstream.destroy())
    incoming.pipe(upstream)
  }
  const relaySocket = (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const exchange = note(incoming.method, incoming.url, incoming.headers)
    const upstream = connect(Number(port), hostname, () => {
      const lines = incoming.rawHeaders.flatMap((name, i) =>
        i % 2 === 0 ? [`${name}: ${incoming.rawHeaders[i + 1]}`] : [],
      )
      upstream.write(`${[`${incoming.method} ${incoming.url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`)
      upstream.write(head)
      upstream.once('data', (first: Buffer) => {
        exchange.status = Number(/^HTTP\/1\.1 (\d+)/.exec(first.toString('latin1'))?.[1] ?? 0)
      })
      upstream.pipe(socket)
      socket.pipe(upstream)
    })
    for (const end of [upstream, socket]) {
      end.on('error', () => {
        upstream.destroy()
        socket.destroy()
      })
    }
  }
  const pki = new Pki()
  const { key, cert, certificate } = certify(pki)
  const plain = createServer(relay)
  const secure = createTlsServer({ key, cert }, relay)
  for (const server of [plain, secure]) {
    server.on('upgrade', relaySocket)
    server.timeout = 0
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  }
  const portOf = (server: typeof plain | typeof secure) => (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${portOf(plain)}`,
    tlsUrl: `https://127.0.0.1:${portOf(secure)}`,
    certificate,
    exchanges,
    async [Symbol.asyncDispose]() {
      for (const server of [plain, secure]) {
        server.closeAllConnections()
        server.close()
      }
      pki[Symbol.dispose]()
    },
  }
}

/** Creates a self-signed certificate for 127.0.0.1. */
function certify(pki: Pki) {
  const { cert: certificate, key } = pki.selfSigned('127.0.0.1', { names: 'IP:127.0.0.1' })
  return { key: readFileSync(key), cert: readFileSync(certificate), certificate }
}
