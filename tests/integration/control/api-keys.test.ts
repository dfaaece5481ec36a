import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSimulator } from '../../../simulators/simulator.ts'
import { at } from '../../harness/at.ts'
import { dataFiles } from '../../harness/data-files.ts'
import { contentOf, errorOf } from '../../harness/error-of.ts'
import { eventually } from '../../harness/eventually.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { type Gateway, startGateway } from '../../harness/start-gateway.ts'

const gateway = await shareGateway()
const MOCK = { provider: 'mock' }

type Made = { readonly id: string; readonly key: string }

async function make(body: object = {}, path = 'workspace/service', key = gateway.adminKey): Promise<Made> {
  const reply = await gateway.fetch(`/v1/api-keys/${path}`, {
    method: 'POST',
    key,
    body: { name: 'made', scopes: [], ...body },
  })
  if (reply.status !== 200) throw new Error(await reply.text())
  return (await reply.json()) as Made
}

async function read(id: string, on: Gateway = gateway): Promise<Record<string, unknown>> {
  return (await (await on.fetch(`/v1/api-keys/${id}`, { key: on.adminKey })).json()) as Record<string, unknown>
}

async function statusOf(key: string): Promise<number> {
  return (await gateway.chat(MOCK, { key })).status
}

test('a new key works at once, and its secret is not in the data folder', async () => {
  const { key } = await make()
  expect(await statusOf(key)).toBe(200)
  const files = await dataFiles(gateway.dataDirectory)
  expect(files.length).toBeGreaterThan(0)
  for (const { bytes } of files) {
    expect(bytes.includes(key.slice(4))).toBe(false)
    expect(bytes.includes(key.slice(8, 30))).toBe(false)
  }
})

test('rejected unknown keys do not affect a new key', async () => {
  const guesses = await Promise.all(Array.from({ length: 20 }, () => gateway.chat(MOCK, { key: 'gww_guess' })))
  for (const guess of guesses) expect(guess.status).toBe(401)
  const { key } = await make()
  expect(await statusOf(key)).toBe(200)
})

test('a deleted key is rejected once the deletion has returned, also under load', async () => {
  const { id, key } = await make()
  let isDeleted = false
  let late = 0
  const callers = Array.from({ length: 8 }, async () => {
    while (true) {
      const wasDeleted = isDeleted
      const reply = await gateway.fetch('/v1/models', { key, headers: { 'x-gateway-provider': 'mock' } })
      await reply.arrayBuffer()
      if (wasDeleted && reply.status !== 401) late++
      if (wasDeleted) return
    }
  })
  for (let i = 0; i < 20; i++) await statusOf(key)
  const reply = await gateway.fetch(`/v1/api-keys/${id}`, { method: 'DELETE', key: gateway.adminKey })
  isDeleted = true
  expect(await reply.json()).toEqual({})
  await Promise.all(callers)
  expect(late).toBe(0)
  expect(await errorOf(await gateway.chat(MOCK, { key }))).toMatchObject({ status: 401, code: 'api_key_invalid' })
})

test('narrowing a key takes effect at once', async () => {
  const { id, key } = await make({ scopes: ['logs.list'] })
  expect((await gateway.fetch('/v1/logs', { key })).status).toBe(200)
  await gateway.fetch(`/v1/api-keys/${id}`, { method: 'PUT', key: gateway.adminKey, body: { scopes: [] } })
  expect(await errorOf(await gateway.fetch('/v1/logs', { key }))).toMatchObject({ status: 403, code: 'scope_missing' })
})

test('during a rotation both secrets work; another rotation revokes the first at once', async () => {
  const { id, key: first } = await make()
  const rotate = async () => {
    const reply = await gateway.fetch(`/v1/api-keys/${id}/rotate`, { method: 'POST', key: gateway.adminKey })
    return (await reply.json()) as Made & { readonly key_transition_expires_at: string }
  }
  const second = await rotate()
  expect(Date.parse(second.key_transition_expires_at)).toBeGreaterThan(Date.now())
  expect([await statusOf(first), await statusOf(second.key)]).toEqual([200, 200])
  const third = await rotate()
  expect([await statusOf(first), await statusOf(second.key), await statusOf(third.key)]).toEqual([401, 200, 200])
})

test('an expired key gets an error that says so', async () => {
  const expiresAtMs = Date.now() + 1_000
  const { id, key } = await make({ expires_at: new Date(expiresAtMs).toISOString() })
  const reply = await eventually('the key is refused', async () => {
    const reply = await gateway.chat(MOCK, { key })
    return reply.status === 200 ? reply.arrayBuffer().then(() => null) : reply
  })
  expect(Date.now()).toBeGreaterThanOrEqual(expiresAtMs)
  expect(await errorOf(reply)).toMatchObject({ status: 401, code: 'api_key_expired' })
  expect(await read(id)).toMatchObject({ status: 'expired' })
  const body = { expires_at: null }
  await gateway.fetch(`/v1/api-keys/${id}`, { method: 'PUT', key: gateway.adminKey, body })
  expect(await statusOf(key)).toBe(200)
})

test('a key without inference scope can administer and cannot send requests', async () => {
  const { key } = await make({ scopes: ['logs.list'], allow_inference: false })
  expect((await gateway.fetch('/v1/logs', { key })).status).toBe(200)
  expect(await errorOf(await gateway.chat(MOCK, { key }))).toMatchObject({ status: 403, code: 'inference_forbidden' })
})

test('a key’s metadata is on its records; the request’s metadata takes precedence', async () => {
  const { key } = await make({ defaults: { metadata: { team: 'accounts', _environment: 'test' } } })
  const plain = await gateway.chat(MOCK, { key })
  const own = await gateway.chat(MOCK, { key, headers: { 'x-gateway-metadata': '{"team":"sales","_user":"u-1"}' } })
  const metadataOf = async (reply: Response) =>
    (await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))).metadata
  expect(await metadataOf(plain)).toMatchObject({ team: 'accounts', _environment: 'test' })
  expect(await metadataOf(own)).toMatchObject({ team: 'sales', _environment: 'test', _user: 'u-1' })
})

test('a key’s config applies to requests without one, and the key may forbid others', async () => {
  await using simulator = await startSimulator({ answers: ['by default', 'again'] })
  const saved = await gateway.fetch('/v1/configs', {
    method: 'POST',
    body: { name: 'of the key', config: at(simulator) },
  })
  const { slug } = (await saved.json()) as { slug: string }
  const { id, key } = await make({ defaults: { config_id: slug, allow_config_override: false } })
  expect(await read(id)).toMatchObject({ defaults: { config_id: slug, allow_config_override: false } })
  expect(await contentOf(await gateway.chat(null, { key }))).toBe('by default')
  const refused = await errorOf(await gateway.chat(MOCK, { key }))
  expect(refused).toMatchObject({ status: 403, code: 'config_override_forbidden' })
})

test('an Admin key acts in the workspace it names by id or slug; a workspace key only in its own', async () => {
  const reply = await gateway.fetch('/v1/admin/workspaces', {
    method: 'POST',
    key: gateway.adminKey,
    body: { name: 'Elsewhere' },
  })
  const { id, slug } = (await reply.json()) as { id: string; slug: string }
  const { key } = await make({ workspace_id: slug })
  for (const name of [id, slug]) {
    const headers = { 'x-gateway-workspace-id': name }
    expect((await gateway.chat(MOCK, { key: gateway.adminKey, headers })).status).toBe(200)
    expect((await gateway.chat(MOCK, { key, headers })).status).toBe(200)
    expect(await errorOf(await gateway.chat(MOCK, { headers }))).toMatchObject({
      status: 404,
      code: 'workspace_unknown',
    })
  }
})

test('the stored form of a key is not a valid key', async () => {
  const { id } = await make()
  const shown = (await read(id))['key'] as string
  for (const key of [id, shown]) expect(await statusOf(key)).toBe(401)
})

test('time and address of the last use are stored at a stop', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-last-use-'))
  try {
    const first = await startGateway({ dataDirectory })
    const began = Date.now()
    const body = { name: 'used', scopes: [] }
    const made = await first.fetch('/v1/api-keys/workspace/service', { method: 'POST', key: first.adminKey, body })
    const { id, key } = (await made.json()) as Made
    expect(await read(id, first)).toMatchObject({ last_used_at: null, last_used_ip: null })
    expect((await first.chat(MOCK, { key })).status).toBe(200)
    await first.stop()
    await using second = await startGateway({ dataDirectory })
    const shown = await read(id, second)
    expect(Date.parse(shown['last_used_at'] as string)).toBeWithin(began, Date.now() + 1)
    expect(shown['last_used_ip']).toBe('127.0.0.1')
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
})
