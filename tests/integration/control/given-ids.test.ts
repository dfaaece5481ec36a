import { afterAll, beforeAll, expect, test } from 'bun:test'
import { array, assert as assertProperty, asyncProperty, constantFrom, record } from 'fast-check'
import { propertyRuns } from '../../harness/property-runs.ts'
import { type Gateway, startGateway } from '../../harness/start-gateway.ts'

let gateway: Gateway
const workspaces: Record<'a' | 'b', { id: string; key: string }> = { a: { id: '', key: '' }, b: { id: '', key: '' } }

type Body = Record<string, unknown>

/** How each kind is created under a given id and read by it. `name` shows whose resource it is. */
const KINDS: Record<
  string,
  {
    readonly create: (id: string, name: string) => readonly [path: string, body: Body]
    readonly read: (id: string) => string
    readonly nameIn: (reply: Body) => unknown
    readonly remove?: (id: string) => string
  }
> = {
  config: {
    create: (id, name) => ['/configs', { id, name, config: { retry: { attempts: 1 } } }],
    read: (id) => `/configs/${id}`,
    nameIn: ({ name }) => name,
    remove: (id) => `/configs/${id}`,
  },
  virtualKey: {
    create: (id, name) => ['/virtual-keys', { id, name, provider: 'openai', key: 'sk-0123456789' }],
    read: (id) => `/virtual-keys/${id}`,
    nameIn: ({ name }) => name,
    remove: (id) => `/virtual-keys/${id}`,
  },
  label: {
    create: (id, name) => ['/labels', { id, name }],
    read: (id) => `/labels/${id}`,
    nameIn: ({ name }) => name,
    remove: (id) => `/labels/${id}`,
  },
  collection: {
    create: (id, name) => ['/collections', { id, name }],
    read: (id) => `/collections/${id}`,
    nameIn: ({ name }) => name,
  },
  partial: {
    create: (id, name) => ['/prompts/partials', { id, name, string: 'text', version_id: `${id}-version` }],
    read: (id) => `/prompts/partials/${id}`,
    nameIn: ({ name }) => name,
  },
  prompt: {
    create: (id, name) => ['/prompts/import', { id, ...promptFile(name, `${id}-version`) }],
    read: (id) => `/prompts/${id}`,
    nameIn: ({ name }) => name,
    remove: (id) => `/prompts/${id}`,
  },
  policy: {
    create: (id, name) => [
      '/policies/rate-limits',
      { id, name, conditions: [], group_by: [{ key: 'api_key' }], type: 'requests', unit: 'rpm', value: 1_000_000 },
    ],
    read: (id) => `/policies/rate-limits/${id}`,
    nameIn: ({ name }) => name,
    remove: (id) => `/policies/rate-limits/${id}`,
  },
  apiKey: {
    create: (id, name) => ['/api-keys/workspace/service', { id, name, scopes: ['logs.list'] }],
    read: (id) => `/api-keys/${id}`,
    nameIn: ({ name }) => name,
    remove: (id) => `/api-keys/${id}`,
  },
}

function promptFile(name: string, versionId: string): Body {
  const version = {
    id: versionId,
    number: 1,
    description: null,
    labels: [],
    string: 'text',
    parameters: {},
    model: 'mock',
    virtual_key: null,
    functions: null,
    tools: null,
    tool_choice: null,
    template_metadata: null,
    is_raw_template: 0,
  }
  return { format: 'gatehouse-prompt/1', name, published: 1, versions: [version] }
}

beforeAll(async () => {
  gateway = await startGateway()
  const scopes = ['configs', 'virtual_keys', 'prompts', 'policies'].flatMap((kind) =>
    ['create', 'read', 'update', 'delete', 'list'].map((verb) => `${kind}.${verb}`),
  )
  const keyScopes = ['create', 'read', 'update', 'delete', 'list'].map((verb) => `workspace_service_api_keys.${verb}`)
  for (const home of ['a', 'b'] as const) {
    const made = await send('/admin/workspaces', gateway.adminKey, { name: `Workspace ${home}` })
    const id = String(made.body['id'])
    const key = await send(`/api-keys/workspace/service`, gateway.adminKey, {
      name: `Manager of ${home}`,
      workspace_id: id,
      scopes: [...scopes, ...keyScopes],
    })
    expect([made.status, key.status]).toEqual([200, 200])
    workspaces[home] = { id, key: String(key.body['key']) }
  }
})
afterAll(() => gateway[Symbol.asyncDispose]())

async function send(path: string, key: string, body?: Body, method = body ? 'POST' : 'GET') {
  const reply = await gateway.fetch(`/v1${path}`, { method, key, ...(body && { body }) })
  return { status: reply.status, body: (await reply.json().catch(() => ({}))) as Body }
}

let run = 0
const step = record({
  kind: constantFrom(...Object.keys(KINDS)),
  id: constantFrom('one', 'two'),
  home: constantFrom('a' as const, 'b' as const),
  caller: constantFrom('admin', 'manager'),
  act: constantFrom('create', 'create', 'remove'),
})

test('a given id never reaches or replaces a resource of another workspace', async () => {
  await assertProperty(
    asyncProperty(array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
      run++
      const series = String(run)
      const owners = new Map<string, { home: 'a' | 'b'; name: string }>()
      /** Deleted API keys and policies keep their row: their id is free again only in their own workspace. */
      const graves = new Map<string, 'a' | 'b'>()
      let count = 0
      for (const { kind, id: short, home, caller, act } of steps) {
        const { create, read, nameIn, remove } = KINDS[kind]!
        const id = `id-${series}-${kind}-${short}`
        const owner = owners.get(id)
        const key = caller === 'admin' ? gateway.adminKey : workspaces[home].key
        const at = caller === 'admin' ? `?workspace_id=${workspaces[home].id}` : ''
        if (act === 'remove') {
          if (remove === undefined) continue
          const { status } = await send(remove(id) + at, key, undefined, 'DELETE')
          const isOwn = owner?.home === home
          expect([kind, status < 300]).toEqual([kind, isOwn])
          if (isOwn) {
            owners.delete(id)
            if (kind === 'apiKey' || kind === 'policy') graves.set(id, home)
          }
          continue
        }
        count++
        const name = `n-${series}-${count}`
        const [path, body] = create(id, name)
        const scoped = { ...body, ...(caller === 'admin' && { workspace_id: workspaces[home].id }) }
        const { status } = await send(path, key, scoped)
        const isFree = owner === undefined && (graves.get(id) ?? home) === home
        expect([kind, status]).toEqual([kind, caller === 'manager' ? 403 : isFree ? 200 : 409])
        if (status === 200) {
          owners.set(id, { home, name })
          graves.delete(id)
        }
        const now = owners.get(id)
        for (const reader of ['a', 'b'] as const) {
          const found = await send(read(id), workspaces[reader].key)
          const expected = now?.home === reader ? [200, now.name] : [404, undefined]
          expect([kind, reader, found.status, found.status === 200 ? nameIn(found.body) : undefined]).toEqual([
            kind,
            reader,
            ...expected,
          ])
        }
      }
    }),
    { numRuns: propertyRuns(12) },
  )
})

test('version ids are unique over prompts and partials, and a given id is not a number', async () => {
  const prompt = (id: string, version: string) =>
    send('/prompts/import', gateway.adminKey, { id, ...promptFile(id, version) })
  expect((await prompt('first-prompt', 'shared-version')).status).toBe(200)
  const refused = await prompt('second-prompt', 'shared-version')
  expect([refused.status, (refused.body['error'] as Body)['param']]).toEqual([409, 'versions[0].id'])
  expect((await send('/prompts/second-prompt', gateway.adminKey)).status).toBe(404)
  const partial = { name: 'P', string: 'x', version_id: 'shared-version' }
  expect((await send('/prompts/partials', gateway.adminKey, partial)).status).toBe(409)
  expect((await prompt('third-prompt', '7')).status).toBe(400)
  expect((await prompt('fourth-prompt', 'own-version')).status).toBe(200)
  const read = await send('/prompts/fourth-prompt/versions/own-version', gateway.adminKey)
  expect(read.body).toMatchObject({ id: 'fourth-prompt', prompt_version_id: 'own-version' })
})

test('an invitation cannot take the id of a user, and a slug cannot be taken as an id', async () => {
  const invite = (id: string, email: string) =>
    send('/admin/users/invites', gateway.adminKey, { id, email, role: 'member' })
  const made = await invite('user-of-old', 'old@example.com')
  expect([made.status, made.body['id']]).toEqual([200, 'user-of-old'])
  const token = String(made.body['invite_link']).split('/').at(-1)
  const accepted = await gateway.fetch('/v1/invites/accept', {
    method: 'POST',
    key: null,
    headers: { origin: gateway.url },
    body: { token, password: 'a long enough passphrase 7', first_name: 'Old' },
  })
  expect(accepted.status).toBe(200)
  expect((await send('/admin/users/user-of-old', gateway.adminKey)).body).toMatchObject({ email: 'old@example.com' })
  expect((await invite('user-of-old', 'new@example.com')).status).toBe(409)
  const config = { name: 'C', config: { retry: { attempts: 1 } } }
  expect((await send('/configs', gateway.adminKey, { ...config, slug: 'pc-known' })).status).toBe(200)
  expect((await send('/configs', gateway.adminKey, { ...config, id: 'pc-known' })).status).toBe(409)
  expect((await send('/admin/workspaces', gateway.adminKey, { name: 'W', id: 'default' })).status).toBe(200)
})

test('a log has the given ids of its config and prompt, and of their versions', async () => {
  const config = { id: 'config-of-old', slug: 'pc-of-old', name: 'C', config: { provider: 'mock' } }
  const saved = await send('/configs', gateway.adminKey, config)
  const file = promptFile('P', 'version-of-old')
  expect(
    (await send('/prompts/import', gateway.adminKey, { id: 'prompt-of-old', slug: 'pp-old', ...file })).status,
  ).toBe(200)
  const answer = await gateway.fetch('/v1/prompts/prompt-of-old/completions', {
    method: 'POST',
    headers: { 'x-portkey-config': 'config-of-old' },
    body: { variables: {} },
  })
  expect(answer.status).toBe(200)
  const { id } = await gateway.waitForLog(answer.headers.get('x-gateway-trace-id'))
  expect((await send(`/logs/${id}`, gateway.adminKey)).body).toMatchObject({
    organisation_id: expect.any(String),
    metrics: {
      config: 'pc-of-old',
      config_id: 'config-of-old',
      config_version_id: saved.body['version_id'],
      prompt_id: 'prompt-of-old',
      prompt_slug: 'pp-old',
      prompt_version_id: 'version-of-old',
      workspace_slug: expect.any(String),
      organisation_name: expect.any(String),
      mode: 'single',
    },
    finalUntransformedRequest: { method: 'POST', headers: expect.any(Object) },
  })
})
