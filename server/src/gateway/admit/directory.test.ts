import { afterEach, expect, spyOn, test } from 'bun:test'
import { type Caller, NO_DEFAULTS } from '../../core/caller.ts'
import type { KeyCertificate, KeyUse } from '../../core/stores/api-keys.ts'
import { Directory, type KeyStore, KeyUses } from './directory.ts'

const caller: Caller = {
  keyId: 'k1',
  keyName: 'n',
  kind: 'admin',
  organisationId: 'o',
  workspaceId: 'w',
  scopes: new Set(),
  allowInference: true,
  expiresAtMs: null,
  defaults: NO_DEFAULTS,
  logBodies: null,
  createdBy: null,
}

/** A store whose results the test releases one by one, so that data can change between a query and its result. */
class SlowStore implements KeyStore {
  readonly asked: string[] = []
  readonly written: KeyUse[][] = []
  readonly #waiting: (() => void)[] = []
  isSlow = false
  /** The hash of a key that was imported. */
  imported: string | null = null
  row: Caller | undefined = caller
  entries: readonly KeyCertificate[] = []

  async findCaller(hash: string) {
    this.asked.push(hash)
    if (hash === this.imported) return this.#answer(caller)
    return this.#answer(this.row)
  }

  async findCallerIn(keyId: string, workspaceId: string) {
    this.asked.push(`${keyId} in ${workspaceId}`)
    return this.#answer(this.row && { ...this.row, workspaceId })
  }

  async findCallerOf(keyId: string) {
    this.asked.push(`${keyId} at home`)
    return this.#answer(this.row && { ...this.row, keyId })
  }

  async certificates() {
    this.asked.push('certificates')
    return this.#answer(this.entries)
  }

  async recordUses(uses: readonly KeyUse[]) {
    this.written.push([...uses])
  }

  letGo(): void {
    this.#waiting.shift()?.()
  }

  async #answer<Row>(row: Row): Promise<Row> {
    if (this.isSlow) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return row
  }
}

const open: Directory[] = []
afterEach(async () => {
  for (const directory of open.splice(0)) await directory.close()
})

function world({ lookUpMs }: { lookUpMs?: number } = {}) {
  const store = new SlowStore()
  const directory = new Directory(
    store,
    (secret) => `hash of ${secret}`,
    () => false,
    lookUpMs,
  )
  open.push(directory)
  return { store, directory }
}

test('a key is queried once, then found in memory without a promise', async () => {
  const { store, directory } = world()
  expect(await directory.findKey('secret')).toBe(caller)
  expect(directory.findKey('secret')).toBe(caller)
  expect(store.asked).toEqual(['hash of secret'])
})

test('only a secret of LiteLLM’s form is looked up by its other hash, if it is not guessable', async () => {
  const { store, directory } = world()
  store.row = undefined
  for (const secret of ['gww_unknown', 'sk-1234']) {
    store.asked.length = 0
    expect(await directory.findKey(secret)).toBeUndefined()
    expect(store.asked).toEqual([`hash of ${secret}`])
  }
  store.asked.length = 0
  const foreign = `hash of hash of sha256:${new Bun.CryptoHasher('sha256').update('sk-old-secret').digest('hex')}`
  store.imported = foreign
  expect(await directory.findKey('sk-old-secret')).toBe(caller)
  expect(store.asked).toEqual(['hash of sk-old-secret', foreign])
  expect(directory.findKey('sk-old-secret')).toBe(caller)
  expect(store.asked).toHaveLength(2)
})

test('a key that is forgotten is read again, others stay known', async () => {
  const { store, directory } = world()
  await directory.findKey('one')
  store.row = { ...caller, keyId: 'k2' }
  await directory.findKey('two')
  store.row = undefined
  directory.forget('k1')
  expect(await directory.findKey('one')).toBeUndefined()
  expect(await directory.findKey('two')).toMatchObject({ keyId: 'k2' })
  directory.forgetAll()
  expect(await directory.findKey('two')).toBeUndefined()
})

test('both secrets of a key that is being rotated are forgotten together', async () => {
  const { store, directory } = world()
  await directory.findKey('older')
  await directory.findKey('newer')
  store.row = undefined
  directory.forget('k1')
  expect(await directory.findKey('older')).toBeUndefined()
  expect(await directory.findKey('newer')).toBeUndefined()
})

test('a result read before an invalidation is read again: a revoked key is revoked at once', async () => {
  const { store, directory } = world()
  store.isSlow = true
  const before = directory.findKey('secret')
  store.row = undefined
  directory.forget('k1')
  store.isSlow = false
  store.letGo()
  expect(await before).toBeUndefined()
  expect(await directory.findKey('secret')).toBeUndefined()
})

test('a key in another workspace that was read before an invalidation is not cached', async () => {
  const { store, directory } = world()
  store.isSlow = true
  const before = directory.inWorkspace(caller, 'w2')
  store.row = undefined
  directory.forgetAll()
  store.letGo()
  expect(await before).toMatchObject({ workspaceId: 'w2' })
  store.isSlow = false
  const refusal: unknown = await directory.inWorkspace(caller, 'w2').catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'workspace_unknown', status: 404 })
})

test('a key that is not known costs one query, however often it is tried within a second', async () => {
  const { store, directory } = world()
  store.row = undefined
  for (let i = 0; i < 100; i++) expect(await directory.findKey('guess')).toBeUndefined()
  expect(store.asked).toHaveLength(1)
})

test('a key that was tried before it was made works as soon as it is made', async () => {
  const { store, directory } = world()
  store.row = undefined
  await directory.findKey('soon')
  store.row = caller
  directory.forget('k1')
  expect(await directory.findKey('soon')).toBe(caller)
})

test('a miss read before a key was created is read again too', async () => {
  const { store, directory } = world()
  store.isSlow = true
  store.row = undefined
  const early = directory.findKey('soon')
  store.row = caller
  directory.forget('k1')
  store.isSlow = false
  store.letGo()
  expect(await early).toBe(caller)
  expect(await directory.findKey('soon')).toBe(caller)
})

test('a million guessed keys do not fill the memory', async () => {
  const { store, directory } = world()
  store.row = undefined
  for (let i = 0; i < 30_000; i++) await directory.findKey(`guess ${i}`)
  expect(store.asked).toHaveLength(30_000)
  await directory.findKey('guess 0')
  expect(store.asked).toHaveLength(30_001)
})

test('a caller that names its own workspace is returned as it is; another workspace is queried once', async () => {
  const { store, directory } = world()
  expect(await directory.inWorkspace(caller, 'w')).toBe(caller)
  expect(store.asked).toEqual([])
  expect(await directory.inWorkspace(caller, 'w2')).toMatchObject({ workspaceId: 'w2' })
  await directory.inWorkspace(caller, 'w2')
  expect(store.asked).toEqual(['k1 in w2'])
  directory.forget('k1')
  await directory.inWorkspace(caller, 'w2')
  expect(store.asked).toHaveLength(2)
})

test('the last use of each key is written at the end; its address is read once a second', async () => {
  const { store, directory } = world()
  let asked = 0
  for (let i = 0; i < 3; i++) {
    directory.noteUse(caller, () => {
      asked++
      return '192.0.2.2'
    })
  }
  expect(asked).toBe(1)
  directory.noteUse({ ...caller, keyId: 'k2' }, () => '192.0.2.3')
  expect(store.written).toEqual([])
  await directory.close()
  expect(store.written.flat()).toEqual([
    { keyId: 'k1', ip: '192.0.2.2', atMs: expect.any(Number) },
    { keyId: 'k2', ip: '192.0.2.3', atMs: expect.any(Number) },
  ])
  await directory.close()
  expect(store.written).toHaveLength(1)
})

test('uses are written from time to time, a hundred at once', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const written: number[] = []
  const uses = new KeyUses(async (some) => {
    written.push(some.length)
    if (written.length === 3) resolve()
  }, 5)
  for (let i = 0; i < 250; i++) uses.note(`k${i}`, i, () => '192.0.2.1')
  await promise
  expect(written).toEqual([100, 100, 50])
  await uses.close()
})

test('uses that could not be written are written next time, unless a newer one came', async () => {
  const written: KeyUse[] = []
  let isAway = true
  const { promise: failed, resolve } = Promise.withResolvers<void>()
  const uses = new KeyUses(async (some) => {
    if (!isAway) return void written.push(...some)
    uses.note('k1', 9, () => '192.0.2.9')
    resolve()
    throw new Error('the store is unavailable')
  }, 5)
  uses.note('k1', 1, () => '192.0.2.1')
  uses.note('k2', 2, () => '192.0.2.2')
  await failed
  isAway = false
  await Bun.sleep(0)
  await uses.close()
  expect(written.toSorted((left, right) => left.atMs - right.atMs)).toEqual([
    { keyId: 'k2', ip: '192.0.2.2', atMs: 2 },
    { keyId: 'k1', ip: '192.0.2.9', atMs: 9 },
  ])
})

test('uses of the subjects of an issuer are told apart, and only the latest thousand of them are written', async () => {
  const written: KeyUse[] = []
  const uses = new KeyUses(async (some) => void written.push(...some))
  uses.note('issuer', 1, () => '192.0.2.1', 'a')
  uses.note('issuer', 2, () => '192.0.2.2', 'b')
  uses.note('issuer', 3, () => 'not asked', 'b')
  uses.note('key', 4, () => '192.0.2.4')
  for (let i = 0; i < 999; i++) uses.note('issuer', 10 + i, () => '192.0.2.9', `s${i}`)
  await uses.close()
  expect(written).toHaveLength(1_001)
  expect(written).toContainEqual({ keyId: 'key', ip: '192.0.2.4', atMs: 4 })
  expect(written).toContainEqual({ keyId: 'issuer', ip: '192.0.2.2', atMs: 2, subject: 'b' })
  expect(written.some(({ subject }) => subject === 'a')).toBe(false)
})

test('a use a second later counts with its own address', async () => {
  const written: KeyUse[] = []
  const uses = new KeyUses(async (some) => void written.push(...some))
  uses.note('k1', 1_000, () => '192.0.2.1')
  uses.note('k1', 1_999, () => '192.0.2.2')
  uses.note('k1', 2_000, () => '192.0.2.3')
  await uses.close()
  expect(written).toEqual([{ keyId: 'k1', ip: '192.0.2.3', atMs: 2_000 }])
})

test('a query that hangs ends with 503 in time', async () => {
  const { store, directory } = world({ lookUpMs: 20 })
  store.isSlow = true
  expect(directory.findKey('secret')).rejects.toMatchObject({ code: 'store_unavailable' })
  expect(directory.inWorkspace(caller, 'elsewhere')).rejects.toMatchObject({ code: 'store_unavailable' })
  await Bun.sleep(60)
  store.isSlow = false
  expect(await directory.findKey('secret')).toBe(caller)
})

const certificate = (...names: string[]) => ({ names: ['sha256:aa', ...names], expiresAtMs: Number.MAX_SAFE_INTEGER })

test('a certificate is found by its fingerprint first, then by its names, and queried once', async () => {
  const { directory, store } = world()
  store.entries = [
    { keyId: 'k1', entry: 'dns:a.example' },
    { keyId: 'k2', entry: 'sha256:aa' },
  ]
  expect(await directory.findCertificate(certificate('dns:a.example'))).toMatchObject({
    keyId: 'k2',
    certificate: 'sha256:aa',
  })
  const other = { ...certificate('dns:a.example'), names: ['sha256:bb', 'dns:a.example'] }
  for (let i = 0; i < 3; i++)
    expect(await directory.findCertificate(other)).toMatchObject({ keyId: 'k1', certificate: 'dns:a.example' })
  expect(await directory.findCertificate({ ...other, names: ['sha256:cc', 'dns:*.example'] })).toBeUndefined()
  expect(store.asked).toEqual(['certificates', 'k2 at home', 'k1 at home'])
})

test('a certificate that two keys name is refused', async () => {
  const { directory, store } = world()
  store.entries = [
    { keyId: 'k1', entry: 'dns:a.example' },
    { keyId: 'k2', entry: 'dns:b.example' },
  ]
  const both = directory.findCertificate(certificate('dns:a.example', 'dns:b.example'))
  expect(await both.catch((error: unknown) => error)).toMatchObject({ code: 'api_key_invalid' })
})

test('after a change, certificates are read again, also while a query runs', async () => {
  const { directory, store } = world()
  store.entries = [{ keyId: 'k1', entry: 'sha256:aa' }]
  expect(await directory.findCertificate(certificate())).toMatchObject({ keyId: 'k1' })
  store.entries = []
  directory.forget('k9')
  expect(await directory.findCertificate(certificate())).toBeUndefined()
  store.entries = [{ keyId: 'k1', entry: 'sha256:aa' }]
  directory.forgetAll()
  store.isSlow = true
  const finding = directory.findCertificate(certificate())
  store.letGo()
  while (!store.asked.includes('k1 at home') || store.asked.at(-1) !== 'k1 at home') await Bun.sleep(0)
  store.entries = []
  directory.forget('k1')
  store.isSlow = false
  store.letGo()
  expect(await finding).toBeUndefined()
})

test('an unavailable store is not an unknown certificate, and is asked again', async () => {
  const { directory, store } = world()
  const broken = spyOn(store, 'certificates').mockRejectedValueOnce(new Error('down'))
  const failed: unknown = await directory.findCertificate(certificate()).catch((error: unknown) => error)
  expect(failed).toMatchObject({ code: 'store_unavailable' })
  expect(await directory.findCertificate(certificate())).toBeUndefined()
  expect(broken).toHaveBeenCalledTimes(2)
})
