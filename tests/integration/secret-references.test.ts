import { afterAll, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SecretStores } from '../../simulators/secret-stores.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { type Actor, ControlScene } from '../harness/control-scene.ts'
import { filesWith } from '../harness/data-files.ts'
import { errorOf } from '../harness/error-of.ts'
import { eventually } from '../harness/eventually.ts'
import { type Gateway, startGateway } from '../harness/start-gateway.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'
import { askCommand, runCommand } from './cli/run-command.ts'

const stores = new SecretStores()
/** The settings of sources may name environment variables. */
const VARIABLE = ['$', '{STORE_TOKEN}'].join('')
const vault = { type: 'vault', url: stores.url, auth: { method: 'token', token: VARIABLE } }
const environmentFor = (more: Record<string, string> = {}) => ({
  GATEWAY_SECRET_SOURCES: JSON.stringify({
    vault: { ...vault, workspace_paths: { '*': ['workspaces/{workspace_id}/'] } },
    closed: vault,
  }),
  STORE_TOKEN: 'root-token',
  ...more,
})
const gateway = await startGatewayProcess({ environment: environmentFor() })
const scene = new ControlScene(gateway)
/** Reads secrets again after a second. */
const short = await startGatewayProcess({ environment: environmentFor({ GATEWAY_SECRET_TTL_MS: '1000' }) })
const shortScene = new ControlScene(short)

beforeEach(() => {
  stores.fault = 'none'
  stores.asked.length = 0
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await short[Symbol.asyncDispose]()
  await stores[Symbol.asyncDispose]()
})

let count = 0
/** A secret in the store, and its reference. */
function secret(value: string, folder = 'team'): { readonly reference: string; readonly path: string } {
  const path = `${folder}/secret-${++count}`
  stores.set(`secret/data/${path}`, { api_key: value, other: 'x' })
  return { reference: `secret://vault/${path}#api_key`, path: `secret/data/${path}` }
}

async function virtualKey(at: ControlScene, body: object, actor: Actor = at.admin): Promise<string> {
  const made = await at.call(actor, 'POST', '/virtual-keys', { name: `Key ${++count}`, provider: 'openai', ...body })
  expect({ status: made.status, text: made.status === 200 ? '' : made.text }).toEqual({ status: 200, text: '' })
  return String(made.body['slug'])
}

const bearers = (upstream: { readonly requests: readonly { readonly headers: Record<string, string> }[] }) =>
  upstream.requests.map(({ headers }) => headers['authorization'])

const ask = async (at: Gateway, slug: string) => {
  const reply = await at.chat({ virtual_key: slug })
  await reply.text()
  return reply.status
}

test('a virtual key with a reference: the value reaches the provider and nothing else', async () => {
  await using upstream = await startSimulator({ answers: ['ok'] })
  const { reference } = secret('sk-canary-0001')
  const slug = await virtualKey(scene, { key: reference, custom_host: upstream.url })
  expect(await ask(gateway, slug)).toBe(200)
  expect(await ask(gateway, slug)).toBe(200)
  expect(bearers(upstream)).toEqual(['Bearer sk-canary-0001', 'Bearer sk-canary-0001'])
  expect(stores.asked).toHaveLength(1)
  const read = await scene.do('GET', `/virtual-keys/${slug}`)
  expect(read).toMatchObject({ masked_api_key: reference, keys: [{ secret_references: { key: reference } }] })
  const tested = await scene.do('POST', `/virtual-keys/${slug}/test`, {})
  const dry = await scene.do('POST', '/secret-references/test', { reference })
  expect(dry).toMatchObject({ found: true, length: 14, version: '1', last_rotated_at: '2026-01-02T03:04:05.000Z' })
  const shown = [read, tested, dry, await scene.do('GET', '/audit-logs'), gateway.process.output()]
  expect(JSON.stringify(shown)).not.toContain('sk-canary-0001')
  expect(await filesWith(gateway.dataDirectory, 'sk-canary-0001')).toEqual([])
})

test('a value that the provider rejects is read again, and the request is sent once more', async () => {
  await using upstream = await startSimulator({ answers: ['ok', 401, 'ok', 401, 401] })
  const { reference, path } = secret('sk-old')
  const slug = await virtualKey(scene, { key: reference, custom_host: upstream.url })
  expect(await ask(gateway, slug)).toBe(200)
  stores.set(path, { api_key: 'sk-new' })
  expect(await ask(gateway, slug)).toBe(200)
  expect(bearers(upstream)).toEqual(['Bearer sk-old', 'Bearer sk-old', 'Bearer sk-new'])
  // The gateway read the store a moment ago, so it does not read again and returns the next rejection.
  stores.asked.length = 0
  stores.set(path, { api_key: 'sk-newer' })
  expect(await ask(gateway, slug)).toBe(401)
  expect([upstream.requests.length, stores.asked.length]).toEqual([4, 0])
})

test('an integration and a secret setting take references too', async () => {
  const [id, key] = [secret('AKIAFROMVAULT'), secret('aws-secret-from-vault')]
  await using upstream = await startSimulator({ answers: ['ok'] })
  await scene.do('POST', '/integrations', {
    name: 'Bedrock',
    slug: 'bedrock-ref',
    ai_provider_id: 'bedrock',
    configurations: {
      aws_access_key_id: id.reference,
      aws_secret_access_key: key.reference,
      aws_region: 'eu-central-1',
      custom_host: upstream.url,
    },
    workspace_id: await scene.defaultWorkspace(),
    default_provider_slug: 'bedrock-ref',
  })
  const read = await scene.do('GET', '/integrations/bedrock-ref')
  expect(read['configurations']).toMatchObject({ masked_aws_secret_access_key: key.reference })
  await ask(gateway, 'bedrock-ref')
  expect(bearers(upstream)[0]).toContain('Credential=AKIAFROMVAULT/')
})

test('an integration of a workspace has only references of the workspace', async () => {
  await using upstream = await startSimulator({ answers: ['ok'] })
  const workspaceId = await scene.workspace()
  const actor = await scene.workspaceKey(workspaceId, await scene.scopesOf('workspace'))
  const own = secret('sk-own-integration', `workspaces/${workspaceId}`)
  const foreign = secret('sk-foreign')
  const body = (key: string) => ({
    name: 'Ref',
    slug: `ref-${++count}`,
    ai_provider_id: 'openai',
    key,
    configurations: { custom_host: upstream.url },
    workspace_id: workspaceId,
    default_provider_slug: 'of-integration',
  })
  const refused = await scene.call(actor, 'POST', '/integrations', body(foreign.reference))
  expect([refused.status, refused.text.includes('secret_not_allowed')]).toEqual([403, true])
  const made = await scene.call(actor, 'POST', '/integrations', body(own.reference))
  expect(made.status).toBe(200)
  const change = await scene.call(actor, 'PUT', `/integrations/${made.body['slug']}`, { key: foreign.reference })
  expect([change.status, change.text.includes('secret_not_allowed')]).toEqual([403, true])
  const key = actor.headers['x-gateway-api-key']!
  expect((await gateway.chat({ virtual_key: 'of-integration' }, { key })).status).toBe(200)
  expect(bearers(upstream)).toEqual(['Bearer sk-own-integration'])
})

test('of several provider keys, one that was rejected is used again once its store has a new value', async () => {
  await using upstream = await startSimulator({ answers: [401, 'ok'] })
  const { reference, path } = secret('sk-first')
  const keys = [
    { key: reference, weight: 1_000_000 },
    { key: 'sk-second', weight: 0.000_001 },
  ]
  const slug = await virtualKey(shortScene, { keys, custom_host: upstream.url })
  expect(await ask(short, slug)).toBe(200)
  expect(await ask(short, slug)).toBe(200)
  expect(bearers(upstream)).toEqual(['Bearer sk-first', 'Bearer sk-second', 'Bearer sk-second'])
  stores.set(path, { api_key: 'sk-third' })
  await eventually('the new value', async () => {
    await ask(short, slug)
    return bearers(upstream).at(-1) === 'Bearer sk-third'
  })
})

test('a workspace may use only its own paths, and cannot redirect or test those of others', async () => {
  await using upstream = await startSimulator({ answers: ['ok'] })
  const workspaceId = await scene.workspace()
  const actor = await scene.workspaceKey(workspaceId, await scene.scopesOf('workspace'))
  const key = actor.headers['x-gateway-api-key']!
  const own = secret('sk-own', `workspaces/${workspaceId}`)
  const foreign = secret('sk-foreign')
  const body = (reference: string) => ({ name: 'Ref', provider: 'openai', key: reference, custom_host: upstream.url })
  const slug = await virtualKey(scene, body(own.reference), actor)
  expect((await gateway.chat({ virtual_key: slug }, { key })).status).toBe(200)
  for (const reference of [foreign.reference, 'secret://closed/team/x', `secret://vault/workspaces/${workspaceId}`]) {
    const refused = [
      await scene.call(actor, 'POST', '/virtual-keys', body(reference)),
      await scene.call(actor, 'POST', '/virtual-keys', { ...body('x'), key: undefined, keys: [{ key: reference }] }),
      await scene.call(actor, 'POST', '/virtual-keys/test', { ...body(reference), name: undefined }),
      await scene.call(actor, 'POST', '/secret-references/test', { reference }),
      await scene.call(actor, 'PUT', `/virtual-keys/${slug}`, { key: reference }),
      await scene.call(actor, 'POST', `/virtual-keys/${slug}/keys`, { key: reference }),
    ]
    expect(refused.map(({ status, text }) => [status, text.includes('secret_not_allowed')])).toEqual(
      refused.map(() => [403, true]),
    )
  }
  for (const reference of [
    'secret://unknown/a',
    'secret://vault/../a',
    'secret://vault/',
    'secret://vault/a#',
    'secret://',
  ]) {
    const refused = await scene.call(actor, 'POST', '/virtual-keys', body(reference))
    expect([refused.status, refused.text.includes('secret_reference_invalid')]).toEqual([400, true])
  }
  // An admin saved this key: the workspace may use it, but cannot change its host, even if it sends the reference back.
  const given = await virtualKey(scene, { ...body(foreign.reference), workspace_id: workspaceId })
  expect((await gateway.chat({ virtual_key: given }, { key })).status).toBe(200)
  await using elsewhere = await startSimulator({ answers: ['ok'] })
  for (const change of [{}, { key: foreign.reference }]) {
    const moved = await scene.call(actor, 'PUT', `/virtual-keys/${given}`, { ...change, custom_host: elsewhere.url })
    expect([moved.status, moved.text.includes('credential_origin_mismatch')]).toEqual([403, true])
  }
  const renamed = await scene.call(actor, 'PUT', `/virtual-keys/${given}`, { key: foreign.reference, name: 'Renamed' })
  expect(renamed.status).toBe(200)
  expect((await gateway.chat({ virtual_key: given }, { key })).status).toBe(200)
  expect(elsewhere.requests).toHaveLength(0)
})

test('a store that fails: known values are used, unknown ones are 503 and fall back', async () => {
  await using upstream = await startSimulator({ answers: ['ok'] })
  const known = secret('sk-known')
  const knownSlug = await virtualKey(shortScene, { key: known.reference, custom_host: upstream.url })
  const unknownSlug = await virtualKey(shortScene, { key: secret('sk-unknown').reference, custom_host: upstream.url })
  expect(await ask(short, knownSlug)).toBe(200)
  stores.fault = 'down'
  // The background refresh fails.
  await eventually('a failed refresh', () => short.process.output().includes('The last value is used.'))
  expect(await ask(short, knownSlug)).toBe(200)
  const refused = await short.chat({ virtual_key: unknownSlug })
  const error = await errorOf(refused)
  expect([refused.status, error.code]).toEqual([503, 'secret_unavailable'])
  expect(error.message).toContain('"vault" returned HTTP 503')
  const targets = [{ virtual_key: unknownSlug }, { virtual_key: knownSlug }]
  const fallen = await short.chat({ strategy: { mode: 'fallback' }, targets })
  expect(fallen.status).toBe(200)
  await fallen.text()
  // Rotation without a restart.
  stores.fault = 'none'
  stores.set(known.path, { api_key: 'sk-rotated' })
  await eventually('the new value', async () => {
    await ask(short, knownSlug)
    return bearers(upstream).at(-1) === 'Bearer sk-rotated'
  })
})

// server/src/secrets/secret-cache.test.ts proves, without a clock, that other requests do not wait meanwhile.
test('a store that does not respond: the request for its secret is 503, others are served', async () => {
  await using upstream = await startSimulator({ answers: ['ok'] })
  const plain = await virtualKey(scene, { key: 'sk-plain', custom_host: upstream.url })
  const waiting = await virtualKey(scene, { key: secret('sk-slow').reference, custom_host: upstream.url })
  stores.fault = 'silent'
  const held = gateway.chat({ virtual_key: waiting }).then(errorOf)
  await eventually('the store is asked', () => stores.asked.length > 0)
  for (let i = 0; i < 5; i++) expect(await ask(gateway, plain)).toBe(200)
  expect((await held).code).toBe('secret_unavailable')
})

test('command line and files: the test of a reference, and an export that keeps it', async () => {
  const { reference } = secret('sk-canary-cli')
  const slug = await virtualKey(scene, { key: reference })
  const asAdmin = { gateway, key: gateway.adminKey }
  const found = await runCommand(['secrets', 'test', reference], asAdmin)
  expect([found.code, found.out]).toEqual([0, expect.stringContaining('13 characters, version 1')])
  const missing = await runCommand(['secrets', 'test', 'secret://vault/team/missing'], asAdmin)
  expect([missing.code, missing.problem]).toEqual([1, expect.stringContaining('has no such secret')])
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-files-'))
  try {
    await askCommand(['export', 'out'], { ...asAdmin, folder })
    const files = await filesWith(folder, reference)
    expect(files.some((file) => file.includes(slug))).toBe(true)
    expect(await filesWith(folder, 'sk-canary-cli')).toEqual([])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('settings may be references; with an external master key, disk and database show no secret', async () => {
  const masterKey = Buffer.from('8d0f6b1ea2d94c37b5a1f0e96c2d7843ffb6a1905e3c4d2817665544332211aa', 'hex')
  stores.set('secret/data/gatehouse', { master_key: masterKey.toString('hex'), admin_key: 'admin-key-from-the-store' })
  const dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-external-'))
  const environment = environmentFor({
    GATEWAY_MASTER_KEY: 'secret://vault/gatehouse#master_key',
    GATEWAY_ADMIN_API_KEY: 'secret://vault/gatehouse#admin_key',
    GATEWAY_BODY_ENCRYPTION: 'on',
  })
  try {
    await using upstream = await startSimulator({ answers: ['response-canary-7f3a'] })
    const first = await startGateway({ dataDirectory, environment })
    const at = new ControlScene({ ...first, adminKey: 'admin-key-from-the-store' })
    const slug = await virtualKey(at, { key: 'sk-stored-canary-51', custom_host: upstream.url })
    const referred = secret('sk-referred-canary-52')
    const referredSlug = await virtualKey(at, { key: referred.reference, custom_host: upstream.url })
    const actor = await at.workspaceKey(await at.defaultWorkspace(), ['logs.list', 'completions.write'])
    const person = await at.person('admin')
    const body = { messages: [{ role: 'user', content: 'question-canary-9c1d' }] }
    for (const one of [slug, referredSlug]) {
      const reply = await first.chat({ virtual_key: one }, { body, headers: { 'x-gateway-trace-id': one } })
      expect(await reply.text()).toContain('response-canary-7f3a')
      await first.waitForLog(one)
    }
    const canaries = [
      'sk-stored-canary-51',
      'sk-referred-canary-52',
      'question-canary-9c1d',
      'response-canary-7f3a',
      actor.headers['x-gateway-api-key']!,
      person.headers['cookie']!.split('=')[1]!,
      first.workspaceKey,
      'admin-key-from-the-store',
      'root-token',
      masterKey,
      masterKey.toString('hex'),
      masterKey.toString('base64'),
    ]
    expect(await filesWith(dataDirectory, ...canaries)).toEqual([])
    await first.stop()
    expect(await filesWith(dataDirectory, ...canaries)).toEqual([])
    expect(await readdir(dataDirectory)).not.toContain('master.key')
    // A gateway does not start with the stolen folder without the key, and the error contains no secret.
    const stolen = await startGateway({ dataDirectory }).then(
      () => 'started',
      (error: unknown) => String(error),
    )
    expect(stolen).toContain('GATEWAY_MASTER_KEY')
    await rm(join(dataDirectory, 'master.key'), { force: true })
    await using again = await startGateway({ dataDirectory, environment })
    expect(await ask(again, slug)).toBe(200)
    expect(bearers(upstream).at(-1)).toBe('Bearer sk-stored-canary-51')
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
})

test('without encryption, the same search finds the body: it can fail', async () => {
  await using open = await startGateway({ environment: { GATEWAY_BODY_ENCRYPTION: 'off' } })
  const body = { messages: [{ role: 'user', content: 'question-canary-9c1d' }] }
  await (await open.chat({ provider: 'mock' }, { body, headers: { 'x-gateway-trace-id': 'open' } })).text()
  await open.waitForLog('open')
  expect(await filesWith(open.dataDirectory, 'question-canary-9c1d')).not.toEqual([])
})

test('a setting whose secret is missing ends the start, and names the variable', async () => {
  const environment = environmentFor({ GATEWAY_MASTER_KEY: 'secret://vault/no-such-secret#master_key' })
  const failed = await startGateway({ environment }).then(
    () => 'started',
    (error: unknown) => String(error),
  )
  expect(failed).toContain('GATEWAY_MASTER_KEY: the secret source "vault" has no such secret.')
})

test('a start waits for a store that is not up yet', async () => {
  stores.set('secret/data/late', { admin_key: 'admin-key-from-a-late-store' })
  stores.fault = 'down'
  await using late = await startGatewayProcess({
    environment: environmentFor({ GATEWAY_ADMIN_API_KEY: 'secret://vault/late#admin_key' }),
    onOutput: (text) => {
      if (text.includes('The start waits for it.')) stores.fault = 'none'
    },
  })
  expect((await late.fetch('/v1/admin/workspaces', { key: 'admin-key-from-a-late-store' })).status).toBe(200)
})
