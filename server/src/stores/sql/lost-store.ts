/** Distinguishes a first start from a lost store: a data folder with files of a used gateway, but no organisation. */

import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type ControlDatabase, LostStoreError } from './control-database.ts'

/** Taken before any file is opened, because opening creates missing files. */
export type FolderState = {
  readonly dataDirectory: string
  /** Null if the store is a shared database. */
  readonly controlFile: 'there' | 'missing' | null
  /** Files that only a gateway with an organisation creates. */
  readonly left: readonly string[]
}

const LEFT_FILES = ['logs.db', 'semantic.db', 'node-id']
/** `restoring`: a restore was interrupted. */
const LEFT_FOLDERS = ['ledger', 'shared-ledger', 'journal', 'exports', 'restoring']

export function inspectFolder(dataDirectory: string): FolderState {
  const files = LEFT_FILES.filter((name) => existsSync(join(dataDirectory, name)))
  const folders = LEFT_FOLDERS.filter((name) => hasFiles(join(dataDirectory, name)))
  const controlFile = sizeOf(join(dataDirectory, 'control.db')) > 0 ? 'there' : 'missing'
  // A killed first start leaves master.key together with control.db, so a key alone means that control.db was lost.
  const key = controlFile === 'missing' && existsSync(join(dataDirectory, 'master.key')) ? ['master.key'] : []
  return { dataDirectory, controlFile, left: [...key, ...files, ...folders] }
}

/** For nodes with a shared database: `node-id` shows that this node was used before. */
export function inspectNodeFolder(dataDirectory: string): FolderState {
  const left = ['node-id'].filter((name) => existsSync(join(dataDirectory, name)))
  return { dataDirectory, controlFile: null, left }
}

/** Call before the first keys are created. */
export async function refuseLostStore(database: ControlDatabase, before: FolderState): Promise<void> {
  if (before.left.length === 0) return
  const organisation = await database.selectFrom('organisations').select('id').limit(1).executeTakeFirst()
  if (organisation === undefined) throw new LostStoreError(messageOf(before))
}

function messageOf({ dataDirectory, controlFile, left }: FolderState): string {
  const found = `The data folder ${dataDirectory} has ${left.join(', ')} from a used gateway`
  const startOver = `To start a new gateway, choose an empty folder with GATEWAY_DATA_DIR, or remove these files: ${left.join(', ')}.`
  if (controlFile === null)
    return `${found}, but the database of DATABASE_URL has no organisation. Check DATABASE_URL, or restore the database from a backup. ${startOver}`
  const state =
    controlFile === 'there'
      ? 'contains no organisation: its WAL (control.db-wal) was lost or damaged'
      : 'is missing or empty'
  return `${found}, but control.db ${state}. Restore control.db and control.db-wal from a backup. ${startOver}`
}

function hasFiles(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true && readdirSync(folder).length > 0
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
