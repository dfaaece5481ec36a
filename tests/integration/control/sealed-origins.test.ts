import { expect, test } from 'bun:test'
import { type Actor, ControlScene, type Reply, withKey } from '../../harness/control-scene.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const upstream = await shareSimulator({ answers: ['hello'] })
const evil = await shareSimulator({ answers: ['thank you'] })

const SECRET = 'sk-sealed-0123456789'
const TOOL_SECRET = 'tool-secret-0123456789'
const CHAT = { model: 'm', messages: [{ role: 'user', content: 'hi' }] }

async function manager(): Promise<Actor & { readonly workspaceId: string }> {
  const workspaceId = await scene.workspace()
  return { ...(await scene.person('member', [{ id: workspaceId, role: 'manager' }])), workspaceId }
}

async function must(actor: Actor, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const reply = await scene.call(actor, method, path, body)
  if (reply.status !== 200) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`)
  return reply.body
}

function chat(actor: Actor, headers: Record<string, string>, path = '/chat/completions'): Promise<Reply> {
  return scene.call({ ...actor, headers: { ...actor.headers, ...headers } }, 'POST', path, CHAT)
}

function codeOf({ status, body }: Reply): string {
  return `${status} ${(body['error'] as { code: string } | undefined)?.code ?? ''}`.trim()
}

/** Checks that the attacker's host never received a sealed secret. */
function expectNothingLeaked(): void {
  for (const request of evil.requests) {
    const seen = JSON.stringify(request.rawHeaders) + request.text
    expect(seen).not.toContain(SECRET)
    expect(seen).not.toContain(TOOL_SECRET)
  }
}

test('a manager cannot move a virtual key to another host and read its secret there', async () => {
  const actor = await manager()
  const made = { name: 'Team', provider: 'openai', key: SECRET, custom_host: `${upstream.url}/v1` }
  const { slug } = await must(scene.admin, 'POST', '/virtual-keys', { ...made, workspace_id: actor.workspaceId })
  const path = `/virtual-keys/${slug}`
  const { masked_api_key: mask } = await must(actor, 'GET', path)
  for (const change of [
    { custom_host: `${evil.url}/v1` },
    { custom_host: `${evil.url}/v1`, key: mask },
    { model_config: { customHost: `${evil.url}/v1` } },
    { customHost: `${evil.url}/v1`, status: 'active' },
  ])
    expect(codeOf(await scene.call(actor, 'PUT', path, change))).toBe('403 credential_origin_mismatch')
  const way = { 'x-gateway-virtual-key': String(slug) }
  expect((await chat(actor, way)).status).toBe(200)
  expect(upstream.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${SECRET}`)
  expect(codeOf(await chat(actor, { ...way, 'x-gateway-custom-host': `${evil.url}/v1` }))).toStartWith('403')
  // A manager may change the host with a new secret; an Admin key may also keep the secret.
  expect((await scene.call(actor, 'PUT', path, { custom_host: `${evil.url}/v1`, key: 'sk-own-key-0123' })).status).toBe(
    200,
  )
  expect((await chat(actor, way)).status).toBe(200)
  expect(evil.requests.at(-1)?.headers['authorization']).toBe('Bearer sk-own-key-0123')
  expectNothingLeaked()
  await must(scene.admin, 'PUT', path, { custom_host: `${upstream.url}/v1` })
  const log = await must(scene.admin, 'GET', '/audit-logs?action=virtual_key.update')
  expect(JSON.stringify(log)).toContain('origin_changed')
})

test('secrets in the params of a saved config are not sent to a host, provider or prompt that a caller names', async () => {
  const actor = await manager()
  const tool = { type: 'mcp', server_url: 'https://tools.example', authorization: TOOL_SECRET }
  const params = { user_token: TOOL_SECRET, tools: [tool] }
  const host = { provider: 'openai-compatible', custom_host: `${upstream.url}/v1` }
  const configs = [
    { ...host, api_key: SECRET, override_params: params },
    { provider: 'ollama', custom_host: `${upstream.url}/v1`, default_params: params },
    { strategy: { mode: 'single' }, targets: [{ ...host, api_key: SECRET }], override_params: params },
  ]
  const key = await scene.workspaceKey(actor.workspaceId, [])
  for (const config of configs) {
    const body = { name: 'Tools', config, workspace_id: actor.workspaceId }
    const slug = String((await must(scene.admin, 'POST', '/configs', body))['slug'])
    const way = { 'x-gateway-config': slug }
    expect((await chat(key, way)).status).toBe(200)
    expect(upstream.requests.at(-1)?.text).toContain(TOOL_SECRET)
    const moved = { ...way, 'x-gateway-custom-host': `${evil.url}/v1` }
    expect(codeOf(await chat(key, moved))).toBe('403 credential_origin_mismatch')
    expect(codeOf(await chat(key, { ...moved, authorization: 'Bearer sk-own' }))).toBe('403 credential_origin_mismatch')
    expect((await chat(key, { ...way, 'x-gateway-custom-host': `${upstream.url}/v1` })).status).toBe(200)
    // A prompt with the attacker's virtual key.
    const own = { name: 'Mine', provider: 'openai-compatible', key: 'sk-own', custom_host: `${evil.url}/v1` }
    const virtualKey = (await must(actor, 'POST', '/virtual-keys', own))['slug']
    const prompt = await must(actor, 'POST', '/prompts', {
      name: 'Mine',
      string: JSON.stringify([{ role: 'user', content: 'hi' }]),
      model: 'm',
      virtual_key: virtualKey,
    })
    const before = evil.requests.length
    const asked = await chat(key, way, `/prompts/${prompt['id']}/completions`)
    if (!('strategy' in config)) expect(codeOf(asked)).toBe('403 credential_origin_mismatch')
    expect(evil.requests).toHaveLength(before)
  }
  // A config without a provider cannot be saved with secrets.
  const loose = { name: 'Loose', config: { override_params: params } }
  expect(await scene.call(actor, 'POST', '/configs', loose)).toMatchObject({
    status: 400,
    body: { error: { param: 'provider' } },
  })
  expectNothingLeaked()
})

test('objects in the params of a saved config pin its host; plain values do not', async () => {
  const actor = await manager()
  const key = await scene.workspaceKey(actor.workspaceId, [])
  const host = { provider: 'ollama', custom_host: `${upstream.url}/v1` }
  const moved = { 'x-gateway-custom-host': `${evil.url}/v1` }
  const save = async (config: object) => {
    const body = { name: 'Params', config, workspace_id: actor.workspaceId }
    return String((await must(scene.admin, 'POST', '/configs', body))['slug'])
  }
  const nested = [
    { data_sources: [{ parameters: { key: SECRET } }] },
    { extra: { unheard_of: SECRET } },
    { tools: [{ type: 'function', function: { name: 'f' } }] },
  ]
  for (const params of nested)
    for (const config of [
      { ...host, override_params: params },
      { ...host, default_params: params },
      { strategy: { mode: 'single' }, targets: [host], override_params: params },
    ]) {
      const slug = await save(config)
      expect((await chat(key, { 'x-gateway-config': slug })).status).toBe(200)
      const refused = await chat(key, { 'x-gateway-config': slug, ...moved })
      expect(codeOf(refused)).toBe('403 credential_origin_mismatch')
    }
  expect(evil.requests.filter(({ text }) => text.includes(SECRET))).toEqual([])
  const before = evil.requests.length
  const plain = { temperature: 1, seed: 7, stop: ['END'], max_tokens: 9 }
  const slug = await save({ ...host, override_params: plain })
  expect((await chat(key, { 'x-gateway-config': slug, ...moved })).status).toBe(200)
  expect(evil.requests).toHaveLength(before + 1)
})

test('no response and no audit entry shows the credential of a data source', async () => {
  const actor = await manager()
  const parameters = { authentication: { key: SECRET }, connection_string: `AccountKey=${SECRET}` }
  const tool = { type: 'mcp', server_url: `https://u:${SECRET}@tools.example`, headers: { 'X-Any': SECRET } }
  const config = { provider: 'mock', override_params: { data_sources: [{ parameters }], tools: [tool] } }
  const { slug } = await must(scene.admin, 'POST', '/configs', { name: 'S', config, workspace_id: actor.workspaceId })
  for (const [who, path] of [
    [actor, `/configs/${slug}`],
    [actor, `/configs/${slug}/versions`],
    [scene.admin, `/audit-logs?workspace_id=${actor.workspaceId}&action=config.create`],
  ] as const) {
    const shown = JSON.stringify(await must(who, 'GET', path))
    expect(shown).toContain('data_sources')
    expect(shown).not.toContain(SECRET)
  }
})

test('a manager cannot move or replace a virtual key to which configs send secrets', async () => {
  const actor = await manager()
  const made = {
    name: 'Team',
    slug: 'team',
    provider: 'openai-compatible',
    key: SECRET,
    custom_host: `${upstream.url}/v1`,
  }
  await must(actor, 'POST', '/virtual-keys', made)
  const config = { virtual_key: 'team', override_params: { user_token: TOOL_SECRET } }
  await must(actor, 'POST', '/configs', { name: 'Tools', slug: 'pc-tools', config })
  const move = { custom_host: `${evil.url}/v1`, key: 'sk-own-key-0123' }
  expect(codeOf(await scene.call(actor, 'PUT', '/virtual-keys/team', move))).toBe('403 credential_origin_mismatch')
  await must(actor, 'DELETE', '/virtual-keys/team?force=true')
  expect(codeOf(await scene.call(actor, 'POST', '/virtual-keys', { ...made, ...move }))).toBe(
    '403 credential_origin_mismatch',
  )
  expect((await chat(actor, { 'x-gateway-config': 'pc-tools' })).status).toBe(400)
  await must(scene.admin, 'POST', '/virtual-keys', { ...made, workspace_id: actor.workspaceId })
  expect((await chat(actor, { 'x-gateway-config': 'pc-tools' })).status).toBe(200)
  expectNothingLeaked()
})

test('a mask keeps its secret only at its own path', async () => {
  const actor = await manager()
  const host = { provider: 'openai-compatible', custom_host: `${upstream.url}/v1` }
  const config = { strategy: { mode: 'fallback' }, targets: [{ ...host, api_key: SECRET }, { provider: 'mock' }] }
  const { slug } = await must(actor, 'POST', '/configs', { name: 'Two', config })
  const path = `/configs/${slug}`
  const shown = (await must(actor, 'GET', path))['config_object'] as typeof config
  const [first, second] = shown.targets as [{ api_key: string }, object]
  expect((await scene.call(actor, 'PUT', path, { config: { ...shown, retry: { attempts: 1 } } })).status).toBe(200)
  for (const [targets, param] of [
    [[{ ...first, user_token: first.api_key }, second], 'targets[0].user_token'],
    [[first, { ...second, override_params: { api_key: first.api_key } }], 'targets[1].override_params.api_key'],
    [[second, first], 'targets[1].api_key'],
    [[{ ...first, custom_host: `${evil.url}/v1` }, second], 'targets[0].api_key'],
  ] as const) {
    const refused = await scene.call(actor, 'PUT', path, { config: { ...shown, targets } })
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'config_invalid', param } } })
  }
  expectNothingLeaked()
})

test('a virtual key named by its id has its own price, and the log names its slug', async () => {
  const actor = withKey('workspace key', gateway.workspaceKey)
  const made = { name: 'Priced', provider: 'openai-compatible', key: SECRET, custom_host: `${upstream.url}/v1` }
  const { slug, id } = (await must(actor, 'POST', '/virtual-keys', made)) as { slug: string; id: string }
  const price = await must(actor, 'POST', '/prices', {
    model: '*',
    virtual_key: slug,
    prices: { requests: { usd: 3, per: 1 } },
  })
  const ways: Record<string, string>[] = [
    { 'x-gateway-virtual-key': slug },
    { 'x-gateway-virtual-key': id },
    { 'x-gateway-provider': `@${id}` },
    { 'x-gateway-config': JSON.stringify({ virtual_key: id }) },
    { 'x-gateway-config': JSON.stringify({ strategy: { mode: 'single' }, targets: [{ provider: `@${id}` }] }) },
    { 'x-gateway-config': JSON.stringify({ override_params: { model: `@${id}/m` } }) },
  ]
  for (const way of ways) {
    const reply = await chat(actor, way)
    expect(reply.status).toBe(200)
    const log = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
    expect(log).toMatchObject({ virtual_key: slug, price_version: `own-${price['id']}-1` })
  }
  const effective = `/prices/effective?provider=openai-compatible&model=m&virtual_key=${id}`
  expect(await must(actor, 'GET', effective)).toMatchObject({ price_id: price['id'] })
})
