/** The connections to one origin that nobody uses just now: the last one used is the first to be used again. */

import type { Destination } from '../route.ts'
import { Connection } from './connection.ts'

/** Below the 60 s after which common balancers close: better we hang up than a request meets a closed door. */
const IDLE_MS = 50_000
const SWEEP_MS = 5_000
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
    return connection
  }

  open(address: string): Promise<Connection> {
    return Connection.open({
      address,
      destination: this.#destination,
      roots: this.#roots,
      onIdle: this.#keep,
      onClosed: this.#forget,
    })
  }

  /** Calls under way finish; their connections are not kept. */
  close(): void {
    this.#isClosed = true
    for (const connections of this.#idle.values()) for (const connection of connections.splice(0)) connection.hangUp()
    this.#idleCount = 0
    this.#stopSweeping()
  }

  readonly #keep = (connection: Connection): void => {
    if (this.#isClosed || this.#idleCount >= MAX_IDLE) return connection.hangUp()
    connection.idleSinceMs = performance.now()
    const kept = this.#idle.get(connection.address)
    if (kept) kept.push(connection)
    else this.#idle.set(connection.address, [connection])
    this.#idleCount++
    if (this.#sweeping) return
    this.#sweeping = setInterval(() => this.#sweep(), SWEEP_MS)
    this.#sweeping.unref()
  }

  readonly #forget = (connection: Connection): void => {
    const kept = this.#idle.get(connection.address)
    const index = kept?.indexOf(connection) ?? -1
    if (index < 0) return
    kept!.splice(index, 1)
    this.#idleCount--
  }

  #sweep(): void {
    const untilMs = performance.now() - IDLE_MS
    for (const [address, connections] of this.#idle) {
      // The oldest stand in front.
      const fresh = connections.findIndex(({ idleSinceMs }) => idleSinceMs > untilMs)
      const old = connections.splice(0, fresh < 0 ? connections.length : fresh)
      this.#idleCount -= old.length
      for (const connection of old) connection.hangUp()
      if (connections.length === 0) this.#idle.delete(address)
    }
    if (this.#idleCount === 0) this.#stopSweeping()
  }

  #stopSweeping(): void {
    if (this.#sweeping) clearInterval(this.#sweeping)
    this.#sweeping = null
  }
}
