/** `gatehouse body-keys`: lists and rotates the keys that encrypt logged bodies. */

import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'
import { type JsonObject, objectsOf } from '../../remote.ts'

const PATH = '/admin/body-keys'
const POLL_MS = 500
const NONE = 'No body keys. A workspace gets one with its first body when GATEWAY_BODY_ENCRYPTION is on.'

export async function listBodyKeys(call: Call): Promise<void> {
  show(call, await call.remote().list(PATH))
}

export async function rotateBodyKeys(call: Call): Promise<void> {
  const workspace = call.text('workspace')
  const remote = call.remote()
  const rotated = await remote.post(`${PATH}/rotate`, workspace === null ? {} : { workspace_id: workspace })
  let rows = objectsOf(rotated['data'])
  const versions = new Map(rows.map((row) => [row['workspace_id'], Number(row['version'])]))
  while (call.has('wait') && rows.some((row) => !isDone(row))) {
    const stuck = rows.filter((row) => row['blocks_left'] === row['blocks_unreadable'] && row['blocks_left'] !== 0)
    if (stuck.length > 0)
      throw new CommandError({
        what: `Blocks of ${stuck.length} workspaces cannot be decrypted.`,
        why: 'They are damaged, or their key is missing. They stay as they are, and the earlier keys are kept.',
        fix: 'Restore the log store from a backup, or wait until retention deletes the blocks.',
      })
    const left = rows.reduce((sum, row) => sum + Number(row['blocks_left'] ?? 0), 0)
    call.output.progress(`Re-encrypting: ${left} blocks left`)
    await Bun.sleep(POLL_MS)
    rows = (await remote.list(PATH)).filter(
      (row) => Number(row['version']) >= (versions.get(row['workspace_id']) ?? Number.POSITIVE_INFINITY),
    )
  }
  show(call, rows)
}

function isDone(row: JsonObject): boolean {
  return row['status'] === 'active' || row['finished_at'] !== null
}

function show(call: Call, rows: readonly JsonObject[]): void {
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['WORKSPACE', (row) => String(row['workspace_name'])],
        ['VERSION', (row) => Number(row['version'])],
        ['CREATED', (row) => String(row['created_at'])],
        ['STATUS', (row) => String(row['status'])],
        ['RE-ENCRYPTED', (row) => Number(row['blocks_done'])],
        ['LEFT', (row) => (row['blocks_left'] === null ? '' : Number(row['blocks_left']))],
        ['UNREADABLE', (row) => Number(row['blocks_unreadable'])],
      ],
      NONE,
    ),
  )
}
