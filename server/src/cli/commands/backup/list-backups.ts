/** `gatehouse backup list`: the backups of a target, oldest first. */

import { listBackups, type Manifest, readManifest } from '../../../backup/manifest.ts'
import type { BackupTarget } from '../../../backup/target.ts'
import type { Call } from '../../command.ts'
import { explain, sizeInWords, targetOf } from './explain-backup.ts'

export async function listBackupsCommand(call: Call): Promise<void> {
  const rows = (await readAll(targetOf(call)).catch(explain)).map((manifest) => ({
    id: manifest.id,
    created_at: manifest.created_at,
    size_bytes: manifest.files.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
    gatehouse_version: manifest.gatehouse_version,
    master_key: manifest.master_key,
    master_key_included: manifest.files.some(({ path }) => path === 'master.key'),
  }))
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['ID', (row) => row.id],
        ['SIZE', (row) => sizeInWords(row.size_bytes)],
        ['VERSION', (row) => row.gatehouse_version],
        ['MASTER KEY', (row) => `${row.master_key ?? ''}${row.master_key_included ? ' (included)' : ''}`],
      ],
      'No complete backup.',
    ),
  )
}

async function readAll(target: BackupTarget): Promise<readonly Manifest[]> {
  const manifests: Manifest[] = []
  for (const id of await listBackups(target)) manifests.push(await readManifest(target, id))
  return manifests
}
