import { expect, test } from 'bun:test'
import { z } from 'zod'
import { GatewayError } from '../core/errors.ts'
import { endpoint, type Operation } from './endpoint.ts'
import { startControl } from './test-control.ts'

const list = endpoint({
  name: 'things.list',
  method: 'GET',
  path: '/things',
  summary: 'List things',
  permission: 'any caller',
  query: z.object({
    page_size: z.coerce.number().int('must be a whole number').default(5),
    colour: z.string().optional(),
    workspace_id: z.string().optional(),
  }),
  reply: z.object({ size: z.number(), workspace: z.string().nullable() }),
  handle: async ({ query, reach }) => ({ size: query.page_size, workspace: reach.workspaceId }),
})
const read = endpoint({
  name: 'things.read',
  method: 'GET',
  path: '/things/{id}',
  summary: 'Read a thing',
  permission: { scope: 'logs.view' },
  reply: z.object({ id: z.string() }),
  handle: async ({ params }) => {
    if (params['id'] === 'broken') throw new Error('private detail')
    return { id: params['id'] ?? '' }
  },
})
const reset = endpoint({
  name: 'things.reset',
  method: 'POST',
  path: '/things/{id}/reset',
  summary: 'Reset a thing',
  permission: { scope: 'breakers.reset' },
  audit: 'thing.reset',
  reply: z.object({ id: z.string() }),
  handle: async ({ params, change, note, announce, workspaceId }) =>
    change(async () => {
      note({ id: params['id'] ?? '', name: 'a thing', before: { api_key: 'sk-secret-value' }, after: { size: 1 } })
      announce({ kind: 'workspace', workspaceId })
      return { id: params['id'] ?? '' }
    }),
})
const forgetful = endpoint({
  name: 'things.forget',
  method: 'DELETE',
  path: '/things/{id}',
  summary: 'Forget a thing',
  permission: 'any caller',
  audit: 'thing.delete',
  reply: z.object({}),
  handle: async () => ({}),
})
const open = endpoint({
  name: 'things.open',
  method: 'GET',
  path: '/open-things',
  summary: 'Look',
  permission: 'public',
  reply: z.object({ caller: z.string() }),
  handle: async ({ principal }) => ({ caller: principal.name }),
})

const OPERATIONS: readonly Operation[] = [list, read, reset, forgetful, open]

test('an operation responds with its result and with headers that forbid caching', async () => {
  await using control = await startControl(OPERATIONS)
  const answer = await control.ask({
    path: '/things',
    headers: { 'x-portkey-trace-id': 'trace-1', 'x-gateway-trace-id': 'trace-1' },
  })
  expect(answer).toMatchObject({ status: 200, body: { size: 5, workspace: null } })
  expect(answer?.headers.get('cache-control')).toBe('no-store')
  expect(answer?.headers.get('x-gateway-trace-id')).toBe('trace-1')
  expect(answer?.headers.get('x-portkey-trace-id')).toBe('trace-1')
  expect(answer?.headers.get('x-gateway-request-id')).toBeString()
})

test('paths that are not listed belong to the gateway', async () => {
  await using control = await startControl(OPERATIONS)
  for (const path of ['/other', '/things/1/2', '/thing', '/things/1/reset/x', '/things/'])
    expect(await control.ask({ path })).toBeNull()
})

test('our path with another method is 405 with a way to the provider’s endpoint of that name', async () => {
  await using control = await startControl(OPERATIONS)
  for (const method of ['POST', 'PUT', 'PATCH']) {
    const answer = await control.ask({ method, path: '/things/7' })
    expect(answer).toMatchObject({ status: 405, error: { code: 'method_not_allowed' } })
    expect(answer?.error?.hint).toContain('/v1/proxy/things/7')
    expect(answer?.headers.get('allow')).toBe('GET, DELETE')
  }
})

test('without a valid key the error reveals nothing, not even that the method is wrong', async () => {
  await using control = await startControl(OPERATIONS)
  const as = new GatewayError('api_key_missing')
  expect(await control.ask({ path: '/things', as })).toMatchObject({ status: 401, error: { code: 'api_key_missing' } })
  expect(await control.ask({ path: '/things', method: 'PUT', as })).toMatchObject({ status: 401 })
})

test('a public operation needs no credentials and has no caller', async () => {
  await using control = await startControl(OPERATIONS)
  const as = new GatewayError('api_key_missing')
  expect(await control.ask({ path: '/open-things', as })).toMatchObject({ status: 200, body: { caller: 'nobody' } })
})

test('the error for a missing scope names it; the scope itself or all scopes grant access', async () => {
  await using control = await startControl(OPERATIONS)
  const asked = (scopes: readonly string[]) =>
    control.ask({ path: '/things/7', as: control.principal({ kind: 'workspace', scopes }) })
  const refused = await asked(['logs.list'])
  expect(refused).toMatchObject({ status: 403, error: { code: 'scope_missing' } })
  expect(refused?.error?.message).toContain('logs.view')
  expect(await asked(['logs.view'])).toMatchObject({ status: 200, body: { id: '7' } })
  expect(await asked(['*'])).toMatchObject({ status: 200 })
})

test('a workspace key with all scopes may not call operations for organisation admins', async () => {
  await using control = await startControl(OPERATIONS)
  const as = control.principal({ kind: 'workspace' })
  expect(await control.ask({ method: 'POST', path: '/things/7/reset', as })).toMatchObject({ status: 403 })
  expect(control.announced).toEqual([])
  expect(await control.ask({ method: 'POST', path: '/things/7/reset' })).toMatchObject({
    status: 200,
    body: { id: '7' },
  })
})

test('a workspace key acts in its own workspace; other workspaces do not exist for it', async () => {
  await using control = await startControl(OPERATIONS)
  const as = control.principal({ kind: 'workspace' })
  expect(await control.ask({ path: '/things', as })).toMatchObject({ body: { workspace: control.home.id } })
  expect(await control.ask({ path: '/things?workspace_id=other', as })).toMatchObject({
    status: 404,
    error: { code: 'workspace_unknown' },
  })
})

test('a change and a refusal are both written down, with who, from where and what, and without secrets', async () => {
  await using control = await startControl(OPERATIONS)
  await control.ask({ method: 'POST', path: '/things/7/reset', headers: { 'user-agent': 'test', cookie: 'secret' } })
  await control.ask({
    method: 'POST',
    path: '/things/8/reset',
    as: control.principal({ kind: 'workspace', keyId: 'key-2' }),
  })
  const [done, refused] = await control.entries()
  expect(done).toMatchObject({
    actor: { type: 'api_key', id: 'key-1', name: 'a key', creatorId: 'somebody' },
    action: 'thing.reset',
    resource: 'thing',
    targetId: '7',
    targetName: 'a thing',
    method: 'POST',
    uri: '/v1/things/7/reset',
    ip: '192.0.2.7',
    userAgent: 'test',
    status: 200,
    refusedWith: null,
    before: '{"api_key":"********"}',
    after: '{"size":1}',
  })
  expect(done?.requestHeaders).not.toContain('secret')
  expect(refused).toMatchObject({
    actor: { id: 'key-2' },
    targetId: '8',
    status: 403,
    refusedWith: 'scope_missing',
    workspaceId: control.home.id,
  })
})

test('a refused query is written down without secrets, and with the trace id of the caller', async () => {
  await using control = await startControl(OPERATIONS)
  const headers = { 'x-gateway-trace-id': 'trace-8' }
  await control.ask({ method: 'POST', path: '/things/8/reset?api_key=a-secret', headers })
  expect(await control.entries()).toMatchObject([
    { refusedWith: 'invalid_parameter', traceId: 'trace-8', queryParams: '{"api_key":"********"}' },
  ])
})

test('the gateway is notified after the change, not before', async () => {
  await using control = await startControl(OPERATIONS)
  await control.ask({ method: 'POST', path: '/things/7/reset' })
  expect(control.announced).toEqual([{ kind: 'workspace', workspaceId: control.home.id }])
})

test('reads are not written down', async () => {
  await using control = await startControl(OPERATIONS)
  await control.ask({ path: '/things' })
  await control.ask({ path: '/things/7', as: control.principal({ scopes: [] }) })
  expect(await control.entries()).toEqual([])
})

test('a change whose audit entry fails is rolled back and returns 503', async () => {
  const rename = endpoint({
    name: 'things.rename',
    method: 'POST',
    path: '/things',
    summary: 'Rename the organisation',
    permission: 'any caller',
    audit: 'thing.update',
    reply: z.object({}),
    handle: ({ change, principal }) =>
      change(async (stores) => {
        await stores.organisations.update(principal.organisationId, { name: 'renamed', nowMs: 1 })
        return {}
      }),
  })
  await using control = await startControl([rename])
  const before = await control.store.stores.organisations.read(control.home.organisation_id)
  await control.database.schema.dropTable('audit_entries').execute()
  expect(await control.ask({ method: 'POST', path: '/things' })).toMatchObject({
    status: 503,
    error: { code: 'store_unavailable' },
  })
  expect(await control.store.stores.organisations.read(control.home.organisation_id)).toEqual(before)
  expect(control.defects.length).toBeGreaterThan(0)
})

test('an operation that promises an audit entry and changes nothing is a defect', async () => {
  await using control = await startControl(OPERATIONS)
  expect(await control.ask({ method: 'DELETE', path: '/things/7' })).toMatchObject({ status: 500 })
  expect(String(control.defects[0])).toContain('did not call change()')
})

test('a defect is reported inside and hidden outside', async () => {
  await using control = await startControl(OPERATIONS)
  const answer = await control.ask({ path: '/things/broken' })
  expect(answer).toMatchObject({ status: 500, error: { code: 'internal_error' } })
  expect(control.defects).toEqual([new Error('private detail')])
  expect(JSON.stringify(answer?.body)).not.toContain('private')
})

test('an unknown parameter is refused with a suggestion and the list of known ones', async () => {
  await using control = await startControl(OPERATIONS)
  const answer = await control.ask({ path: '/things?color=red' })
  expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_parameter', param: 'color' } })
  expect(answer?.error?.message).toContain('Did you mean "colour"?')
  expect(answer?.error?.hint).toContain('page_size')
  expect(await control.ask({ path: '/things/1?x=1' })).toMatchObject({
    status: 400,
    error: { hint: 'This operation takes no parameters.' },
  })
})

test('parameters of the wrong type, sent twice, or named like a prototype are refused by name', async () => {
  await using control = await startControl(OPERATIONS)
  const param = async (search: string) => (await control.ask({ path: `/things?${search}` }))?.error?.param
  for (const odd of ['1.5', '', '0x10', '1e1', 'abc', '+5', '%205'])
    expect([odd, await param(`page_size=${odd}`)]).toEqual([odd, 'page_size'])
  expect(await param('page_size=1&page_size=2')).toBe('page_size')
  expect(await param('colour=a%00b')).toBe('colour')
  for (const name of ['__proto__', 'constructor', 'toString']) expect(await param(`${name}=1`)).toBe(name)
})
