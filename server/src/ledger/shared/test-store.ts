/** A shared store that implements only the methods a test passes. */

import type { SharedLedgerStore } from '../../core/money/shared-ledger.ts'

export function storeWith(answers: Partial<SharedLedgerStore>): SharedLedgerStore {
  const nobody = (): never => {
    throw new Error('this test does not expect the call')
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
    expireLeases: nobody,
    countNodes: nobody,
    close: nobody,
    ...answers,
  }
}
