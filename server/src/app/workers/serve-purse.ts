/** The owner's purse for one worker: what the worker leaves open when it dies counts as used. */

import type { HoldAsk, Purse, Used } from '../../core/money/purse.ts'
import type { WorkerCalls } from './questions.ts'

const UNKNOWN: Used = { cost: null, tokens: null, requests: null }

/** Returns what to call when the worker is gone. */
export function servePurse(calls: WorkerCalls, purse: Purse): () => Promise<void> {
  const open = new Set<string>()
  calls.answer('hold', async (ask) => {
    const result = await purse.hold(ask)
    if (result.kind === 'held' && staysOpen(ask)) open.add(ask.id)
    return result
  })
  calls.answer('post', ({ id, used }) => {
    open.delete(id)
    return purse.post(id, used)
  })
  calls.answer('release', (id) => {
    open.delete(id)
    return purse.release(id)
  })
  calls.answer('standing', (terms) => purse.standing(terms))
  return async () => {
    const ids = [...open]
    open.clear()
    for (const id of ids) await purse.post(id, UNKNOWN)
  }
}

/** Requests counted in a window are counted for good, unless the hold is tentative: nothing is left to settle. */
export function staysOpen({ budgets, windows, isTentative }: HoldAsk): boolean {
  return isTentative === true || budgets.length > 0 || windows.some(({ terms }) => terms.limit.type === 'tokens')
}
