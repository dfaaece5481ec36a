/** Guardrails in configs and headers: which of them apply to a request, and which requests are refused under them. */

import { expect, test } from 'bun:test'
import { startSimulator } from '../../../simulators/simulator.ts'
import { at } from '../../harness/at.ts'
import { ControlScene } from '../../harness/control-scene.ts'
import { contentOf, errorOf } from '../../harness/error-of.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { upgradeResponse } from '../../harness/socket-client.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const workspaceId = await scene.defaultWorkspace()

const deny = (word: string) => ({ 'default.contains': { words: [word], operator: 'none' }, deny: true })
const said = (content: string) => ({ messages: [{ role: 'user', content }] })

/** Saves a guardrail that denies texts with the word. */
async function saved(name: string, word: string, owner: object = { workspace_id: workspaceId }): Promise<string> {
  const checks = [{ id: 'default.contains', parameters: { words: [word], operator: 'none' } }]
  const actions = { deny: true, async: false }
  return String((await scene.do('POST', '/guardrails', { name, checks, actions, ...owner }))['slug'])
}

type Defaults = { readonly input_guardrails?: readonly string[]; readonly output_guardrails?: readonly string[] }

/** Sets defaults while `work` runs. */
async function withDefaults(path: string, defaults: Defaults, work: () => Promise<void>): Promise<void> {
  await scene.do('PUT', path, { defaults })
  try {
    await work()
  } finally {
    await scene.do('PUT', path, { defaults: { input_guardrails: [], output_guardrails: [] } })
  }
}

test('a denying guardrail of the config: 446, and the provider is not called', async () => {
  await using simulator = await startSimulator({ answers: ['fine'] })
  const config = at(simulator, { input_guardrails: [deny('falcon')] })
  const refused = await gateway.chat(config, { body: said('the falcon') })
  const { error } = (await refused.json()) as { error: { type: string } }
  expect([refused.status, error.type]).toEqual([446, 'hooks_failed'])
  expect(simulator.requests).toHaveLength(0)
  expect(await contentOf(await gateway.chat(config, { body: said('the hawk') }))).toBe('fine')
})

test.each([
  ['the long form', { before_request_hooks: [{ type: 'guardrail', id: 'g', checks: [check('falcon')], deny: true }] }],
  ['camelCase', { beforeRequestHooks: [{ type: 'guardrail', id: 'g', checks: [check('falcon')], deny: true }] }],
  ['a check without prefix', { input_guardrails: [{ contains: check('falcon').parameters, deny: true }] }],
])('%s', async (_, guardrails) => {
  await using simulator = await startSimulator({ answers: ['fine'] })
  expect((await gateway.chat(at(simulator, guardrails), { body: said('the falcon') })).status).toBe(446)
  expect(simulator.requests).toHaveLength(0)
})

function check(word: string) {
  return { id: 'default.contains', parameters: { words: [word], operator: 'none' } }
}

test('446 and 246 work in fallback and retry', async () => {
  await using first = await startSimulator({ answers: ['first', 'again'] })
  await using second = await startSimulator({ answers: ['second'] })
  const fallback = {
    strategy: { mode: 'fallback', on_status_codes: [446] },
    targets: [at(first, { input_guardrails: [deny('falcon')] }), at(second)],
  }
  expect(await contentOf(await gateway.chat(fallback, { body: said('falcon') }))).toBe('second')
  expect(first.requests).toHaveLength(0)
  const retry = at(first, {
    output_guardrails: [{ contains: { words: ['again'], operator: 'any' } }],
    retry: { attempts: 1, on_status_codes: [246] },
  })
  const reply = await gateway.chat(retry)
  expect([reply.status, await contentOf(reply)]).toEqual([200, 'again'])
  expect(first.requests).toHaveLength(2)
})

test('a saved guardrail by slug, with its actions or with others', async () => {
  const slug = await saved('No falcons', 'falcon')
  await using simulator = await startSimulator({ answers: ['one', 'two'] })
  const config = (entry: unknown) => at(simulator, { input_guardrails: [entry] })
  expect((await gateway.chat(config(slug), { body: said('falcon') })).status).toBe(446)
  expect((await gateway.chat(config({ id: slug, deny: false }), { body: said('falcon') })).status).toBe(246)
  const gone = await errorOf(await gateway.chat(config('no-such-guardrail')))
  expect(gone).toMatchObject({ status: 400, code: 'guardrail_unknown', param: 'input_guardrails[0]' })
  expect(simulator.requests).toHaveLength(1)
})

test('headers add guardrails to those of the config, under both prefixes', async () => {
  const slug = await saved('No hawks', 'hawk')
  await using simulator = await startSimulator({ answers: ['fine'] })
  const config = at(simulator, { input_guardrails: [] })
  for (const headers of [
    { 'x-gateway-default-input-guardrails': slug },
    { 'x-portkey-default-input-guardrails': JSON.stringify([deny('hawk')]) },
    { 'x-gateway-default-output-guardrails': JSON.stringify([{ contains: { words: ['x'] }, deny: true }]) },
  ])
    expect((await gateway.chat(config, { headers, body: said('hawk') })).status).toBe(446)
  const wrong = { 'x-gateway-default-input-guardrails': '[{]' }
  expect(await errorOf(await gateway.chat(config, { headers: wrong }))).toMatchObject({
    status: 400,
    code: 'invalid_header',
    param: 'x-gateway-default-input-guardrails',
  })
})

test('the defaults of the workspace and the organisation apply to every request, whatever its config says', async () => {
  const ours = await saved('Ours', 'sparrow')
  const { id: organisation_id } = await scene.do('GET', '/admin/organisation')
  const all = await saved('All', 'eagle', { organisation_id })
  await using simulator = await startSimulator({ answers: Array.from({ length: 9 }, () => 'fine') })
  const body = said('a sparrow')
  const key = await scene.do('POST', '/virtual-keys', {
    ...{ name: 'Simulator', provider: 'openai-compatible', key: 'sk', workspace_id: workspaceId },
    custom_host: `${simulator.url}/v1`,
  })
  const slug = String(key['slug'])
  const config = at(simulator, { input_guardrails: [] })
  const { slug: configSlug } = await scene.do('POST', '/configs', {
    ...{ name: 'Saved', workspace_id: workspaceId },
    config: { virtual_key: slug, input_guardrails: [{ id: ours, deny: false }] },
  })
  await scene.do('POST', '/virtual-models', { name: 'birds', config: configSlug, workspace_id: workspaceId })
  const requests: Readonly<Record<string, () => Promise<Response>>> = {
    'an inline config': () => gateway.chat(config, { body }),
    'a saved config that weakens it': () =>
      gateway.chat(null, { body, headers: { 'x-gateway-config': String(configSlug) } }),
    'a virtual key': () => gateway.chat(null, { body, headers: { 'x-gateway-virtual-key': slug } }),
    'a provider': () => gateway.chat(null, { body, headers: { 'x-gateway-provider': 'mock' } }),
    'a model with a slug': () => gateway.chat(null, { body: { ...body, model: `@${slug}/m` } }),
    'a virtual model': () => gateway.chat(null, { body: { ...body, model: 'birds' } }),
  }
  for (const [name, send] of Object.entries(requests)) expect([name, (await send()).status]).not.toEqual([name, 446])
  const before = simulator.requests.length
  await withDefaults(`/admin/workspaces/${workspaceId}`, { input_guardrails: [ours] }, async () => {
    for (const [name, send] of Object.entries(requests)) expect([name, (await send()).status]).toEqual([name, 446])
  })
  expect(simulator.requests).toHaveLength(before)
  await withDefaults('/admin/organisation', { output_guardrails: [all] }, async () => {
    await using other = await startSimulator({ answers: ['an eagle'] })
    expect((await gateway.chat(at(other, { output_guardrails: [] }))).status).toBe(446)
  })
  expect((await gateway.chat(config, { body })).status).toBe(200)
})

test('paths that guardrails cannot check are refused under one that denies, and served under one that does not', async () => {
  await using simulator = await startSimulator({ answers: ['fine'] })
  const form = new FormData()
  form.set('purpose', 'batch')
  form.set('file', new File(['{}'], 'a.jsonl'))
  const paths: readonly (readonly [string, string, Bun.BodyInit | object | null])[] = [
    ['POST', '/v1/files', form],
    ['POST', '/v1/batches', { input_file_id: 'f', endpoint: '/v1/chat/completions', completion_window: '24h' }],
    ['POST', '/v1/realtime/client_secrets', { session: { type: 'realtime', model: 'm' } }],
    ['POST', '/v1/realtime/calls', { sdp: 'x' }],
    ['POST', '/v1/unknown/path', { text: 'x' }],
  ]
  for (const [method, path, body] of paths) {
    const send = (guardrails: object) =>
      gateway.fetch(path, {
        method,
        body,
        headers: { 'x-gateway-config': JSON.stringify(at(simulator, guardrails)) },
      })
    const refused = await errorOf(await send({ input_guardrails: [{ id: 'strict', ...deny('x') }] }))
    expect([path, refused.status, refused.code]).toEqual([path, 400, 'guardrail_uncovered'])
    expect(refused.message).toContain('"strict"')
    expect(simulator.requests).toHaveLength(0)
  }
  const loose = at(simulator, { input_guardrails: [{ ...deny('x'), deny: false }] })
  const served = await gateway.fetch('/v1/unknown/path', {
    method: 'POST',
    body: { text: 'y' },
    headers: { 'x-gateway-config': JSON.stringify(loose) },
  })
  await served.body?.cancel()
  expect(simulator.requests).toHaveLength(1)
})

test.each(['/v1/realtime?model=m', '/v1/responses', '/v1/proxy/v1/any'])(
  'a WebSocket at %s is refused under a denying guardrail',
  async (path) => {
    await using simulator = await startSimulator({ answers: ['fine'] })
    for (const guardrails of [{ input_guardrails: [deny('x')] }, { output_guardrails: [deny('x')] }]) {
      const config = { ...at(simulator), provider: 'openai', ...guardrails }
      const reply = await upgradeResponse(`${gateway.url}${path}`, {
        authorization: `Bearer ${gateway.workspaceKey}`,
        'x-gateway-config': JSON.stringify(config),
      })
      expect((await errorOf(reply)).code).toBe('guardrail_uncovered')
    }
    expect(simulator.requests).toHaveLength(0)
  },
)

test('a saved config keeps the secrets of its guardrails encrypted, and needs no provider for them', async () => {
  const webhook = { webhookURL: 'https://guard.example/check', headers: { Authorization: 'Bearer s3cret-token' } }
  const { slug } = await scene.do('POST', '/configs', {
    ...{ name: 'With a webhook', workspace_id: workspaceId },
    config: { input_guardrails: [{ 'default.webhook': webhook, deny: true }] },
  })
  const read = await scene.do('GET', `/configs/${slug}?workspace_id=${workspaceId}`)
  expect(JSON.stringify(read)).not.toContain('s3cret-token')
  expect(JSON.stringify(read)).toContain('https://guard.example/check')
})

test('a config that names a guardrail which does not exist is not saved', async () => {
  const body = {
    ...{ name: 'Unknown', workspace_id: workspaceId },
    config: { targets: [{ provider: 'mock', output_guardrails: ['pg-none'] }] },
  }
  const reply = await scene.call(scene.admin, 'POST', '/configs', body)
  expect([reply.status, reply.text.includes('targets[0].output_guardrails[0]')]).toEqual([400, true])
})
