import { expect, test } from 'bun:test'
import type { ReceivedRequest } from '../../../simulators/received-request.ts'
import { startSimulator } from '../../../simulators/simulator.ts'
import { type Actor, ControlScene, type Reply } from '../../harness/control-scene.ts'
import { filesWith } from '../../harness/data-files.ts'
import { contentOf, errorOf } from '../../harness/error-of.ts'
import { waitForLog } from '../../harness/read-logs.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const SECRET = 'sk-integration-0123456789'

type Team = { readonly id: string; readonly key: Actor; readonly secret: string }

async function team(): Promise<Team> {
  const id = await scene.workspace()
  const key = await scene.workspaceKey(id, await scene.scopesOf('workspace'))
  return { id, key, secret: key.headers['x-gateway-api-key'] ?? '' }
}

const keyOf = (request: ReceivedRequest | undefined) => request?.headers['authorization']?.replace('Bearer ', '')

/** An integration of the organisation for a simulator. */
async function integration(upstream: { readonly url: string }, more: object = {}): Promise<string> {
  const configurations = { custom_host: `${upstream.url}/v1` }
  const body = { name: scene.uniqueName('Shared'), ai_provider_id: 'openai', key: SECRET, configurations, ...more }
  return String((await scene.do('POST', '/integrations', body))['slug'])
}

function open(slug: string, workspaceId: string, more: object = {}) {
  return scene.do('PUT', `/integrations/${slug}/workspaces`, {
    workspaces: [{ id: workspaceId, enabled: true, ...more }],
  })
}

const chat = ({ secret }: Team, slug: string, body: object = {}, config: object | null = null) =>
  gateway.chat(config, { key: secret, body: { model: `@${slug}/gpt-x`, ...body } })

const codeOf = ({ status, body }: Reply) =>
  `${status} ${(body['error'] as { code: string } | undefined)?.code ?? ''}`.trim()

test('a workspace uses the credential of an integration by every name of its provider', async () => {
  await using upstream = await startSimulator({ answers: ['hello'] })
  const one = await team()
  const slug = await integration(upstream)
  await open(slug, one.id)
  const { data } = (await scene.call(one.key, 'GET', '/providers')).body as { data: Record<string, unknown>[] }
  expect(data).toMatchObject([{ slug, integration_id: slug, object: 'provider', ai_provider_name: 'openai' }])
  expect((await scene.call(one.key, 'GET', '/virtual-keys')).body).toMatchObject({
    total: 1,
    data: [{ slug, integration_id: slug, object: 'virtual-key', id: data[0]!['id'] }],
  })
  const key = one.secret
  const ways = [
    () => gateway.chat(null, { key, headers: { 'x-gateway-virtual-key': slug } }),
    () => gateway.chat(null, { key, headers: { 'x-gateway-provider': `@${slug}` } }),
    () => gateway.chat(null, { key, body: { model: `@${slug}/gpt-x` } }),
    () => gateway.chat({ virtual_key: slug }, { key }),
    () => gateway.chat({ provider: `@${slug}` }, { key }),
    () => gateway.chat({ strategy: { mode: 'fallback' }, targets: [{ virtual_key: slug }] }, { key }),
  ]
  for (const way of ways) expect(await contentOf(await way())).toBe('hello')
  expect(upstream.requests.map(keyOf)).toEqual(ways.map(() => SECRET))
  // Both paths edit one resource.
  await scene.call(one.key, 'PUT', `/providers/${slug}`, { name: 'Renamed', note: 'n' })
  expect((await scene.call(one.key, 'GET', `/virtual-keys/${slug}`)).body).toMatchObject({ name: 'Renamed', note: 'n' })
  expect(codeOf(await scene.call(one.key, 'DELETE', `/virtual-keys/${slug}`))).toBe('200')
  expect(codeOf(await scene.call(one.key, 'GET', `/providers/${slug}`))).toBe('404 not_found')
})

test('a changed credential, host or access takes effect on the next request, and so does a deletion', async () => {
  await using first = await startSimulator({ answers: ['first'] })
  await using second = await startSimulator({ answers: ['second'] })
  const one = await team()
  const slug = await integration(first)
  await open(slug, one.id)
  expect(await contentOf(await chat(one, slug))).toBe('first')
  await scene.do('PUT', `/integrations/${slug}`, { key: 'sk-rotated-0123456789' })
  expect(await contentOf(await chat(one, slug))).toBe('first')
  expect(first.requests.map(keyOf)).toEqual([SECRET, 'sk-rotated-0123456789'])
  await scene.do('PUT', `/integrations/${slug}`, { configurations: { custom_host: `${second.url}/v1` } })
  expect(await contentOf(await chat(one, slug))).toBe('second')
  await scene.do('PUT', `/integrations/${slug}/workspaces`, { workspaces: [{ id: one.id, enabled: false }] })
  const refused = await errorOf(await chat(one, slug))
  expect(refused).toMatchObject({ status: 403, code: 'integration_not_allowed' })
  expect(refused.message).toContain(`"${slug}"`)
  expect(refused.hint).toContain('/integrations/')
  await open(slug, one.id)
  expect(await contentOf(await chat(one, slug))).toBe('second')
  await scene.do('DELETE', `/integrations/${slug}`)
  expect((await errorOf(await chat(one, slug))).code).toBe('virtual_key_unknown')
  expect(first.requests).toHaveLength(2)
  expect(second.requests).toHaveLength(2)
})

test('another workspace can neither see nor use an integration, nor name it', async () => {
  await using upstream = await startSimulator({ answers: ['hello'] })
  const [one, other] = [await team(), await team()]
  const slug = await integration(upstream)
  await open(slug, one.id)
  for (const [method, path, body] of [
    ['GET', `/integrations/${slug}`],
    ['GET', `/integrations/${slug}/models`],
    ['GET', `/integrations/${slug}/workspaces`],
    ['PUT', `/integrations/${slug}`, { name: 'Mine' }],
    ['PUT', `/integrations/${slug}/workspaces`, { workspaces: [{ id: other.id, enabled: true }] }],
    ['PUT', `/integrations/${slug}/models`, { models: [] }],
    ['DELETE', `/integrations/${slug}`],
    ['POST', '/providers', { name: 'Mine', integration_id: slug }],
    ['GET', `/providers/${slug}`],
  ] as const)
    expect(codeOf(await scene.call(other.key, method, path, body))).toBe('404 not_found')
  expect((await scene.call(other.key, 'GET', '/integrations')).body['total']).toBe(0)
  expect((await errorOf(await chat(other, slug))).code).toBe('virtual_key_unknown')
  // The workspace with access can read the integration, but not change it, and does not see other workspaces.
  await open(slug, other.id)
  expect((await scene.call(one.key, 'GET', `/integrations/${slug}/workspaces`)).body).toMatchObject({
    total: 1,
    workspaces: [{ id: one.id, enabled: true }],
  })
  expect((await scene.call(one.key, 'GET', `/integrations/${slug}`)).body['workspace_count']).toBe(1)
  for (const [method, path, body] of [
    ['PUT', `/integrations/${slug}`, { configurations: { custom_host: 'https://evil.example' } }],
    ['PUT', `/integrations/${slug}/workspaces`, { global_workspace_access: true }],
    ['PUT', `/integrations/${slug}/models`, { allow_all_models: true, models: [] }],
    ['DELETE', `/integrations/${slug}/models?slugs=x`],
    ['DELETE', `/integrations/${slug}`],
  ] as const)
    expect(codeOf(await scene.call(one.key, method, path, body))).toBe('403 scope_missing')
  expect(upstream.requests).toHaveLength(0)
})

test('no response, audit entry or file contains the secret, and no workspace can move it', async () => {
  await using upstream = await startSimulator({ answers: ['hello'] })
  await using evil = await startSimulator({ answers: ['evil'] })
  const one = await team()
  const slug = await integration(upstream)
  await open(slug, one.id)
  const evilHost = `${evil.url}/v1`
  for (const [method, path, body] of [
    ['PUT', `/virtual-keys/${slug}`, { custom_host: evilHost }],
    ['PUT', `/providers/${slug}`, { custom_host: evilHost }],
    ['PUT', `/providers/${slug}`, { model_config: { customHost: evilHost } }],
    ['PUT', `/providers/${slug}`, { key: 'sk-other-0123456789' }],
    ['PUT', `/providers/${slug}`, { integration_id: 'another' }],
    ['POST', `/virtual-keys/${slug}/keys`, { key: 'sk-other-0123456789' }],
  ] as const)
    expect(codeOf(await scene.call(one.key, method, path, body))).toBe('400 invalid_body')
  const moved = await errorOf(
    await gateway.chat(null, {
      key: one.secret,
      headers: { 'x-gateway-virtual-key': slug, 'x-gateway-custom-host': evilHost },
    }),
  )
  expect(moved.code).toBe('credential_origin_mismatch')
  expect((await gateway.chat({ virtual_key: slug, custom_host: evilHost }, { key: one.secret })).status).toBe(403)
  expect(evil.requests).toHaveLength(0)
  // A client can send back what it has read.
  const { model_config, masked_api_key: masked } = (await scene.call(one.key, 'GET', `/virtual-keys/${slug}`)).body
  const back = { model_config, key: masked, integration_id: slug, name: 'Same' }
  expect(codeOf(await scene.call(one.key, 'PUT', `/virtual-keys/${slug}`, back))).toBe('200')
  expect(await contentOf(await chat(one, slug))).toBe('hello')
  expect(keyOf(upstream.requests[0])).toBe(SECRET)
  const texts = [
    await scene.call(scene.admin, 'GET', `/integrations/${slug}`),
    await scene.call(scene.admin, 'GET', '/integrations'),
    await scene.call(scene.admin, 'GET', '/audit-logs?page_size=100'),
    await scene.call(one.key, 'GET', `/providers/${slug}`),
  ].map(({ text }) => text)
  for (const text of texts) expect(text).not.toContain(SECRET.slice(4))
  expect(await filesWith(gateway.dataDirectory, SECRET.slice(4))).toEqual([])
})

test('global access opens it to every workspace and to new ones, each with its own provider', async () => {
  await using upstream = await startSimulator({ answers: ['hello'] })
  const [one, closed] = [await team(), await team()]
  const slug = await integration(upstream)
  await scene.do('PUT', `/integrations/${slug}/workspaces`, {
    workspaces: [{ id: closed.id, enabled: false }],
    global_workspace_access: { enabled: true, rate_limits: [{ type: 'requests', unit: 'rpd', value: 1 }] },
  })
  const later = await team()
  for (const workspace of [one, later]) {
    expect(await contentOf(await chat(workspace, slug))).toBe('hello')
    expect((await errorOf(await chat(workspace, slug))).code).toBe('rate_limited')
  }
  expect((await errorOf(await chat(closed, slug))).code).toBe('virtual_key_unknown')
  expect(codeOf(await scene.call(closed.key, 'POST', '/providers', { name: 'P', integration_id: slug }))).toBe(
    '404 not_found',
  )
  const { global_workspace_access_settings: settings } = await scene.do('GET', `/integrations/${slug}`)
  expect(settings).toEqual({
    enabled: true,
    usage_limits: null,
    rate_limits: [{ type: 'requests', unit: 'rpd', value: 1 }],
  })
  // Overriding removes the settings of single workspaces.
  await scene.do('PUT', `/integrations/${slug}/workspaces`, {
    global_workspace_access: true,
    override_existing_workspaces_access: true,
  })
  expect(await contentOf(await chat(closed, slug))).toBe('hello')
  await scene.do('PUT', `/integrations/${slug}/workspaces`, { global_workspace_access: null })
  expect((await errorOf(await chat(closed, slug))).code).toBe('integration_not_allowed')
  expect(upstream.requests).toHaveLength(3)
})

test('a change of the limits of global access keeps whether workspaces get a provider', async () => {
  await using upstream = await startSimulator({ answers: ['hello'] })
  const one = await team()
  const slug = await integration(upstream)
  const put = (body: object) => scene.do('PUT', `/integrations/${slug}/workspaces`, body)
  const limited = (value: number) => ({ enabled: true, rate_limits: [{ type: 'requests', unit: 'rpd', value }] })
  await put({ global_workspace_access: limited(1), create_default_provider: false })
  await put({ global_workspace_access: limited(2) })
  const later = await team()
  for (const workspace of [one, later])
    expect((await errorOf(await chat(workspace, slug))).code).toBe('virtual_key_unknown')
  // Closed and opened again, it has the default.
  await put({ global_workspace_access: false })
  await put({ global_workspace_access: true })
  for (const workspace of [one, later]) expect(await contentOf(await chat(workspace, slug))).toBe('hello')
  // Closed again, because other tests create workspaces at the same gateway.
  await put({ global_workspace_access: null })
})

test('the limits of a workspace on an integration hold for all its providers together', async () => {
  await using upstream = await startSimulator({ answers: ['hello'] })
  const [one, other] = [await team(), await team()]
  const slug = await integration(upstream)
  const model = scene.uniqueName('priced').replace(' ', '-')
  // 100 cents a token: every response costs more than a dollar.
  await scene.do('PUT', `/integrations/${slug}/models`, {
    models: [
      {
        slug: model,
        enabled: true,
        is_custom: true,
        pricing_config: {
          type: 'static',
          pay_as_you_go: { request_token: { price: 1 }, response_token: { price: 1 } },
        },
      },
    ],
  })
  const usage_limits = [{ type: 'cost', credit_limit: 2, periodic_reset: 'monthly' }]
  await open(slug, one.id, { usage_limits })
  await open(slug, other.id)
  const second = await scene.call(one.key, 'POST', '/providers', { name: 'Second', integration_id: slug })
  const body = { model: '', max_tokens: 20 }
  const send = (workspace: Team, name: string) => chat(workspace, name, { ...body, model: `@${name}/${model}` })
  const statuses: number[] = []
  for (let i = 0; i < 12 && !statuses.includes(412); i++)
    statuses.push((await send(one, i % 2 === 0 ? slug : String(second.body['slug']))).status)
  expect(statuses[0]).toBe(200)
  expect(statuses.at(-1)).toBe(412)
  const refused = await errorOf(await send(one, String(second.body['slug'])))
  expect(refused).toMatchObject({ status: 412, code: 'budget_exhausted' })
  expect(refused.message).toContain(`integration "${slug}"`)
  const rows = async () =>
    ((await scene.do('GET', `/integrations/${slug}/workspaces`)) as { workspaces: Record<string, unknown>[] })
      .workspaces
  const [mine] = (await rows()).filter(({ id }) => id === one.id)
  const [budget] = mine!['usage_limits'] as { current_usage: number; credit_limit: number }[]
  expect(budget?.current_usage).toBeGreaterThan(0)
  expect(budget?.current_usage).toBeLessThanOrEqual(2)
  // Another workspace has no limit, and resetting frees this one.
  expect((await send(other, slug)).status).toBe(200)
  await open(slug, one.id, { reset_usage: true })
  expect((await send(one, slug)).status).toBe(200)
})

test('a manager cannot lower the prices that count against the budget on an integration', async () => {
  await using upstream = await startSimulator({ answers: ['hello'] })
  const one = await team()
  const slug = await integration(upstream)
  await open(slug, one.id)
  const price = { model: '*', multiplier: 0 }
  expect(codeOf(await scene.call(one.key, 'POST', '/prices', { ...price, multiplier: 2 }))).toBe('200')
  await open(slug, one.id, { usage_limits: [{ type: 'cost', credit_limit: 2 }] })
  expect(codeOf(await scene.call(one.key, 'POST', '/prices', price))).toBe('403 scope_missing')
})

/** Without a model, so that only the requested name has a price. */
const COMPLETION = {
  ...{ id: 'c', object: 'chat.completion', created: 1 },
  choices: [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 },
}

test('a model with a base model costs what the base model costs, and the base model is a right on prices', async () => {
  await using upstream = await startSimulator({ answers: [{ body: COMPLETION }] })
  const one = await team()
  const slug = await integration(upstream)
  await open(slug, one.id)
  const costOf = async (model: string) => {
    const response = await chat(one, slug, { model: `@${slug}/${model}` })
    await response.text()
    const read = (path: string) => gateway.fetch(path, { key: one.secret })
    return (await waitForLog(read, response.headers.get('x-gateway-trace-id'))).cost
  }
  const tuned = scene.uniqueName('tuned').replace(' ', '-')
  expect(await costOf(tuned)).toBeNull()
  await scene.do('PUT', `/integrations/${slug}/models`, {
    models: [{ slug: tuned, enabled: true, is_custom: true, is_finetune: true, base_model_slug: 'gpt-4o' }],
  })
  const base = await costOf('gpt-4o')
  expect(base).toBeGreaterThan(0)
  expect(await costOf(tuned)).toBe(base)
  const made = await scene.call(one.key, 'POST', '/integrations', {
    name: 'Own',
    ai_provider_id: 'openai',
    key: SECRET,
  })
  const models = (base_model_slug: string) => ({ models: [{ slug: tuned, enabled: true, base_model_slug }] })
  const put = (name: string) => scene.call(one.key, 'PUT', `/integrations/${made.body['slug']}/models`, models(name))
  expect(codeOf(await put('gpt-4o'))).toBe('200')
  await scene.do('PUT', `/admin/workspaces/${one.id}`, { usage_limits: [{ type: 'cost', credit_limit: 2 }] })
  expect(codeOf(await put('gpt-4o'))).toBe('200')
  expect(codeOf(await put('gpt-4o-mini'))).toBe('403 scope_missing')
  await scene.do('DELETE', `/integrations/${made.body['slug']}`)
})

test('only enabled models are served, also from the cache, and a fallback can take over', async () => {
  await using upstream = await startSimulator({ answers: ['hello'] })
  const one = await team()
  const slug = await integration(upstream)
  await open(slug, one.id)
  const cached = { virtual_key: slug, cache: { mode: 'simple' } }
  const send = (model: string, config: object = { virtual_key: slug }) =>
    gateway.chat(config, { key: one.secret, body: { model } })
  expect((await send('gpt-a', cached)).status).toBe(200)
  await scene.do('PUT', `/integrations/${slug}/models`, { models: [{ slug: 'gpt-a', enabled: false }] })
  const refused = await errorOf(await send('gpt-a', cached))
  expect(refused).toMatchObject({ status: 412, code: 'model_not_allowed' })
  expect(refused.message).toContain('"gpt-a"')
  expect(refused.hint).toContain(`/integrations/${slug}/models`)
  expect((await send('gpt-b')).status).toBe(200)
  await scene.do('PUT', `/integrations/${slug}/models`, {
    allow_all_models: false,
    models: [{ slug: 'gpt-c', enabled: 1 }],
  })
  expect((await errorOf(await send('gpt-b'))).code).toBe('model_not_allowed')
  expect((await send('gpt-c')).status).toBe(200)
  // The model after override_params counts, not the one in the body.
  const overridden = { virtual_key: slug, override_params: { model: 'gpt-b' } }
  expect((await errorOf(await send('gpt-c', overridden))).code).toBe('model_not_allowed')
  const fallback = {
    strategy: { mode: 'fallback' },
    targets: [{ virtual_key: slug }, { virtual_key: slug, override_params: { model: 'gpt-c' } }],
  }
  expect((await send('gpt-b', fallback)).status).toBe(200)
  const batch = await gateway.fetch('/v1/batches', {
    method: 'POST',
    key: one.secret,
    headers: { 'x-gateway-virtual-key': slug },
    body: { input_file_id: 'file-1', endpoint: '/v1/chat/completions', completion_window: '24h' },
  })
  expect((await errorOf(batch)).code).toBe('model_not_allowed')
  const sent = upstream.requests.map(({ text }) => (JSON.parse(text) as { model: string }).model)
  expect(sent).toEqual(['gpt-a', 'gpt-b', 'gpt-c', 'gpt-c'])
  const listed = await gateway.fetch('/v1/models', { key: one.secret })
  const { data } = (await listed.json()) as { data: { id: string }[] }
  expect(data.map(({ id }) => id).filter((id) => id.startsWith('@'))).toEqual([`@${slug}/gpt-c`])
})

test('the model list has the provider’s models, custom ones and their prices', async () => {
  const made = await scene.do('POST', '/integrations', { name: 'List', ai_provider_id: 'openai', key: SECRET })
  const path = `/integrations/${made['slug']}/models`
  const list = async () =>
    (await scene.do('GET', path)) as { total: number; allow_all_models: boolean; models: Record<string, unknown>[] }
  const before = await list()
  expect(before.allow_all_models).toBe(true)
  expect(before.models.find(({ slug }) => slug === 'gpt-4o')).toMatchObject({ enabled: true, is_custom: false })
  const pricing_config = {
    type: 'static',
    pay_as_you_go: { request_token: { price: 0.03 }, response_token: { price: 0.1 } },
  }
  const custom = { slug: 'ft:gpt-x:acme', enabled: true, is_custom: true, is_finetune: true, base_model_slug: 'gpt-x' }
  await scene.do('PUT', path, {
    models: [
      { ...custom, pricing_config },
      { slug: 'gpt-4o', enabled: false },
    ],
  })
  const after = await list()
  expect(after.total).toBe(before.total + 1)
  expect(after.models.find(({ slug }) => slug === custom.slug)).toEqual({
    ...custom,
    name: custom.slug,
    pricing_config,
  })
  expect(after.models.find(({ slug }) => slug === 'gpt-4o')).toMatchObject({ enabled: false })
  // Omitted fields stay.
  await scene.do('PUT', path, { models: [{ slug: custom.slug, enabled: false }] })
  expect((await list()).models.find(({ slug }) => slug === custom.slug)).toMatchObject({
    enabled: false,
    pricing_config,
  })
  await scene.do('DELETE', `${path}?slugs=${encodeURIComponent(custom.slug)}`)
  await scene.do('DELETE', path, { models: ['gpt-4o'] })
  expect((await list()).models.find(({ slug }) => slug === custom.slug)).toBeUndefined()
  expect((await list()).models.find(({ slug }) => slug === 'gpt-4o')).toMatchObject({ enabled: true })
  for (const model of [
    { slug: 'm', enabled: true, configurations: { custom_host: 'https://evil.example' } },
    { slug: 'm', enabled: true, pricing_config: { type: 'static', pay_as_you_go: { cache_token: { price: 1 } } } },
    { slug: 'm', enabled: true, pricing_config: { type: 'static', pay_as_you_go: { request_token: { price: -1 } } } },
  ])
    expect(codeOf(await scene.call(scene.admin, 'PUT', path, { models: [model] }))).toBe('400 invalid_body')
})

test('a workspace has integrations of its own, with a default provider', async () => {
  await using upstream = await startSimulator({ answers: ['hello'] })
  const [one, other] = [await team(), await team()]
  const configurations = { custom_host: `${upstream.url}/v1` }
  const body = {
    name: 'Own',
    ai_provider_id: 'openai',
    key: SECRET,
    configurations,
    default_provider_slug: 'own-provider',
  }
  const made = await scene.call(one.key, 'POST', '/integrations', body)
  expect(codeOf(made)).toBe('200')
  const slug = String(made.body['slug'])
  expect((await scene.call(one.key, 'GET', `/integrations/${slug}`)).body).toMatchObject({
    type: 'workspace',
    workspace_id: one.id,
    workspace_count: 1,
    is_host_trusted: false,
  })
  expect(await contentOf(await chat(one, 'own-provider'))).toBe('hello')
  // Moving the stored secret needs the secret itself.
  const moved = await scene.call(one.key, 'PUT', `/integrations/${slug}`, {
    configurations: { custom_host: 'https://elsewhere.example/v1' },
  })
  expect(codeOf(moved)).toBe('403 credential_origin_mismatch')
  expect(codeOf(await scene.call(other.key, 'GET', `/integrations/${slug}`))).toBe('404 not_found')
  const share = { global_workspace_access: { enabled: true } }
  expect(codeOf(await scene.call(one.key, 'PUT', `/integrations/${slug}/workspaces`, share))).toBe('400 invalid_body')
  const theirs = { name: 'P', integration_id: slug, workspace_id: other.id }
  expect(codeOf(await scene.call(scene.admin, 'POST', '/providers', theirs))).toBe('403 integration_not_allowed')
  expect((await scene.do('GET', '/integrations?type=workspace'))['total']).toBe(1)
  const force = { name: (await scene.do('GET', `/admin/workspaces/${one.id}`))['name'], force_delete: true }
  await scene.do('DELETE', `/admin/workspaces/${one.id}`, force)
  expect(codeOf(await scene.call(scene.admin, 'GET', `/integrations/${slug}`))).toBe('404 not_found')
})

test('every call of the portkey-ai client works with the bodies that it sends', async () => {
  const workspaceId = await scene.workspace()
  const made = await scene.do('POST', '/integrations', {
    name: 'openai-production',
    ai_provider_id: 'openai',
    key: 'sk-...',
  })
  const slug = String(made['slug'])
  expect(made).toEqual({ id: expect.any(String), slug, object: 'integration' })
  expect(await scene.do('GET', '/integrations?current_page=0&page_size=100&type=all')).toMatchObject({ object: 'list' })
  await scene.do('PUT', `/integrations/${slug}`, { name: 'updated', note: 'hello' })
  expect(await scene.do('GET', `/integrations/${slug}`)).toMatchObject({
    name: 'updated',
    description: 'hello',
    ai_provider_id: 'openai',
    status: 'active',
    allow_all_models: true,
    object: 'integration',
  })
  await scene.do('PUT', `/integrations/${slug}/models`, {
    allow_all_models: true,
    models: [{ slug: 'gpt-4o', enabled: true }],
  })
  await scene.do('DELETE', `/integrations/${slug}/models?slugs=gpt-4o`)
  await scene.do('PUT', `/integrations/${slug}/workspaces`, {
    global_workspace_access: { enabled: true },
    workspaces: [],
  })
  const provider = { name: 'openai provider', integration_id: String(made['id']), workspace_id: workspaceId }
  const created = await scene.do('POST', '/providers', provider)
  expect(created).toEqual({ id: expect.any(String), slug: expect.any(String), object: 'provider' })
  const path = `/providers/${created['slug']}?workspace_id=${workspaceId}`
  // The response refers to the integration as the caller did: by id or by slug.
  expect(await scene.do('GET', path)).toMatchObject({ integration_id: made['id'], object: 'provider' })
  await scene.do('PUT', `/providers/${created['slug']}`, { name: 'updated-name', note: 'n', workspace_id: workspaceId })
  expect(await scene.do('GET', `/providers?workspace_id=${workspaceId}`)).toMatchObject({ object: 'list', total: 2 })
  expect(await scene.do('DELETE', path)).toEqual({})
  expect(await scene.do('DELETE', `/integrations/${slug}`)).toEqual({})
})

test.each([
  [
    'azure-openai',
    {
      azure_auth_mode: 'default',
      azure_resource_name: 'res',
      azure_deployment_config: [
        {
          azure_deployment_name: 'dep',
          azure_api_version: '2024-06-01',
          azure_model_slug: 'gpt-4o',
          is_default: true,
          alias: 'a',
        },
      ],
    },
    {
      azure_resource_name: 'res',
      azure_deployment_config: [
        {
          azure_deployment_name: 'dep',
          azure_api_version: '2024-06-01',
          azure_model_slug: 'gpt-4o',
          is_default: true,
          alias: 'a',
        },
      ],
    },
  ],
  [
    'aws-bedrock',
    {
      aws_auth_type: 'accessKey',
      aws_region: 'us-east-1',
      aws_access_key_id: 'AKIA0123456789',
      aws_secret_access_key: 'very-secret-value',
    },
    { aws_region: 'us-east-1', masked_aws_secret_access_key: '*******' },
  ],
  [
    'vertex-ai',
    { vertex_auth_type: 'basic', vertex_region: 'us-central1', vertex_project_id: 'p' },
    { vertex_region: 'us-central1', vertex_project_id: 'p' },
  ],
  ['open-ai', { openai_organization: 'org-1', openai_project: 'proj-1' }, { openai_organization: 'org-1' }],
])('configurations of %s are read as documented, and can be sent back', async (provider, configurations, shown) => {
  const made = await scene.do('POST', '/integrations', {
    name: 'C',
    ai_provider_id: provider,
    key: SECRET,
    configurations,
  })
  const path = `/integrations/${made['slug']}`
  const read = await scene.do('GET', path)
  expect(read).toMatchObject({ ai_provider_id: provider, configurations: shown })
  const again = { configurations: read['configurations'], key: read['masked_key'] ?? SECRET }
  await scene.do('PUT', path, again)
  expect(await scene.do('GET', path)).toEqual({ ...read, last_updated_at: expect.any(String) })
})

test.each([
  ['bedrock', { aws_auth_type: 'assumedRole', aws_region: 'us-east-1' }, 'aws_role_arn'],
  ['vertex-ai', { vertex_auth_type: 'serviceAccount', vertex_region: 'us-central1' }, 'vertex_service_account_json'],
  ['openai', { key: 'sk-hidden-0123456789' }, 'configurations.key'],
  ['openai', { custom_headers: { host: 'evil.example' } }, 'custom_headers'],
  ['openai', { custom_headers: { 'x-a': 'b\r\nc: d' } }, 'custom_headers'],
  ['openai', { custom_headers: { 'x-gateway-api-key': 'k' } }, 'custom_headers'],
  ['azure-openai', { azure_resource_name: 'r', azure_deployment_config: [{ azure_evil: 'x' }] }, 'azure_evil'],
])('configurations of %s that cannot work are refused by name', async (provider, configurations, param) => {
  const body = { name: 'C', ai_provider_id: provider, key: SECRET, configurations }
  const refused = await scene.call(scene.admin, 'POST', '/integrations', body)
  expect([refused.status, refused.text.includes(param)]).toEqual([400, true])
})

test('custom headers are stored like the secret and sent with every request to its own origin', async () => {
  await using upstream = await startSimulator({ answers: ['hello'] })
  const one = await team()
  const custom_headers = { 'X-Tenant': 'tenant-secret-0123', 'x-trace': 'a b' }
  const slug = await integration(upstream, { configurations: { custom_host: `${upstream.url}/v1`, custom_headers } })
  await open(slug, one.id)
  const headers = { 'x-gateway-virtual-key': slug, 'x-tenant': 'of the caller' }
  expect((await gateway.chat(null, { key: one.secret, headers })).status).toBe(200)
  expect(upstream.requests[0]?.headers).toMatchObject({ 'x-tenant': 'tenant-secret-0123', 'x-trace': 'a b' })
  const read = await scene.do('GET', `/integrations/${slug}`)
  expect(read['configurations']).toMatchObject({ masked_custom_headers: '*******' })
  for (const path of [`/integrations/${slug}`, `/providers/${slug}?workspace_id=${one.id}`, '/audit-logs'])
    expect((await scene.call(scene.admin, 'GET', path)).text).not.toContain('tenant-secret')
  // Sending the masked headers back keeps them; null removes them.
  await scene.do('PUT', `/integrations/${slug}`, { configurations: read['configurations'] })
  expect((await chat(one, slug)).status).toBe(200)
  expect(upstream.requests[1]?.headers['x-tenant']).toBe('tenant-secret-0123')
  await scene.do('PUT', `/integrations/${slug}`, { configurations: { custom_headers: null } })
  expect((await chat(one, slug)).status).toBe(200)
  expect(upstream.requests[2]?.headers['x-tenant']).toBeUndefined()
})

test('a provider in use by a config protects its integration', async () => {
  const made = await scene.do('POST', '/integrations', { name: 'Used', ai_provider_id: 'openai', key: SECRET })
  const workspaceId = await scene.workspace()
  const slug = String(made['slug'])
  await open(slug, workspaceId)
  await scene.do('POST', '/configs', { name: 'C', config: { virtual_key: slug }, workspace_id: workspaceId })
  const refused = await scene.call(scene.admin, 'DELETE', `/integrations/${slug}`)
  expect(codeOf(refused)).toBe('409 in_use')
  expect(refused.text).toContain('(C)')
  await scene.do('DELETE', `/integrations/${slug}?force=true`)
  expect((await scene.do('GET', `/providers?workspace_id=${workspaceId}`))['total']).toBe(0)
})

test('scopes: virtual_keys and providers stand for one resource, integrations have their own', async () => {
  const workspaceId = await scene.workspace()
  const key = await scene.workspaceKey(workspaceId, ['providers.list', 'providers.create'])
  const old = await scene.workspaceKey(workspaceId, ['virtual_keys.list'])
  const body = { name: 'V', provider: 'openai', key: SECRET }
  expect(codeOf(await scene.call(key, 'POST', '/virtual-keys', body))).toBe('200')
  for (const who of [key, old])
    for (const path of ['/providers', '/virtual-keys']) expect(codeOf(await scene.call(who, 'GET', path))).toBe('200')
  expect(codeOf(await scene.call(old, 'POST', '/virtual-keys', body))).toBe('403 scope_missing')
  const bare = { name: 'I', ai_provider_id: 'openai', key: SECRET }
  expect(codeOf(await scene.call(key, 'POST', '/integrations', bare))).toBe('403 scope_missing')
  const limited = await scene.adminKey(['workspace_integrations.create', 'providers.create'])
  expect(codeOf(await scene.call(limited, 'POST', '/integrations', bare))).toBe('403 scope_missing')
  expect(codeOf(await scene.call(limited, 'POST', '/integrations', { ...bare, workspace_id: workspaceId }))).toBe('200')
  // Creating a provider gives the workspace access only if the caller may grant it.
  const shared = await scene.do('POST', '/integrations', bare)
  const provider = { name: 'P', integration_id: shared['slug'], workspace_id: workspaceId }
  expect(codeOf(await scene.call(limited, 'POST', '/providers', provider))).toBe('403 integration_not_allowed')
  expect(codeOf(await scene.call(scene.admin, 'POST', '/providers', provider))).toBe('200')
})
