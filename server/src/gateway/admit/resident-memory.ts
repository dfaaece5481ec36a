/** Refuses requests that could take resident memory over its limit. Estimates the memory between two measurements. */

import { GatewayError } from '../../core/errors.ts'

/** Resident bytes per byte of a request body, which is received, joined, parsed and translated. Measured: 4 to 7. */
const GROWTH = 7
/** Before a refusal, memory is measured again if the last measurement is older than this. */
const FRESH_MS = 20
/** A garbage collection takes tens of milliseconds, so it does not run at every sweep. */
const SWEEPS_BETWEEN_COLLECTIONS = 5
const RETRY_AFTER_MS = 1_000

/** The process whose memory is measured. */
export type MeasuredProcess = {
  /** Resident bytes; null if they cannot be measured now. */
  measure(): number | null
  /** Collects garbage. At the limit requests are refused, so too few allocations may happen to trigger a collection. */
  collect(): void
}

export type ResidentMemoryOptions = {
  readonly limitBytes: number
  readonly process: MeasuredProcess
  /** Body bytes of the requests in flight. */
  readonly heldBytes: () => number
  readonly nowMs?: () => number
}

export class ResidentMemory {
  #isFull = false
  /**
   * The latest measurement, and the one before it as the baseline. The latest may not yet include all bodies that were
   * received since the baseline.
   */
  #latestBytes = 0
  #baselineBytes = 0
  #measuredAtMs = Number.NEGATIVE_INFINITY
  /** Body bytes admitted since the baseline, and since the last sweep. */
  #sinceBaseline = 0
  #sinceSweep = 0
  #sweepsUntilCollection = 0

  constructor(private readonly options: ResidentMemoryOptions) {}

  get isFull(): boolean {
    return this.#isFull
  }

  /** Called once a second. */
  sweep(): void {
    this.#sweepsUntilCollection--
    if (this.#isFull && this.#sweepsUntilCollection < 0) {
      this.#sweepsUntilCollection = SWEEPS_BETWEEN_COLLECTIONS
      this.options.process.collect()
    }
    const residentBytes = this.options.process.measure()
    if (residentBytes === null) return
    this.#baselineBytes = this.#latestBytes || residentBytes
    this.#sinceBaseline = this.#sinceSweep
    this.#sinceSweep = 0
    this.#see(residentBytes)
  }

  /** Throws if `bytes` more of request bodies could exceed the limit. `bytes` is 0 for a new request. */
  check(bytes: number): void {
    if (this.#isFull) throw overLimit()
    const { limitBytes, heldBytes } = this.options
    if (this.#baselineBytes + GROWTH * (this.#sinceBaseline + bytes) <= limitBytes) return
    this.#refresh()
    // Each held byte is already resident at least once.
    const growthBytes = (GROWTH - 1) * heldBytes() + GROWTH * bytes
    if (this.#isFull || this.#latestBytes + growthBytes > limitBytes) throw overLimit()
  }

  add(bytes: number): void {
    this.#sinceBaseline += bytes
    this.#sinceSweep += bytes
  }

  #refresh(): void {
    const nowMs = (this.options.nowMs ?? performance.now.bind(performance))()
    if (nowMs - this.#measuredAtMs < FRESH_MS) return
    this.#measuredAtMs = nowMs
    const residentBytes = this.options.process.measure()
    if (residentBytes !== null) this.#see(residentBytes)
  }

  /** 10 % hysteresis, so that the state does not flap. */
  #see(residentBytes: number): void {
    const { limitBytes } = this.options
    this.#latestBytes = residentBytes
    this.#isFull = residentBytes > (this.#isFull ? limitBytes * 0.9 : limitBytes)
  }
}

function overLimit(): GatewayError {
  return new GatewayError('overloaded', { retryAfterMs: RETRY_AFTER_MS, message: 'Resident memory is at its limit.' })
}
