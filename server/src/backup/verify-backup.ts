/** Verifies a backup: restores it into a temporary folder and checks what a gateway would find there. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkLogs } from '../records/sqlite/check-logs.ts'
import { findKeyFile, masterKeyId } from '../stores/master-key.ts'
import { checkAuditChain, checkSums, fileProblems } from '../stores/sql/check-control.ts'
import type { ControlDatabase } from '../stores/sql/control-database.ts'
import { openVault } from '../stores/vault.ts'
import { listBackups, type Manifest, readManifest } from './manifest.ts'
import { openRestored, type RestoredLedger } from './open-restored.ts'
import { BackupError, type BackupTarget } from './target.ts'
import { writeBackupFile } from './write-files.ts'

export type Check = {
  readonly name: 'files' | 'control' | 'audit chain' | 'ledger' | 'logs'
  /** `skipped`: not checked; `detail` says why. */
  readonly result: 'ok' | 'failed' | 'skipped'
  readonly detail: string
}

export type VerifyOptions = {
  readonly target: BackupTarget
  /** Null: the newest backup. */
  readonly id: string | null
  /** Returns the master key with this fingerprint, or null if it is unknown. The check of the audit chain needs it. */
  readonly findMasterKey: (id: string) => Uint8Array | null
}

export type VerifiedBackup = { readonly manifest: Manifest; readonly checks: readonly Check[] }

export async function verifyBackup({ target, id, findMasterKey }: VerifyOptions): Promise<VerifiedBackup> {
  const newest = id ?? (await listBackups(target)).at(-1)
  if (newest === undefined) throw new BackupError(`${target.name} has no complete backup.`)
  const manifest = await readManifest(target, newest)
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-verify-'))
  try {
    const files = await checkFiles(target, manifest, folder)
    if (files.result === 'failed') return { manifest, checks: [files] }
    return { manifest, checks: [files, ...(await checkStore(manifest, folder, findMasterKey)), logsCheck(folder)] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function checkFiles(target: BackupTarget, { files }: Manifest, folder: string): Promise<Check> {
  const problems: string[] = []
  for (const file of files) {
    try {
      await writeBackupFile(target, file, folder)
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
      problems.push(error.message)
    }
  }
  const bytes = files.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
  return check('files', problems, `${files.length} files, ${bytes} bytes`)
}

async function checkStore(
  manifest: Manifest,
  folder: string,
  findMasterKey: VerifyOptions['findMasterKey'],
): Promise<readonly Check[]> {
  let restored: RestoredLedger
  try {
    restored = await openRestored(folder)
  } catch (error) {
    return [check('control', [error instanceof Error ? error.message : String(error)], '')]
  }
  const { database } = restored
  try {
    const control = check('control', await fileProblems(database), 'control.db is whole')
    return [control, await auditCheck(manifest, folder, database, findMasterKey), await ledgerCheck(restored)]
  } finally {
    await database.destroy()
  }
}

async function auditCheck(
  manifest: Manifest,
  folder: string,
  database: ControlDatabase,
  findMasterKey: VerifyOptions['findMasterKey'],
): Promise<Check> {
  const wanted = manifest.master_key
  const included = findKeyFile(folder)
  const isIncluded = included !== null && masterKeyId(included) === wanted
  const key = isIncluded ? included : wanted === null ? null : findMasterKey(wanted)
  if (key === null)
    return {
      name: 'audit chain',
      result: 'skipped',
      detail: `needs the master key ${wanted ?? ''}: set GATEWAY_MASTER_KEY, or --data to the folder with master.key`,
    }
  const vault = await openVault(database, { dataDirectory: folder, given: key, previous: null })
  const { entries, problems } = await checkAuditChain(database, vault.hash)
  return check('audit chain', problems, `${entries} entries`)
}

async function ledgerCheck({ database, damages, mismatches }: RestoredLedger): Promise<Check> {
  const { accounts, openHolds, problems } = await checkSums(database)
  const damaged = damages.map(({ kind, file }) => `${file} is ${kind}`)
  const detail = `${accounts} accounts, each equal to the sum of its entries; ${openHolds} open holds`
  return check('ledger', [...damaged, ...mismatches, ...problems], detail)
}

function logsCheck(folder: string): Check {
  const { stored, waiting, problems } = checkLogs(folder)
  return check('logs', problems, `${stored} in logs.db, ${waiting} in journals`)
}

function check(name: Check['name'], problems: readonly string[], detail: string): Check {
  return problems.length === 0
    ? { name, result: 'ok', detail }
    : { name, result: 'failed', detail: problems.join('; ') }
}
