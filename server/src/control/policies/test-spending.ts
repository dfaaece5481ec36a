/** An in-memory SpendingService for tests. The test sets the usage. */

import { nanoUsdOf } from '../../core/money/nano-usd.ts'
import type { Holder, SavedBudget, Spending, SpendingService } from '../../core/money/spending.ts'

type Spent = { readonly usedUnits: number; readonly heldUnits: number; readonly unknownUnits: number }

const NOTHING: Spent = { usedUnits: 0, heldUnits: 0, unknownUnits: 0 }

export class TestSpending implements SpendingService {
  readonly #spent = new Map<string, Map<string, Spent>>()
  readonly resets: Holder[] = []

  spend(holder: Holder, spent: Partial<Spent>): void {
    const account = `${holder.kind} ${holder.id}`
    const values = this.#spent.get(account) ?? new Map<string, Spent>()
    values.set(valueIn(holder), { ...NOTHING, ...spent })
    this.#spent.set(account, values)
  }

  async read(holder: Holder, limit: SavedBudget): Promise<Spending> {
    const spent = this.#spent.get(`${holder.kind} ${holder.id}`)?.get(valueIn(holder))
    return standing(spent ?? NOTHING, limit)
  }

  async readPolicy(policyId: string, limit: SavedBudget) {
    const values = this.#spent.get(`policy ${policyId}`) ?? new Map<string, Spent>()
    return [...values].map(([value, spent]) => ({ value, spending: standing(spent, limit) }))
  }

  async reset(holder: Holder): Promise<void> {
    this.resets.push(holder)
    const values = this.#spent.get(`${holder.kind} ${holder.id}`)
    const { heldUnits } = values?.get(valueIn(holder)) ?? NOTHING
    values?.set(valueIn(holder), { ...NOTHING, heldUnits })
  }
}

function valueIn(holder: Holder): string {
  return holder.kind === 'policy' ? holder.value : ''
}

function standing(spent: Spent, limit: SavedBudget): Spending {
  const limitUnits = limit.type === 'cost' ? (nanoUsdOf(limit.creditLimit) ?? 0) : limit.creditLimit
  return {
    ...spent,
    unit: limit.type,
    limitUnits,
    periodStartedAtMs: Date.UTC(2026, 0, 1),
    nextResetAtMs: limit.periodicReset === null ? null : Date.UTC(2030, 0, 1),
    isExhausted: spent.usedUnits + spent.heldUnits >= limitUnits,
  }
}
