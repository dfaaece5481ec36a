/** The id of a process that shares a database with others. It is stored in the data folder and survives a restart. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from './write-durably.ts'

export function nodeIdOf(dataDirectory: string): string {
  const path = join(dataDirectory, 'node-id')
  if (!existsSync(path)) writeDurably(path, crypto.randomUUID())
  return readFileSync(path, 'utf8').trim()
}

/** Null if no process has used the folder with a shared database. */
export function findNodeId(dataDirectory: string): string | null {
  return existsSync(join(dataDirectory, 'node-id')) ? nodeIdOf(dataDirectory) : null
}
