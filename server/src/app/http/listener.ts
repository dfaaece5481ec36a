/** Listens on the port of the gateway: plain HTTP, or TLS that ends in this process. */

import type { ClientCertificate } from '../../core/client-certificate.ts'
import { GatewayError } from '../../core/errors.ts'
import { CERTIFICATE_HEADER, PEER_HEADER } from '../../egress/forward-to-socket.ts'
import type { SocketHandler } from '../../gateway/sockets/sockets.ts'
import type { GatehouseSettings } from '../../settings.ts'
import { errorResponse } from '../route-request.ts'
import { CertificateWatch } from '../tls/certificate-watch.ts'
import { type TlsHealth, tlsHealth } from '../tls/tls-health.ts'
import { LOOPBACK, TlsListener } from '../tls/tls-listener.ts'
import type { GuardedServer } from './descriptor-guard.ts'
import { SERVE_OPTIONS, serveAtSocket, socketOptions } from './serve-options.ts'

type Respond = (request: Request) => Response | Promise<Response>

export type Listener = {
  readonly port: number
  /** All ports of this process that outgoing requests must not reach. */
  readonly ports: readonly number[]
  readonly server: Pick<Bun.Server<SocketHandler>, 'timeout' | 'upgrade'>
  readonly guarded: GuardedServer
  /** Address of the client; null if it has disconnected. */
  addressOf(request: Request): string | null
  /** The verified certificate of the client; null if it has none. */
  certificateOf(request: Request): ClientCertificate | null
  /** Null without TLS. */
  health(): TlsHealth | null
  stop(closeActiveConnections?: boolean): Promise<void>
}

type ListenTerms = { readonly reusePort: boolean; readonly respond: Respond }

export async function listen(settings: GatehouseSettings, terms: ListenTerms): Promise<Listener> {
  return settings.tls === null ? listenPlain(settings, terms) : listenTls(settings, settings.tls, terms)
}

/** For an owner process: workers serve the port and forward requests to this socket. */
export function listenAtSocket(
  { port, socketPath }: { readonly port: number; readonly socketPath: string },
  respond: Respond,
  settings: GatehouseSettings,
): Listener {
  const server = serveAtSocket(socketPath, respond, settings)
  return {
    port,
    ports: [port],
    server,
    guarded: server,
    addressOf: (request) => request.headers.get(PEER_HEADER),
    certificateOf: (request) => {
      const text = request.headers.get(CERTIFICATE_HEADER)
      return text === null ? null : (JSON.parse(text) as ClientCertificate)
    },
    health: () => null,
    stop: (closeActiveConnections) => server.stop(closeActiveConnections),
  }
}

function listenPlain(settings: GatehouseSettings, { reusePort, respond }: ListenTerms): Listener {
  const server = Bun.serve<SocketHandler>({
    ...SERVE_OPTIONS,
    websocket: socketOptions(settings),
    idleTimeout: settings.keepAliveSeconds,
    hostname: settings.host,
    port: settings.port,
    reusePort,
    fetch: respond,
  })
  const port = server.port ?? settings.port
  return {
    port,
    ports: [port],
    server,
    guarded: server,
    addressOf: (request) => server.requestIP(request)?.address ?? null,
    certificateOf: () => null,
    health: () => null,
    stop: (closeActiveConnections) => server.stop(closeActiveConnections),
  }
}

async function listenTls(
  settings: GatehouseSettings,
  tls: NonNullable<GatehouseSettings['tls']>,
  { reusePort, respond }: ListenTerms,
): Promise<Listener> {
  const watch = await CertificateWatch.open(tls)
  const hsts = tls.hstsSeconds > 0 ? `max-age=${tls.hstsSeconds}` : null
  const server = Bun.serve<SocketHandler>({
    ...SERVE_OPTIONS,
    websocket: socketOptions(settings),
    idleTimeout: settings.keepAliveSeconds,
    hostname: LOOPBACK,
    port: 0,
    fetch: (request) => {
      if (connectionOf(request) === undefined) return notOurs()
      return hsts === null ? respond(request) : withHsts(respond(request), hsts)
    },
  })
  const serverPort = server.port ?? 0
  let listener: TlsListener
  try {
    listener = new TlsListener({
      hostname: settings.host,
      port: settings.port,
      reusePort,
      clientCertificates: tls.clientCertificates,
      context: () => watch.current.context,
      serverPort,
      stallMs: settings.stallTimeoutMs,
    })
  } catch (error) {
    watch.close()
    await server.stop(true)
    throw error
  }

  /** Undefined if another program on this machine has connected, or if the client has disconnected. */
  function connectionOf(request: Request) {
    const peer = server.requestIP(request)
    // A program can use the same port on another loopback address, such as 127.0.0.2.
    return peer?.address === LOOPBACK ? listener.connectionAt(peer.port) : undefined
  }

  return {
    port: listener.port,
    ports: [listener.port, serverPort],
    server,
    guarded: {
      port: serverPort,
      closeIdleConnections: () => server.closeIdleConnections() + listener.closeHandshakes(),
      requestIP: (request) => server.requestIP(request),
    },
    addressOf: (request) => connectionOf(request)?.address ?? null,
    certificateOf:
      tls.clientCertificates === 'off' ? () => null : (request) => connectionOf(request)?.certificate ?? null,
    health: () => tlsHealth(watch, listener.counts),
    async stop(closeActiveConnections) {
      listener.stopListening()
      await server.stop(closeActiveConnections)
      if (!closeActiveConnections) return
      watch.close()
      await listener.close()
    },
  }
}

/** For requests that did not come through the TLS listener, such as those of other programs on this machine. */
function notOurs(): Response {
  const response = errorResponse(
    new GatewayError('not_found', { message: 'This port is internal. Use the port of the gateway, with https.' }),
    '',
  )
  response.headers.set('connection', 'close')
  return response
}

function withHsts(responding: Response | Promise<Response>, value: string): Response | Promise<Response> {
  if (responding instanceof Promise) return responding.then((response) => withHsts(response, value))
  // Undefined after an upgrade: the runtime sends that response itself.
  responding?.headers.set('strict-transport-security', value)
  return responding
}
