/** `gatehouse restore`: restores a backup into an empty data folder. */

import { type RestoredBackup, restoreBackup } from '../../../backup/restore-backup.ts'
import type { Call } from '../../command.ts'
import { usageError } from '../../command-error.ts'
import { embeddedSettings, explain, findMasterKey, sizeInWords, targetOf } from './explain-backup.ts'

export async function restoreBackupCommand(call: Call): Promise<void> {
  const settings = embeddedSettings(call)
  const { dataDirectory } = settings
  const atMs = timeOf(call)
  const restored = await restoreBackup({
    target: targetOf(call),
    dataDirectory,
    id: call.text('backup'),
    atMs,
    onProgress: (done, all) => call.output.progress(`${sizeInWords(done)} of ${sizeInWords(all)}`),
  }).catch(explain)
  const { control, later, addedEntries } = restored
  const key = control.master_key
  const hasKey = key === null || findMasterKey(settings, key) !== null
  const result = {
    data_directory: dataDirectory,
    settings_of: control.created_at,
    spending_until: later && atMs !== null ? new Date(atMs).toISOString() : control.created_at,
    logs_of: (later ?? control).created_at,
    added_ledger_entries: addedEntries,
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

function linesOf({ control, later, addedEntries }: RestoredBackup, atMs: number | null): readonly string[] {
  if (atMs === null) return [`Everything is as of ${control.created_at}.`]
  const at = new Date(atMs).toISOString()
  if (later === null) return [`No later backup exists: everything is as of ${control.created_at}, not ${at}.`]
  return [
    `Settings, keys and users are as of ${control.created_at}: changes between that backup and ${at} are not recorded in a form that can be repeated.`,
    `Spending is as of ${at}: ${addedEntries} ledger entries were added.`,
    `Logs are as of ${later.created_at}.`,
  ]
}

/** With an explicit zone, because a backup is often restored on another machine. */
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
