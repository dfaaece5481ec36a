/** `gatehouse backup verify`: checks a backup without changing it. */

import { type Check, verifyBackup } from '../../../backup/verify-backup.ts'
import type { Call } from '../../command.ts'
import { readSettingsOf } from '../gateway/settings-of.ts'
import { explain, findMasterKey, targetOf } from './explain-backup.ts'

const MARKS: Readonly<Record<Check['result'], string>> = { ok: 'ok', failed: 'FAILED', skipped: 'skipped' }

export async function verifyBackupCommand(call: Call): Promise<void> {
  const settings = await readSettingsOf(call)
  const { manifest, checks } = await verifyBackup({
    target: targetOf(call),
    id: call.text('backup'),
    findMasterKey: (id) => findMasterKey(settings, id),
  }).catch(explain)
  const isWhole = checks.every(({ result }) => result !== 'failed')
  call.output.data({ id: manifest.id, is_whole: isWhole, checks }, () =>
    [
      `Backup ${manifest.id}`,
      ...checks.map(({ name, result, detail }) => `  ${MARKS[result].padEnd(8)} ${name.padEnd(12)} ${detail}`),
    ].join('\n'),
  )
  if (!isWhole) process.exitCode = 1
}
