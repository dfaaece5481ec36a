/** The content of a data folder. */

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type DataFile = { readonly path: string; readonly bytes: Buffer }

/** All files. Leaves out those that a running gateway deletes meanwhile, as SQLite does with its journals. */
export async function dataFiles(folder: string): Promise<DataFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = await Promise.all(paths.map((path) => readFile(path).then((bytes) => ({ path, bytes }), unlessMissing)))
  return files.filter((file) => file !== null)
}

/** The files that contain one of the texts. */
export async function filesWith(folder: string, ...texts: readonly (string | Uint8Array)[]): Promise<string[]> {
  const files = await dataFiles(folder)
  return files.filter(({ bytes }) => texts.some((text) => bytes.includes(text))).map(({ path }) => path)
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
