/** What one exchange has set aside: a leg for each call, each resolved once, whatever becomes of the call. */

import type { ErrorCode } from '../../core/error-table.ts'
import type { GatewayError } from '../../core/errors.ts'
import type { BudgetAsk, BudgetService, Used, WindowView } from '../../core/money/budget-service.ts'
import type { RequestRecord } from '../../core/record.ts'
import { inWords } from './limit-refusals.ts'

/** Failures after which the provider may have worked: nobody can say what for. */
const UNKNOWN_OUTCOME: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'request_timeout',
  'upstream_broken',
  'upstream_idle',
  'shutting_down',
  'internal_error',
])

/** What the exchange's record says it used. */
type Metered = Pick<RequestRecord, 'usage' | 'costNanoUsd'>

const UNKNOWN: Used = { cost: null, tokens: null, requests: 1 }
const NOTHING: Used = { cost: 0, tokens: 0, requests: 0 }

/** What was set aside for one call. */
export class AttemptHold {
  isOpen = true
  /** The call it is for, to be found again when its answer has ended. */
  call: object | null = null

  /** `id` is null when nothing is held for this call alone: then it counts only to the tokens held at admission. */
  constructor(
    readonly id: string | null,
    readonly budgets: readonly BudgetAsk[],
    private readonly holds: RequestHolds,
  ) {}

  /** An answer that is no success is not charged for. */
  answered(status: number): void {
    if (status < 200 || status > 299) this.release()
  }

  failed(reason: GatewayError | 'abandoned'): void {
    if (reason === 'abandoned' || UNKNOWN_OUTCOME.has(reason.code)) this.holds.post(this, UNKNOWN)
    else this.release()
  }

  release(): void {
    this.holds.release(this)
  }
}

export class RequestHolds {
  /** Where the windows stand that it was counted in. */
  readonly windows: WindowView[] = []
  /** The tentative hold that counts the request, when tokens may still refuse it. */
  requestId: string | null = null
  /** Tokens that were held at admission, for all calls of the request together. */
  admission: { readonly id: string; readonly tokens: number } | null = null
  /** What calls that are over have used of them. */
  #usedTokens = 0
  readonly #legs: AttemptHold[] = []
  #asked = 0

  constructor(
    private readonly budgetService: BudgetService,
    private readonly warn: (warning: string) => void,
  ) {}

  /** Counts holds that are asked for, granted or not: no two have the same id. */
  nextNumber(): number {
    return this.#asked++
  }

  add(leg: AttemptHold): void {
    this.#legs.push(leg)
  }

  post(leg: AttemptHold, used: Used): void {
    if (!leg.isOpen) return
    leg.isOpen = false
    // The rule of budgets: a call whose outcome is unknown has used all that was held.
    this.#usedTokens += Math.max(0, used.tokens ?? this.admission?.tokens ?? 0)
    if (leg.id !== null) this.budgetService.post(leg.id, used)
    this.#remark(leg, used)
  }

  release(leg: AttemptHold): void {
    if (!leg.isOpen) return
    leg.isOpen = false
    if (leg.id !== null) this.budgetService.release(leg.id)
  }

  /** The exchange is over: the leg whose answer was sent is settled by its cost, any other that is open in full. */
  settle(call: object | null, metered: Metered): void {
    if (this.requestId !== null) this.budgetService.post(this.requestId, UNKNOWN)
    const used = usedIn(metered)
    for (const leg of this.#legs) {
      if (leg.isOpen) this.post(leg, call !== null && leg.call === call ? used : UNKNOWN)
    }
    // Requests that called nobody (refused, or answered by the cache) have used no tokens.
    if (this.admission) this.budgetService.post(this.admission.id, { ...NOTHING, tokens: this.#usedTokens })
  }

  /** A record must say where the books say something else than its cost. */
  #remark({ budgets }: AttemptHold, used: Used): void {
    for (const { terms, units } of budgets) {
      const actual = used[terms.unit]
      if (actual === null && units > 0) {
        this.warn(`budget: what a call used is not known; the ${inWords(units, terms.unit)} set aside for it count.`)
      } else if (actual !== null && actual > units) {
        const more = `${inWords(actual, terms.unit)}, more than the ${inWords(units, terms.unit)} set aside for it`
        this.warn(`budget: a call used ${more}; all of it counts.`)
      }
    }
  }
}

function usedIn({ usage, costNanoUsd }: Metered): Used {
  const { inputTokens = null, outputTokens = null, totalTokens = null } = usage ?? {}
  const counted = inputTokens === null && outputTokens === null ? null : (inputTokens ?? 0) + (outputTokens ?? 0)
  // A total below its parts is no count to go by.
  const tokens = totalTokens === null ? counted : Math.max(totalTokens, counted ?? 0)
  return { cost: costNanoUsd, tokens, requests: 1 }
}
