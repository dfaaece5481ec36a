/** Checks a restored control store: the file, the audit chain and the sums of the ledger. */

import { sql } from 'kysely'
import type { Vault } from '../../core/stores/stores.ts'
import type { ControlDatabase } from './control-database.ts'
import { controlStore } from './control-store.ts'
import { LedgerHistory } from './repositories/money/ledger-history.ts'

const MAX_PROBLEMS = 10

/** Problems found by SQLite's integrity check, at most `MAX_PROBLEMS`. */
export async function fileProblems(database: ControlDatabase): Promise<readonly string[]> {
  const check = sql<{ readonly integrity_check: string }>`pragma integrity_check(${sql.lit(MAX_PROBLEMS)})`
  const { rows } = await check.execute(database)
  return rows.map(({ integrity_check }) => integrity_check).filter((text) => text !== 'ok')
}

export type AuditCheck = { readonly entries: number; readonly problems: readonly string[] }

export async function checkAuditChain(database: ControlDatabase, hash: Vault['hash']): Promise<AuditCheck> {
  const { stores } = controlStore(database, hash)
  const { id } = await stores.organisations.readOfDeployment()
  const verdict = await stores.auditEntries.verify(id)
  return { entries: verdict.count, problems: verdict.isWhole ? [] : [verdict.reason] }
}

export type SumsCheck = {
  readonly accounts: number
  /** Holds that a gateway settles in full when it starts. */
  readonly openHolds: number
  readonly problems: readonly string[]
}

export async function checkSums(database: ControlDatabase): Promise<SumsCheck> {
  const sums = await new LedgerHistory(database).sums()
  const { holds } = await database
    .selectFrom('ledger_holds')
    .select(({ fn }) => fn.countAll<number>().as('holds'))
    .executeTakeFirstOrThrow()
  const wrong = sums.filter(({ usedUnits, entryUnits }) => usedUnits !== entryUnits)
  return {
    accounts: sums.length,
    openHolds: Number(holds),
    problems: wrong
      .slice(0, MAX_PROBLEMS)
      .map(
        (each) => `the entries of ${each.account} add up to ${each.entryUnits}, but its balance is ${each.usedUnits}`,
      ),
  }
}
