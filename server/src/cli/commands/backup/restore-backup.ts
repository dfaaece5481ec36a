/** `gatehouse restore`: restores a backup into an empty data folder. */

import { type RestoredBackup, restoreBackup } from '../../../backup/restore-backup.ts'
import type { Call } from '../../command.ts'
import { usageError } from '../../command-error.ts'
import { embeddedSettings, explain, findMasterKey, sizeInWords, targetOf } from './explain-backup.ts'

export async function restoreBackupCommand(call: Call): Promise<void> {
  const settings = await embeddedSettings(call)
  const { dataDirectory } = settings
  const atMs = timeOf(call)
  const restored = await restoreBackup({
    target: targetOf(call),
    dataDirectory,
    id: call.text('backup'),
    atMs,
    onProgress: (done, all) => call.output.progress(`${sizeInWords(done)} of ${sizeInWords(all)}`),
  }).catch(explain)
  const { manifest, undoneChanges, removedEntries } = restored
  const key = manifest.master_key
  const hasKey = key === null || findMasterKey(settings, key) !== null
  const until = atMs === null ? manifest.created_at : new Date(atMs).toISOString()
  const result = {
    data_directory: dataDirectory,
    backup: manifest.id,
    settings_of: until,
    spending_until: until,
    logs_of: manifest.created_at,
    undone_changes: undoneChanges,
    removed_ledger_entries: removedEntries,
    master_key: key,
    has_master_key: hasKey,
  }
  call.output.data(result, () =>
    [
      `Restored to ${dataDirectory}.`,
      ...linesOf(restored, atMs),
      hasKey
        ? 'The master key is there. Start the gateway.'
        : `Before the start, put the master key with the fingerprint ${key} into ${dataDirectory}/master.key (mode 600), or set GATEWAY_MASTER_KEY.`,
    ].join('\n'),
  )
}

function linesOf({ manifest, undoneChanges, removedEntries }: RestoredBackup, atMs: number | null): readonly string[] {
  const { id, created_at } = manifest
  if (atMs === null) return [`Everything is as of ${created_at}.`]
  return [
    `Settings, keys and users are as of ${new Date(atMs).toISOString()}: ${undoneChanges} changes of rows after it were undone.`,
    `Spending is as of the same time: ${removedEntries} ledger entries after it were deleted.`,
    `Logs and the audit log are as of the backup ${id}.`,
    'Everyone must sign in again. Keys and users revoked after that time work again: revoke them again.',
  ]
}

/** Requires a time zone, because a backup is often restored on another machine. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

function timeOf(call: Call): number | null {
  const text = call.text('at')
  if (text === null) return null
  if (call.text('backup') !== null) throw usageError('Use either --at or --backup.', 'restore')
  const atMs = TIME.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(atMs))
    throw usageError(`--at must be a time with its zone, such as 2026-11-17T12:30:00Z, not "${text}".`, 'restore')
  return atMs
}
