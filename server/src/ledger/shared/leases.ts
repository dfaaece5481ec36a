/** All leases of this node: calls draw from them in memory; the shared store grants, extends and takes them back. */

import { lastBoundaryMs } from '../../core/money/budget-period.ts'
import type { BudgetTerms } from '../../core/money/budget-service.ts'
import type { LeaseRequest, SharedAccountState, SharedLedgerStore } from '../../core/money/shared-ledger.ts'
import { DEFAULT_STORE_TIMEOUT_MS } from '../../core/stores/stores.ts'
import { Lease, type Waiter } from './lease.ts'

/** After a failure the store is not called for this long. */
const REST_AFTER_FAILURE_MS = 500
/** Unused leases are released after this time. */
const IDLE_MS = 3_000
const IDLE_WHEN_TIGHT_MS = 150
/** Leases unused for this long are deleted. */
const FORGET_MS = 600_000

export type Drawn = 'drawn' | 'full' | { readonly failure: string }

export class Leases {
  readonly #leases = new Map<string, Lease>()
  #offsetMs = 0
  #restUntilMs = 0
  #lastSuccessAtMs = performance.now()
  #failure: string | null = null

  constructor(
    private readonly node: string,
    private readonly store: SharedLedgerStore,
    /** How long a request waits for the store. */
    readonly waitMs = DEFAULT_STORE_TIMEOUT_MS,
  ) {}

  /** The time by the store's clock. */
  nowMs(): number {
    return Date.now() + this.#offsetMs
  }

  /** Why the last store call failed; null after a successful one. */
  get failure(): string | null {
    return this.#failure
  }

  find(account: string): Lease | undefined {
    return this.#leases.get(account)
  }

  of(terms: BudgetTerms): Lease {
    const known = this.#leases.get(terms.account)
    if (known) return known
    const lease = new Lease(terms)
    this.#leases.set(terms.account, lease)
    return lease
  }

  draw(terms: BudgetTerms, units: number): Drawn | Promise<Drawn> {
    const lease = this.of(terms)
    lease.usedAtMs = performance.now()
    if (lease.draw(terms, units, this.nowMs())) {
      if (lease.isLow) this.#refill(lease)
      return 'drawn'
    }
    if (performance.now() < this.#restUntilMs) return { failure: this.#failure ?? 'the shared store is unavailable' }
    return new Promise((resolve) => {
      let hasTimedOut = false
      const late = setTimeout(() => {
        hasTimedOut = true
        resolve({ failure: `the shared store did not respond within ${this.waitMs} ms` })
      }, this.waitMs)
      const waiter: Waiter = {
        terms,
        units,
        hasTimedOut: () => hasTimedOut,
        conclude: (verdict) => {
          clearTimeout(late)
          resolve(verdict)
        },
      }
      lease.waiting.push(waiter)
      if (!lease.isRequesting) void this.#requestForWaiting(lease)
    })
  }

  /** Keeps the state that another store call returned. */
  updateState(account: string, state: SharedAccountState): void {
    this.setClock(state.nowMs)
    this.#leases.get(account)?.updateState(state)
  }

  /** `nowMs` was read from the store. */
  setClock(nowMs: number): void {
    this.#offsetMs = nowMs - Date.now()
    this.succeeded()
  }

  succeeded(): void {
    this.#lastSuccessAtMs = performance.now()
    this.#failure = null
  }

  failed(error: unknown): void {
    this.#failure = error instanceof Error ? error.message : String(error)
    this.#restUntilMs = performance.now() + REST_AFTER_FAILURE_MS
  }

  /** After `afterMs` without a successful store call, spends no more: other nodes may have settled our leases. */
  voidUnrenewed(afterMs: number): void {
    if (performance.now() - this.#lastSuccessAtMs < afterMs) return
    for (const lease of this.#leases.values()) lease.freeUnits = 0
  }

  async releaseIdle(): Promise<void> {
    const nowMs = performance.now()
    if (nowMs < this.#restUntilMs) return
    const idle: Promise<void>[] = []
    for (const [account, lease] of this.#leases) {
      const idleMs = nowMs - lease.usedAtMs
      const isUsed = lease.isRequesting || lease.waiting.length > 0
      if (isUsed || idleMs < (lease.isTight ? IDLE_WHEN_TIGHT_MS : IDLE_MS)) continue
      if (lease.freeUnits > 0) idle.push(this.#request(lease, 0))
      else if (idleMs > FORGET_MS && lease.heldUnits + lease.unreportedUnits === 0) this.#leases.delete(account)
    }
    await Promise.allSettled(idle)
  }

  async #requestForWaiting(lease: Lease): Promise<void> {
    lease.isRequesting = true
    if (lease.refilling) {
      await lease.refilling
      this.#serveWaiting(lease)
    }
    while (lease.waiting[0]) {
      // Requests that arrive during this store call are not part of it. The new lease or the next call serves them.
      const batch = lease.waiting
      lease.waiting = []
      const neededUnits = batch.reduce((sum, { units }) => sum + units, 0)
      lease.terms = batch.at(-1)?.terms ?? lease.terms
      const leastUnits = Math.min(...batch.map(({ units }) => units))
      const failure = await this.#request(lease, neededUnits, leastUnits).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      for (const { units, hasTimedOut, conclude } of batch) {
        if (hasTimedOut()) continue
        if (lease.drawNow(units, this.nowMs())) conclude('drawn')
        else conclude(failure === null ? 'full' : { failure })
      }
      this.#serveWaiting(lease)
    }
    lease.isRequesting = false
  }

  /** Serves waiters from the new lease. Otherwise requests that arrive during store calls would cause endless calls. */
  #serveWaiting(lease: Lease): void {
    while (lease.waiting[0]) {
      const [{ terms, units, hasTimedOut, conclude }] = lease.waiting as [Waiter]
      if (!hasTimedOut()) {
        if (!lease.drawUnderTerms(terms, units, this.nowMs())) return
        conclude('drawn')
      }
      lease.waiting.shift()
    }
  }

  /** Blocks draws during the call, because the free units are part of the request. */
  async #request(lease: Lease, neededUnits: number, leastUnits = 0): Promise<void> {
    const wasRequesting = lease.isRequesting
    lease.isRequesting = true
    try {
      await lease.exclusively(() => this.#lease(lease, neededUnits, leastUnits))
    } finally {
      lease.isRequesting = wasRequesting
      if (!wasRequesting && lease.waiting.length > 0) void this.#requestForWaiting(lease)
    }
  }

  /** A refill only adds units, so requests can keep drawing from the lease meanwhile. */
  #refill(lease: Lease): void {
    if (performance.now() < this.#restUntilMs) return
    lease.refilling = lease
      .exclusively(async () => {
        let more = 0
        const leasedUnits = lease.freeUnits + lease.heldUnits + lease.unreportedUnits
        const choose = (found: SharedAccountState) => (more = lease.chooseMore(found, leasedUnits))
        const state = await this.store.lease(this.node, this.#requestOf(lease.terms, leasedUnits, choose))
        lease.freeUnits += more
        lease.updateState(state)
        this.setClock(state.nowMs)
      })
      .catch((error: unknown) => this.failed(error))
      .finally(() => {
        lease.refilling = null
      })
  }

  async #lease(lease: Lease, neededUnits: number, leastUnits: number): Promise<void> {
    const { freeUnits, terms } = lease
    const boundUnits = lease.heldUnits + lease.unreportedUnits
    lease.freeUnits = 0
    let chosen: number | null = null
    try {
      const choose = (found: SharedAccountState) => (chosen = lease.choose(found, boundUnits, neededUnits, leastUnits))
      const state = await this.store.lease(this.node, this.#requestOf(terms, boundUnits, choose))
      lease.freeUnits += chosen ?? 0
      lease.updateState(state)
      this.setClock(state.nowMs)
    } catch (error) {
      // It is unknown whether the store committed, so only units that are leased in both cases may be spent.
      lease.freeUnits += chosen === null ? freeUnits : Math.min(freeUnits, chosen)
      this.failed(error)
      throw error
    }
  }

  #requestOf({ account, schedule }: BudgetTerms, boundUnits: number, choose: LeaseRequest['choose']): LeaseRequest {
    return { account, boundUnits, boundaryMs: (anchorMs, nowMs) => lastBoundaryMs(schedule, anchorMs, nowMs), choose }
  }
}
