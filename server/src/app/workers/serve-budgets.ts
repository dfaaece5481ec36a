/** Serves the owner's budget service to one worker. Holds that are open when the worker exits are settled in full. */

import type { ActualUse, BudgetService, HoldRequest } from '../../core/money/budget-service.ts'
import type { Awaitable } from '../../core/ports.ts'
import type { WorkerChannel } from './rpc-methods.ts'

const UNKNOWN: ActualUse = { cost: null, tokens: null, requests: null }

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
    return saved(budgetService.settle(id, used))
  })
  channel.handle('release', (id) => {
    open.delete(id)
    return saved(budgetService.release(id))
  })
  /** With the durability `disk`, the reply means that the change is on disk. */
  function saved(isChanged: Awaitable<boolean>): Awaitable<boolean> {
    return budgetService.synced ? budgetService.synced().then(() => isChanged) : isChanged
  }
  channel.handle('standing', (terms) => budgetService.currentSpending(terms))
  return async () => {
    const ids = [...open]
    open.clear()
    for (const id of ids) await budgetService.settle(id, UNKNOWN)
  }
}

/**
 * Whether the hold must be settled or released later. Requests counted in a window stay counted unless the hold is
 * tentative.
 */
export function staysOpen({ budgets, windows, isTentative }: HoldRequest): boolean {
  return isTentative === true || budgets.length > 0 || windows.some(({ terms }) => terms.limit.type === 'tokens')
}
