/** Serves the owner's budget service to one worker. Holds that are open when the worker exits are settled in full. */

import type { BudgetService, HoldRequest, Used } from '../../core/money/budget-service.ts'
import type { WorkerChannel } from './rpc-methods.ts'

const UNKNOWN: Used = { cost: null, tokens: null, requests: null }

/** Returns a function to call after the worker has exited. */
export function serveBudgets(channel: WorkerChannel, budgetService: BudgetService): () => Promise<void> {
  const open = new Set<string>()
  channel.handle('hold', async (request) => {
    const result = await budgetService.hold(request)
    if (result.kind === 'held' && staysOpen(request)) open.add(request.id)
    return result
  })
  channel.handle('post', ({ id, used }) => {
    open.delete(id)
    return budgetService.post(id, used)
  })
  channel.handle('release', (id) => {
    open.delete(id)
    return budgetService.release(id)
  })
  channel.handle('standing', (terms) => budgetService.standing(terms))
  return async () => {
    const ids = [...open]
    open.clear()
    for (const id of ids) await budgetService.post(id, UNKNOWN)
  }
}

/**
 * Whether the hold must be settled or released later. Requests counted in a window stay counted unless the hold is
 * tentative.
 */
export function staysOpen({ budgets, windows, isTentative }: HoldRequest): boolean {
  return isTentative === true || budgets.length > 0 || windows.some(({ terms }) => terms.limit.type === 'tokens')
}
