/** Tells a first start from a store that was lost: a data folder with the rest of a gateway, and no organisation to own it. */

import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type ControlDatabase, LostStoreError } from './control-database.ts'

/** Taken before anything is opened, which would make the files that are missing. */
export type FolderBefore = {
  readonly dataDirectory: string
  /** Null where it is not the store. */
  readonly controlFile: 'there' | 'missing' | null
  /** What only a gateway that had an organisation leaves behind. */
  readonly left: readonly string[]
}

const LEFT_FILES = ['logs.db', 'semantic.db', 'node-id']
const LEFT_FOLDERS = ['ledger', 'shared-ledger', 'journal', 'exports']

export function lookBefore(dataDirectory: string): FolderBefore {
  const files = LEFT_FILES.filter((name) => existsSync(join(dataDirectory, name)))
  const folders = LEFT_FOLDERS.filter((name) => hasFiles(join(dataDirectory, name)))
  const controlFile = sizeOf(join(dataDirectory, 'control.db')) > 0 ? 'there' : 'missing'
  // A first start that was killed leaves a key file beside its control.db, and nothing else.
  const key = controlFile === 'missing' && existsSync(join(dataDirectory, 'master.key')) ? ['master.key'] : []
  return { dataDirectory, controlFile, left: [...key, ...files, ...folders] }
}

/** Of a node: whether it has worked with a shared database before. */
export function lookBeforeNode(dataDirectory: string): FolderBefore {
  const left = ['node-id'].filter((name) => existsSync(join(dataDirectory, name)))
  return { dataDirectory, controlFile: null, left }
}

/** Before the first keys would be made. */
export async function refuseLostStore(database: ControlDatabase, before: FolderBefore): Promise<void> {
  if (before.left.length === 0) return
  const organisation = await database.selectFrom('organisations').select('id').limit(1).executeTakeFirst()
  if (organisation === undefined) throw new LostStoreError(inWords(before))
}

function inWords({ dataDirectory, controlFile, left }: FolderBefore): string {
  const found = `The data folder ${dataDirectory} has ${left.join(', ')} of a gateway that was used`
  const anew = `To start a new gateway, choose an empty folder with GATEWAY_DATA_DIR, or move these away: ${left.join(', ')}.`
  if (controlFile === null)
    return `${found}, but the database of DATABASE_URL has no organisation. Check DATABASE_URL, or restore the database from a backup. ${anew}`
  const state =
    controlFile === 'there'
      ? 'has no organisation in it: its WAL (control.db-wal) was lost or damaged'
      : 'is missing or empty'
  return `${found}, but control.db ${state}. Restore control.db and control.db-wal from a backup. ${anew}`
}

function hasFiles(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true && readdirSync(folder).length > 0
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
