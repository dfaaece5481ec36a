import { expect, test } from 'bun:test'
import type { ReceivedRequest } from '../../../simulators/received-request.ts'
import { startSimulator } from '../../../simulators/simulator.ts'
import { dataFiles } from '../../harness/data-files.ts'
import { contentOf, errorOf } from '../../harness/error-of.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { startGateway } from '../../harness/start-gateway.ts'
import { startGatewayProcess } from '../../harness/start-gateway-process.ts'

const gateway = await shareGateway()

type Made = { readonly id: string; readonly slug: string }
type Shown = { readonly keys: readonly { readonly id: string; readonly masked_api_key: string }[] }

async function admin<Answer>(method: string, path: string, body?: object, key?: string): Promise<Answer> {
  const reply = await gateway.fetch(`/v1${path}`, { method, ...(body && { body }), ...(key && { key }) })
  if (reply.status !== 200) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as Answer
}

/** Creates a virtual key for a simulator. */
function save(upstream: { readonly url: string }, more: object): Promise<Made> {
  const custom_host = `${upstream.url}/v1`
  return admin<Made>('POST', '/virtual-keys', { name: 'Team', provider: 'openai', custom_host, ...more })
}

const withKey = (slug: string) => ({ headers: { 'x-gateway-virtual-key': slug } })
const keyOf = (request: ReceivedRequest | undefined) => request?.headers['authorization']?.replace('Bearer ', '')

/** Accepts these keys and rejects all others, like a provider. */
function provider(known: ReadonlySet<string>, refusal = 401) {
  return startSimulator({
    answers: [(request: ReceivedRequest) => (known.has(keyOf(request) ?? '') ? 'hello' : refusal)],
  })
}

test('a stored credential is selected by header, model prefix, provider header and config', async () => {
  await using upstream = await provider(new Set(['sk-team-0123456789']))
  const { slug, id } = await save(upstream, { key: 'sk-team-0123456789' })
  const ways = [
    () => gateway.chat(null, withKey(slug)),
    () => gateway.chat(null, withKey(id)),
    () => gateway.chat(null, { body: { model: `@${slug}/gpt-x` } }),
    () => gateway.chat(null, { headers: { 'x-gateway-provider': `@${slug}` } }),
    () => gateway.chat({ virtual_key: slug }),
    () => gateway.chat({ strategy: { mode: 'fallback' }, targets: [{ virtual_key: slug }] }),
  ]
  for (const way of ways) expect(await contentOf(await way())).toBe('hello')
  expect(upstream.requests).toHaveLength(ways.length)
  expect(upstream.requests[2]?.text).toContain('"gpt-x"')
})

test('model_config has the names that were sent, also after a change; settings has the canonical ones', async () => {
  type Config = { model_config: object; settings: object }
  const deployments = [{ deploymentName: 'gpt-east', apiVersion: '2024-10-21', alias: 'chat' }]
  const sent = { resourceName: 'house', azure_auth_mode: 'default', deploymentConfig: deployments }
  const azure = { name: 'Azure', provider: 'azure-openai', key: 'azure-0123456789' }
  const { slug } = await admin<Made>('POST', '/virtual-keys', { ...azure, model_config: sent })
  const saved = await admin<Config>('GET', `/virtual-keys/${slug}`)
  expect(saved.model_config).toEqual(sent)
  expect(saved.settings).toMatchObject({ cloud_a_resource_name: 'house', cloud_a_auth_mode: 'default' })
  await admin('PUT', `/virtual-keys/${slug}`, { model_config: { azureResourceName: 'other' } }, gateway.adminKey)
  const { resourceName: _old, ...kept } = sent
  expect((await admin<Config>('GET', `/virtual-keys/${slug}`)).model_config).toEqual({
    azureResourceName: 'other',
    ...kept,
  })
  const { data } = await admin<{ data: (Config & Made)[] }>('GET', '/virtual-keys')
  expect(data.find((one) => one.slug === slug)?.model_config).toHaveProperty('azureResourceName', 'other')
  await admin('PUT', `/virtual-keys/${slug}`, { model_config: { azure_auth_mode: null } })
  const { azure_auth_mode: _mode, ...rest } = kept
  expect((await admin<Config>('GET', `/virtual-keys/${slug}`)).model_config).toEqual({
    azureResourceName: 'other',
    ...rest,
  })
  const bedrock = { name: 'AWS', provider: 'bedrock', key: 'bedrock-0123456789', awsRegion: 'eu-west-1' }
  const aws = await admin<Made>('POST', '/virtual-keys', bedrock)
  expect((await admin<Config>('GET', `/virtual-keys/${aws.slug}`)).model_config).toEqual({ awsRegion: 'eu-west-1' })
})

test('the OpenAI client needs only the gateway key and a model prefix', async () => {
  await using upstream = await provider(new Set(['sk-team-0123456789']))
  const { slug } = await save(upstream, { key: 'sk-team-0123456789' })
  const headers = { authorization: `Bearer ${gateway.workspaceKey}` }
  const reply = await gateway.chat(null, { key: null, headers, body: { model: `@${slug}/gpt-x` } })
  expect(await contentOf(reply)).toBe('hello')
  expect(JSON.stringify(upstream.requests[0]?.rawHeaders)).not.toContain(gateway.workspaceKey)
})

test('no credential of the caller is sent with the stored one', async () => {
  await using upstream = await provider(new Set(['sk-team-0123456789']))
  const { slug } = await save(upstream, { key: 'sk-team-0123456789' })
  const headers = {
    'x-gateway-virtual-key': slug,
    authorization: 'Bearer callers-own-key',
    'x-api-key': 'callers-own-key',
    'api-key': 'callers-own-key',
    cookie: 'callers-own-key',
  }
  expect((await gateway.chat(null, { headers })).status).toBe(200)
  expect(JSON.stringify(upstream.requests[0]?.rawHeaders)).not.toContain('callers-own-key')
  expect(keyOf(upstream.requests[0])).toBe('sk-team-0123456789')
})

test('the next request uses a changed key, and a deleted key is never used again', async () => {
  const known = new Set(['sk-before-0123456789', 'sk-after-0123456789'])
  await using upstream = await provider(known)
  const { slug } = await save(upstream, { key: 'sk-before-0123456789' })
  expect((await gateway.chat(null, withKey(slug))).status).toBe(200)
  await admin('PUT', `/virtual-keys/${slug}`, { key: 'sk-after-0123456789' })
  expect((await gateway.chat(null, withKey(slug))).status).toBe(200)
  expect(upstream.requests.map(keyOf)).toEqual(['sk-before-0123456789', 'sk-after-0123456789'])
  await admin('DELETE', `/virtual-keys/${slug}`)
  expect(await errorOf(await gateway.chat(null, withKey(slug)))).toMatchObject({
    status: 400,
    code: 'virtual_key_unknown',
  })
  expect(upstream.requests).toHaveLength(2)
})

test('a disabled virtual key is rejected until it is active again', async () => {
  await using upstream = await provider(new Set(['sk-team-0123456789']))
  const { slug } = await save(upstream, { key: 'sk-team-0123456789' })
  await admin('PUT', `/virtual-keys/${slug}`, { status: 'archived' })
  const refused = await errorOf(await gateway.chat(null, withKey(slug)))
  expect(refused).toMatchObject({ status: 403, code: 'virtual_key_disabled' })
  await admin('PUT', `/virtual-keys/${slug}`, { status: 'active' })
  expect((await gateway.chat(null, withKey(slug))).status).toBe(200)
})

test('an expired virtual key is rejected', async () => {
  await using upstream = await provider(new Set(['sk-team-0123456789']))
  const expiresAtMs = Date.now() + 10_000
  const { slug } = await save(upstream, { key: 'sk-team-0123456789', expires_at: new Date(expiresAtMs).toISOString() })
  await Bun.sleep(expiresAtMs - Date.now() + 5)
  const refused = await errorOf(await gateway.chat(null, withKey(slug)))
  expect(refused).toMatchObject({ status: 403, code: 'virtual_key_expired' })
})

test('one of two credentials can be removed and revoked under load without a failed request', async () => {
  const known = new Set(['sk-first-0123456789', 'sk-second-0123456789'])
  await using upstream = await provider(known)
  const keys = [{ key: 'sk-first-0123456789' }, { key: 'sk-second-0123456789' }]
  const { slug } = await save(upstream, { keys })
  const [first] = (await admin<Shown>('GET', `/virtual-keys/${slug}`)).keys
  const statuses: number[] = []
  const ask = async () => statuses.push((await gateway.chat(null, withKey(slug))).status)
  const running: Promise<unknown>[] = []
  for (let i = 0; i < 200; i++) {
    if (i === 80) running.push(admin('DELETE', `/virtual-keys/${slug}/keys/${first!.id}`))
    if (i === 100) known.delete('sk-first-0123456789')
    running.push(ask())
    if (i % 10 === 9) await running.at(-1)
  }
  await Promise.all(running)
  expect(statuses).toHaveLength(200)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  const used = new Set(upstream.requests.map(keyOf))
  expect(used).toEqual(new Set(['sk-first-0123456789', 'sk-second-0123456789']))
  expect(keyOf(upstream.requests.at(-1))).toBe('sk-second-0123456789')
})

test.each([401, 429])(
  'a credential that gets %i is paused while the other serves, and the log says so',
  async (refusal) => {
    await using upstream = await provider(new Set(['sk-works-0123456789']), refusal)
    const { slug } = await save(upstream, {
      keys: [
        { key: 'sk-bad-0123456789', weight: 1_000_000 },
        { key: 'sk-works-0123456789', weight: 0.000001 },
      ],
    })
    const reply = await gateway.chat(null, withKey(slug))
    expect(await contentOf(reply)).toBe('hello')
    for (let i = 0; i < 10; i++) expect((await gateway.chat(null, withKey(slug))).status).toBe(200)
    expect(upstream.requests.filter((request) => keyOf(request) === 'sk-bad-0123456789')).toHaveLength(1)
    const log = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
    expect(log.attempts.map((attempt) => attempt.status_code)).toEqual([refusal, 200])
    const reasons = log.decisions.filter((row) => row.kind === 'credential').map((row) => row.reason)
    expect(reasons.some((reason) => reason.includes('takes over'))).toBe(true)
    expect(JSON.stringify(log)).not.toContain('sk-bad-0123456789')
  },
)

test('a replaced credential is used at once, whatever the state of the previous one', async () => {
  const known = new Set(['sk-works-0123456789', 'sk-fixed-0123456789'])
  await using upstream = await provider(known)
  const keys = [
    { key: 'sk-bad-0123456789', weight: 1_000_000 },
    { key: 'sk-works-0123456789', weight: 0.000001 },
  ]
  const { slug } = await save(upstream, { keys })
  await gateway.chat(null, withKey(slug))
  const [bad] = (await admin<Shown>('GET', `/virtual-keys/${slug}`)).keys
  await admin('PUT', `/virtual-keys/${slug}/keys/${bad!.id}`, { key: 'sk-fixed-0123456789' })
  expect((await gateway.chat(null, withKey(slug))).status).toBe(200)
  expect(keyOf(upstream.requests.at(-1))).toBe('sk-fixed-0123456789')
})

test('the stored credential is sent only to its own origin, however a caller names another one', async () => {
  await using own = await provider(new Set(['sk-team-0123456789']))
  await using thief = await provider(new Set(['sk-team-0123456789']))
  const { slug } = await save(own, { key: 'sk-team-0123456789' })
  const host = `${thief.url}/v1`
  const tries = [
    () => gateway.chat(null, { headers: { 'x-gateway-virtual-key': slug, 'x-gateway-custom-host': host } }),
    () => gateway.chat({ virtual_key: slug, custom_host: host }),
    () => gateway.chat({ custom_host: host, strategy: { mode: 'fallback' }, targets: [{ virtual_key: slug }] }),
    () => gateway.chat(null, { headers: { 'x-gateway-custom-host': host }, body: { model: `@${slug}/m` } }),
    () =>
      gateway.chat(null, {
        headers: { 'x-gateway-virtual-key': slug, 'x-gateway-custom-host': host },
        key: gateway.adminKey,
      }),
    () =>
      gateway.fetch('/v1/proxy/anything', {
        headers: { 'x-gateway-virtual-key': slug, 'x-gateway-custom-host': host },
      }),
  ]
  for (const attempt of tries) {
    expect(await errorOf(await attempt())).toMatchObject({ status: 403, code: 'credential_origin_mismatch' })
  }
  const samePlace = { headers: { 'x-gateway-virtual-key': slug, 'x-gateway-custom-host': `${own.url}/other/v1` } }
  expect((await gateway.chat(null, samePlace)).status).toBe(200)
  expect(thief.requests).toHaveLength(0)
})

test('on a public listener only an Admin key can save a private host, for that virtual key only', async () => {
  await using upstream = await provider(new Set(['sk-team-0123456789']))
  await using open = await startGateway({ environment: { GATEWAY_HOST: '0.0.0.0' } })
  const body = { name: 'Private', provider: 'openai', key: 'sk-team-0123456789', custom_host: `${upstream.url}/v1` }
  const make = async (key: string) =>
    (await (await open.fetch('/v1/virtual-keys', { method: 'POST', body, key })).json()) as Made
  const own = await make(open.workspaceKey)
  const trusted = await make(open.adminKey)
  expect(await errorOf(await open.chat(null, withKey(own.slug)))).toMatchObject({
    status: 400,
    code: 'address_forbidden',
  })
  expect(await contentOf(await open.chat(null, withKey(trusted.slug)))).toBe('hello')
  const direct = { provider: 'openai', api_key: 'sk-team-0123456789', custom_host: `${upstream.url}/v1` }
  expect(await errorOf(await open.chat(direct))).toMatchObject({ code: 'address_forbidden' })
  const moved = { method: 'PUT', body: { custom_host: `${upstream.url}/v2` } }
  expect((await open.fetch(`/v1/virtual-keys/${trusted.slug}`, moved)).status).toBe(200)
  expect(await errorOf(await open.chat(null, withKey(trusted.slug)))).toMatchObject({ code: 'address_forbidden' })
  expect(upstream.requests).toHaveLength(1)
})

test('a test call reports whether the provider accepts the credential, saved or not', async () => {
  await using upstream = await startSimulator({
    answers: [
      (request) =>
        keyOf(request) === 'sk-team-0123456789'
          ? { body: { data: [] } }
          : { status: 401, body: { error: { message: `bad key ${keyOf(request)}` } } },
    ],
  })
  const { slug } = await save(upstream, { key: 'sk-team-0123456789' })
  expect(await admin<object>('POST', `/virtual-keys/${slug}/test`, {})).toMatchObject({
    ok: true,
    proven: true,
    status: 200,
  })
  expect(upstream.requests[0]).toMatchObject({ method: 'GET', target: '/v1/models' })
  const unsaved = { provider: 'openai', key: 'sk-wrong-0123456789', custom_host: `${upstream.url}/v1` }
  const refused = await admin<{ message: string }>('POST', '/virtual-keys/test', unsaved)
  expect(refused).toMatchObject({ ok: false, status: 401, duration_ms: expect.any(Number) })
  expect(refused.message).toContain('bad key *******')
  const nowhere = await admin<object>('POST', '/virtual-keys/test', {
    ...unsaved,
    custom_host: 'http://169.254.169.254/v1',
  })
  expect(nowhere).toMatchObject({ ok: false, status: null })
})

test('a public model list does not prove the credential, a short call does', async () => {
  await using upstream = await startSimulator({
    answers: [(request) => (request.method === 'GET' ? { body: { data: [] } } : 'hello')],
  })
  const { slug } = await save(upstream, { key: 'sk-team-0123456789' })
  expect(await admin<object>('POST', `/virtual-keys/${slug}/test`, {})).toMatchObject({ ok: true, proven: false })
  const short = await admin<object>('POST', `/virtual-keys/${slug}/test`, { model: 'gpt-x' })
  expect(short).toMatchObject({ ok: true, proven: true })
})

test('another workspace’s virtual key returns the same response as an unknown one', async () => {
  await using upstream = await provider(new Set(['sk-team-0123456789']))
  const other = await admin<{ id: string }>('POST', '/admin/workspaces', { name: 'Other' }, gateway.adminKey)
  const body = {
    name: 'Theirs',
    provider: 'openai',
    key: 'sk-team-0123456789',
    custom_host: `${upstream.url}/v1`,
    workspace_id: other.id,
  }
  const { slug, id } = await admin<Made>('POST', '/virtual-keys', body, gateway.adminKey)
  const unknown = await errorOf(await gateway.chat(null, withKey('no-such-key')))
  for (const name of [slug, id]) {
    for (const way of [() => gateway.chat(null, withKey(name)), () => gateway.chat({ virtual_key: name })]) {
      expect(await errorOf(await way())).toMatchObject({
        status: unknown.status,
        code: unknown.code,
        hint: unknown.hint,
      })
    }
  }
  expect(upstream.requests).toHaveLength(0)
})

test('the secret is not in the data folder in any encoding, nor in the gateway’s output', async () => {
  const secret = 'sk-canary-7f3b9c2e5d8a1f4b6c0e'
  await using upstream = await provider(new Set([secret]))
  await using own = await startGatewayProcess()
  const body = { name: 'Canary', provider: 'openai', key: secret, custom_host: `${upstream.url}/v1` }
  const reply = await own.fetch('/v1/virtual-keys', { method: 'POST', body, headers: { 'idempotency-key': 'once' } })
  const { slug } = (await reply.json()) as Made
  for (let i = 0; i < 3; i++) expect((await own.chat(null, withKey(slug))).status).toBe(200)
  await own.fetch(`/v1/virtual-keys/${slug}`, { method: 'PUT', body: { key: `${secret}-second` } })
  const last = await own.chat(null, withKey(slug))
  await own.waitForLog(last.headers.get('x-gateway-trace-id'))
  const pages = [`/v1/virtual-keys`, `/v1/virtual-keys/${slug}`, '/v1/logs']
  for (const page of pages) expect(await (await own.fetch(page)).text()).not.toContain(secret.slice(0, 12))
  expect(await own.stop()).toBe(0)
  const bytes = Buffer.from(secret)
  const forms = [
    secret,
    bytes.toString('hex'),
    ...[0, 1, 2].map((offset) => bytes.subarray(offset).toString('base64').slice(0, 24)),
    encodeURIComponent(secret),
  ]
  let searched = 0
  for (const { bytes: content } of await dataFiles(own.dataDirectory)) {
    for (const form of forms) expect(content.includes(form)).toBe(false)
    searched += content.length
  }
  expect(searched).toBeGreaterThan(10_000)
  expect(own.process.output()).not.toContain(secret)
})
