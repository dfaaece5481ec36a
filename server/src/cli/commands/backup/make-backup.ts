/** `gatehouse backup`: backs up the data folder, even while the gateway runs. */

import { version } from '../../../../../package.json'
import { makeBackup } from '../../../backup/make-backup.ts'
import { lowerThreadPriority } from '../../../core/runtime/thread-priority.ts'
import type { PendingAuditEntry } from '../../../core/stores/audit-entries.ts'
import type { GatehouseSettings } from '../../../settings.ts'
import { findKeyFile, masterKeyId } from '../../../stores/master-key.ts'
import { noteCommand } from '../../../stores/sql/note-command.ts'
import type { Call } from '../../command.ts'
import { CommandError, usageError } from '../../command-error.ts'
import { embeddedSettings, explain, sizeInWords, targetOf } from './explain-backup.ts'

export async function makeBackupCommand(call: Call): Promise<void> {
  const settings = await embeddedSettings(call)
  const target = targetOf(call)
  const keep = keepOf(call)
  const masterKey = call.has('include-master-key') ? includedKey(settings) : null
  const { manifest, newBytes, removed } = await makeBackup({
    dataDirectory: settings.dataDirectory,
    target,
    version,
    keep,
    masterKey,
    // Lets the gateway's threads run first. Not called earlier, because the transaction on control.db must be short.
    onCaptured: lowerThreadPriority,
    onProgress: (done, all) => call.output.progress(`${sizeInWords(done)} of ${sizeInWords(all)}`),
  }).catch(explain)
  const bytes = manifest.files.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
  noteBackup(call, settings.dataDirectory, {
    id: Bun.randomUUIDv7(),
    atMs: Date.now(),
    action: 'backup.create',
    targetId: manifest.id,
    facts: {
      target: target.name,
      size_bytes: bytes,
      new_bytes: newBytes,
      master_key_included: masterKey !== null,
      removed: removed.length,
    },
  })
  const result = {
    id: manifest.id,
    target: target.name,
    created_at: manifest.created_at,
    size_bytes: bytes,
    new_bytes: newBytes,
    master_key: manifest.master_key,
    master_key_included: masterKey !== null,
    removed,
    body_storage: settings.bodyStorage,
  }
  call.output.data(result, () =>
    [
      `Backup ${manifest.id}: ${sizeInWords(bytes)}, of which ${sizeInWords(newBytes)} were new.`,
      ...(removed.length > 0 ? [`Deleted ${removed.length} old: ${removed.join(', ')}.`] : []),
      masterKey === null
        ? `The master key is not in the backup. A restore needs the one with the fingerprint ${manifest.master_key}: keep ${settings.masterKey ? 'GATEWAY_MASTER_KEY' : 'master.key'} in another place.`
        : 'The master key is in the backup: whoever reads it can decrypt every credential.',
      ...(settings.bodyStorage === null
        ? []
        : [`Logged bodies in ${settings.bodyStorage} are not in the backup. Back it up after this one.`]),
    ].join('\n'),
  )
}

/** Adds an entry for the audit log. The backup is already complete, so a failure is only reported. */
function noteBackup(call: Call, dataDirectory: string, entry: PendingAuditEntry): void {
  try {
    noteCommand(dataDirectory, entry)
  } catch (error) {
    call.output.note(`The audit log will not have this backup: ${error instanceof Error ? error.message : error}`)
  }
}

function keepOf(call: Call): number | null {
  const text = call.text('keep')
  if (text === null) return null
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw usageError(`--keep must be a whole number from 1, not "${text}".`, 'backup')
}

function includedKey({ masterKey, dataDirectory }: GatehouseSettings): { text: string; id: string } {
  const key = masterKey ?? findKeyFile(dataDirectory)
  if (key === null)
    throw new CommandError({
      what: `There is no master key: ${dataDirectory} has no master.key and GATEWAY_MASTER_KEY is not set.`,
      fix: 'Leave out --include-master-key, or set GATEWAY_MASTER_KEY.',
    })
  return { text: Buffer.from(key).toString('hex'), id: masterKeyId(key) }
}
