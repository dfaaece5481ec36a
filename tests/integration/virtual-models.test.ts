import { describe, expect, test } from 'bun:test'
import { type Actor, ControlScene } from '../harness/control-scene.ts'
import { errorOf } from '../harness/error-of.ts'
import { waitForLog } from '../harness/read-logs.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { shareSimulator } from '../harness/share-simulator.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const upstream = await shareSimulator({ answers: ['hello'] })

type Body = Record<string, unknown>

/** Creates a workspace with a virtual key for the simulator. */
async function workspace() {
  const id = await scene.workspace()
  const actor = await scene.workspaceKey(id, await scene.scopesOf('workspace'))
  const must = async (method: string, path: string, body?: unknown): Promise<Body> => {
    const reply = await scene.call(actor, method, path, body)
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
    return reply.body
  }
  const virtualKey = String(
    (
      await must('POST', '/virtual-keys', {
        name: 'Main',
        provider: 'openai-compatible',
        key: 'sk-stored',
        custom_host: `${upstream.url}/v1`,
      })
    )['slug'],
  )
  const config = async (model: string, more: object = {}) =>
    String(
      (
        await must('POST', '/configs', {
          name: model,
          config: { virtual_key: virtualKey, override_params: { model } },
          ...more,
        })
      )['slug'],
    )
  return { id, actor, must, virtualKey, config, key: keyOf(actor) }
}

function keyOf(actor: Actor): string {
  return actor.headers['x-gateway-api-key']!
}

/** Another key of the workspace with these settings. */
async function keyWith(workspaceId: string, settings: Body): Promise<string> {
  const made = await scene.do('POST', '/api-keys/workspace/service', {
    name: 'Limited',
    workspace_id: workspaceId,
    scopes: ['completions.write'],
    ...settings,
  })
  return String(made['key'])
}

function chat(key: string, model: string, headers: Record<string, string> = {}, content = 'hi'): Promise<Response> {
  return gateway.fetch('/v1/chat/completions', {
    key,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model, messages: [{ role: 'user', content }] }),
  })
}

const lastModel = () => (JSON.parse(upstream.requests.at(-1)!.text) as Body)['model']

async function listed(key: string): Promise<Body[]> {
  const reply = await gateway.fetch('/v1/models?providers=false', { key })
  return ((await reply.json()) as { data: Body[] }).data
}

describe('a virtual model', () => {
  test('is routed by its config, and every change takes effect on the next request', async () => {
    const { must, config, key } = await workspace()
    const [one, two] = [await config('m-one'), await config('m-two')]
    const made = await must('POST', '/virtual-models', { name: 'chat', config: one, description: 'For people' })
    expect(made).toMatchObject({ object: 'virtual_model', name: 'chat', config: one, warnings: [] })
    const reply = await chat(key, 'chat')
    expect(reply.status).toBe(200)
    expect(lastModel()).toBe('m-one')
    const read = (path: string) => gateway.fetch(path, { key })
    const log = await waitForLog(read, reply.headers.get('x-gateway-trace-id'))
    expect(log).toMatchObject({ config: one, config_version: 1 })
    expect(log.decisions).toContainEqual(
      expect.objectContaining({ kind: 'planned', reason: `the virtual model "chat" ${one} version 1` }),
    )
    await must('PUT', `/virtual-models/${made['id']}`, { config: two })
    expect((await chat(key, 'chat')).status).toBe(200)
    expect(lastModel()).toBe('m-two')
    await must('PUT', '/virtual-models/chat', { name: 'team/talk' })
    expect((await chat(key, 'team/talk')).status).toBe(200)
    expect(await must('GET', `/virtual-models/${encodeURIComponent('team/talk')}`)).toMatchObject({ config: two })
    expect((await errorOf(await chat(key, 'chat'))).status).toBe(400)
    await must('DELETE', `/virtual-models/${made['id']}`)
    expect((await errorOf(await chat(key, 'team/talk'))).status).toBe(400)
  })

  test('is also found in bodies that a worker reads, in forms, and by the Messages and Responses formats', async () => {
    const { must, config, key } = await workspace()
    await must('POST', '/virtual-models', { name: 'chat', config: await config('m-one') })
    expect((await chat(key, 'chat', {}, 'x'.repeat(400_000))).status).toBe(200)
    expect(lastModel()).toBe('m-one')
    const form = new FormData()
    form.set('model', 'chat')
    form.set('file', new File(['RIFF'], 'a.wav'))
    const before = upstream.requests.length
    await gateway.fetch('/v1/audio/transcriptions', { key, method: 'POST', body: form })
    expect(upstream.requests).toHaveLength(before + 1)
    expect(upstream.requests.at(-1)!.text).toContain('m-one')
    for (const [path, body] of [
      ['/v1/messages', { model: 'chat', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] }],
      ['/v1/responses', { model: 'chat', input: 'hi' }],
    ] as const) {
      const headers = { 'content-type': 'application/json' }
      await gateway.fetch(path, { key, method: 'POST', headers, body: JSON.stringify(body) })
      expect(lastModel()).toBe('m-one')
    }
  })

  test('loses against a config, provider or virtual key in the headers, and wins against the default config', async () => {
    const { must, config, key, virtualKey } = await workspace()
    const other = await config('m-other')
    await config('m-default', { is_default: true })
    await must('POST', '/virtual-models', { name: 'chat', config: await config('m-one') })
    await chat(key, 'chat')
    expect(lastModel()).toBe('m-one')
    await chat(key, 'Chat')
    expect(lastModel()).toBe('m-default')
    await chat(key, 'chat', { 'x-gateway-config': other })
    expect(lastModel()).toBe('m-other')
    await chat(key, 'chat', { 'x-gateway-virtual-key': virtualKey })
    expect(lastModel()).toBe('chat')
    const mock = await chat(key, 'chat', { 'x-gateway-provider': 'mock' })
    expect(mock.headers.get('x-gateway-provider')).toBe('mock')
  })

  test('is listed by /v1/models only in its workspace', async () => {
    const [one, other] = [await workspace(), await workspace()]
    await one.must('POST', '/virtual-models', { name: 'chat', config: await one.config('m-one') })
    expect((await listed(one.key)).filter(({ id }) => id === 'chat')).toEqual([
      { id: 'chat', object: 'model', created: expect.any(Number), owned_by: 'gatehouse' },
    ])
    expect((await listed(one.key)).map(({ id }) => id)).toContain('mock')
    expect((await listed(other.key)).map(({ id }) => id)).not.toContain('chat')
    expect((await errorOf(await chat(other.key, 'chat'))).status).toBe(400)
    for (const [method, body] of [['GET'], ['PUT', { name: 'mine' }], ['DELETE']] as const)
      expect((await scene.call(other.actor, method, '/virtual-models/chat', body)).status).toBe(404)
  })
})

describe('the rules of keys', () => {
  test("a key's default config serves whatever model the request names", async () => {
    const { id, must, config } = await workspace()
    const own = await config('m-own')
    await must('POST', '/virtual-models', { name: 'chat', config: await config('m-one') })
    for (const allow of [true, false]) {
      const key = await keyWith(id, { defaults: { config_id: own, allow_config_override: allow } })
      expect((await chat(key, 'chat')).status).toBe(200)
      expect(lastModel()).toBe('m-own')
    }
  })

  test('a key that may not choose a config uses and lists only virtual models of the default config', async () => {
    const { id, must, config } = await workspace()
    const usual = await config('m-default', { is_default: true })
    await must('POST', '/virtual-models', { name: 'usual', config: usual })
    await must('POST', '/virtual-models', { name: 'special', config: await config('m-special') })
    const key = await keyWith(id, { defaults: { allow_config_override: false } })
    const sent = upstream.requests.length
    expect(await errorOf(await chat(key, 'special'))).toMatchObject({
      status: 403,
      code: 'config_override_forbidden',
      param: 'model',
    })
    expect(upstream.requests).toHaveLength(sent)
    expect((await chat(key, 'usual')).status).toBe(200)
    expect(lastModel()).toBe('m-default')
    const ids = (await listed(key)).map((model) => model['id'])
    expect([ids.includes('usual'), ids.includes('special')]).toEqual([true, false])
  })

  test('limits of the key and of the virtual key hold', async () => {
    const { id, must, config, virtualKey } = await workspace()
    await must('POST', '/virtual-models', { name: 'chat', config: await config('m-one') })
    const rate_limits = [{ type: 'requests', unit: 'rpm', value: 1 }]
    const key = await keyWith(id, { rate_limits })
    expect((await chat(key, 'chat')).status).toBe(200)
    expect((await chat(key, 'chat')).status).toBe(429)
    await must('PUT', `/virtual-keys/${virtualKey}`, { rate_limits })
    const free = await keyWith(id, {})
    expect((await chat(free, 'chat')).status).toBe(200)
    expect((await chat(free, 'chat')).status).toBe(429)
  })
})

/** Every combination of key, header, model and workspace default, against a second implementation of the rules. */
test('no combination reaches a config that the key may not use', async () => {
  const { id, must, config, virtualKey } = await workspace()
  const slugs = { own: await config('m-own'), named: await config('m-named'), usual: await config('m-usual') }
  const special = await config('m-special')
  await must('POST', '/virtual-models', { name: 'v-special', config: special })
  await must('POST', '/virtual-models', { name: 'v-usual', config: slugs.usual })
  const keys: { own: boolean; mayChoose: boolean; key: string }[] = []
  for (const own of [true, false])
    for (const mayChoose of [true, false]) {
      const defaults = { ...(own && { config_id: slugs.own }), allow_config_override: mayChoose }
      keys.push({ own, mayChoose, key: await keyWith(id, { defaults }) })
    }
  const headers: [string, Record<string, string>][] = [
    ['none', {}],
    ['config', { 'x-gateway-config': slugs.named }],
    ['virtual key', { 'x-gateway-virtual-key': virtualKey }],
  ]
  for (const hasDefault of [false, true]) {
    if (hasDefault) await must('PUT', `/configs/${slugs.usual}`, { is_default: true })
    for (const { own, mayChoose, key } of keys)
      for (const [named, sent] of headers)
        for (const model of ['v-special', 'v-usual', 'gpt']) {
          const usual = hasDefault ? 'm-usual' : 400
          const virtual = { 'v-special': 'm-special', 'v-usual': 'm-usual' }[model]
          const isOwn = virtual === 'm-usual' && hasDefault
          const unnamed = virtual === undefined ? usual : mayChoose || isOwn ? virtual : 403
          const rest = own ? 'm-own' : named === 'virtual key' ? model : unnamed
          const expected = named !== 'config' ? rest : mayChoose ? 'm-named' : 403
          const before = upstream.requests.length
          const { status } = await chat(key, model, sent)
          const isSent = upstream.requests.length > before
          const place = JSON.stringify({ hasDefault, own, mayChoose, named, model })
          expect(`${place} ${isSent ? lastModel() : status}`).toBe(`${place} ${expected}`)
        }
  }
})

describe('administration', () => {
  test('names the problem of a wrong name or config', async () => {
    const [one, other] = [await workspace(), await workspace()]
    const mine = await one.config('m-one')
    const refused = async (body: Body) => {
      const reply = await scene.call(one.actor, 'POST', '/virtual-models', body)
      return [reply.status, (reply.body['error'] as Body | undefined)?.['param']]
    }
    expect(await refused({ name: '@slug/m', config: mine })).toEqual([400, 'name'])
    expect(await refused({ name: 'openai/*', config: mine })).toEqual([400, 'name'])
    expect(await refused({ name: 'a\nb', config: mine })).toEqual([400, 'name'])
    expect(await refused({ name: '', config: mine })).toEqual([400, 'name'])
    expect(await refused({ name: 'chat', config: 'pc-none' })).toEqual([400, 'config'])
    expect(await refused({ name: 'chat', config: await other.config('m-two') })).toEqual([400, 'config'])
    expect(await refused({ name: 'chat', config: mine, target: 'x' })).toEqual([400, 'target'])
    await one.must('POST', '/virtual-models', { name: 'chat', config: mine })
    expect(await refused({ name: 'chat', config: mine })).toEqual([409, 'name'])
  })

  test('warns of targets that set no model', async () => {
    const { must, virtualKey } = await workspace()
    const config = {
      strategy: { mode: 'fallback' },
      targets: [{ virtual_key: virtualKey }, { provider: 'mock', override_params: { model: 'mock' } }],
    }
    const { slug } = await must('POST', '/configs', { name: 'Two', config })
    const made = await must('POST', '/virtual-models', { name: 'chat', config: slug })
    expect(made['warnings']).toEqual(['targets[0]: sets no override_params.model, so its provider gets "chat".'])
  })

  test('keeps a config that a virtual model uses, unless forced; then requests name the missing config', async () => {
    const { actor, must, config, key } = await workspace()
    const slug = await config('m-one')
    await must('POST', '/virtual-models', { name: 'chat', config: slug })
    for (const [method, body] of [['DELETE'], ['PUT', { status: 'archived' }]] as const) {
      const refused = await scene.call(actor, method, `/configs/${slug}`, body)
      expect([refused.status, refused.text.includes('Virtual model')]).toEqual([409, true])
    }
    await must('DELETE', `/configs/${slug}?force=true`)
    const error = await errorOf(await chat(key, 'chat'))
    expect(error).toMatchObject({ status: 400, code: 'config_unknown' })
  })

  test('writes audit entries', async () => {
    const { id, must, config } = await workspace()
    const { id: modelId } = await must('POST', '/virtual-models', { name: 'chat', config: await config('m-one') })
    await must('PUT', `/virtual-models/${modelId}`, { description: 'x' })
    await must('DELETE', `/virtual-models/${modelId}`)
    const { records } = await scene.do('GET', `/audit-logs?resource_type=virtual_model&workspace_id=${id}`)
    expect((records as Body[]).map((entry) => entry['action'])).toEqual([
      'virtual_model.delete',
      'virtual_model.update',
      'virtual_model.create',
    ])
  })
})
