/** Background task of alert rules: one node evaluates them at each interval, and every node works off deliveries. */

import { GatewayError } from '../../core/errors.ts'
import { type DeliveryPorts, deliverDue } from './deliver-alerts.ts'
import { type EvaluationPorts, evaluateRules } from './evaluate-rules.ts'
import type { ReadMetrics } from './read-metrics.ts'

/** How often a node looks for due deliveries. */
const LOOK_EVERY_MS = 5_000

export type AlertRunnerPorts = Omit<EvaluationPorts, 'read'> & {
  readonly newReader: () => ReadMetrics
  readonly send: DeliveryPorts['send']
  readonly intervalMs: number
  /** Default: the clock of the store, which all nodes share. */
  readonly now?: () => Promise<number>
}

export class AlertRunner {
  readonly #stop = new AbortController()
  #timer: ReturnType<typeof setTimeout> | null = null
  #delivering: Promise<void> | null = null
  #running: Promise<void> = Promise.resolve()
  #lastSlotMs = 0

  constructor(private readonly ports: AlertRunnerPorts) {}

  start(): void {
    this.#lookLater()
  }

  /** Evaluates the rules if this node is the first in this interval, and starts due deliveries. */
  async tick(): Promise<void> {
    const { control, intervalMs, newReader, onDefect } = this.ports
    const nowMs = await (this.ports.now ?? (() => control.stores.alertRules.nowMs()))()
    const slotMs = Math.floor(nowMs / intervalMs) * intervalMs
    if (slotMs > this.#lastSlotMs) {
      const rules = await control.stores.alertRules.enabled()
      // Without rules nothing is written.
      if (rules.length > 0 && (await control.stores.alertRules.claimSlot(slotMs)))
        await evaluateRules(rules, { control, onDefect, read: newReader() }, nowMs)
      this.#lastSlotMs = slotMs
    }
    // Not awaited: a slow receiver must not delay the next evaluation.
    this.#delivering ??= this.#deliver(nowMs).finally(() => {
      this.#delivering = null
    })
  }

  /** Resolves when the deliveries of the last tick have ended. */
  async settled(): Promise<void> {
    await this.#delivering
  }

  async close(): Promise<void> {
    this.#stop.abort()
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#running
    await this.#delivering
  }

  async #deliver(nowMs: number): Promise<void> {
    const { control, send, onDefect } = this.ports
    const { alertChannels: channels, alertEvents: events } = control.stores
    await deliverDue({ channels, events, send }, nowMs, this.#stop.signal).catch((error: unknown) =>
      report(error, onDefect),
    )
  }

  #lookLater(): void {
    if (this.#stop.signal.aborted) return
    this.#timer = setTimeout(
      () => {
        this.#running = this.tick()
          .catch((error: unknown) => report(error, this.ports.onDefect))
          .finally(() => this.#lookLater())
      },
      Math.min(LOOK_EVERY_MS, this.ports.intervalMs),
    )
    this.#timer.unref()
  }
}

/** An unavailable database is already logged elsewhere. */
function report(error: unknown, onDefect: (error: unknown) => void): void {
  if (!(error instanceof GatewayError && error.code === 'store_unavailable')) onDefect(error)
}
