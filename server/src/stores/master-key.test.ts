import { afterEach, beforeEach, expect, test } from 'bun:test'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keyHasher, loadMasterKey, MasterKeyError } from './master-key.ts'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-master-'))
  path = join(folder, 'master.key')
})

afterEach(() => rm(folder, { recursive: true }))

test('a key is made once, kept in a file only we can read, and found again', async () => {
  const made = loadMasterKey(folder, null)
  expect(made).toHaveLength(32)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await readFile(path, 'utf8')).trim()).toBe(Buffer.from(made).toString('hex'))
  expect(loadMasterKey(folder, null)).toEqual(made)
})

test('two folders get different keys', async () => {
  const other = await mkdtemp(join(tmpdir(), 'gatehouse-master-'))
  expect(loadMasterKey(other, null)).not.toEqual(loadMasterKey(folder, null))
  await rm(other, { recursive: true })
})

test('a given key is used as it is and never written; only its fingerprint is', async () => {
  const given = new Uint8Array(32).fill(9)
  expect(loadMasterKey(folder, given)).toBe(given)
  expect(await readdir(folder)).toEqual(['master.fingerprint'])
  expect(await readFile(join(folder, 'master.fingerprint'), 'utf8')).not.toContain(Buffer.from(given).toString('hex'))
})

test('another master key over existing data is refused by its name, since every gateway key would be unknown', () => {
  loadMasterKey(folder, new Uint8Array(32).fill(9))
  expect(() => loadMasterKey(folder, new Uint8Array(32).fill(8))).toThrow(/GATEWAY_MASTER_KEY is not the master key/)
  expect(() => loadMasterKey(folder, null)).toThrow(/master.key is not the master key/)
})

test.each(['', 'short', 'ab'.repeat(31), 'zz'.repeat(32), `${'ab'.repeat(40)}`])(
  'a damaged file (%j) is refused, never replaced',
  async (content) => {
    await writeFile(path, content, { mode: 0o600 })
    expect(() => loadMasterKey(folder, null)).toThrow(MasterKeyError)
    expect(await readFile(path, 'utf8')).toBe(content)
  },
)

test.each([0o644, 0o640, 0o604, 0o660])(
  'a file others can read (%o) is refused, and the message names no digit of the key',
  async (mode) => {
    const made = loadMasterKey(folder, null)
    await chmod(path, mode)
    expect(() => loadMasterKey(folder, null)).toThrow('chmod 600')
    expect(() => loadMasterKey(folder, null)).not.toThrow(Buffer.from(made).toString('hex'))
    await chmod(path, 0o600)
    expect(loadMasterKey(folder, null)).toEqual(made)
  },
)

test('the keyed hash depends on key and secret, and shows neither', () => {
  const hash = keyHasher(new Uint8Array(32).fill(1))
  const other = keyHasher(new Uint8Array(32).fill(2))
  expect(hash('secret')).toBe(keyHasher(new Uint8Array(32).fill(1))('secret'))
  expect(hash('secret')).not.toBe(hash('secret2'))
  expect(hash('secret')).not.toBe(other('secret'))
  expect(Buffer.from(hash('secret'), 'base64')).toHaveLength(32)
})
