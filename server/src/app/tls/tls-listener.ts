/**
 * Ends TLS in this process and copies the bytes to the HTTP server of this process, which listens on a free port of the
 * loopback interface. The runtime's own HTTP server cannot change its certificate and does not expose the certificate
 * of a client. Each connection uses the certificate that is current when it begins.
 */

import type { SecureContext } from 'node:tls'
import { readClientCertificate } from '../../core/client-certificate.ts'
import { logDefect, logWarning } from '../../observe/log.ts'
import type { ClientCertificateMode } from '../../settings/tls-settings.ts'
import { type ConnectionLimits, TlsConnection } from './tls-connection.ts'

export const LOOPBACK = '127.0.0.1'
/** Maximum number of handshakes in progress. One more closes the oldest, which is the least likely to complete. */
const MAX_HANDSHAKES = 1_000
const HANDSHAKE_MS = 10_000
const SWEEP_MS = 1_000
/** Time for the last bytes on their way from the HTTP server to clients. */
const FLUSH_MS = 1_000
const POLL_MS = 10
/** Repeated failures are logged once per this interval. */
const LOG_MS = 10_000

export type TlsTerms = {
  readonly hostname: string
  readonly port: number
  /** Whether other processes listen on the port too. */
  readonly reusePort: boolean
  readonly clientCertificates: ClientCertificateMode
  readonly context: () => SecureContext
  /** Port of the HTTP server. */
  readonly serverPort: number
  readonly stallMs: number
}

export type TlsCounts = {
  readonly connections: number
  readonly handshakes: number
  readonly handshakeFailures: number
}

export class TlsListener {
  /** Connections by the local port of their connection to the HTTP server. */
  readonly #byPort: (TlsConnection | undefined)[] = new Array(65_536)
  readonly #connections = new Set<TlsConnection>()
  /** In the order in which they began. */
  readonly #handshakes = new Set<TlsConnection>()
  readonly #listener: Bun.TCPSocketListener<undefined>
  readonly #limits: ConnectionLimits
  readonly #sweeper: ReturnType<typeof setInterval>
  #failures = 0
  #loggedAtMs = Number.NEGATIVE_INFINITY

  constructor(private readonly terms: TlsTerms) {
    this.#limits = { handshakeMs: HANDSHAKE_MS, stallMs: terms.stallMs }
    const { hostname, port, reusePort } = terms
    const socket: Bun.SocketHandler<undefined> = {
      open: (accepted) => this.#accept(accepted),
      // Encrypted bytes: the handlers of the TLS socket get the content.
      data: () => {},
      error: () => {},
    }
    // The runtime's types lack `reusePort`.
    const options = { hostname, port, reusePort, socket }
    this.#listener = Bun.listen(options)
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_MS)
    this.#sweeper.unref()
  }

  get port(): number {
    return this.#listener.port
  }

  get counts(): TlsCounts {
    return { connections: this.#connections.size, handshakes: this.#handshakes.size, handshakeFailures: this.#failures }
  }

  /** The connection whose bytes arrive at the HTTP server from this port; undefined if it is not one of ours. */
  connectionAt(port: number): TlsConnection | undefined {
    return this.#byPort[port]
  }

  /** Closes the handshakes in progress, to free descriptors; returns how many. */
  closeHandshakes(): number {
    const count = this.#handshakes.size
    for (const connection of this.#handshakes) connection.abort()
    return count
  }

  /** Accepts no more connections. Existing ones stay open. */
  stopListening(): void {
    this.#listener.stop()
  }

  /** Waits a moment for the clients to receive what the HTTP server has sent, then closes all connections. */
  async close(): Promise<void> {
    this.closeHandshakes()
    const untilMs = performance.now() + FLUSH_MS
    while (this.#connections.size > 0 && performance.now() < untilMs) await Bun.sleep(POLL_MS)
    for (const connection of this.#connections) connection.abort()
    this.#listener.stop(true)
    clearInterval(this.#sweeper)
  }

  #accept(socket: Bun.Socket<undefined>): void {
    const connection = new TlsConnection(socket.remoteAddress, socket.remotePort)
    if (this.#handshakes.size >= MAX_HANDSHAKES) this.#evictOldest()
    this.#connections.add(connection)
    this.#handshakes.add(connection)
    const mode = this.terms.clientCertificates
    const options = {
      // The runtime's types lack these two options, which its own node:tls uses.
      isServer: true,
      data: connection,
      tls: {
        secureContext: this.terms.context().context,
        requestCert: mode !== 'off',
        rejectUnauthorized: mode === 'required',
      },
      socket: this.#clientHandlers,
    }
    try {
      const [, secure] = socket.upgradeTLS<TlsConnection>(options)
      connection.client = secure
    } catch (error) {
      logDefect(error, 'none')
      this.#forget(connection)
      socket.terminate()
    }
  }

  readonly #clientHandlers: Bun.SocketHandler<TlsConnection> = {
    handshake: (socket, isDone, error) => this.#onHandshake(socket, isDone, error),
    data: ({ data: connection }, data) => connection.toServer.push(data),
    drain: ({ data: connection }) => connection.toClient.flush(),
    close: ({ data: connection }) => {
      if (!connection.isSecure) this.#failures++
      this.#forget(connection)
      // Before the socket to the HTTP server closes: the next connection on its port must not be taken for this one.
      this.#freePort(connection)
      connection.onClientClosed()
    },
    // A client that breaks the protocol; the connection closes next.
    error: () => {},
  }

  readonly #serverHandlers: Bun.SocketHandler<TlsConnection> = {
    open: (socket) => {
      const { data: connection } = socket
      if (connection.isClosed) return void socket.terminate()
      connection.serverSidePort = socket.localPort
      this.#byPort[socket.localPort] = connection
      connection.join(socket)
    },
    data: ({ data: connection }, data) => connection.toClient.push(data),
    drain: ({ data: connection }) => connection.toServer.flush(),
    close: ({ data: connection }) => {
      this.#freePort(connection)
      connection.onServerClosed()
    },
    error: () => {},
  }

  #onHandshake(socket: Bun.Socket<TlsConnection>, isDone: boolean, error: Error | null): void {
    const connection = socket.data
    // The runtime also reports an error if the client has sent no certificate.
    const mode = this.terms.clientCertificates
    const certificate = isDone && mode !== 'off' ? socket.getPeerX509Certificate() : undefined
    const isRefused = certificate ? error !== null || !socket.authorized : mode === 'required'
    if (!isDone || isRefused || connection.isClosed) return void socket.terminate()
    if (certificate) {
      const read = readClientCertificate(certificate)
      // The certificate may have expired since the resumed session was created.
      if (read.expiresAtMs <= Date.now()) return void socket.terminate()
      connection.certificate = read
    }
    connection.isSecure = true
    this.#handshakes.delete(connection)
    // Paused until the HTTP server has accepted the connection; `join` resumes it.
    socket.pause()
    const target = { hostname: LOOPBACK, port: this.terms.serverPort, data: connection, socket: this.#serverHandlers }
    Bun.connect(target).catch((failure: unknown) => {
      this.#logFailure(failure)
      connection.abort()
    })
  }

  /** Likely causes: no descriptor is free, or the process is stopping. */
  #logFailure(failure: unknown): void {
    const nowMs = performance.now()
    if (nowMs - this.#loggedAtMs < LOG_MS) return
    this.#loggedAtMs = nowMs
    const reason = failure instanceof Error ? failure.message : String(failure)
    logWarning('tls_connection', `A TLS connection could not be passed to the HTTP server of this process: ${reason}`)
  }

  #evictOldest(): void {
    for (const oldest of this.#handshakes) {
      this.#forget(oldest)
      oldest.abort()
      return
    }
  }

  #forget(connection: TlsConnection): void {
    this.#handshakes.delete(connection)
    this.#connections.delete(connection)
  }

  #freePort(connection: TlsConnection): void {
    const port = connection.serverSidePort
    if (this.#byPort[port] === connection) this.#byPort[port] = undefined
  }

  #sweep(): void {
    const nowMs = performance.now()
    for (const connection of this.#connections) if (connection.isOverdue(nowMs, this.#limits)) connection.abort()
  }
}
