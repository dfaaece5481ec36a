/**
 * Lists and acknowledges damage in the ledger journals of a data folder, for CLI commands. The gateway may be running.
 */

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { acknowledgeDamage, type LedgerDamage, listDamage } from '../../ledger/ledger-damage.ts'

export type { LedgerDamage }

export function ledgerDamage(dataDirectory: string): readonly LedgerDamage[] {
  return journalsIn(dataDirectory).flatMap((journal) => listDamage(journal).map(({ damage }) => damage))
}

/** Returns the damage that was acknowledged. */
export function acknowledgeLedgerDamage(dataDirectory: string): readonly LedgerDamage[] {
  return journalsIn(dataDirectory).flatMap((journal) => acknowledgeDamage(journal))
}

/** Journals of the process itself and of workers that have their own. */
function journalsIn(dataDirectory: string): string[] {
  if (!existsSync(dataDirectory)) return []
  const workers = readdirSync(dataDirectory).filter((name) => /^worker-[1-9][0-9]*$/.test(name))
  return ['.', ...workers].flatMap((folder) => [
    join(dataDirectory, folder, 'ledger'),
    join(dataDirectory, folder, 'shared-ledger'),
  ])
}
