/** The owner's budgetService for one worker: what the worker leaves open when it dies counts as used. */

import type { BudgetService, HoldRequest, Used } from '../../core/money/budget-service.ts'
import type { WorkerCalls } from './questions.ts'

const UNKNOWN: Used = { cost: null, tokens: null, requests: null }

/** Returns what to call when the worker is gone. */
export function serveBudgets(calls: WorkerCalls, budgetService: BudgetService): () => Promise<void> {
  const open = new Set<string>()
  calls.answer('hold', async (ask) => {
    const result = await budgetService.hold(ask)
    if (result.kind === 'held' && staysOpen(ask)) open.add(ask.id)
    return result
  })
  calls.answer('post', ({ id, used }) => {
    open.delete(id)
    return budgetService.post(id, used)
  })
  calls.answer('release', (id) => {
    open.delete(id)
    return budgetService.release(id)
  })
  calls.answer('standing', (terms) => budgetService.standing(terms))
  return async () => {
    const ids = [...open]
    open.clear()
    for (const id of ids) await budgetService.post(id, UNKNOWN)
  }
}

/** Requests counted in a window are counted for good, unless the hold is tentative: nothing is left to settle. */
export function staysOpen({ budgets, windows, isTentative }: HoldRequest): boolean {
  return isTentative === true || budgets.length > 0 || windows.some(({ terms }) => terms.limit.type === 'tokens')
}
