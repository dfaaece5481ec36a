/** Rate limits across all nodes, counted in the first available store. Without one, each node gets an equal share. */

import type { WindowAmount, WindowTerms, WindowView } from '../../core/money/budget-service.ts'
import type { ClaimedWindow, WindowClaim, WindowStore } from '../../core/money/shared-ledger.ts'
import { withTimeout } from '../../core/runtime/with-timeout.ts'
import { DEFAULT_STORE_TIMEOUT_MS } from '../../core/stores/stores.ts'
import { Windows, windowShape } from '../../policies/window.ts'

/** After a failure a store is not called for this long. */
const REST_AFTER_FAILURE_MS = 500

/** Added to the timeout of the database, because a claim in Redis can wait for a grant of the database. */
const REDIS_MARGIN_MS = 2_000

/** A counted claim and its store, for later correction. */
export type CountedClaim = {
  readonly claim: WindowClaim
  readonly startMs: number
  /** Null: counted in this process. */
  readonly store: WindowStore | null
  readonly isTokens: boolean
}

export type Taken =
  | {
      readonly kind: 'taken'
      readonly views: readonly WindowView[]
      readonly counted: readonly CountedClaim[]
      readonly isShared: boolean
    }
  | { readonly kind: 'limited'; readonly window: WindowView; readonly units: number }

export class SharedWindows {
  /** Units that this node has allowed. They limit this node while no store is available. */
  readonly #own = new Windows()
  /** Units left for all nodes at the last store call. */
  readonly #left = new Map<string, { readonly startMs: number; readonly leftUnits: number }>()
  readonly #restUntilMs = new Map<WindowStore, number>()
  /** Units allowed while no store was available. They are added to the next available store in the same window. */
  readonly #debts = new Map<string, { readonly startMs: number; units: number }>()
  /** Timeout of a store call. If the store counts the request later, the limit is too strict, never too loose. */
  readonly #timeoutMs: number

  constructor(
    private readonly stores: readonly WindowStore[],
    private readonly countNodes: () => number,
    private readonly clock: () => number,
    /** How long a request waits for the database. */
    timeoutMs = DEFAULT_STORE_TIMEOUT_MS,
  ) {
    this.#timeoutMs = timeoutMs + REDIS_MARGIN_MS
  }

  async take(amounts: readonly WindowAmount[]): Promise<Taken> {
    const claims = amounts.map(({ terms, units }) => claimOf(terms, units))
    for (const store of this.stores) {
      if (!this.#mayCall(store)) continue
      let claimed: readonly ClaimedWindow[]
      try {
        claimed = await withTimeout(this.#timeoutMs, store.claim(claims))
      } catch {
        this.#restUntilMs.set(store, performance.now() + REST_AFTER_FAILURE_MS)
        continue
      }
      this.#restUntilMs.delete(store)
      this.#repay(claims, claimed, store)
      return this.#conclude(amounts, claims, claimed, store)
    }
    return this.#takeShare(amounts, claims)
  }

  /** Replaces the claimed tokens by the used tokens. */
  settle(counted: readonly CountedClaim[], tokens: number): void {
    for (const one of counted) if (one.isTokens) this.#correct(one, tokens - one.claim.units)
  }

  /** Removes the claim. */
  undo(counted: readonly CountedClaim[]): void {
    for (const one of counted) this.#correct(one, -one.claim.units)
  }

  prune(nowMs: number): void {
    this.#own.prune(nowMs)
    for (const kept of [this.#left, this.#debts]) {
      for (const counter of kept.keys()) if (!this.#own.peek(counter)) kept.delete(counter)
    }
  }

  /** After the pause only one request tries the store again, so that a hanging store delays no other request. */
  #mayCall(store: WindowStore): boolean {
    const untilMs = this.#restUntilMs.get(store)
    if (untilMs === undefined) return true
    const nowMs = performance.now()
    if (nowMs < untilMs) return false
    this.#restUntilMs.set(store, nowMs + this.#timeoutMs)
    return true
  }

  #repay(claims: readonly WindowClaim[], claimed: readonly ClaimedWindow[], store: WindowStore): void {
    for (const [i, claim] of claims.entries()) {
      const debt = this.#debts.get(claim.counter)
      if (!debt) continue
      this.#debts.delete(claim.counter)
      if (debt.startMs !== claimed[i]?.startMs || debt.units === 0) continue
      // If this fails, the next claim tries again.
      store.correct(claim, debt.startMs, debt.units).catch(() => this.#owe(claim.counter, debt.startMs, debt.units))
    }
  }

  #owe(counter: string, startMs: number, units: number): void {
    const debt = this.#debts.get(counter)
    if (debt?.startMs === startMs) debt.units += units
    else this.#debts.set(counter, { startMs, units })
  }

  #conclude(
    amounts: readonly WindowAmount[],
    claims: readonly WindowClaim[],
    claimed: readonly ClaimedWindow[],
    store: WindowStore,
  ): Taken {
    const views = amounts.map(({ terms }, i) => this.#onOwnClock(viewOf(terms, claimed[i])))
    const isAllowed = claimed.every(({ claimedUnits }, i) => claimedUnits >= claims[i]!.units)
    for (const [i, { startMs, usedUnits }] of claimed.entries()) {
      const { counter, limitUnits } = claims[i]!
      this.#left.set(counter, { startMs, leftUnits: Math.max(0, limitUnits - usedUnits) })
    }
    if (!isAllowed) {
      const full = amounts.findIndex(({ units }, i) => units > (views[i]?.remainingUnits ?? 0))
      const index = Math.max(0, full)
      return { kind: 'limited', window: views[index]!, units: amounts[index]!.units }
    }
    const counted = claims.map((claim, i): CountedClaim => {
      const { startMs } = claimed[i]!
      this.#own.take(takeOf(amounts[i]!.terms), claim.units, startMs)
      return { claim, startMs, store, isTokens: amounts[i]!.terms.limit.type === 'tokens' }
    })
    return { kind: 'taken', views, counted, isShared: true }
  }

  #takeShare(amounts: readonly WindowAmount[], claims: readonly WindowClaim[]): Taken {
    const nowMs = this.clock()
    const views = amounts.map(({ terms }) => this.#shareOf(terms, nowMs))
    const full = amounts.findIndex(({ units }, i) => units > views[i]!.remainingUnits)
    if (full >= 0) return { kind: 'limited', window: this.#onOwnClock(views[full]!), units: amounts[full]!.units }
    const counted = claims.map((claim, i): CountedClaim => {
      const { startMs } = this.#own.take(takeOf(amounts[i]!.terms), claim.units, nowMs)
      this.#owe(claim.counter, startMs, claim.units)
      const left = this.#left.get(claim.counter)
      // Assume that every node takes the same amount.
      if (left?.startMs === startMs) {
        const leftUnits = Math.max(0, left.leftUnits - claim.units * this.countNodes())
        this.#left.set(claim.counter, { startMs, leftUnits })
      }
      return { claim, startMs, store: null, isTokens: amounts[i]!.terms.limit.type === 'tokens' }
    })
    const after = amounts.map(({ terms }) => this.#onOwnClock(this.#shareOf(terms, nowMs)))
    return { kind: 'taken', views: after, counted, isShared: false }
  }

  #shareOf(terms: WindowTerms, nowMs: number): WindowView {
    const nodes = Math.max(1, this.countNodes())
    const { counter, limit } = terms
    const shareUnits = Math.floor(limit.value / nodes)
    const own = this.#own.read({ counter, unit: limit.unit, limitUnits: shareUnits }, nowMs)
    const left = this.#left.get(counter)
    const isCurrent = left !== undefined && left.startMs + windowShape(limit.unit).sizeMs === own.resetAtMs
    const remainingUnits = isCurrent
      ? Math.min(own.remainingUnits, Math.floor(left.leftUnits / nodes))
      : own.remainingUnits
    return { terms, remainingUnits, resetAtMs: own.resetAtMs }
  }

  /** Converts the reset time to this node's clock, because Retry-After is computed with it. */
  #onOwnClock(view: WindowView): WindowView {
    return { ...view, resetAtMs: view.resetAtMs - Math.round(this.clock() - Date.now()) }
  }

  #correct({ claim, startMs, store }: CountedClaim, byUnits: number): void {
    if (byUnits === 0) return
    this.#own.settle({ counter: claim.counter, startMs, units: 0 }, byUnits)
    const debt = this.#debts.get(claim.counter)
    if (!store && debt?.startMs === startMs) debt.units += byUnits
    store?.correct(claim, startMs, byUnits).catch(() => {
      // Without the correction, the store's count is slightly wrong until the window ends, which is acceptable.
    })
  }
}

function claimOf({ counter, owner, limit }: WindowTerms, units: number): WindowClaim {
  const { sizeMs, firstMs } = windowShape(limit.unit)
  return { counter, organisationId: owner.organisationId, limitUnits: limit.value, units, sizeMs, firstMs }
}

function takeOf({ counter, limit }: WindowTerms) {
  return { counter, unit: limit.unit, limitUnits: limit.value }
}

function viewOf(terms: WindowTerms, claimed: ClaimedWindow | undefined): WindowView {
  const { sizeMs } = windowShape(terms.limit.unit)
  return {
    terms,
    remainingUnits: Math.max(0, terms.limit.value - (claimed?.usedUnits ?? 0)),
    resetAtMs: (claimed?.startMs ?? 0) + sizeMs,
  }
}
