/** Background task of alert rules: one node evaluates them at each interval, and every node processes deliveries. */

import { GatewayError } from '../../core/errors.ts'
import { AlertQueue, type DeliveryPorts } from './deliver-alerts.ts'
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
  readonly #queue: AlertQueue
  readonly #delivering = new Set<Promise<void>>()
  #running: Promise<void> = Promise.resolve()
  #lastSlotMs = 0

  constructor(private readonly ports: AlertRunnerPorts) {
    const { alertChannels: channels, alertEvents: events } = ports.control.stores
    this.#queue = new AlertQueue({ channels, events, send: ports.send, now: () => this.#now() }, this.#stop.signal)
  }

  start(): void {
    this.#lookLater()
  }

  /** Evaluates the rules if this node is the first in this interval, and starts due deliveries. */
  async tick(): Promise<void> {
    const { control, intervalMs, newReader, onDefect } = this.ports
    const nowMs = await this.#now()
    const slotMs = Math.floor(nowMs / intervalMs) * intervalMs
    // Not `>`: the clock may have been set back.
    if (slotMs !== this.#lastSlotMs) {
      const rules = await control.stores.alertRules.enabled()
      // Claiming a slot writes to the store, so it is skipped if there are no rules.
      if (rules.length > 0 && (await control.stores.alertRules.claimSlot(slotMs)))
        await evaluateRules(rules, { control, onDefect, read: newReader() }, nowMs)
      this.#lastSlotMs = slotMs
    }
    // Not awaited: a slow receiver must not delay the next evaluation.
    const delivering = this.#queue.run().catch((error: unknown) => report(error, onDefect))
    this.#delivering.add(delivering)
    delivering.finally(() => this.#delivering.delete(delivering))
  }

  /** Resolves when all started deliveries have ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#delivering)
  }

  async close(): Promise<void> {
    this.#stop.abort()
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#running
    await this.settled()
  }

  #now(): Promise<number> {
    return (this.ports.now ?? (() => this.ports.control.stores.alertRules.nowMs()))()
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
