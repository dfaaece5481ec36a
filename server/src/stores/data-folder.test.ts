import { afterEach, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeToOthers, openEntries } from './data-folder.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function folderWith(entries: Readonly<Record<string, number>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-rights-'))
  folders.push(folder)
  for (const [name, mode] of Object.entries(entries)) {
    const path = join(folder, name)
    if (name.endsWith('/')) mkdirSync(path)
    else writeFileSync(path, '')
    chmodSync(path, mode)
  }
  return folder
}

const modeOf = (...parts: string[]) => statSync(join(...parts)).mode & 0o777

test('permissions of other users are removed from gateway files with a warning', () => {
  const folder = folderWith({
    'control.db': 0o644,
    'control.db-wal': 0o664,
    'logs.db-shm': 0o604,
    'node-id': 0o640,
    'control.changes': 0o644,
    'restoring/': 0o755,
    'restoring/control.db': 0o644,
    'journal/': 0o755,
    'journal/1.log': 0o644,
    'worker-3/': 0o750,
    'worker-3/lock.db': 0o666,
  })
  chmodSync(folder, 0o755)
  const warnings = closeToOthers(folder)
  expect(openEntries(folder)).toEqual([])
  expect(modeOf(folder, 'control.db')).toBe(0o600)
  expect(modeOf(folder, 'worker-3', 'lock.db')).toBe(0o600)
  expect(modeOf(folder, 'journal')).toBe(0o700)
  expect(modeOf(folder, 'restoring', 'control.db')).toBe(0o600)
  expect(warnings).toHaveLength(2)
  expect(warnings[0]).toContain('and 10 more files and folders')
  expect(warnings[1]).toContain(`Run: chmod 700 ${folder}`)
  expect(modeOf(folder)).toBe(0o755)
})

test('other files, links and the master key are not changed', () => {
  const folder = folderWith({ 'notes.txt': 0o644, 'master.key': 0o644, 'elsewhere.db': 0o644 })
  symlinkSync(join(folder, 'notes.txt'), join(folder, 'logs.db'))
  expect(closeToOthers(folder)).toEqual([])
  for (const name of ['notes.txt', 'master.key', 'elsewhere.db']) expect(modeOf(folder, name)).toBe(0o644)
})

test('a private folder gives no warning', () => {
  const folder = folderWith({ 'control.db': 0o600, 'journal/': 0o700 })
  expect(closeToOthers(folder)).toEqual([])
  expect(closeToOthers(join(folder, 'none'))).toEqual([])
})
