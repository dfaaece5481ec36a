/** All leases of this node: calls draw from them in memory; the shared store grants, extends and takes them back. */

import type { BudgetTerms } from '../../core/money/budget-service.ts'
import type { LeaseRequest, SharedAccountState, SharedLedgerStore } from '../../core/money/shared-ledger.ts'
import { lastBoundaryMs } from '../../policies/budget-period.ts'
import { Lease, type Waiter } from './lease.ts'

/** How long a request waits for a lease. */
const WAIT_MS = 3_000
/** After a failure the store is not called for this long. */
const REST_AFTER_FAILURE_MS = 500
/** Unused leases are released after this time. */
const IDLE_MS = 3_000
const IDLE_WHEN_TIGHT_MS = 150
/** Leases unused for this long are deleted. */
const FORGET_MS = 600_000

export type Drawn = 'drawn' | 'full' | { readonly failure: string }

export class Leases {
  readonly #slices = new Map<string, Lease>()
  #offsetMs = 0
  #restUntilMs = 0
  #answeredAtMs = performance.now()
  #failure: string | null = null

  constructor(
    private readonly node: string,
    private readonly store: SharedLedgerStore,
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
    return this.#slices.get(account)
  }

  of(terms: BudgetTerms): Lease {
    const known = this.#slices.get(terms.account)
    if (known) return known
    const slice = new Lease(terms)
    this.#slices.set(terms.account, slice)
    return slice
  }

  draw(terms: BudgetTerms, units: number): Drawn | Promise<Drawn> {
    const slice = this.of(terms)
    slice.usedAtMs = performance.now()
    if (slice.draw(terms, units, this.nowMs())) {
      if (slice.isLow) this.#refill(slice)
      return 'drawn'
    }
    if (performance.now() < this.#restUntilMs) return { failure: this.#failure ?? 'the shared store is unavailable' }
    return new Promise((resolve) => {
      let hasLeft = false
      const late = setTimeout(() => {
        hasLeft = true
        resolve({ failure: `the shared store did not respond within ${WAIT_MS} ms` })
      }, WAIT_MS)
      const waiter: Waiter = {
        terms,
        units,
        hasLeft: () => hasLeft,
        conclude: (verdict) => {
          clearTimeout(late)
          resolve(verdict)
        },
      }
      slice.waiting.push(waiter)
      if (!slice.isAsking) void this.#askForAll(slice)
    })
  }

  /** Takes a state that another store call returned. */
  learn(account: string, standing: SharedAccountState): void {
    this.setClock(standing.nowMs)
    this.#slices.get(account)?.learn(standing)
  }

  /** `nowMs` was read from the store. */
  setClock(nowMs: number): void {
    this.#offsetMs = nowMs - Date.now()
    this.answered()
  }

  answered(): void {
    this.#answeredAtMs = performance.now()
    this.#failure = null
  }

  failed(error: unknown): void {
    this.#failure = error instanceof Error ? error.message : String(error)
    this.#restUntilMs = performance.now() + REST_AFTER_FAILURE_MS
  }

  /** After this long without a store call, other nodes may have settled our leases, so nothing more is spent from them. */
  voidUnrenewed(afterMs: number): void {
    if (performance.now() - this.#answeredAtMs < afterMs) return
    for (const slice of this.#slices.values()) slice.freeUnits = 0
  }

  async giveBackIdle(): Promise<void> {
    const nowMs = performance.now()
    if (nowMs < this.#restUntilMs) return
    const idle: Promise<void>[] = []
    for (const [account, slice] of this.#slices) {
      const idleMs = nowMs - slice.usedAtMs
      const isUsed = slice.isAsking || slice.waiting.length > 0
      if (isUsed || idleMs < (slice.isTight ? IDLE_WHEN_TIGHT_MS : IDLE_MS)) continue
      if (slice.freeUnits > 0) idle.push(this.#ask(slice, 0))
      else if (idleMs > FORGET_MS && slice.heldUnits + slice.unreportedUnits === 0) this.#slices.delete(account)
    }
    await Promise.allSettled(idle)
  }

  async #askForAll(slice: Lease): Promise<void> {
    slice.isAsking = true
    if (slice.refilling) {
      await slice.refilling
      this.#serveWaiting(slice)
    }
    while (slice.waiting[0]) {
      // Requests that arrive during this store call wait for the next one.
      const asking = slice.waiting
      slice.waiting = []
      const neededUnits = asking.reduce((sum, { units }) => sum + units, 0)
      slice.terms = asking.at(-1)?.terms ?? slice.terms
      const leastUnits = Math.min(...asking.map(({ units }) => units))
      const failure = await this.#ask(slice, neededUnits, leastUnits).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      for (const { units, hasLeft, conclude } of asking) {
        if (hasLeft()) continue
        if (slice.drawNow(units, this.nowMs())) conclude('drawn')
        else conclude(failure === null ? 'full' : { failure })
      }
      this.#serveWaiting(slice)
    }
    slice.isAsking = false
  }

  /** Without this, a request arriving during every store call would cause an endless series of calls. */
  #serveWaiting(slice: Lease): void {
    while (slice.waiting[0]) {
      const [{ terms, units, hasLeft, conclude }] = slice.waiting as [Waiter]
      if (!hasLeft()) {
        if (!slice.drawAsAsked(terms, units, this.nowMs())) return
        conclude('drawn')
      }
      slice.waiting.shift()
    }
  }

  /** Blocks draws during the call, because the free units are part of the request. */
  async #ask(slice: Lease, neededUnits: number, leastUnits = 0): Promise<void> {
    const wasAsking = slice.isAsking
    slice.isAsking = true
    try {
      await slice.exclusively(() => this.#lease(slice, neededUnits, leastUnits))
    } finally {
      slice.isAsking = wasAsking
      if (!wasAsking && slice.waiting.length > 0) void this.#askForAll(slice)
    }
  }

  /** Only adds to the lease, so calls keep drawing from it meanwhile. */
  #refill(slice: Lease): void {
    if (performance.now() < this.#restUntilMs) return
    slice.refilling = slice
      .exclusively(async () => {
        let more = 0
        const leasedUnits = slice.freeUnits + slice.heldUnits + slice.unreportedUnits
        const choose = (found: SharedAccountState) => (more = slice.chooseMore(found, leasedUnits))
        const standing = await this.store.lease(this.node, this.#askOf(slice.terms, leasedUnits, choose))
        slice.freeUnits += more
        slice.learn(standing)
        this.setClock(standing.nowMs)
      })
      .catch((error: unknown) => this.failed(error))
      .finally(() => {
        slice.refilling = null
      })
  }

  async #lease(slice: Lease, neededUnits: number, leastUnits: number): Promise<void> {
    const { freeUnits, terms } = slice
    const boundUnits = slice.heldUnits + slice.unreportedUnits
    slice.freeUnits = 0
    let chosen: number | null = null
    try {
      const choose = (found: SharedAccountState) => (chosen = slice.choose(found, boundUnits, neededUnits, leastUnits))
      const standing = await this.store.lease(this.node, this.#askOf(terms, boundUnits, choose))
      slice.freeUnits += chosen ?? 0
      slice.learn(standing)
      this.setClock(standing.nowMs)
    } catch (error) {
      // It is unknown whether the store committed, so only units that are leased in both cases may be spent.
      slice.freeUnits += chosen === null ? freeUnits : Math.min(freeUnits, chosen)
      this.failed(error)
      throw error
    }
  }

  #askOf({ account, schedule }: BudgetTerms, boundUnits: number, choose: LeaseRequest['choose']): LeaseRequest {
    return { account, boundUnits, boundaryMs: (anchorMs, nowMs) => lastBoundaryMs(schedule, anchorMs, nowMs), choose }
  }
}
