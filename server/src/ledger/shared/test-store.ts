/** A shared store that answers what a test says, and nothing else. */

import type { SharedLedgerStore } from '../../core/money/shared-ledger.ts'

export function storeWith(answers: Partial<SharedLedgerStore>): SharedLedgerStore {
  const nobody = (): never => {
    throw new Error('nobody asks this here')
  }
  return {
    openNode: nobody,
    releaseAll: nobody,
    heartbeat: nobody,
    lease: nobody,
    report: nobody,
    read: nobody,
    readAll: nobody,
    reset: nobody,
    expireNodes: nobody,
    countNodes: nobody,
    close: nobody,
    ...answers,
  }
}
