/** An HTTP relay in front of the gateway that lists every request of a client and the status of its response. */

import { createServer, request as send } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

export type Exchange = {
  readonly method: string
  readonly path: string
  readonly credential: string | null
  /** Null until the response begins. */
  status: number | null
}

export interface Tap extends AsyncDisposable {
  readonly url: string
  readonly exchanges: Exchange[]
}

const CREDENTIALS = ['x-gateway-api-key', 'authorization', 'x-api-key', 'api-key', 'x-goog-api-key'] as const

export async function startTap(gatewayUrl: string): Promise<Tap> {
  const { hostname, port } = new URL(gatewayUrl)
  const exchanges: Exchange[] = []
  const note = (method = '', path = '', headers: NodeJS.Dict<string | string[]>): Exchange => {
    const sent = CREDENTIALS.map((name) => headers[name]).find((value) => value !== undefined)
    const credential = sent === undefined ? null : String(sent).replace(/^Bearer /i, '')
    const exchange: Exchange = { method, path, credential, status: null }
    exchanges.push(exchange)
    return exchange
  }
  const server = createServer((incoming, outgoing) => {
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
  })
  server.on('upgrade', (incoming, socket, head) => {
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
  })
  server.timeout = 0
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
