/**
 * `gatehouse ledger`: lists and acknowledges damage in the budget journals. Until an operator acknowledges damage,
 * budgets reject requests.
 */

import { existsSync } from 'node:fs'
import { acknowledgeLedgerDamage, type LedgerDamage, ledgerDamage } from '../../../app/commands/ledger-damage.ts'
import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'
import { readSettingsOf } from './settings-of.ts'

export async function checkLedger(call: Call): Promise<void> {
  const found = ledgerDamage(await dataFolderOf(call))
  call.output.data(found.map(rowOf), () =>
    found.length === 0
      ? 'No unacknowledged damage.'
      : [...found.map(lineOf), 'Compare the budgets with your bills, then: gatehouse ledger acknowledge'].join('\n'),
  )
  if (found.length > 0) process.exitCode = 1
}

export async function acknowledgeLedger(call: Call): Promise<void> {
  const found = acknowledgeLedgerDamage(await dataFolderOf(call))
  call.output.data(found.map(rowOf), () =>
    found.length === 0
      ? 'No unacknowledged damage.'
      : [...found.map(lineOf), 'Acknowledged. Budgets work again. The damaged files stay in damage/.'].join('\n'),
  )
}

async function dataFolderOf(call: Call): Promise<string> {
  const { dataDirectory } = await readSettingsOf(call)
  if (existsSync(dataDirectory)) return dataDirectory
  throw new CommandError({
    what: `The data folder ${dataDirectory} does not exist.`,
    fix: 'Run it on the gateway’s machine, with --data or GATEWAY_DATA_DIR as for "gatehouse start".',
  })
}

function rowOf({ kind, file, offsetBytes, sizeBytes }: LedgerDamage) {
  return { kind, file, offset_bytes: offsetBytes, size_bytes: sizeBytes }
}

function lineOf({ kind, file, offsetBytes, sizeBytes }: LedgerDamage): string {
  return `  ${kind}  ${file}  at byte ${offsetBytes}${sizeBytes === null ? '' : `, ${sizeBytes} bytes`}`
}
