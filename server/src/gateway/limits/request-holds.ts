/** The holds of one request on budgets and rate limits: one for each attempt, each settled or released exactly once. */

import { MAYBE_BILLED } from '../../core/error-table.ts'
import type { GatewayError } from '../../core/errors.ts'
import type { ActualUse, BudgetAmount, BudgetService, WindowView } from '../../core/money/budget-service.ts'
import type { RequestRecord } from '../../core/record.ts'
import { inWords } from './limit-refusals.ts'

/** The usage and cost in the request's record. */
type Metered = Pick<RequestRecord, 'usage' | 'costNanoUsd'>

const UNKNOWN: ActualUse = { cost: null, tokens: null, requests: 1 }
const NOTHING: ActualUse = { cost: 0, tokens: 0, requests: 0 }

/** The hold for one attempt. */
export class AttemptHold {
  isOpen = true

  /** `id` is null if only the tokens reserved at admission apply to this attempt. */
  constructor(
    readonly id: string | null,
    readonly budgets: readonly BudgetAmount[],
    private readonly holds: RequestHolds,
  ) {}

  /** Providers charge only for successful responses. */
  answered(status: number): void {
    if ((status < 200 && status !== 101) || status > 299) this.release()
  }

  failed(reason: GatewayError | 'abandoned'): void {
    if (reason === 'abandoned' || MAYBE_BILLED.has(reason.code)) this.holds.settleAttempt(this, UNKNOWN)
    else this.release()
  }

  release(): void {
    this.holds.release(this)
  }
}

export class RequestHolds {
  /** The rate limit windows that the request was counted in, for the response headers. */
  readonly windows: WindowView[] = []
  /** The tentative hold that counts the request, while a token limit may still refuse it. */
  requestId: string | null = null
  /** Tokens reserved at admission, for all attempts together. */
  admission: { readonly id: string; readonly tokens: number } | null = null
  /** The tokens used by the attempts that have ended. */
  #usedTokens = 0
  readonly #attempts: AttemptHold[] = []
  #count = 0

  constructor(
    private readonly budgetService: BudgetService,
    private readonly journal: { warn(warning: string): void },
  ) {}

  /** Numbers the holds that are requested, granted or not, so that ids are unique. */
  nextNumber(): number {
    return this.#count++
  }

  add(hold: AttemptHold): void {
    this.#attempts.push(hold)
  }

  /** True if more was used than was held. */
  settleAttempt(hold: AttemptHold, used: ActualUse): boolean {
    if (!hold.isOpen) return false
    hold.isOpen = false
    // An attempt whose outcome is unknown counts as having used everything that was held.
    this.#usedTokens += Math.max(0, used.tokens ?? this.admission?.tokens ?? 0)
    if (hold.id !== null) this.budgetService.settle(hold.id, used)
    return this.#warnOfDifference(hold, used)
  }

  release(hold: AttemptHold): void {
    if (!hold.isOpen) return
    hold.isOpen = false
    if (hold.id !== null) this.budgetService.release(hold.id)
  }

  /** Settles everything that is still open. `sent` is the hold of the attempt whose response was sent. */
  settle(sent: AttemptHold | null, metered: Metered): void {
    if (this.requestId !== null) this.budgetService.settle(this.requestId, UNKNOWN)
    const used = usedIn(metered)
    for (const hold of this.#attempts) if (hold.isOpen) this.settleAttempt(hold, hold === sent ? used : UNKNOWN)
    // Requests that sent nothing upstream (refused, or answered by the cache) have used no tokens.
    if (this.admission) this.budgetService.settle(this.admission.id, { ...NOTHING, tokens: this.#usedTokens })
  }

  /**
   * Warns if the usage is unknown, so that the held amount is charged, or if more was used than was held. True in the
   * second case.
   */
  #warnOfDifference({ budgets }: AttemptHold, used: ActualUse): boolean {
    let isOver = false
    for (const { terms, units } of budgets) {
      const actual = used[terms.unit]
      const held = inWords(units, terms.unit)
      if (actual === null && units > 0) {
        this.journal.warn(`budget: the usage of an attempt is unknown; the ${held} held for it are charged.`)
      } else if (actual !== null && actual > units) {
        isOver = true
        this.journal.warn(
          `budget: an attempt used ${inWords(actual, terms.unit)}, more than the ${held} held for it; all of it is charged.`,
        )
      }
    }
    return isOver
  }
}

function usedIn({ usage, costNanoUsd }: Metered): ActualUse {
  const { inputTokens = null, outputTokens = null, totalTokens = null } = usage ?? {}
  const counted = inputTokens === null && outputTokens === null ? null : (inputTokens ?? 0) + (outputTokens ?? 0)
  // Some providers report a total that is smaller than its parts.
  const tokens = totalTokens === null ? counted : Math.max(totalTokens, counted ?? 0)
  return { cost: costNanoUsd, tokens, requests: 1 }
}
