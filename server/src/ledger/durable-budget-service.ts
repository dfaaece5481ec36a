/**
 * Budgets with the durability `disk`: a hold is on disk before it is granted, so a power failure never loses an attempt
 * that a provider may charge for. If a settlement is lost, the hold stays open and the next start settles it in full.
 */

import type { ActualUse, BudgetService, BudgetTerms, HoldRequest, HoldResult } from '../core/money/budget-service.ts'
import type { Spending } from '../core/money/spending.ts'
import type { Awaitable } from '../core/ports.ts'

export class DurableBudgetService implements BudgetService {
  constructor(
    private readonly inner: BudgetService,
    private readonly saved: () => Promise<void>,
  ) {}

  async hold(request: HoldRequest): Promise<HoldResult> {
    const result = await this.inner.hold(request)
    // Rate limits need not survive a power failure.
    if (result.kind !== 'held' || request.budgets.length === 0) return result
    try {
      await this.saved()
      return result
    } catch {
      await this.inner.release(request.id)
      return { kind: 'unavailable', reason: 'the ledger could not be saved to disk' }
    }
  }

  settle(id: string, used: ActualUse): Awaitable<boolean> {
    return this.inner.settle(id, used)
  }

  release(id: string): Awaitable<boolean> {
    return this.inner.release(id)
  }

  currentSpending(terms: BudgetTerms): Awaitable<Spending> {
    return this.inner.currentSpending(terms)
  }

  synced(): Promise<void> {
    return this.saved()
  }
}
