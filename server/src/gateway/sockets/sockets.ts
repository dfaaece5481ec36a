/** The open WebSocket sessions: their idle limits, and their end when the gateway stops. */

import { GatewayError } from '../../core/errors.ts'
import type { Awaitable } from '../../core/ports.ts'

/** The caller's side of a WebSocket: what the runtime's socket offers. */
export type CallerSocket = {
  /** Returns 0 if the message was dropped, -1 if it is queued because the caller does not read fast enough. */
  sendText(data: string): number
  sendBinary(data: Uint8Array): number
  close(code?: number, reason?: string): void
  terminate(): void
  pause(): void
  resume(): void
  getBufferedAmount(): number
  /** Messages sent by `send` leave in one write. */
  cork(send: () => void): void
}

/** A session, as the listener of the runtime calls it. */
export interface SocketHandler {
  /**
   * Returns null if the session is open and the turn that may start at once, if any, is held. Otherwise returns the
   * reason why the session has ended.
   */
  onOpen(socket: CallerSocket): Awaitable<GatewayError | null>
  onMessage(message: string | Buffer): void
  onDrain(): void
  onClose(code: number, reason: string): void
  /** Called once a second. `nowMs` is on the clock of performance.now(). */
  check(nowMs: number): void
  /** The gateway stops: ends the session as soon as no response is being generated. */
  drain(): void
}

export type SocketLimits = {
  readonly maxMessageBytes: number
  /** How long both sides may send nothing. */
  readonly idleMs: number
  /** How long a side may leave unread what was sent to it. */
  readonly stallMs: number
}

/** Upgrades the connection of a request. False if the runtime refuses. */
export type Upgrade = (request: Request, session: SocketHandler, headers: Readonly<Record<string, string>>) => boolean

const CHECK_MS = 1_000

/** The part of `Sockets` that a session uses. */
export type SocketList = Pick<Sockets, 'limits' | 'upgrade' | 'requireOpen' | 'add' | 'remove'>

export class Sockets {
  readonly #sessions = new Set<SocketHandler>()
  #timer: ReturnType<typeof setInterval> | null = null
  #isDraining = false

  constructor(
    readonly limits: SocketLimits,
    readonly upgrade: Upgrade,
  ) {}

  get size(): number {
    return this.#sessions.size
  }

  /** Throws while the gateway stops. */
  requireOpen(): void {
    if (this.#isDraining) throw new GatewayError('shutting_down')
  }

  add(session: SocketHandler): void {
    this.#sessions.add(session)
    if (this.#isDraining) session.drain()
    this.#timer ??= setInterval(() => this.check(), Math.min(CHECK_MS, this.limits.idleMs, this.limits.stallMs))
    this.#timer.unref()
  }

  remove(session: SocketHandler): void {
    this.#sessions.delete(session)
    if (this.#sessions.size > 0 || !this.#timer) return
    clearInterval(this.#timer)
    this.#timer = null
  }

  check(nowMs = performance.now()): void {
    for (const session of [...this.#sessions]) session.check(nowMs)
  }

  drain(): void {
    this.#isDraining = true
    for (const session of [...this.#sessions]) session.drain()
  }
}
