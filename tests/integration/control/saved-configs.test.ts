import { describe, expect, test } from 'bun:test'
import { startSimulator } from '../../../simulators/simulator.ts'
import { atOwnPath } from '../../harness/at-own-path.ts'
import type { CallOptions } from '../../harness/call-options.ts'
import { ControlScene, withKey } from '../../harness/control-scene.ts'
import { contentOf, errorOf } from '../../harness/error-of.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const upstream = await shareSimulator({ answers: ['hello'] })
const owner = withKey('first workspace key', gateway.workspaceKey)

async function must(method: string, path: string, body?: unknown, actor = owner): Promise<Record<string, unknown>> {
  const reply = await scene.call(actor, method, path, body)
  if (reply.status !== 200) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`)
  return reply.body
}

async function save(config: object, more: object = {}, actor = owner): Promise<string> {
  return String((await must('POST', '/configs', { name: 'Saved', config, ...more }, actor))['slug'])
}

async function virtualKey(more: object = {}, actor = owner): Promise<string> {
  const body = { name: 'Main', provider: 'openai-compatible', key: 'sk-stored', ...more }
  return String((await must('POST', '/virtual-keys', { custom_host: `${upstream.url}/v1`, ...body }, actor))['slug'])
}

/** A chat request with these headers; `null` sends no config. */
function chat(config: string | null, options: CallOptions = {}): Promise<Response> {
  const chosen: Record<string, string> = config === null ? {} : { 'x-gateway-config': config }
  return gateway.chat(null, { ...options, headers: { ...chosen, ...options.headers } })
}

const placeOf = (reply: Response) => reply.headers.get('x-gateway-last-used-option-index')
const last = () => upstream.requests.at(-1)!

describe('a saved config', () => {
  test('is selected by slug or id, uses its saved credential, and the record has its version', async () => {
    const made = await must('POST', '/configs', {
      name: 'Route',
      config: atOwnPath(upstream, { api_key: 'sk-sealed-one' }),
    })
    for (const name of [made['slug'], made['id']]) {
      const reply = await chat(String(name))
      expect(await contentOf(reply)).toBe('hello')
      expect(last().headers['authorization']).toBe('Bearer sk-sealed-one')
      const log = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
      expect(log).toMatchObject({ config: made['slug'], config_version: 1 })
      expect(log.decisions).toContainEqual(
        expect.objectContaining({ kind: 'planned', reason: `config ${made['slug']} version 1 from x-gateway-config` }),
      )
    }
  })

  test('changes with the next request, and is unknown after it is archived or deleted', async () => {
    const slug = await save({ provider: 'mock' })
    const provider = async () => (await chat(slug)).headers.get('x-gateway-provider')
    for (let i = 0; i < 5; i++) {
      await must('PUT', `/configs/${slug}`, { config: atOwnPath(upstream) })
      expect(await provider()).toBe('openai-compatible')
      await must('PUT', `/configs/${slug}`, { config: { provider: 'mock' } })
      expect(await provider()).toBe('mock')
    }
    await must('PUT', `/configs/${slug}`, { status: 'archived' })
    const gone = { status: 400, code: 'config_unknown', param: 'x-gateway-config' }
    expect(await errorOf(await chat(slug))).toMatchObject(gone)
    await must('PUT', `/configs/${slug}`, { status: 'active' })
    expect(await provider()).toBe('mock')
    await must('DELETE', `/configs/${slug}`)
    expect(await errorOf(await chat(slug))).toMatchObject(gone)
  })

  test('of another workspace is unknown', async () => {
    const slug = await save({ provider: 'mock' })
    const stranger = await scene.workspaceKey(await scene.workspace(), ['logs.list'])
    const key = stranger.headers['x-gateway-api-key']!
    const [refused, unknown] = await Promise.all([
      errorOf(await chat(slug, { key })),
      errorOf(await chat(slug.replace(/.$/, 'z'), { key })),
    ])
    expect(refused.code).toBe('config_unknown')
    expect(refused.message.replace(slug, '')).toBe(unknown.message.replace(slug.replace(/.$/, 'z'), ''))
  })

  test('never sends its credential to a host from a caller’s header', async () => {
    await using thief = await startSimulator({ answers: ['got it'] })
    const slug = await save(atOwnPath(upstream, { api_key: 'sk-sealed-two' }))
    const headers = { 'x-gateway-custom-host': `${thief.url}/v1` }
    expect(await errorOf(await chat(slug, { headers }))).toMatchObject({
      status: 403,
      code: 'credential_origin_mismatch',
    })
    expect(thief.requests).toHaveLength(0)
  })

  test('has one circuit per config path, and a new version starts with closed circuits', async () => {
    await using failing = await startSimulator({ answers: [503] })
    const target = atOwnPath(failing, { cb_config: { failure_threshold: 1, cooldown_interval: 30_000 } })
    const config = { strategy: { mode: 'fallback' }, targets: [target, target] }
    const slug = await save(config)
    expect((await chat(slug)).status).toBe(503)
    expect(failing.requests).toHaveLength(2)
    expect((await errorOf(await chat(slug))).code).toBe('circuit_open')
    expect(failing.requests).toHaveLength(2)
    const twin = await save(config)
    expect((await chat(twin)).status).toBe(503)
    expect(failing.requests).toHaveLength(4)
    await must('PUT', `/configs/${slug}`, { config: { ...config, name: 'v2' } })
    expect((await chat(slug)).status).toBe(503)
    expect(failing.requests).toHaveLength(6)
  })
})

describe('defaults', () => {
  async function keyWith(defaults: object, workspaceId?: string): Promise<string> {
    const made = await scene.do('POST', '/api-keys/workspace/service', {
      name: scene.uniqueName('Key'),
      scopes: ['logs.list'],
      workspace_id: workspaceId ?? (await scene.defaultWorkspace()),
      defaults,
    })
    return String(made['key'])
  }

  test('a key’s config applies to requests without one, also with a provider header; a named config replaces it', async () => {
    const slug = await save(atOwnPath(upstream))
    const key = await keyWith({ config_id: slug })
    expect(await contentOf(await chat(null, { key }))).toBe('hello')
    expect(await contentOf(await chat(null, { key, headers: { 'x-gateway-provider': 'mock' } }))).toBe('hello')
    const other = await chat(JSON.stringify({ provider: 'mock' }), { key })
    expect(other.headers.get('x-gateway-provider')).toBe('mock')
    await must('PUT', `/configs/${slug}`, { config: { provider: 'mock' } })
    expect((await chat(null, { key })).headers.get('x-gateway-provider')).toBe('mock')
  })

  test('a key without the right to override cannot use another config', async () => {
    const slug = await save(atOwnPath(upstream))
    const key = await keyWith({ config_id: slug, allow_config_override: false })
    expect(await contentOf(await chat(slug, { key }))).toBe('hello')
    const other = await save({ provider: 'mock' })
    for (const config of [other, JSON.stringify({ provider: 'mock' })])
      expect(await errorOf(await chat(config, { key }))).toMatchObject({
        status: 403,
        code: 'config_override_forbidden',
      })
  })

  test('a key whose config was force-deleted is rejected, not served without a config', async () => {
    const slug = await save({ provider: 'mock' })
    const key = await keyWith({ config_id: slug })
    await must('DELETE', `/configs/${slug}?force=true`)
    const refused = await errorOf(await chat(null, { key, headers: { 'x-gateway-provider': 'mock' } }))
    expect(refused).toMatchObject({ status: 400, code: 'config_unknown' })
    expect(refused.message).toContain("the key's default config")
  })

  test('the workspace’s config applies to requests without a provider as soon as it is set', async () => {
    const workspaceId = await scene.workspace()
    const actor = await scene.workspaceKey(workspaceId, await scene.scopesOf('workspace'))
    const key = actor.headers['x-gateway-api-key']!
    expect((await errorOf(await chat(null, { key }))).code).toBe('provider_missing')
    const slug = await save(atOwnPath(upstream), { is_default: 1 }, actor)
    const reply = await chat(null, { key })
    expect(await contentOf(reply)).toBe('hello')
    const named = await chat(null, { key, headers: { 'x-gateway-provider': 'mock' } })
    expect(named.headers.get('x-gateway-provider')).toBe('mock')
    const own = await save({ provider: 'mock' }, {}, actor)
    expect(
      (await chat(null, { key: await keyWith({ config_id: own }, workspaceId) })).headers.get('x-gateway-provider'),
    ).toBe('mock')
    await must('PUT', `/configs/${slug}`, { is_default: 0 }, actor)
    expect((await errorOf(await chat(null, { key }))).code).toBe('provider_missing')
  })

  test('a change of the workspace’s default config applies to cached keys, and archiving the old one breaks none', async () => {
    await using second = await startSimulator({ answers: ['second'] })
    const workspaceId = await scene.workspace()
    const actor = await scene.workspaceKey(workspaceId, await scene.scopesOf('workspace'))
    const first = await save(atOwnPath(upstream), { is_default: true }, actor)
    const loaded = await keyWith({}, workspaceId)
    const admin = { 'x-gateway-workspace-id': workspaceId }
    const answers = async () => [
      await contentOf(await chat(null, { key: loaded })),
      await contentOf(await chat(null, { key: gateway.adminKey, headers: admin })),
      await contentOf(await chat(null, { key: await keyWith({}, workspaceId) })),
    ]
    expect(await answers()).toEqual(['hello', 'hello', 'hello'])
    const made = await save(atOwnPath(second), { is_default: true }, actor)
    expect(await answers()).toEqual(['second', 'second', 'second'])
    await must('PUT', `/configs/${first}`, { status: 'archived' }, actor)
    expect(await answers()).toEqual(['second', 'second', 'second'])
    expect(second.requests).toHaveLength(6)
    await must('PUT', `/configs/${made}`, { is_default: false }, actor)
    for (const key of [loaded, await keyWith({}, workspaceId)])
      expect((await errorOf(await chat(null, { key }))).code).toBe('provider_missing')
  })

  test('the workspace’s default config never replaces a named provider', async () => {
    const workspaceId = await scene.workspace()
    const actor = await scene.workspaceKey(workspaceId, await scene.scopesOf('workspace'))
    const older = await keyWith({}, workspaceId)
    const mock = { 'x-gateway-provider': 'mock' }
    expect((await chat(null, { key: older, headers: mock })).headers.get('x-gateway-provider')).toBe('mock')
    const slug = await save(atOwnPath(upstream), { is_default: true }, actor)
    const newer = await keyWith({}, workspaceId)
    const strict = await keyWith({ allow_config_override: false }, workspaceId)
    for (const key of [older, newer, strict]) {
      expect(await contentOf(await chat(null, { key }))).toBe('hello')
      expect((await chat(null, { key, headers: mock })).headers.get('x-gateway-provider')).toBe('mock')
      expect(await contentOf(await chat(slug, { key }))).toBe('hello')
    }
    const other = await errorOf(await chat(JSON.stringify({ provider: 'mock' }), { key: strict }))
    expect(other).toMatchObject({ status: 403, code: 'config_override_forbidden' })
  })
})

describe('virtual keys', () => {
  test('can be named by configs, and a change applies to the next request', async () => {
    const key = await virtualKey()
    const slug = await save({ virtual_key: key, retry: { attempts: 1 } })
    const reply = await chat(slug)
    expect(await contentOf(reply)).toBe('hello')
    expect(last().headers['authorization']).toBe('Bearer sk-stored')
    expect(await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))).toMatchObject({ virtual_key: key })
    await must('PUT', `/virtual-keys/${key}`, { key: 'sk-rotated' })
    await chat(slug)
    expect(last().headers['authorization']).toBe('Bearer sk-rotated')
    expect((await scene.call(owner, 'DELETE', `/virtual-keys/${key}`)).status).toBe(409)
    await must('DELETE', `/virtual-keys/${key}?force=true`)
    expect((await errorOf(await chat(slug))).code).toBe('virtual_key_unknown')
  })

  test('are selected by a model prefix from the OpenAI client, and the provider gets its own model name', async () => {
    const key = await virtualKey()
    const reply = await fetch(`${gateway.baseURL}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.workspaceKey}`, 'content-type': 'application/json' },
      body: `{ "model" : "@${key}/meta/llama", "temperature": 1.0, "messages": [] }`,
    })
    expect(await contentOf(reply)).toBe('hello')
    expect(last().text).toBe('{ "model" : "meta/llama", "temperature": 1.0, "messages": [] }')
    expect(last().headers['authorization']).toBe('Bearer sk-stored')
    const log = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
    expect(log).toMatchObject({ virtual_key: key, ai_model: 'meta/llama' })
  })

  test('in the model take precedence over a provider header; with an inline config the model is forwarded unchanged', async () => {
    const key = await virtualKey()
    const headers = { 'x-gateway-provider': 'mock' }
    const named = await chat(null, { headers, body: { model: `@${key}/m` } })
    expect(named.headers.get('x-gateway-provider')).toBe('openai-compatible')
    await chat(JSON.stringify(atOwnPath(upstream)), { body: { model: `@${key}/m` } })
    expect(last().json['model']).toBe(`@${key}/m`)
    await chat(JSON.stringify(atOwnPath(upstream)), { body: { model: '@cf/meta/llama' } })
    expect(last().json['model']).toBe('@cf/meta/llama')
    expect(await errorOf(await chat(null, { body: { model: '@gone/m' } }))).toMatchObject({
      status: 400,
      code: 'virtual_key_unknown',
      param: 'model',
    })
  })

  test('are selected by the model of a small or large form', async () => {
    const key = await virtualKey()
    for (const sizeBytes of [100, 3 * 1024 * 1024]) {
      const form = new FormData()
      form.append('model', `@${key}/whisper-1`)
      form.append('file', new Blob([new Uint8Array(sizeBytes)]), 'a.wav')
      const reply = await gateway.fetch('/v1/audio/transcriptions', { method: 'POST', body: form })
      expect(reply.status).toBe(200)
      expect(last().text).toMatch(/name="model"\r\n\r\nwhisper-1\r\n/)
      expect(last().text).not.toContain(key)
    }
  })

  test('are selected by a model in a config’s override_params', async () => {
    await using failing = await startSimulator({ answers: [500] })
    const key = await virtualKey()
    const slug = await save({
      strategy: { mode: 'fallback' },
      targets: [atOwnPath(failing), { override_params: { model: `@${key}/gpt-4o` } }],
    })
    const reply = await chat(slug)
    expect(await contentOf(reply)).toBe('hello')
    expect([placeOf(reply), last().json['model']]).toEqual(['config.targets[1]', 'gpt-4o'])
  })

  test('of another workspace cannot be selected by a model prefix', async () => {
    const key = await virtualKey()
    const stranger = await scene.workspaceKey(await scene.workspace(), ['logs.list'])
    const options = { key: stranger.headers['x-gateway-api-key']!, body: { model: `@${key}/m` } }
    expect((await errorOf(await chat(null, options))).code).toBe('virtual_key_unknown')
  })
})

test('explain returns the same decisions as a real request with the same outcomes', async () => {
  const busy = { status: 503, retryAfter: { ms: 5 } }
  await using first = await startSimulator({ answers: [busy, { status: 429 }, { status: 500 }] })
  await using second = await startSimulator({ answers: [{ fault: 'hang' }] })
  await using third = await startSimulator({ answers: ['saved'] })
  const config = {
    strategy: { mode: 'fallback' },
    targets: [
      atOwnPath(first, { retry: { attempts: 2, use_retry_after_headers: true, on_status_codes: [503, 429] } }),
      atOwnPath(second, { request_timeout: 60, cb_config: { failure_threshold: 1, cooldown_interval: 30_000 } }),
      { strategy: { mode: 'loadbalance' }, targets: [atOwnPath(third)], cache: 'simple' },
    ],
  }
  const slug = await save(config)
  const run = async () => {
    const reply = await chat(slug)
    const log = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
    return { reply, log }
  }
  const outcomes = { 'targets[0]': [{ status: 503, retry_after_ms: 5 }, 429, 500], 'targets[1]': 'timeout' }
  const real = await run()
  const dry = await must('POST', `/configs/${slug}/explain`, { outcomes })
  expect(dry['decisions']).toHaveLength(12)
  expect(storyOf(dry['decisions'] as Row[])).toEqual(storyOf(real.log.decisions))
  expect([dry['status'], dry['target']]).toEqual([real.reply.status, placeOf(real.reply)])

  first.script([500])
  const again = await run()
  const body = { outcomes: { 'targets[0]': 500 }, circuits: { 'targets[1]': 'open' } }
  const dryAgain = await must('POST', `/configs/${slug}/explain`, body)
  expect(storyOf(dryAgain['decisions'] as Row[]).join('\n')).toContain('skipped: its circuit is open')
  // By now the cache serves the real request; the decisions before that are the same.
  expect(storyOf(dryAgain['decisions'] as Row[]).slice(0, 4)).toEqual(storyOf(again.log.decisions).slice(0, 4))
})

type Row = { readonly kind: string; readonly target: string | null; readonly reason: string }

/** Removes decisions that a dry run does not have, and replaces random waits and remaining seconds. */
function storyOf(decisions: readonly Row[]): string[] {
  return decisions
    .filter(({ kind }) => kind !== 'authenticated' && kind !== 'planned')
    .map(({ kind, target, reason }) => `${kind} ${target}: ${reason.replace(/\d+ m?s$/, 'a while')}`)
}

test('GET /v1/models without a provider lists the models of the mock and of every virtual key of the workspace', async () => {
  await using listing = await startSimulator({
    answers: [{ body: { object: 'list', data: [{ id: 'gpt-4o', object: 'model', owned_by: 'them' }] } }],
  })
  await using broken = await startSimulator({ answers: [500] })
  const workspaceId = await scene.workspace()
  const actor = await scene.workspaceKey(workspaceId, await scene.scopesOf('workspace'))
  const key = await virtualKey({ custom_host: `${listing.url}/v1` }, actor)
  const silent = await virtualKey({ custom_host: `${broken.url}/v1` }, actor)
  const reply = await gateway.fetch('/v1/models', { key: actor.headers['x-gateway-api-key']! })
  const { data } = (await reply.json()) as { data: { id: string; owned_by: string }[] }
  expect(data).toContainEqual({ id: `@${key}/gpt-4o`, object: 'model', created: 0, owned_by: 'them' } as never)
  expect(data).toContainEqual(expect.objectContaining({ id: `@${silent}`, owned_by: 'openai-compatible' }))
  expect(data.some(({ id }) => id.startsWith('mock'))).toBe(true)
  const others = (await (await gateway.fetch('/v1/models')).json()) as { data: { id: string }[] }
  expect(others.data.some(({ id }) => id.startsWith(`@${key}`))).toBe(false)
})
