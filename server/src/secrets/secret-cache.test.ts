import { expect, test } from 'bun:test'
import { inspect } from 'node:util'
import { eventually } from '../../../tests/harness/eventually.ts'
import { SecretCache } from './secret-cache.ts'
import { type SecretFailure, SecretSourceError, type StoredSecret } from './secret-source.ts'

const TTL_MS = 100_000
const STALE_MS = 1_000_000

class TestSource {
  value = 'one'
  failure: SecretFailure | null = null
  reads = 0
  /** If set, reads wait for this promise. */
  gate: Promise<void> | null = null

  async read(): Promise<StoredSecret> {
    this.reads++
    await this.gate
    if (this.failure !== null) throw new SecretSourceError(this.failure, 'failed in the test')
    return { content: this.value, version: null, rotatedAtMs: null }
  }
}

function start(paths: Record<string, string[]> = {}) {
  const source = new TestSource()
  const clock = { nowMs: 1_000_000 }
  const problems: string[] = []
  const cache = new SecretCache(
    {
      sources: new Map([
        ['one', source],
        ['slow', new TestSource()],
      ]),
      workspacePaths: new Map([['one', paths]]),
      onProblem: (message) => problems.push(message),
    },
    { ttlMs: TTL_MS, staleMs: STALE_MS, now: () => clock.nowMs },
  )
  const value = async (reference = 'secret://one/a') => (await cache.value(reference, null)).reveal()
  return { source, clock, problems, cache, value, [Symbol.asyncDispose]: () => cache.close() }
}

const codeOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'resolved',
    (error: unknown) => (error as { code: string }).code,
  )

test('a value is read once, and then served without waiting', async () => {
  await using one = start()
  expect(await Promise.all([one.value(), one.value(), one.value()])).toEqual(['one', 'one', 'one'])
  expect(one.source.reads).toBe(1)
  expect(one.cache.value('secret://one/a', null)).not.toBeInstanceOf(Promise)
})

test('a value that is used is read again before it expires', async () => {
  await using one = start()
  await one.value()
  one.source.value = 'two'
  one.clock.nowMs += TTL_MS * 0.7
  await one.cache.sweep()
  expect(one.source.reads).toBe(1)
  one.clock.nowMs += TTL_MS * 0.2
  await one.cache.sweep()
  await eventually('the new value', async () => (await one.value()) === 'two')
  expect(one.source.reads).toBe(2)
})

test('a value that is not used is not read again', async () => {
  await using one = start()
  await one.value()
  one.clock.nowMs += 3_600_000
  await one.cache.sweep()
  expect(one.source.reads).toBe(1)
})

test('if the store fails, the last value is used until the limit, and each request does not ask again', async () => {
  await using one = start()
  await one.value()
  one.source.failure = 'unavailable'
  one.clock.nowMs += TTL_MS + 1
  expect(await one.value()).toBe('one')
  const { reads } = one.source
  for (let i = 0; i < 50; i++) expect(await one.value()).toBe('one')
  expect(one.source.reads).toBe(reads)
  expect(one.problems.join()).toContain('The last value is used.')
  one.clock.nowMs += STALE_MS
  expect(await codeOf(one.value())).toBe('secret_unavailable')
  one.source.failure = null
  one.clock.nowMs += 60_000
  expect(await one.value()).toBe('one')
})

test('a refusal of the store keeps the last value; a deleted secret does not', async () => {
  await using one = start()
  await one.value()
  one.source.failure = 'denied'
  one.clock.nowMs += TTL_MS + 1
  expect(await one.value()).toBe('one')
  one.source.failure = 'not_found'
  one.clock.nowMs += 60_000
  expect(await codeOf(one.value())).toBe('secret_unavailable')
})

test('without a value, a failing store is asked once per pause', async () => {
  await using one = start()
  one.source.failure = 'unavailable'
  for (let i = 0; i < 20; i++) expect(await codeOf(one.value())).toBe('secret_unavailable')
  expect(one.source.reads).toBe(1)
  one.clock.nowMs += 1_000
  expect(await codeOf(one.value())).toBe('secret_unavailable')
  expect(one.source.reads).toBe(2)
})

test('a slow store holds only the requests for its secret', async () => {
  await using one = start()
  const gate = Promise.withResolvers<void>()
  one.source.gate = gate.promise
  const waiting = one.value('secret://one/a')
  expect(await one.value('secret://slow/b')).toBe('one')
  expect(await Promise.race([waiting, Promise.resolve('still waiting')])).toBe('still waiting')
  gate.resolve()
  expect(await waiting).toBe('one')
})

test('a rejected value is read again at most once a minute', async () => {
  await using one = start()
  const rejected = await one.cache.value('secret://one/a', null)
  expect(await one.cache.renew('secret://one/a', rejected)).toBe(false)
  expect(one.source.reads).toBe(2)
  one.source.value = 'two'
  for (let i = 0; i < 10; i++) expect(await one.cache.renew('secret://one/a', rejected)).toBe(false)
  expect(one.source.reads).toBe(2)
  one.clock.nowMs += 60_000
  const revision = one.cache.revision('secret://one/a')
  expect(await one.cache.renew('secret://one/a', rejected)).toBe(true)
  expect(one.cache.revision('secret://one/a')).not.toBe(revision)
  // Further callers whose old value was rejected do not ask the store again.
  expect(await one.cache.renew('secret://one/a', rejected)).toBe(true)
  expect(one.source.reads).toBe(3)
})

test('workspaces may use only their prefixes, of whole path segments', async () => {
  await using one = start({ '*': ['shared/', 'workspaces/{workspace_id}/'], w1: ['team-a/'] })
  const code = (path: string, workspaceId: string | null) =>
    one.cache.refusal(`secret://one/${path}`, workspaceId, 'key')?.code ?? 'allowed'
  expect(code('anything', null)).toBe('allowed')
  expect(code('shared/x', 'w2')).toBe('allowed')
  expect(code('workspaces/w2/x', 'w2')).toBe('allowed')
  expect(code('team-a/x', 'w1')).toBe('allowed')
  for (const [path, workspaceId] of [
    ['anything', 'w1'],
    ['team-a/x', 'w2'],
    ['team-ab/x', 'w1'],
    ['workspaces/w1/x', 'w2'],
    ['workspaces/w22/x', 'w2'],
    ['shared', 'w1'],
    ['x', 'constructor'],
    ['x', '__proto__'],
  ] as const)
    expect({ path, code: code(path, workspaceId) }).toEqual({ path, code: 'secret_not_allowed' })
  for (const path of [
    'shared/../x',
    'shared//x',
    './shared/x',
    'shared/%2e%2e/x',
    'shared/x?version=1',
    'shared/\\..\\x',
    '',
  ])
    expect({ path, code: code(path, 'w1') }).toEqual({ path, code: 'secret_reference_invalid' })
  expect(await codeOf(Promise.resolve().then(() => one.cache.value('secret://one/anything', 'w1')))).toBe(
    'secret_unavailable',
  )
})

test('a test reads the store itself and shows no value', async () => {
  await using one = start()
  one.source.value = 'very-secret'
  const found = await one.cache.inspect('secret://one/a')
  expect(found).toMatchObject({ isFound: true, length: 11 })
  expect(JSON.stringify(found)).not.toContain('very-secret')
  one.source.failure = 'not_found'
  expect(await one.cache.inspect('secret://one/a')).toMatchObject({ isFound: false, length: null })
})

test('values do not appear in dumps of the cache or in problems', async () => {
  await using one = start()
  one.source.value = 'very-secret'
  await one.value()
  one.source.failure = 'unavailable'
  one.clock.nowMs += TTL_MS + 1
  await one.value()
  expect(inspect(await one.cache.value('secret://one/a', null), { depth: 9 }) + one.problems.join()).not.toContain(
    'very-secret',
  )
})
