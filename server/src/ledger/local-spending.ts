/** Spending for the admin API on a single node: reads and resets budgets. */

import { GatewayError } from '../core/errors.ts'
import { accountOf, BUDGET_UNITS, policyAccountsOf, scheduleOf, unitsOf } from '../core/money/budget-terms.ts'
import type { Holder, SavedBudget, Spending, SpendingService } from '../core/money/spending.ts'
import type { Durability } from '../core/runtime/disk.ts'
import type { Accounts } from '../policies/accounts.ts'
import type { LocalBudgetService } from './local-budget-service.ts'
import { spendingOf } from './spending-of.ts'

export class LocalSpending implements SpendingService {
  constructor(
    private readonly accounts: Accounts,
    private readonly budgetService: LocalBudgetService,
    private readonly durability: Durability,
  ) {}

  async read(holder: Holder, limit: SavedBudget): Promise<Spending> {
    return this.#spending(accountOf(holder, limit.type), limit)
  }

  async readPolicy(policyId: string, limit: SavedBudget) {
    const prefix = policyAccountsOf(policyId, limit.type)
    const found: { value: string; spending: Spending }[] = []
    for (const { id } of this.accounts.all()) {
      if (!id.startsWith(prefix)) continue
      found.push({ value: id.slice(prefix.length), spending: this.#spending(id, limit) })
    }
    return found
  }

  async reset(holder: Holder): Promise<void> {
    for (const unit of BUDGET_UNITS) {
      if (this.budgetService.reset(accountOf(holder, unit))) continue
      throw new GatewayError('store_unavailable', {
        message: 'The ledger cannot be written. The budget was not reset.',
      })
    }
    if (this.durability === 'disk') await this.budgetService.saved()
  }

  #spending(account: string, limit: SavedBudget): Spending {
    const { type, creditLimit } = limit
    const terms = { account, unit: type, limitUnits: unitsOf(type, creditLimit), schedule: scheduleOf(limit) }
    return spendingOf(this.accounts, terms, Date.now())
  }
}
