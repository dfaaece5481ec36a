/** Tells people that a budget passed its alert threshold: a line on the terminal, a kept event, a post to their address. */

import { createHmac } from 'node:crypto'
import { alertOnWire } from '../control/policies/alerts.ts'
import type { AlertStore, StoredAlert } from '../core/money/alerts.ts'
import type { BudgetAlert } from '../core/money/spending.ts'
import { originOf } from '../core/request-url.ts'
import type { Egress } from '../egress/send.ts'

const KEPT_MS = 400 * 86_400_000
const TRIES = 3
const TRY_TIMEOUT_MS = 10_000
/** An address that does not answer must not collect memory. */
const MOST_UNDER_WAY = 100

export type AlertPorts = {
  readonly store: Pick<AlertStore, 'insert' | 'removeBefore'>
  readonly send: Egress['send']
  readonly webhookUrl: string | null
  readonly webhookSecret: string | null
  /** One line on the terminal. */
  readonly log: (alert: Readonly<Record<string, unknown>>) => void
  readonly onDefect: (error: unknown, traceId: string) => void
  /** Before the second try; four times that before the third. */
  readonly waitMs?: number
}

export class Alerts {
  readonly #ending = new AbortController()
  #underWay = 0

  constructor(private readonly ports: AlertPorts) {}

  /** Returns at once: no request waits for whoever listens. */
  readonly tell = (alert: BudgetAlert): void => {
    const kept: StoredAlert = { ...storedParts(alert), id: Bun.randomUUIDv7() }
    const { object: _, event: __, ...line } = alertOnWire(kept)
    this.ports.log(line)
    const complain = (error: unknown) => this.ports.onDefect(error, 'none')
    // Kept first: whoever is told finds it in the list. A store in trouble keeps nobody from being told.
    this.#keep(kept)
      .catch(complain)
      .then(() => this.#post(kept))
      .catch(complain)
  }

  async #keep(alert: StoredAlert): Promise<void> {
    await this.ports.store.insert(alert)
    await this.ports.store.removeBefore(alert.atMs - KEPT_MS)
  }

  async #post(alert: StoredAlert): Promise<void> {
    const { webhookUrl: url } = this.ports
    if (url === null) return
    if (this.#underWay >= MOST_UNDER_WAY) throw new Error('too many alerts wait for the webhook; one was not posted')
    this.#underWay++
    try {
      const body = JSON.stringify(alertOnWire(alert))
      let failure = ''
      for (let tried = 0; tried < TRIES && !this.#ending.signal.aborted; tried++) {
        if (tried > 0) await this.#wait((this.ports.waitMs ?? 1_000) * 4 ** (tried - 1))
        failure = await this.#tryPost(url, body, alert.id)
        if (failure === '') return
      }
      // The address may hold a secret: it is not named.
      throw new Error(`the alert webhook did not take alert ${alert.id}: ${failure}`)
    } finally {
      this.#underWay--
    }
  }

  /** Why it was not taken; empty when it was. */
  async #tryPost(url: string, body: string, id: string): Promise<string> {
    const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(TRY_TIMEOUT_MS)])
    const request = { method: 'POST', url, headers: this.#headers(body, id), body: new TextEncoder().encode(body) }
    try {
      // The operator named this address: it may be a private one.
      const terms = { hasStoredCredential: false, trustedOrigin: originOf(url) }
      const response = await this.ports.send(request, signal, terms)
      await response.body?.cancel()
      return response.ok ? '' : `status ${response.status}`
    } catch (error) {
      return error instanceof Error ? error.message : 'no answer'
    }
  }

  /** Signed together with the time, so that a receiver can refuse what is old. */
  #headers(body: string, id: string): Record<string, string> {
    const { webhookSecret } = this.ports
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'gatehouse',
      'x-gateway-event': 'budget.threshold_reached',
      'x-gateway-delivery': id,
    }
    if (webhookSecret === null) return headers
    const seconds = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', webhookSecret).update(`${seconds}.${body}`).digest('hex')
    return { ...headers, 'x-gateway-timestamp': seconds, 'x-gateway-signature': `sha256=${signature}` }
  }

  /** Ends early when the gateway stops. */
  #wait(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    this.#ending.signal.addEventListener('abort', () => resolve(), { once: true })
    return promise.finally(() => clearTimeout(timer))
  }

  close(): void {
    this.#ending.abort()
  }
}

function storedParts({ holder, name, organisationId, workspaceId, atMs, thresholdUnits, spending }: BudgetAlert) {
  const { unit, limitUnits, usedUnits, nextResetAtMs } = spending
  return { holder, name, organisationId, workspaceId, atMs, thresholdUnits, unit, limitUnits, usedUnits, nextResetAtMs }
}
