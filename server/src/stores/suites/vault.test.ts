import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadMasterKeys, MasterKeyError, makeNextKey } from '../master-key.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { openDataKey } from '../sql/data-key.ts'
import { openVault, rotateMasterKey } from '../vault.ts'
import { forEachEngine } from './test-engines.ts'

const OLD = new Uint8Array(32).map((_, i) => i)
const NEW = new Uint8Array(32).map((_, i) => 255 - i)

forEachEngine('the vault', (engine) => {
  let folder: string
  let database: ControlDatabase
  let sealed: string
  let hash: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-vault-'))
    database = await engine.openDatabase()
  })
  afterEach(() => rm(folder, { recursive: true }))

  const keys = (given: Uint8Array | null, previous: Uint8Array | null = null) => ({
    dataDirectory: folder,
    given,
    previous,
  })

  async function sealWith(given: Uint8Array | null): Promise<void> {
    const vault = await openVault(database, keys(given))
    sealed = vault.seal('secret', 'place')
    hash = vault.hash('token')
  }

  async function expectOpen(given: Uint8Array | null, previous: Uint8Array | null = null): Promise<void> {
    const vault = await openVault(database, keys(given, previous))
    expect(vault.open(sealed, 'place')).toBe('secret')
    expect(vault.hash('token')).toBe(hash)
  }

  test('decrypts values from before a restart, and returns the same hashes', async () => {
    await sealWith(OLD)
    await expectOpen(OLD)
  })

  test('stores neither the master key nor the plain data key', async () => {
    await sealWith(OLD)
    const dataKey = await openDataKey(database, loadMasterKeys(keys(OLD)))
    const stored = JSON.stringify(await database.selectFrom('data_keys').selectAll().execute())
    for (const secret of [OLD, dataKey.bytes]) {
      for (const encoding of ['hex', 'base64', 'base64url'] as const) {
        expect(stored).not.toContain(Buffer.from(secret).toString(encoding).slice(0, 16))
      }
    }
  })

  test('refuses a store made with another master key and says what to do', async () => {
    await sealWith(OLD)
    await expect(openVault(database, keys(NEW))).rejects.toThrow(MasterKeyError)
    await expect(openVault(database, keys(NEW))).rejects.toThrow('GATEWAY_MASTER_KEY_PREVIOUS')
  })

  test('two nodes that start at once on an empty store use one data key', async () => {
    // On SQLite two writers in one thread would block each other.
    const other = engine.name === 'SQLite' ? database : await engine.openDatabase()
    const [first, second] = await Promise.all([openVault(database, keys(OLD)), openVault(other, keys(OLD))])
    expect(second.open(first.seal('x', 'p'), 'p')).toBe('x')
    expect(second.hash('t')).toBe(first.hash('t'))
  })

  test('rotates to a new master key with the old one as previous, and then no longer needs the old one', async () => {
    await sealWith(OLD)
    await expectOpen(NEW, OLD)
    await expectOpen(NEW)
    await expect(openVault(database, keys(OLD))).rejects.toThrow(MasterKeyError)
  })

  test('rotates the key file while open vaults keep working', async () => {
    const running = await openVault(database, keys(null))
    sealed = running.seal('secret', 'place')
    hash = running.hash('token')
    const before = loadMasterKeys(keys(null)).wanted.id
    await rotateMasterKey(await engine.openDatabase(), keys(null))
    expect(loadMasterKeys(keys(null)).wanted.id).not.toBe(before)
    expect(await readdir(folder)).toEqual(['master.key'])
    expect(running.open(sealed, 'place')).toBe('secret')
    await expectOpen(null)
    sealed = running.seal('secret', 'place')
    await expectOpen(null)
  })

  test('completes a rotation that was interrupted after its first step', async () => {
    await sealWith(null)
    makeNextKey(folder)
    await expectOpen(null)
    expect(await readdir(folder)).toEqual(['master.key'])
  })

  test('completes a rotation that was interrupted before its last step', async () => {
    await sealWith(null)
    makeNextKey(folder)
    await openDataKey(database, loadMasterKeys(keys(null)))
    expect((await readdir(folder)).sort()).toEqual(['master.key', 'master.key.next'])
    await expectOpen(null)
    expect(await readdir(folder)).toEqual(['master.key'])
    await rotateMasterKey(database, keys(null))
    await expectOpen(null)
  })
})
