/** A TLS connection of a client, and the connection to the HTTP server in this process that its bytes are copied to. */

import type { ClientCertificate } from '../../core/client-certificate.ts'
import { OneWay } from './one-way.ts'

/** Time for the client to close its side after we have closed ours. */
const LINGER_MS = 5_000

export type ConnectionLimits = {
  /** Longest time for the TLS handshake. */
  readonly handshakeMs: number
  /** Longest time for which a client may stop accepting bytes. */
  readonly stallMs: number
}

export class TlsConnection {
  readonly startedAtMs = performance.now()
  readonly toServer = new OneWay()
  readonly toClient = new OneWay()
  client: Bun.Socket<TlsConnection> | null = null
  server: Bun.Socket<TlsConnection> | null = null
  /** The client's certificate, if it was verified. */
  certificate: ClientCertificate | null = null
  /** Local port of the connection to the HTTP server. It is stored because a closed socket no longer reports it. */
  serverSidePort = 0
  isSecure = false
  isClosed = false
  #closingSinceMs: number | null = null

  constructor(
    /** Address of the client. */
    readonly address: string,
    readonly port: number,
  ) {}

  join(server: Bun.Socket<TlsConnection>): void {
    this.server = server
    if (this.client === null) return this.abort()
    this.toServer.connect(this.client, server)
    this.toClient.connect(server, this.client)
  }

  /** The HTTP server has closed the connection: the client gets the remaining bytes, then end-of-file. */
  onServerClosed(): void {
    this.server = null
    this.#closingSinceMs ??= performance.now()
    this.toClient.end()
  }

  onClientClosed(): void {
    this.isClosed = true
    this.client = null
    // The HTTP server ends the request of a closed connection, so bytes that it has not accepted yet can be dropped.
    if (this.toServer.blockedSinceMs === null) this.server?.end()
    else this.server?.terminate()
  }

  /** Closes both sides at once. */
  abort(): void {
    this.client?.terminate()
    this.server?.terminate()
  }

  /** Whether the client exceeded the timeout of the handshake, of a stall, or of the close. */
  isOverdue(nowMs: number, { handshakeMs, stallMs }: ConnectionLimits): boolean {
    if (!this.isSecure) return nowMs - this.startedAtMs > handshakeMs
    const { blockedSinceMs } = this.toClient
    if (blockedSinceMs !== null) return nowMs - blockedSinceMs > stallMs
    return this.#closingSinceMs !== null && nowMs - this.#closingSinceMs > LINGER_MS
  }
}
