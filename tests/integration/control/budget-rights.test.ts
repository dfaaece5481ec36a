import { expect, test } from 'bun:test'
import { type Actor, ControlScene, type Reply } from '../../harness/control-scene.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)

const BUDGET = { type: 'cost', credit_limit: 5 }
const PRICE = { model: '*', multiplier: 0 }

async function manager(): Promise<{ readonly workspaceId: string; readonly actor: Actor }> {
  const workspaceId = await scene.workspace()
  return { workspaceId, actor: await scene.person('member', [{ id: workspaceId, role: 'manager' }]) }
}

async function price(actor: Actor, more: object = {}): Promise<string> {
  const made = await scene.call(actor, 'POST', '/prices', { ...PRICE, ...more })
  if (made.status !== 200) throw new Error(made.text)
  return String(made.body['id'])
}

function codeOf({ status, body }: Reply): string {
  return `${status} ${(body['error'] as { code: string } | undefined)?.code ?? ''}`.trim()
}

test('a manager cannot change a price that affects the workspace budget', async () => {
  const { workspaceId, actor } = await manager()
  const id = await price(actor, { multiplier: 2 })
  const set = await scene.do('PUT', `/admin/workspaces/${workspaceId}`, { usage_limits: BUDGET })
  expect(set['warnings']).toEqual([expect.stringContaining('custom prices')])
  const key = await scene.workspaceKey(workspaceId, await scene.scopesOf('workspace'))
  const { slug } = (
    await scene.call(actor, 'POST', '/virtual-keys', { name: 'V', provider: 'openai', key: 'sk-0123456789' })
  ).body
  for (const who of [actor, key]) {
    for (const [method, path, body] of [
      ['POST', '/prices', PRICE],
      ['POST', '/prices', { model: 'gpt-4o', prices: { input_tokens: { usd: 0 } } }],
      ['POST', '/prices', { ...PRICE, virtual_key: slug }],
      ['POST', '/prices', { ...PRICE, multiplier: 0.0000001, valid_from: '2020-01-01T00:00:00Z' }],
      ['POST', '/prices', { ...PRICE, valid_from: '2090-01-01T00:00:00Z' }],
      ['PUT', `/prices/${id}`, PRICE],
      ['DELETE', `/prices/${id}`],
    ] as const)
      expect(codeOf(await scene.call(who, method, path, body))).toBe('403 scope_missing')
  }
  const still = await scene.call(actor, 'GET', `/prices/${id}`)
  expect(still.body).toMatchObject({ multiplier: 2, revision: 1 })
  // A caller that may change the budget may change the price.
  await scene.do('PUT', `/prices/${id}`, { ...PRICE, multiplier: 1.5 })
  await scene.do('PUT', `/admin/workspaces/${workspaceId}`, { usage_limits: null })
  expect((await scene.call(actor, 'DELETE', `/prices/${id}`)).status).toBe(200)
})

test('an Admin key also needs the scope to change budgets', async () => {
  const { workspaceId } = await manager()
  await scene.do('PUT', `/admin/workspaces/${workspaceId}`, { usage_limits: BUDGET })
  const poor = await scene.adminKey(['policies.create', 'policies.update', 'policies.delete'])
  for (const place of [{ workspace_id: workspaceId }, {}])
    expect(codeOf(await scene.call(poor, 'POST', '/prices', { ...PRICE, ...place }))).toBe('403 scope_missing')
  const rich = await scene.adminKey(['policies.create', 'workspaces.update'])
  const made = await scene.call(rich, 'POST', '/prices', {
    ...PRICE,
    model: 'nobody-uses-this',
    workspace_id: workspaceId,
  })
  expect(made.status).toBe(200)
})

test.each(['rate of nothing', 'key', 'virtual key', 'policy', 'policy for all'] as const)(
  'the budget of a %s also counts',
  async (kind) => {
    const { workspaceId, actor } = await manager()
    const key = await scene.workspaceKey(workspaceId, ['policies.create', 'policies.list'])
    const place = { workspace_id: workspaceId }
    let policyId: unknown = null
    if (kind === 'key')
      await scene.do('POST', '/api-keys/workspace/service', { name: 'K', scopes: [], usage_limits: BUDGET, ...place })
    if (kind === 'virtual key') {
      const body = { name: 'V', slug: 'held', provider: 'openai', key: 'sk-0123456789', usage_limits: BUDGET, ...place }
      await scene.do('POST', '/virtual-keys', body)
      await scene.do('POST', '/virtual-keys', {
        name: 'W',
        slug: 'free',
        provider: 'openai',
        key: 'sk-0123456789',
        ...place,
      })
      expect((await scene.call(key, 'POST', '/prices', { ...PRICE, virtual_key: 'free' })).status).toBe(200)
      expect((await scene.call(key, 'POST', '/prices', { ...PRICE, virtual_key: 'held' })).status).toBe(403)
    }
    if (kind === 'policy' || kind === 'policy for all') {
      const group_by = [{ key: 'api_key' }]
      const rule = { name: 'P', conditions: [], group_by, ...BUDGET, ...(kind === 'policy' && place) }
      policyId = (await scene.do('POST', '/policies/usage-limits', rule))['id']
    }
    const expected = kind === 'rate of nothing' ? 200 : 403
    expect((await scene.call(key, 'POST', '/prices', PRICE)).status).toBe(expected)
    // A manager may change the workspace's own settings, including its prices.
    expect((await scene.call(actor, 'POST', '/prices', PRICE)).status).toBe(kind === 'policy for all' ? 403 : 200)
    if (policyId !== null) await scene.do('DELETE', `/policies/usage-limits/${policyId}`)
  },
)

test('setting and changing the default config needs its own scope', async () => {
  const workspaceId = await scene.workspace()
  const writer = await scene.workspaceKey(workspaceId, [
    'configs.create',
    'configs.update',
    'configs.delete',
    'configs.read',
  ])
  const chooser = await scene.workspaceKey(workspaceId, ['configs.create', 'configs.update', 'configs.default'])
  const config = { provider: 'mock' }
  for (const flag of [{ is_default: true }, { isDefault: 1 }])
    expect(codeOf(await scene.call(writer, 'POST', '/configs', { name: 'Mine', config, ...flag }))).toBe(
      '403 scope_missing',
    )
  const slug = String((await scene.call(writer, 'POST', '/configs', { name: 'Mine', config })).body['slug'])
  const path = `/configs/${slug}`
  expect(codeOf(await scene.call(writer, 'PUT', path, { is_default: true }))).toBe('403 scope_missing')
  expect((await scene.call(writer, 'PUT', path, { config: { ...config, retry: { attempts: 1 } } })).status).toBe(200)
  expect((await scene.call(chooser, 'PUT', path, { is_default: true })).status).toBe(200)
  const evil = { provider: 'openai-compatible', api_key: 'sk-own', custom_host: 'https://evil.example/v1' }
  for (const [method, at, body] of [
    ['PUT', path, { config: evil }],
    ['PUT', path, { is_default: false }],
    ['PUT', `${path}?force=true`, { status: 'archived' }],
    ['POST', `${path}/rollback`, { version: 1 }],
    ['DELETE', `${path}?force=true`],
  ] as const)
    expect(`${at} ${codeOf(await scene.call(writer, method, at, body))}`).toBe(`${at} 403 scope_missing`)
  // The name does not affect routing, so the writer may change it.
  expect((await scene.call(writer, 'PUT', path, { name: 'Renamed' })).status).toBe(200)
  expect(
    (await scene.call(chooser, 'PUT', path, { config: { provider: 'mock', retry: { attempts: 2 } } })).status,
  ).toBe(200)
  const { defaults } = (await scene.do('GET', `/admin/workspaces/${workspaceId}`)) as {
    defaults: { config_id: string }
  }
  expect(defaults.config_id).toBe(slug)
  const manager = await scene.person('member', [{ id: workspaceId, role: 'manager' }])
  expect((await scene.call(manager, 'PUT', path, { is_default: false })).status).toBe(200)
})
