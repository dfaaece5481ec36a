/** The idle connections to one origin, reused in last-in, first-out order. */

import type { Destination } from '../destination.ts'
import { Connection } from './connection.ts'

/** Below the 60 s idle timeout of common load balancers, so that the gateway closes before they do. */
const IDLE_MS = 50_000
/** Servers without TLS are usually local, cheap to reconnect to, and often close after 5 s. */
const PLAIN_IDLE_MS = 4_000
const SWEEP_MS = 1_000
const MAX_IDLE = 256

export class ConnectionPool {
  readonly #destination: Destination
  readonly #roots: string | undefined
  readonly #idle = new Map<string, Connection[]>()
  #idleCount = 0
  #sweeping: ReturnType<typeof setInterval> | null = null
  #isClosed = false

  constructor(destination: Destination, roots: string | undefined) {
    this.#destination = destination
    this.#roots = roots
  }

  take(address: string): Connection | null {
    const connection = this.#idle.get(address)?.pop()
    if (connection === undefined) return null
    this.#idleCount--
    if (connection.idleUntilMs > performance.now()) return connection
    connection.close()
    return this.take(address)
  }

  open(address: string, timeoutMs: number): Promise<Connection> {
    const options = {
      address,
      destination: this.#destination,
      roots: this.#roots,
      onIdle: this.#addIdle,
      onClosed: this.#removeIdle,
    }
    return Connection.open(options, timeoutMs)
  }

  /** Active calls finish. Their connections are then closed. */
  close(): void {
    this.#isClosed = true
    for (const connections of this.#idle.values()) for (const connection of connections.splice(0)) connection.close()
    this.#idleCount = 0
    this.#stopSweeping()
  }

  readonly #addIdle = (connection: Connection): void => {
    if (this.#isClosed || this.#idleCount >= MAX_IDLE) return connection.close()
    const limitMs = this.#destination.scheme === 'https' ? IDLE_MS : PLAIN_IDLE_MS
    connection.idleUntilMs = performance.now() + Math.min(limitMs, connection.keepAliveMs)
    const idle = this.#idle.get(connection.address)
    if (idle) idle.push(connection)
    else this.#idle.set(connection.address, [connection])
    this.#idleCount++
    if (this.#sweeping) return
    this.#sweeping = setInterval(() => this.#sweep(), SWEEP_MS)
    this.#sweeping.unref()
  }

  readonly #removeIdle = (connection: Connection): void => {
    const idle = this.#idle.get(connection.address)
    const index = idle?.indexOf(connection) ?? -1
    if (index < 0) return
    idle!.splice(index, 1)
    this.#idleCount--
  }

  #sweep(): void {
    const nowMs = performance.now()
    for (const [address, connections] of this.#idle) {
      const fresh = connections.filter(({ idleUntilMs }) => idleUntilMs > nowMs)
      for (const connection of connections) if (connection.idleUntilMs <= nowMs) connection.close()
      this.#idleCount -= connections.length - fresh.length
      if (fresh.length === 0) this.#idle.delete(address)
      else this.#idle.set(address, fresh)
    }
    if (this.#idleCount === 0) this.#stopSweeping()
  }

  #stopSweeping(): void {
    if (this.#sweeping) clearInterval(this.#sweeping)
    this.#sweeping = null
  }
}
