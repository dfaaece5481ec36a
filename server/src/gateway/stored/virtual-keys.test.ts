import { expect, test } from 'bun:test'
import { credentialContext, integrationHome, type VirtualKey } from '../../core/stores/virtual-keys.ts'
import { VirtualKeys } from './virtual-keys.ts'

function stored(more: Partial<VirtualKey> = {}): VirtualKey {
  const context = credentialContext({ workspaceId: 'w', virtualKeyId: 'id', credentialId: 'c' })
  return {
    id: 'id',
    organisationId: 'o',
    workspaceId: 'w',
    slug: 'main',
    name: 'Main',
    note: null,
    provider: 'openai',
    settings: {},
    settingNames: {},
    customHost: null,
    isHostTrusted: false,
    isDisabled: false,
    limits: { usageLimit: null, rateLimits: [] },
    expiresAtMs: null,
    integration: null,
    credentials: [
      {
        id: 'c',
        sealed: `${context} {"key":"sk-1","settings":{}}${' '.repeat(24)}`,
        hint: 'h',
        weight: 1,
        isDisabled: false,
        createdAtMs: 0,
      },
    ],
    createdAtMs: 0,
    updatedAtMs: 0,
    ...more,
  }
}

/** A store whose results the test releases one by one, and a vault that checks the context. */
function keysOn(find: (name: string) => Promise<VirtualKey | undefined>) {
  let reads = 0
  const store = {
    stores: {
      virtualKeys: {
        findInWorkspace(_: string, name: string) {
          reads++
          return find(name)
        },
        idOfIntegration: async () => undefined,
      },
    },
  }
  const open = (sealed: string, context: string) => {
    if (!sealed.startsWith(`${context} `)) throw new Error('moved')
    return sealed.slice(context.length + 1)
  }
  return { keys: new VirtualKeys(store, { open }), reads: () => reads }
}

test('a key is read and decrypted once, then found in memory without a promise', async () => {
  const { keys, reads } = keysOn(async () => stored())
  const found = await keys.find('w', 'main')
  expect(found?.credentials[0]?.secret?.reveal()).toBe('sk-1')
  expect(JSON.stringify(found)).not.toContain('sk-1')
  expect(keys.find('w', 'main')).toBe(found)
  expect(reads()).toBe(1)
})

test('access, limits and models of an integration are in memory with the key, until the integration changes', async () => {
  const limits = { usageLimit: null, rateLimits: [{ type: 'requests', unit: 'rpm', value: 1 }] } as const
  const grant = { id: 'i', slug: 'shared', givenId: 'i', isOpen: true, limits }
  const home = integrationHome('i', 'o')
  const context = credentialContext({ workspaceId: home.workspaceId, virtualKeyId: home.id, credentialId: 'c' })
  const sealed = `${context} {"key":"sk-1","settings":{"custom_headers":"{\\"x-a\\":\\"b\\"}"}}${' '.repeat(24)}`
  const credentials = [{ id: 'c', sealed, hint: 'h', weight: 1, isDisabled: false, createdAtMs: 0 }]
  const models = { allowsAll: false, exceptions: ['gpt-4o'] }
  const { keys, reads } = keysOn(async (name) =>
    name === 'own' ? stored({ slug: 'own' }) : stored({ slug: name, credentials, integration: { ...grant, models } }),
  )
  const found = await keys.find('w', 'from')
  await keys.find('w', 'own')
  expect(found?.integration).toMatchObject({ slug: 'shared', isOpen: true, limits, allowsAllModels: false })
  expect(found?.integration?.exceptions.has('gpt-4o')).toBe(true)
  expect(found?.credentials[0]).toMatchObject({ settings: {}, headers: { 'x-a': 'b' } })
  expect(keys.find('w', 'from')).toBe(found)
  expect(reads()).toBe(2)
  keys.forgetIntegration('i')
  expect(keys.peek('w', 'from')).toBeUndefined()
  expect(keys.peek('w', 'own')).toBeDefined()
})

test('a forgotten key is loaded again, by slug and by id; other keys stay cached', async () => {
  const { keys, reads } = keysOn(async (name) => stored({ slug: name === 'other' ? 'other' : 'main' }))
  for (const name of ['main', 'id', 'other']) await keys.find('w', name)
  keys.forget('w', 'main')
  expect(keys.peek('w', 'other')).toBeDefined()
  for (const name of ['main', 'id']) expect(keys.peek('w', name)).toBeUndefined()
  await keys.find('w', 'main')
  expect(reads()).toBe(4)
  keys.forgetAll()
  expect(keys.peek('w', 'other')).toBeUndefined()
})

test('a result read before a change is not cached after it', async () => {
  const reading = Promise.withResolvers<VirtualKey>()
  const { keys } = keysOn(() => reading.promise)
  const old = keys.find('w', 'main')
  keys.forget('w', 'main')
  reading.resolve(stored({ name: 'before' }))
  expect(await old).toBeDefined()
  expect(keys.peek('w', 'main')).toBeUndefined()
})

test('only enabled credentials are decrypted, so a damaged disabled one does no harm', async () => {
  const [good] = stored().credentials
  const { keys } = keysOn(async () =>
    stored({ credentials: [good!, { ...good!, id: 'd', sealed: 'damaged', isDisabled: true }] }),
  )
  expect((await keys.find('w', 'main'))?.credentials).toHaveLength(1)
})

test('a credential moved to another row or workspace does not open', async () => {
  const { keys } = keysOn(async () => stored({ workspaceId: 'elsewhere' }))
  await expect(keys.find('w', 'main')).rejects.toThrow('moved')
})

test('a store that cannot be read is a 503, not an unknown key', async () => {
  const { keys } = keysOn(async () => {
    throw new Error('disk')
  })
  await expect(keys.find('w', 'main')).rejects.toMatchObject({ code: 'store_unavailable', status: 503 })
})

test('names that are too long are not queried', async () => {
  const { keys, reads } = keysOn(async () => stored())
  expect(await keys.find('w', 'x'.repeat(10_000))).toBeUndefined()
  expect(reads()).toBe(0)
})
