import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { addKey } from '../harness/add-key.ts'
import { atOwnPath as at } from '../harness/at-own-path.ts'
import { errorOf } from '../harness/error-of.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()
const COOLDOWN_MS = 30_000
const RULES = { failure_threshold: 1, cooldown_interval: COOLDOWN_MS }

type Breaker = { readonly id: string; readonly custom_host: string | null; readonly [member: string]: unknown }

async function breakersOf(upstream: { readonly url: string }, key = gateway.adminKey): Promise<readonly Breaker[]> {
  const reply = await gateway.fetch('/v1/breakers', { key })
  const page = (await reply.json()) as { readonly object: string; readonly data: readonly Breaker[] }
  expect([reply.status, page.object]).toEqual([200, 'list'])
  return page.data.filter((breaker) => breaker.custom_host === at(upstream).custom_host)
}

async function statusOf(config: object, key = gateway.workspaceKey): Promise<number> {
  const reply = await gateway.chat(config, { key })
  const text = await reply.text()
  return text.includes('circuit_open') ? 0 : reply.status
}

function reset(id: string, key: string): Promise<Response> {
  return gateway.fetch(`/v1/breakers/${id}/reset`, { method: 'POST', key })
}

test('GET /v1/breakers lists a circuit from its first use: closed with its count, then open with the time of the next probe', async () => {
  await using failing = await startSimulator({ answers: [503] })
  const config = at(failing, { cb_config: { ...RULES, failure_threshold: 2 } })
  expect(await breakersOf(failing)).toEqual([])
  await statusOf(config)
  const [closed] = await breakersOf(failing)
  expect(closed).toEqual({
    object: 'breaker',
    id: expect.any(String),
    workspace_id: expect.any(String),
    provider: 'openai-compatible',
    custom_host: at(failing).custom_host,
    config: null,
    source: 'inline',
    target: 'config',
    state: 'closed',
    cooldown: false,
    failures: 1,
    failure_threshold: 2,
    failure_threshold_percentage: null,
    minimum_requests: null,
    cooldown_interval: COOLDOWN_MS,
    retry_at: null,
  })
  const beforeMs = Date.now()
  await statusOf(config)
  const afterMs = Date.now()
  const [open] = await breakersOf(failing)
  expect(open).toMatchObject({ id: closed!.id, state: 'open', cooldown: true, failures: 2 })
  const retryAtMs = Date.parse(String(open!['retry_at']))
  expect(retryAtMs).toBeGreaterThanOrEqual(beforeMs + COOLDOWN_MS - 2)
  expect(retryAtMs).toBeLessThanOrEqual(afterMs + COOLDOWN_MS + 2)
})

test('an Admin key resets a circuit, which is then called again and counts from zero', async () => {
  await using upstream = await startSimulator({ answers: [503, 503, 'fine'] })
  const config = at(upstream, { cb_config: RULES })
  expect([await statusOf(config), await statusOf(config)]).toEqual([503, 0])
  const [open] = await breakersOf(upstream)
  const reply = await reset(open!.id, gateway.adminKey)
  expect(await reply.json()).toEqual({ object: 'breaker', id: open!.id, state: 'closed' })
  expect((await breakersOf(upstream))[0]).toMatchObject({ state: 'closed', failures: 0, retry_at: null })
  expect([await statusOf(config), await statusOf(config)]).toEqual([503, 0])
  expect(upstream.requests).toHaveLength(2)
})

test('a workspace key may read but not reset; an unknown circuit is 404; a key is required', async () => {
  await using failing = await startSimulator({ answers: [503] })
  await statusOf(at(failing, { cb_config: RULES }))
  const [open] = await breakersOf(failing, gateway.workspaceKey)
  expect(await errorOf(await reset(open!.id, gateway.workspaceKey))).toMatchObject({
    status: 403,
    code: 'scope_missing',
  })
  expect((await breakersOf(failing))[0]).toMatchObject({ state: 'open' })
  expect(await errorOf(await reset('nothing', gateway.adminKey))).toMatchObject({ status: 404, code: 'not_found' })
  expect((await gateway.fetch('/v1/breakers', { key: null })).status).toBe(401)
  const scopeless = await addKey(gateway, { scopes: [] })
  expect(await errorOf(await gateway.fetch('/v1/breakers', { key: scopeless }))).toMatchObject({
    status: 403,
    code: 'scope_missing',
  })
})

test('workspaces have their own circuits and see only those', async () => {
  const other = await addKey(gateway, { scopes: ['breakers.list'], newWorkspace: 'neighbour' })
  await using failing = await startSimulator({ answers: [503] })
  const config = at(failing, { cb_config: RULES })
  expect([await statusOf(config), await statusOf(config)]).toEqual([503, 0])
  expect(await breakersOf(failing, other)).toEqual([])
  expect([await statusOf(config, other), await statusOf(config, other)]).toEqual([503, 0])
  const [own] = await breakersOf(failing, gateway.workspaceKey)
  const [theirs] = await breakersOf(failing, other)
  expect(theirs!.id).not.toBe(own!.id)
  expect((await breakersOf(failing)).map(({ id }) => id).sort()).toEqual([own!.id, theirs!.id].sort())
})

test('two keys of one workspace share a circuit', async () => {
  const colleague = await addKey(gateway, { scopes: [] })
  await using failing = await startSimulator({ answers: [503] })
  const config = at(failing, { cb_config: RULES })
  expect([await statusOf(config), await statusOf(config, colleague)]).toEqual([503, 0])
})

test.each([
  ['another credential', { api_key: 'sk-other' }],
  ['another threshold', { cb_config: { ...RULES, failure_threshold: 2 } }],
  ['another cooldown', { cb_config: { ...RULES, cooldown_interval: COOLDOWN_MS + 1 } }],
  ['other codes', { cb_config: { ...RULES, failure_status_codes: [503] } }],
  ['another provider', { provider: 'openai' }],
])('%s selects another circuit', async (_, difference) => {
  await using failing = await startSimulator({ answers: [503] })
  expect(await statusOf(at(failing, { cb_config: RULES }))).toBe(503)
  expect(await statusOf({ ...at(failing, { cb_config: RULES }), ...difference })).toBe(503)
  expect(await statusOf(at(failing, { cb_config: RULES }))).toBe(0)
  expect(await breakersOf(failing)).toHaveLength(2)
})

test('each origin has its own circuit', async () => {
  await using failing = await startSimulator({ answers: [503] })
  await using other = await startSimulator({ answers: ['fine'] })
  expect(await statusOf(at(failing, { cb_config: RULES }))).toBe(503)
  expect(await statusOf(at(other, { cb_config: RULES }))).toBe(200)
})

test('other members of an inline config do not change the circuit', async () => {
  await using failing = await startSimulator({ answers: [503] })
  const plain = at(failing, { cb_config: RULES })
  expect(await statusOf(plain)).toBe(503)
  const same = [
    { ...plain, override_params: { temperature: 0 } },
    { ...plain, retry: { attempts: 1 }, request_timeout: 5000, name: 'first' },
    { ...plain, cache: { mode: 'simple' }, forward_headers: ['x-app'] },
    { strategy: { mode: 'single' }, targets: [plain] },
    { strategy: { mode: 'fallback', cb_config: RULES }, targets: [at(failing)] },
    { strategy: { mode: 'loadbalance' }, targets: [{ ...plain, weight: 3 }] },
    { strategy: { mode: 'fallback' }, targets: [{ strategy: { mode: 'loadbalance' }, targets: [plain] }] },
    { ...at(failing), circuit_breaker: RULES },
  ]
  for (const config of same) expect(await statusOf(config)).toBe(0)
  expect(failing.requests).toHaveLength(1)
  expect(await breakersOf(failing)).toHaveLength(1)
})

test('a credential from the Authorization header selects the circuit of that credential', async () => {
  await using failing = await startSimulator({ answers: [503] })
  const config = { provider: 'openai-compatible', custom_host: at(failing).custom_host, cb_config: RULES }
  const statusWith = async (token: string) => {
    const reply = await gateway.chat(config, { headers: { authorization: `Bearer ${token}` } })
    return (await reply.text()).includes('circuit_open') ? 0 : reply.status
  }
  expect([await statusWith('sk-one'), await statusWith('sk-two')]).toEqual([503, 503])
  expect([await statusWith('sk-one'), await statusWith('sk-two')]).toEqual([0, 0])
})

test('a circuit of a saved config has its name and version, and whether that version is current', async () => {
  await using failing = await startSimulator({ answers: [503] })
  const admin = { key: gateway.adminKey }
  const config = (more: object = {}) => ({
    strategy: { mode: 'single' },
    targets: [at(failing, { cb_config: RULES, ...more })],
  })
  const made = await gateway.fetch('/v1/configs', {
    ...admin,
    method: 'POST',
    body: { name: 'Guarded', config: config() },
  })
  const { slug } = (await made.json()) as { readonly slug: string }
  await (await gateway.chat(null, { headers: { 'x-gateway-config': slug } })).text()
  const [first] = await breakersOf(failing)
  expect(first).toMatchObject({
    source: 'saved',
    target: 'config.targets[0]',
    config: { slug, name: 'Guarded', version: 1, is_newest: true },
  })
  const body = { name: 'Renamed', config: config({ request_timeout: 5_000 }) }
  await gateway.fetch(`/v1/configs/${slug}`, { ...admin, method: 'PUT', body })
  expect((await breakersOf(failing))[0]?.['config']).toEqual({ slug, name: 'Renamed', version: 1, is_newest: false })
  await gateway.fetch(`/v1/configs/${slug}`, { ...admin, method: 'DELETE' })
  expect((await breakersOf(failing))[0]).toMatchObject({ source: 'saved', config: null })
})
