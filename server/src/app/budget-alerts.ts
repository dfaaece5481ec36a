/**
 * Reports a budget that passed its alert threshold: writes a log line, stores the alert, queues it for alert channels
 * and posts it to the webhook.
 */

import { alertOnWire } from '../control/policies/alerts.ts'
import type { AlertStore, StoredAlert } from '../core/money/alerts.ts'
import type { BudgetAlert } from '../core/money/spending.ts'
import { originOf } from '../core/request-url.ts'
import { signatureHeaders } from '../core/webhook-signature.ts'
import type { Egress } from '../egress/send.ts'

const RETENTION_MS = 400 * 86_400_000
const MAX_ATTEMPTS = 3
const ATTEMPT_TIMEOUT_MS = 10_000
/** Bounds memory if the webhook does not respond. */
const MAX_PENDING = 100

export type AlertPorts = {
  readonly store: Pick<AlertStore, 'insert' | 'removeBefore'>
  /** Adds the alert to the history and queues it for the alert channels that receive budget alerts. */
  readonly queue: (alert: StoredAlert) => Promise<void>
  readonly send: Egress['send']
  readonly webhookUrl: string | null
  readonly webhookSecret: string | null
  /** Writes one line to the terminal. */
  readonly log: (alert: Readonly<Record<string, unknown>>) => void
  readonly onDefect: (error: unknown, traceId: string) => void
  /** Delay before the second attempt; the third waits four times as long. */
  readonly waitMs?: number
}

export class BudgetAlerts {
  readonly #closing = new AbortController()
  #pending = 0

  constructor(private readonly ports: AlertPorts) {}

  /** Returns immediately; delivery runs in the background. */
  readonly report = (alert: BudgetAlert): void => {
    const kept: StoredAlert = { ...storedParts(alert), id: Bun.randomUUIDv7() }
    const { object: _, event: __, ...line } = alertOnWire(kept)
    this.ports.log(line)
    const onError = (error: unknown) => this.ports.onDefect(error, 'none')
    // Store before posting, so that a webhook receiver can find the alert in the list. If the store fails, still post
    // it.
    this.#store(kept)
      .catch(onError)
      .then(() => this.ports.queue(kept))
      .catch(onError)
      .then(() => this.#post(kept))
      .catch(onError)
  }

  async #store(alert: StoredAlert): Promise<void> {
    await this.ports.store.insert(alert)
    await this.ports.store.removeBefore(alert.atMs - RETENTION_MS)
  }

  async #post(alert: StoredAlert): Promise<void> {
    const { webhookUrl: url } = this.ports
    if (url === null) return
    if (this.#pending >= MAX_PENDING)
      throw new Error('Too many alerts are waiting for the webhook; this alert was not posted.')
    this.#pending++
    try {
      const body = JSON.stringify(alertOnWire(alert))
      let failure = ''
      for (let attempt = 0; attempt < MAX_ATTEMPTS && !this.#closing.signal.aborted; attempt++) {
        if (attempt > 0) await this.#wait((this.ports.waitMs ?? 1_000) * 4 ** (attempt - 1))
        failure = await this.#tryPost(url, body, alert.id)
        if (failure === '') return
      }
      // The URL may contain a secret, so the message omits it.
      throw new Error(`The webhook did not accept alert ${alert.id}: ${failure}`)
    } finally {
      this.#pending--
    }
  }

  /** The failure reason; empty on success. */
  async #tryPost(url: string, body: string, id: string): Promise<string> {
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)])
    const request = { method: 'POST', url, headers: this.#headers(body, id), body: new TextEncoder().encode(body) }
    try {
      // The operator configured this URL, so private addresses are allowed.
      const terms = { hasStoredCredential: false, trustedOrigin: originOf(url) }
      const response = await this.ports.send(request, signal, terms)
      await response.body?.cancel()
      return response.ok ? '' : `status ${response.status}`
    } catch (error) {
      return error instanceof Error ? error.message : 'no response'
    }
  }

  #headers(body: string, id: string): Record<string, string> {
    const { webhookSecret } = this.ports
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'gatehouse',
      'x-gateway-event': 'budget.threshold_reached',
      'x-gateway-delivery': id,
    }
    return webhookSecret === null ? headers : { ...headers, ...signatureHeaders(body, webhookSecret) }
  }

  /** Resolves early if the gateway stops. */
  #wait(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    this.#closing.signal.addEventListener('abort', () => resolve(), { once: true })
    return promise.finally(() => clearTimeout(timer))
  }

  close(): void {
    this.#closing.abort()
  }
}

function storedParts({ holder, name, organisationId, workspaceId, atMs, thresholdUnits, spending }: BudgetAlert) {
  const { unit, limitUnits, usedUnits, nextResetAtMs } = spending
  return { holder, name, organisationId, workspaceId, atMs, thresholdUnits, unit, limitUnits, usedUnits, nextResetAtMs }
}
