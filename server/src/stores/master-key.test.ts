import { afterEach, beforeEach, expect, test } from 'bun:test'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adoptNextKey, keyHasher, loadMasterKeys, MasterKeyError, makeNextKey } from './master-key.ts'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-master-'))
  path = join(folder, 'master.key')
})

afterEach(() => rm(folder, { recursive: true }))

const load = (given: Uint8Array | null = null, previous: Uint8Array | null = null) =>
  loadMasterKeys({ dataDirectory: folder, given, previous })

test('a key is created once in a private file and read again', async () => {
  const made = load()
  expect(made.wanted.secret).toHaveLength(32)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await readFile(path, 'utf8')).trim()).toBe(Buffer.from(made.wanted.secret).toString('hex'))
  expect(load()).toEqual(made)
  expect(await readdir(folder)).toEqual(['master.key'])
})

test('two folders get different keys', async () => {
  const other = await mkdtemp(join(tmpdir(), 'gatehouse-master-'))
  const there = loadMasterKeys({ dataDirectory: other, given: null, previous: null })
  expect(there.wanted.secret).not.toEqual(load().wanted.secret)
  await rm(other, { recursive: true })
})

test('a key from the settings is used unchanged and never written', async () => {
  const given = new Uint8Array(32).fill(9)
  expect(load(given).wanted.secret).toBe(given)
  expect(load(given, new Uint8Array(32).fill(8)).previous?.secret).toEqual(new Uint8Array(32).fill(8))
  expect(await readdir(folder)).toEqual([])
})

test('neither the encryption key nor the key id is the secret itself', () => {
  const { wanted } = load()
  const key = Buffer.from(wanted.secret).toString('hex')
  expect(Buffer.from(wanted.bytes).toString('hex')).not.toBe(key)
  expect(key).not.toContain(wanted.id)
})

test.each(['', 'short', 'ab'.repeat(31), 'zz'.repeat(32), `${'ab'.repeat(40)}`, `${'ab'.repeat(32)} and more`])(
  'a damaged file (%j) is refused, never replaced',
  async (content) => {
    await writeFile(path, content, { mode: 0o600 })
    expect(() => load()).toThrow(MasterKeyError)
    expect(await readFile(path, 'utf8')).toBe(content)
  },
)

test.each([0o644, 0o640, 0o604, 0o660])(
  'a file that others can read (%o) is refused, and the message contains no digit of the key',
  async (mode) => {
    const made = load()
    await chmod(path, mode)
    expect(() => load()).toThrow('chmod 600')
    expect(() => load()).not.toThrow(Buffer.from(made.wanted.secret).toString('hex'))
    await chmod(path, 0o600)
    expect(load()).toEqual(made)
  },
)

test('the next key is used as soon as it exists, and the old key is known until it is adopted', async () => {
  const before = load()
  makeNextKey(folder)
  const during = load()
  expect(during.previous?.id).toBe(before.wanted.id)
  expect(during.wanted.id).not.toBe(before.wanted.id)
  makeNextKey(folder)
  expect(load()).toEqual(during)
  adoptNextKey(folder, during)
  expect(load()).toEqual({ ...during, previous: null, source: 'master.key' })
  expect(await readdir(folder)).toEqual(['master.key'])
})

test('a next key created after the keys were loaded is not adopted', () => {
  const before = load()
  makeNextKey(folder)
  adoptNextKey(folder, before)
  expect(load().previous?.id).toBe(before.wanted.id)
})

test('the keyed hash depends on key and secret and contains neither', () => {
  const hash = keyHasher(new Uint8Array(32).fill(1))
  const other = keyHasher(new Uint8Array(32).fill(2))
  expect(hash('secret')).toBe(keyHasher(new Uint8Array(32).fill(1))('secret'))
  expect(hash('secret')).not.toBe(hash('secret2'))
  expect(hash('secret')).not.toBe(other('secret'))
  expect(Buffer.from(hash('secret'), 'base64')).toHaveLength(32)
})
