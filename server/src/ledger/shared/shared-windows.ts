/** Rate limits over all nodes: counted in the first store that answers, and by fair shares when none does. */

import type { WindowAsk, WindowTerms, WindowView } from '../../core/money/purse.ts'
import type { ClaimedWindow, WindowClaim, WindowStore } from '../../core/money/shared-ledger.ts'
import { Windows, windowShape } from '../../policies/window.ts'
import { within } from './within.ts'

/** A store that failed is left alone for so long. */
const REST_AFTER_FAILURE_MS = 500

/** A store that hangs is as good as gone; if it counts the request after all, that is one too many and not one too few. */
const ANSWER_MS = 2_000

/** What was counted where, so that it can be corrected there. */
export type CountedClaim = {
  readonly claim: WindowClaim
  readonly startMs: number
  /** Null: in this process. */
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
  /** What this node let through, for the time when nobody can be asked. */
  readonly #own = new Windows()
  /** What was left for all nodes when somebody was last asked. */
  readonly #left = new Map<string, { readonly startMs: number; readonly leftUnits: number }>()
  readonly #restUntilMs = new Map<WindowStore, number>()

  constructor(
    private readonly stores: readonly WindowStore[],
    private readonly countNodes: () => number,
    private readonly clock: () => number,
  ) {}

  async take(asks: readonly WindowAsk[]): Promise<Taken> {
    const claims = asks.map(({ terms, units }) => claimOf(terms, units))
    for (const store of this.stores) {
      if (performance.now() < (this.#restUntilMs.get(store) ?? 0)) continue
      try {
        return this.#conclude(asks, claims, await within(ANSWER_MS, store.claim(claims)), store)
      } catch {
        this.#restUntilMs.set(store, performance.now() + REST_AFTER_FAILURE_MS)
      }
    }
    return this.#takeShare(asks, claims)
  }

  /** Replaces what was claimed by what was used. */
  settle(counted: readonly CountedClaim[], tokens: number): void {
    for (const one of counted) if (one.isTokens) this.#correct(one, tokens - one.claim.units)
  }

  /** As if it had never been asked. */
  undo(counted: readonly CountedClaim[]): void {
    for (const one of counted) this.#correct(one, -one.claim.units)
  }

  prune(nowMs: number): void {
    this.#own.prune(nowMs)
    for (const counter of this.#left.keys()) if (!this.#own.peek(counter)) this.#left.delete(counter)
  }

  #conclude(
    asks: readonly WindowAsk[],
    claims: readonly WindowClaim[],
    claimed: readonly ClaimedWindow[],
    store: WindowStore,
  ): Taken {
    const views = asks.map(({ terms }, i) => viewOf(terms, claimed[i]))
    const isLetIn = claimed.every(({ claimedUnits }, i) => claimedUnits >= claims[i]!.units)
    for (const [i, { startMs, usedUnits }] of claimed.entries()) {
      const { counter, limitUnits } = claims[i]!
      this.#left.set(counter, { startMs, leftUnits: Math.max(0, limitUnits - usedUnits) })
    }
    if (!isLetIn) {
      const full = asks.findIndex(({ units }, i) => units > (views[i]?.remainingUnits ?? 0))
      const place = Math.max(0, full)
      return { kind: 'limited', window: views[place]!, units: asks[place]!.units }
    }
    const counted = claims.map((claim, i): CountedClaim => {
      const { startMs } = claimed[i]!
      this.#own.take(takeOf(asks[i]!.terms), claim.units, startMs)
      return { claim, startMs, store, isTokens: asks[i]!.terms.limit.type === 'tokens' }
    })
    return { kind: 'taken', views, counted, isShared: true }
  }

  #takeShare(asks: readonly WindowAsk[], claims: readonly WindowClaim[]): Taken {
    const nowMs = this.clock()
    const views = asks.map(({ terms }) => this.#shareOf(terms, nowMs))
    const full = asks.findIndex(({ units }, i) => units > views[i]!.remainingUnits)
    if (full >= 0) return { kind: 'limited', window: views[full]!, units: asks[full]!.units }
    const counted = claims.map((claim, i): CountedClaim => {
      const { startMs } = this.#own.take(takeOf(asks[i]!.terms), claim.units, nowMs)
      const left = this.#left.get(claim.counter)
      // Of what was left for all: each node may take its part of it.
      if (left?.startMs === startMs) {
        const leftUnits = Math.max(0, left.leftUnits - claim.units * this.countNodes())
        this.#left.set(claim.counter, { startMs, leftUnits })
      }
      return { claim, startMs, store: null, isTokens: asks[i]!.terms.limit.type === 'tokens' }
    })
    return { kind: 'taken', views: asks.map(({ terms }) => this.#shareOf(terms, nowMs)), counted, isShared: false }
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

  #correct({ claim, startMs, store }: CountedClaim, byUnits: number): void {
    if (byUnits === 0) return
    this.#own.settle({ counter: claim.counter, startMs, units: 0 }, byUnits)
    store?.correct(claim, startMs, byUnits).catch(() => {
      // The store is gone and the window with it, or it counts a little more than was used.
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
