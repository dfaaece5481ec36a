/**
 * Keeps file descriptors free for upstream calls and files. The runtime accepts connections until none are left; before
 * that, this closes connections that carry no request: idle ones first, then those that never sent one.
 */

import { closeSync, openSync, readFileSync } from 'node:fs'
import { once } from '../../core/runtime/once.ts'
import { logDefect, logWarning } from '../../observe/log.ts'
import { openSocketCalls, type SocketCalls } from './socket-calls.ts'

const CHECK_MS = 1_000
/** An overload that lasts is logged once per this interval. */
const LOG_MS = 10_000
const RESERVE_SHARE = 0.1
const RESERVE = { least: 32, most: 512 }
/** Stores, journals, workers and listeners. */
const OWN_DESCRIPTORS = 64
const SCARCE = 4_096
/** Others may free or take a few between a failure and our look. */
const NEARLY = 4
const RELIEF_MS = 250
const LOOK_MS = 10

export type GuardedServer = {
  readonly port: number | undefined
  closeIdleConnections(): number
  requestIP(request: Request): { readonly port: number } | null
}

export class DescriptorGuard {
  /** Descriptors in use from which connections are closed; null where the system does not tell its limit. */
  readonly #cap: number | null
  readonly #limit = descriptorLimit()
  #relief: Promise<void> | null = null
  readonly #sockets: SocketCalls | null
  readonly #timer: ReturnType<typeof setInterval>
  #loggedAtMs = Number.NEGATIVE_INFINITY

  constructor(
    private readonly server: GuardedServer,
    /** The requests under way: their connections stay. */
    private readonly requests: () => Iterable<Request>,
  ) {
    this.#cap = this.#limit === null ? null : this.#limit - reserveOf(this.#limit)
    // Loaded now: without a free descriptor it could not be.
    this.#sockets = this.#cap === null || server.port === undefined ? null : openSocketCalls()
    this.#timer = setInterval(() => this.check(), CHECK_MS)
    this.#timer.unref()
  }

  /** Called once a second. */
  check(): void {
    if (this.#cap === null || !isInUse(this.#cap)) return
    try {
      this.#closeConnections(this.#cap)
    } catch (error) {
      logDefect(error, 'none')
    }
  }

  /**
   * For whoever could not connect. Null when there are descriptors; else closes connections without a request, and
   * resolves once a descriptor is free, at the latest after RELIEF_MS.
   */
  relieve(): Promise<void> | null {
    if (this.#limit === null || !isInUse(this.#limit - NEARLY)) return null
    this.#relief ??= this.#relieved(this.#limit - NEARLY).finally(() => {
      this.#relief = null
    })
    return this.#relief
  }

  async #relieved(count: number): Promise<void> {
    this.check()
    // The runtime closes them in its event loop.
    for (let waitedMs = 0; waitedMs < RELIEF_MS && isInUse(count); waitedMs += LOOK_MS) await Bun.sleep(LOOK_MS)
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

  /** Connections that began a request but did not finish its headers. */
  #shutPartial(cap: number): number {
    const busy = new Set<number>()
    for (const request of this.requests()) {
      const peer = this.server.requestIP(request)
      if (peer) busy.add(peer.port)
    }
    return this.#sockets?.shutUnanswered(this.server.port ?? 0, cap, busy) ?? 0
  }
}

/** The kernel gives out the lowest free number, so a new descriptor shows whether this many are in use. */
function isInUse(count: number): boolean {
  try {
    const descriptor = openSync('/dev/null', 'r')
    closeSync(descriptor)
    return descriptor >= count
  } catch {
    return true
  }
}

/** The runtime raises the soft limit to the hard one before our code runs. Null where there is none to read. */
const descriptorLimit = once((): number | null => {
  try {
    const limit = Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])
    return Number.isFinite(limit) ? limit : null
  } catch {
    return null
  }
})

function reserveOf(limit: number): number {
  return Math.min(Math.max(Math.floor(limit * RESERVE_SHARE), RESERVE.least), RESERVE.most)
}

/** Each request takes two: the caller's connection and the provider's. */
export function requestCap(): number {
  const limit = descriptorLimit()
  if (limit === null) return Number.POSITIVE_INFINITY
  return Math.max(1, Math.floor((limit - reserveOf(limit) - OWN_DESCRIPTORS) / 2))
}

/** With so few descriptors a burst of connections may leave none for a file; what is loaded later is loaded at the start. */
export function areDescriptorsScarce(): boolean {
  return (descriptorLimit() ?? Number.POSITIVE_INFINITY) < SCARCE
}
