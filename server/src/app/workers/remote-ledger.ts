/** Budgets and rate limits of a worker on the embedded store: every word is the owner's, and without it nobody spends. */

import { GatewayError } from '../../core/errors.ts'
import type { BudgetService, BudgetTerms, HoldRequest, HoldResult, Used } from '../../core/money/budget-service.ts'
import type { Spending, SpendingService } from '../../core/money/spending.ts'
import type { LedgerHealth, OpenLedger } from '../../ledger/open-ledger.ts'
import type { OwnerCalls } from './questions.ts'
import { staysOpen } from './serve-budgets.ts'

class RemoteBudgetService implements BudgetService {
  readonly open = new Set<string>()
  failure: string | null = null

  constructor(private readonly owner: OwnerCalls) {}

  async hold(ask: HoldRequest): Promise<HoldResult> {
    if (ask.budgets.length + ask.windows.length === 0) return { kind: 'held', windows: [], isDurable: true }
    try {
      const result = await this.owner.ask('hold', ask)
      if (result.kind === 'held' && staysOpen(ask)) this.open.add(ask.id)
      return result
    } catch (error) {
      // Whether it was set aside is not known; the owner's next start counts it as used.
      this.failure = String(error)
      return { kind: 'unavailable', reason: 'the process that keeps the books has ended' }
    }
  }

  post(id: string, used: Used): Promise<boolean> {
    return this.#settle(id, this.owner.ask('post', { id, used }))
  }

  release(id: string): Promise<boolean> {
    return this.#settle(id, this.owner.ask('release', id))
  }

  async standing(terms: BudgetTerms): Promise<Spending> {
    try {
      return await this.owner.ask('standing', terms)
    } catch {
      throw new GatewayError('store_unavailable')
    }
  }

  /** Without the owner nothing can be settled: its next start posts what it finds open in full. */
  #settle(id: string, asked: Promise<boolean>): Promise<boolean> {
    this.open.delete(id)
    return asked.catch(() => false)
  }
}

export function remoteLedger(owner: OwnerCalls): OpenLedger {
  const budgetService = new RemoteBudgetService(owner)
  return {
    budgetService,
    spending: ownersSpending(),
    // The owner raises them.
    onAlert() {},
    health(): LedgerHealth {
      return {
        status: budgetService.failure === null ? 'ok' : 'unreachable',
        openHolds: budgetService.open.size,
        problem: budgetService.failure,
        damages: 0,
        tailsCut: 0,
      }
    },
    async close() {},
  }
}

/** The admin interface is the owner's: nobody asks here. */
function ownersSpending(): SpendingService {
  const refuse = () => {
    throw new GatewayError('store_unavailable')
  }
  return { read: refuse, readPolicy: refuse, reset: refuse }
}
