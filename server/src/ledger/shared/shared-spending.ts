/** Spending for the admin API on a cluster: reads and resets budgets in the shared store. */

import { GatewayError } from '../../core/errors.ts'
import { accountOf, BUDGET_UNITS, policyAccountsOf, scheduleOf, unitsOf } from '../../core/money/budget-terms.ts'
import type { SharedAccountState, SharedLedgerStore } from '../../core/money/shared-ledger.ts'
import type { Holder, SavedBudget, Spending, SpendingService } from '../../core/money/spending.ts'
import { sharedSpending } from './lease.ts'
import type { Leases } from './leases.ts'
import type { Reporter } from './reporter.ts'

export class SharedSpending implements SpendingService {
  constructor(
    private readonly store: SharedLedgerStore,
    private readonly reporter: Reporter,
    private readonly leases: Leases,
  ) {}

  async read(holder: Holder, limit: SavedBudget): Promise<Spending> {
    const state = await this.#call(() => this.store.read(accountOf(holder, limit.type)))
    return this.#spending(state, limit)
  }

  async readPolicy(policyId: string, limit: SavedBudget) {
    const prefix = policyAccountsOf(policyId, limit.type)
    const found = await this.#call(() => this.store.readAll(prefix))
    return found.map(({ account, state }) => ({
      value: account.slice(prefix.length),
      spending: this.#spending(state, limit),
    }))
  }

  async reset(holder: Holder): Promise<void> {
    await this.#call(async () => {
      for (const unit of BUDGET_UNITS) {
        const account = accountOf(holder, unit)
        await this.store.reset(account)
        const state = await this.store.read(account)
        if (state) this.leases.updateState(account, state)
      }
    })
  }

  #spending(state: SharedAccountState | null, limit: SavedBudget): Spending {
    const { type, creditLimit } = limit
    const terms = { unit: type, limitUnits: unitsOf(type, creditLimit), schedule: scheduleOf(limit) }
    return sharedSpending(state, terms, this.leases.nowMs())
  }

  /** Reports this node's spending before the call. */
  async #call<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      await this.reporter.flush()
      return await work()
    } catch (cause) {
      throw new GatewayError('store_unavailable', { cause, message: 'The shared budget store is unavailable.' })
    }
  }
}
