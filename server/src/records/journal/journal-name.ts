/** The name of a journal, kept in its folder: on a shared store it tells the journals of many nodes apart. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { requireFolder } from './journal-folder.ts'

const FILE = 'name'

export function journalName(directory: string): string {
  requireFolder(directory)
  const path = join(directory, FILE)
  try {
    writeFileSync(path, crypto.randomUUID(), { flag: 'wx', mode: 0o600 })
  } catch {
    // It has one.
  }
  const name = readFileSync(path, 'utf8').trim()
  if (/^[0-9a-f-]{36}$/.test(name)) return name
  throw new Error(`${path} is damaged: it must hold the name that this journal has in the database.`)
}
