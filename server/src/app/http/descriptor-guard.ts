/**
 * Keeps file descriptors free for upstream calls and files. Bun accepts connections until no descriptors are left.
 * Before that happens, this closes connections without a request: first idle ones, then those that have not sent a
 * complete first request.
 */

import { descriptorLimit, isInUse } from '../../core/runtime/descriptors.ts'
import { logDefect, logWarning } from '../../observe/log.ts'
import { openSocketCalls, type SocketCalls } from './socket-calls.ts'

const CHECK_MS = 1_000
/** A lasting overload is logged once per this interval. */
const LOG_MS = 10_000
const RESERVE_SHARE = 0.1
const RESERVE = { least: 32, most: 512 }
/** For stores, journals, workers and listeners. */
const OWN_DESCRIPTORS = 64
const SCARCE = 4_096
/** Tolerance, because other code may free or take a few descriptors between a failure and our check. */
const TOLERANCE = 4
const RELIEF_MS = 250
const POLL_MS = 10

export type GuardedServer = {
  readonly port: number | undefined
  closeIdleConnections(): number
  requestIP(request: Request): { readonly port: number } | null
}

export class DescriptorGuard {
  /** Connections are closed above this number of descriptors; null if the system does not report its limit. */
  readonly #cap: number | null
  readonly #limit = descriptorLimit()
  #relief: Promise<void> | null = null
  readonly #sockets: SocketCalls | null
  readonly #timer: ReturnType<typeof setInterval>
  #loggedAtMs = Number.NEGATIVE_INFINITY

  constructor(
    private readonly server: GuardedServer,
    /** Requests in progress; their connections stay open. */
    private readonly requests: () => Iterable<Request>,
  ) {
    this.#cap = this.#limit === null ? null : this.#limit - reserveOf(this.#limit)
    // Load the library now: it cannot be loaded once no descriptor is free.
    this.#sockets = this.#cap === null || server.port === undefined ? null : openSocketCalls()
    this.#timer = setInterval(() => this.check(), CHECK_MS)
    this.#timer.unref()
  }

  /** Runs once a second. */
  check(): void {
    if (this.#cap === null || !isInUse(this.#cap)) return
    try {
      this.#closeConnections(this.#cap)
    } catch (error) {
      logDefect(error, 'none')
    }
  }

  /**
   * For a caller that failed to connect. Returns null if descriptors are free. Otherwise closes connections without a
   * request and resolves once a descriptor is free, or after RELIEF_MS.
   */
  relieve(): Promise<void> | null {
    if (this.#limit === null || !isInUse(this.#limit - TOLERANCE)) return null
    this.#relief ??= this.#relieved(this.#limit - TOLERANCE).finally(() => {
      this.#relief = null
    })
    return this.#relief
  }

  async #relieved(count: number): Promise<void> {
    this.check()
    // Bun closes the connections later, in its event loop.
    for (let waitedMs = 0; waitedMs < RELIEF_MS && isInUse(count); waitedMs += POLL_MS) await Bun.sleep(POLL_MS)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #closeConnections(cap: number): void {
    const idle = this.server.closeIdleConnections()
    const silent = this.#sockets?.shutSilent(this.server.port ?? 0, cap) ?? 0
    const partial = idle + silent >= RESERVE.least ? 0 : this.#shutPartial(cap)
    const nowMs = performance.now()
    if (nowMs - this.#loggedAtMs < LOG_MS) return
    this.#loggedAtMs = nowMs
    logWarning(
      'descriptors_low',
      `File descriptors are running out: more than ${cap} are in use. Closed ${idle + silent + partial} connections without a request. Raise the limit (ulimit -n, LimitNOFILE) if your clients need more connections.`,
    )
  }

  /** Closes connections that began a request but did not finish its headers. */
  #shutPartial(cap: number): number {
    const busy = new Set<number>()
    for (const request of this.requests()) {
      const peer = this.server.requestIP(request)
      if (peer) busy.add(peer.port)
    }
    return this.#sockets?.shutUnanswered(this.server.port ?? 0, cap, busy) ?? 0
  }
}

function reserveOf(limit: number): number {
  return Math.min(Math.max(Math.floor(limit * RESERVE_SHARE), RESERVE.least), RESERVE.most)
}

/**
 * Maximum number of concurrent requests. Each needs two descriptors: the client's connection and the provider's. With
 * TLS it needs four: also both ends of the connection between the TLS listener and the HTTP server.
 */
export function requestCap(isTls: boolean): number {
  const limit = descriptorLimit()
  if (limit === null) return Number.POSITIVE_INFINITY
  return Math.max(1, Math.floor((limit - reserveOf(limit) - OWN_DESCRIPTORS) / (isTls ? 4 : 2)))
}

/**
 * With this few descriptors, a burst of connections may leave none for files, so lazy modules are loaded at startup.
 */
export function areDescriptorsScarce(): boolean {
  return (descriptorLimit() ?? Number.POSITIVE_INFINITY) < SCARCE
}
