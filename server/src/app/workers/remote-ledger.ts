/**
 * Budgets and rate limits of a worker on the embedded store: every operation is a call to the owner process. If the
 * owner is unreachable, holds are refused.
 */

import { GatewayError } from '../../core/errors.ts'
import type { ActualUse, BudgetService, BudgetTerms, HoldRequest, HoldResult } from '../../core/money/budget-service.ts'
import type { Spending, SpendingService } from '../../core/money/spending.ts'
import type { Durability } from '../../core/runtime/disk.ts'
import { notSaved } from '../../core/runtime/group-sync.ts'
import type { LedgerHealth, OpenLedger } from '../../ledger/open-ledger.ts'
import type { OwnerChannel } from './rpc-methods.ts'
import { staysOpen } from './serve-budgets.ts'

class RemoteBudgetService implements BudgetService {
  readonly open = new Set<string>()
  failure: string | null = null

  /** Settlements and releases that the owner has not confirmed. */
  readonly #unconfirmed = new Set<Promise<boolean>>()
  readonly synced?: () => Promise<void>

  constructor(
    private readonly owner: OwnerChannel,
    durability: Durability,
  ) {
    if (durability === 'disk') this.synced = () => this.#confirmed()
  }

  async hold(request: HoldRequest): Promise<HoldResult> {
    if (request.budgets.length + request.windows.length === 0) return { kind: 'held', windows: [], isDurable: true }
    try {
      const result = await this.owner.call('hold', request)
      if (result.kind === 'held' && staysOpen(request)) this.open.add(request.id)
      return result
    } catch (error) {
      // The owner may have recorded the hold. Its next start settles it in full.
      this.failure = String(error)
      return { kind: 'unavailable', reason: 'the owner process has exited' }
    }
  }

  settle(id: string, used: ActualUse): Promise<boolean> {
    return this.#settle(id, this.owner.call('post', { id, used }))
  }

  release(id: string): Promise<boolean> {
    return this.#settle(id, this.owner.call('release', id))
  }

  async currentSpending(terms: BudgetTerms): Promise<Spending> {
    try {
      return await this.owner.call('standing', terms)
    } catch {
      throw new GatewayError('store_unavailable')
    }
  }

  /** Without the owner, nothing can be settled: its next start settles open holds in full. */
  #settle(id: string, settling: Promise<boolean>): Promise<boolean> {
    this.open.delete(id)
    if (!this.synced) return settling.catch(() => false)
    this.#unconfirmed.add(settling)
    return settling.catch(() => false).finally(() => this.#unconfirmed.delete(settling))
  }

  async #confirmed(): Promise<void> {
    try {
      await Promise.all(this.#unconfirmed)
    } catch (error) {
      throw notSaved(error)
    }
  }
}

export function remoteLedger(owner: OwnerChannel, durability: Durability = 'process'): OpenLedger {
  const budgetService = new RemoteBudgetService(owner, durability)
  return {
    budgetService,
    spending: unavailableSpending(),
    // The owner raises alerts.
    onAlert() {},
    health(): LedgerHealth {
      return {
        status: budgetService.failure === null ? 'ok' : 'unreachable',
        openHolds: budgetService.open.size,
        problem: budgetService.failure,
        damages: 0,
        tailsCut: 0,
        syncFailures: 0,
      }
    },
    async close() {},
  }
}

/** Not used in a worker: the owner serves the admin API. */
function unavailableSpending(): SpendingService {
  const refuse = () => {
    throw new GatewayError('store_unavailable')
  }
  return { read: refuse, readPolicy: refuse, reset: refuse }
}
