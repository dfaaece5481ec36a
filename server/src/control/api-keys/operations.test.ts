import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { User } from '../../core/stores/users.ts'
import type { WorkspaceRole } from '../../core/stores/workspaces.ts'
import { TestKeyControl, type TestResponse } from './test-key-control.ts'

let control: TestKeyControl
let admin: string
let workspace: string
let otherWorkspace: string

beforeAll(async () => {
  control = await TestKeyControl.open()
  ;({ admin, workspace } = control.keys)
  otherWorkspace = await control.addWorkspace('ws-other')
})
afterAll(() => control.close())

type Made = { readonly id: string; readonly key: string }

async function make(key: string, type: string, body: object): Promise<Made> {
  const answer = await control.call(key, 'POST', `/api-keys/${type}`, { name: 'made', scopes: [], ...body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body as Made
}

function messageOf({ body }: TestResponse): string {
  return (body['error'] as { message: string }).message
}

async function person(role: User['role'], roles: Readonly<Record<string, WorkspaceRole>> = {}) {
  const { users, workspaces } = control.store.stores
  const id = Bun.randomUUIDv7()
  const times = { createdAtMs: 1, updatedAtMs: 1 }
  const names = { firstName: 'A', lastName: 'B', email: `${id}@example.com`, passwordHash: 'x', isDisabled: false }
  await users.insert({
    id,
    organisationId: control.home.organisationId,
    role,
    lastActiveAtMs: null,
    ...names,
    ...times,
  })
  for (const [workspaceId, role] of Object.entries(roles))
    await workspaces.putMember({ userId: id, workspaceId, role, source: 'manual', ...times })
  return id
}

test('both documented creation calls work, and the secret is shown once', async () => {
  const body = { name: 'Automation', scopes: ['workspaces.create', 'audit_logs.list'] }
  const created = await control.call(admin, 'POST', '/api-keys/organisation/service', body)
  expect(created.body).toEqual({ object: 'api-key', id: expect.any(String), key: expect.stringMatching(/^gwa_/) })
  const mine = {
    name: 'Exporter',
    workspace_id: control.home.workspaceId,
    scopes: ['logs.export', 'logs.list', 'logs.view', 'virtual_keys.create', 'virtual_keys.update'],
  }
  for (const key of [workspace, admin]) {
    const { body } = await control.call(key, 'POST', '/api-keys/workspace/user', mine)
    expect(body['key']).toMatch(/^gww_/)
    const read = await control.call(key, 'GET', `/api-keys/${body['id']}`)
    expect(read.body).toMatchObject({ name: 'Exporter', type: 'workspace-user', scopes: mine.scopes, status: 'active' })
    expect(read.body['key']).toMatch(/^gw\*{7}..$/)
    expect(JSON.stringify(read.body)).not.toContain(body['key'] as string)
  }
})

test('a key shows all documented members', async () => {
  const sent = {
    name: '  Night job  ',
    description: 'of the accountants',
    scopes: ['logs.list', 'logs.list'],
    rate_limits: [{ type: 'requests', unit: 'rpm', value: 10 }],
    usage_limits: { credit_limit: 10, periodic_reset: 'monthly', alert_threshold: 9 },
    defaults: { metadata: { team: 'a' }, allow_config_override: 0 },
    alert_emails: ['ops@example.com'],
    expires_at: '2099-01-31T01:00:00+01:00',
    rotation_policy: { rotation_period: 'weekly', key_transition_period_ms: 1_800_000 },
    allow_inference: false,
  }
  const { id } = await make(workspace, 'workspace/service', sent)
  expect((await control.call(workspace, 'GET', `/api-keys/${id}`)).body).toEqual({
    object: 'api-key',
    id,
    key: expect.any(String),
    key_hint: expect.any(String),
    name: 'Night job',
    description: 'of the accountants',
    type: 'workspace-service',
    organisation_id: control.home.organisationId,
    workspace_id: control.home.workspaceId,
    user_id: null,
    status: 'active',
    scopes: ['logs.list'],
    allow_inference: false,
    rate_limits: sent.rate_limits,
    usage_limits: {
      credit_limit: 10,
      alert_threshold: 9,
      periodic_reset: 'monthly',
      periodic_reset_days: null,
      next_usage_reset_at: expect.any(String),
      current_usage: 0,
      held: 0,
      status: 'active',
      last_reset_at: expect.any(String),
    },
    reset_usage: false,
    last_reset_at: null,
    defaults: { metadata: { team: 'a' }, config_id: null, allow_config_override: false },
    alert_emails: ['ops@example.com'],
    client_certificates: [],
    expires_at: '2099-01-31T00:00:00.000Z',
    rotation_policy: {
      rotation_period: 'weekly',
      next_rotation_at: expect.any(String),
      key_transition_period_ms: 1_800_000,
    },
    key_transition_expires_at: null,
    last_used_at: null,
    last_used_ip: null,
    created_by: expect.any(String),
    needs_review: false,
    is_trusted: false,
    creation_mode: 'api',
    created_at: expect.any(String),
    last_updated_at: expect.any(String),
  })
})

test('client certificates are stored in one form, and other changes keep them', async () => {
  const fingerprint = 'AB:'.repeat(31)
  const entries = [`sha256:${fingerprint}CD`, 'dns:Night.Example.com', 'dns:night.example.com']
  const { id } = await make(admin, 'workspace/service', { name: 'Night', scopes: [], client_certificates: entries })
  const stored = [`sha256:${'ab'.repeat(31)}cd`, 'dns:night.example.com']
  const read = async () => (await control.call(admin, 'GET', `/api-keys/${id}`)).body['client_certificates']
  expect(await read()).toEqual(stored)
  const change = (body: object) => control.call(admin, 'PUT', `/api-keys/${id}`, body)
  expect((await change({ name: 'Night job' })).status).toBe(200)
  expect(await read()).toEqual(stored)
  expect((await change({ client_certificates: null })).status).toBe(200)
  expect(await read()).toEqual([])
})

test('the keys of the first start show their scopes by name', async () => {
  const { body } = await control.call(workspace, 'GET', '/api-keys')
  const first = (body['data'] as { name: string; scopes: string[] }[]).find((key) => key.name === 'First workspace key')
  expect(first?.scopes).toContain('configs.create')
  expect(first?.scopes).not.toContain('*')
})

test.each<[string, object, number, string, string]>([
  ['no name', { name: undefined }, 400, 'invalid_body', 'name is missing'],
  ['an empty name', { name: '   ' }, 400, 'invalid_body', 'name'],
  ['a name of 10,000 characters', { name: 'x'.repeat(10_000) }, 400, 'invalid_body', 'name'],
  ['a name that is a number', { name: 7 }, 400, 'invalid_body', 'name'],
  ['no scopes', { scopes: undefined }, 400, 'invalid_body', 'scopes is missing'],
  ['scopes as text', { scopes: 'logs.list' }, 400, 'invalid_body', 'scopes'],
  ['an unknown scope', { scopes: ['logs.lst'] }, 400, 'scope_unknown', 'Did you mean "logs.list"?'],
  ['every scope at once', { scopes: ['*'] }, 400, 'scope_unknown', '"*"'],
  ['a scope of Admin keys', { scopes: ['workspaces.delete'] }, 400, 'scope_wrong_kind', 'workspaces.delete'],
  ['an unknown field', { colour: 'red' }, 400, 'invalid_body', '"colour"'],
  ['a type that is not the path’s', { type: 'organisation' }, 400, 'invalid_parameter', 'type contradicts the path'],
  ['a kind of its own', { kind: 'admin' }, 400, 'invalid_body', '"kind"'],
  ['an expiry in the past', { expires_at: '2020-01-01T00:00:00Z' }, 400, 'invalid_body', 'in the past'],
  ['an expiry that is no time', { expires_at: 'tomorrow' }, 400, 'invalid_body', 'ISO 8601'],
  ['an unknown config', { defaults: { config_id: 'pc-nothing' } }, 400, 'invalid_body', 'no config'],
  ['metadata that is no text', { defaults: { metadata: { a: 1 } } }, 400, 'invalid_body', 'defaults.metadata.a'],
  ['an empty rotation policy', { rotation_policy: {} }, 400, 'invalid_body', 'rotation_period or next_rotation_at'],
  [
    'a negative overlap',
    { rotation_policy: { rotation_period: 'weekly', key_transition_period_ms: -1 } },
    400,
    'invalid_body',
    'must be 0 or more',
  ],
  ['no address in alert_emails', { alert_emails: ['nobody'] }, 400, 'invalid_body', 'alert_emails[0]'],
  ['another workspace', { workspace_id: 'ws-other' }, 404, 'workspace_unknown', 'No such workspace'],
  ['no workspace at all', { workspace_id: 'ws-nowhere' }, 404, 'workspace_unknown', 'No such workspace'],
])('%s is refused and nothing is written', async (_name, change, status, code, words) => {
  const count = async () => (await control.call(admin, 'GET', '/api-keys?page_size=1')).body['total']
  const before = await count()
  const body = { name: 'x', scopes: [], ...change }
  const answer = await control.call(workspace, 'POST', '/api-keys/workspace/service', body)
  expect(answer).toMatchObject({ status, code })
  expect(messageOf(answer)).toContain(words)
  expect(await count()).toBe(before)
})

test('a workspace key holds the scopes that Portkey gives it for managing workspaces, without effect', async () => {
  const scopes = ['logs.list', 'workspaces.update', 'workspace_users.delete']
  const { id } = await make(workspace, 'workspace/service', { scopes })
  expect((await control.call(workspace, 'GET', `/api-keys/${id}`)).body['scopes']).toEqual(scopes)
  const change = await control.call(workspace, 'PUT', `/api-keys/${id}`, { scopes: ['workspaces.create'] })
  expect(change.body['warnings']).toEqual(['scopes: workspaces.create take effect on Admin keys only.'])
  expect(await control.call(workspace, 'POST', `/api-keys/${id}/rotate`, {})).toMatchObject({ status: 200 })
})

test.each([
  'agent_servers.create',
  'agents.invoke',
  'deployments.list',
  'mcp.invoke',
  'mcp_servers.update',
  'organisation_agent_integrations.list',
  'organisation_mcp_integrations.list',
  'plugins.create',
  'secret_references.read',
  'virtual_keys.duplicate',
  'workspace_agent_integrations.delete',
  'workspace_mcp_integrations.read',
])('a key can hold %s of Portkey, which grants nothing', async (scope) => {
  const { id } = await make(workspace, 'workspace/service', { scopes: [scope] })
  expect((await control.call(workspace, 'GET', `/api-keys/${id}`)).body['scopes']).toEqual([scope])
})

test('a key is listed with the first and last characters of its secret', async () => {
  const { key, id } = await make(workspace, 'workspace/service', { scopes: [] })
  const { body } = await control.call(workspace, 'GET', `/api-keys/${id}`)
  expect(body).toMatchObject({
    key: `gw*******${key.slice(-2)}`,
    key_hint: `${key.slice(0, 6)}…${key.slice(-4)}`,
  })
})

test('there are no Admin keys of people', async () => {
  const answer = await control.call(admin, 'POST', '/api-keys/organisation/user', { name: 'x', scopes: [] })
  expect(answer).toMatchObject({ status: 400, code: 'not_supported' })
})

test('a workspace key never makes an Admin key', async () => {
  const answer = await control.call(workspace, 'POST', '/api-keys/organisation/service', { name: 'x', scopes: [] })
  expect(answer).toMatchObject({ status: 403, code: 'scope_missing' })
})

test('a person’s key may manage keys of people, not those of programs', async () => {
  await make(workspace, 'workspace/user', { scopes: ['workspace_user_api_keys.create'] })
  const body = { name: 'x', scopes: ['workspace_service_api_keys.create'] }
  expect(await control.call(workspace, 'POST', '/api-keys/workspace/user', body)).toMatchObject({
    status: 400,
    code: 'scope_wrong_kind',
  })
})

test('a key grants only its own scopes, and the error names the others', async () => {
  const low = await make(workspace, 'workspace/service', { scopes: ['logs.list', 'workspace_service_api_keys.create'] })
  const child = await make(low.key, 'workspace/service', { scopes: ['logs.list'] })
  expect(child.key).toStartWith('gww_')
  const more = { name: 'x', scopes: ['logs.list', 'configs.create', 'logs.view'] }
  const answer = await control.call(low.key, 'POST', '/api-keys/workspace/service', more)
  expect(answer).toMatchObject({ status: 403, code: 'scope_not_grantable' })
  expect(messageOf(answer)).toContain('configs.create, logs.view')
  expect(messageOf(answer)).not.toContain('logs.list')
})

test('no key can widen another key beyond its own rights, nor itself; narrowing is always allowed', async () => {
  const scopes = ['logs.list', 'workspace_service_api_keys.update', 'workspace_service_api_keys.read']
  const low = await make(workspace, 'workspace/service', { scopes })
  const other = await make(workspace, 'workspace/service', { scopes: ['configs.read', 'configs.list'] })
  const put = (id: string, scopes: string[]) => control.call(low.key, 'PUT', `/api-keys/${id}`, { scopes })
  expect(await put(low.id, [...scopes, 'configs.read'])).toMatchObject({ status: 403, code: 'scope_not_grantable' })
  expect(await put(other.id, ['configs.read', 'configs.create'])).toMatchObject({ status: 403 })
  expect(await put(other.id, ['configs.read', 'logs.list'])).toMatchObject({ status: 200, body: {} })
  const read = await control.call(low.key, 'GET', `/api-keys/${other.id}`)
  expect(read.body['scopes']).toEqual(['configs.read', 'logs.list'])
  expect(await put(low.id, ['logs.list'])).toMatchObject({ status: 200 })
  expect(await put(low.id, ['logs.list'])).toMatchObject({ status: 403, code: 'scope_missing' })
})

test('an Admin key that makes workspace keys grants scopes it does not use itself, Admin keys only its own', async () => {
  const maker = await make(admin, 'organisation/service', {
    scopes: ['workspace_user_api_keys.create', 'organisation_service_api_keys.create'],
  })
  await make(maker.key, 'workspace/user', { scopes: ['logs.write', 'configs.create'], workspace_id: 'ws-other' })
  const body = { name: 'x', scopes: ['organisation_settings.update'] }
  const answer = await control.call(maker.key, 'POST', '/api-keys/organisation/service', body)
  expect(answer).toMatchObject({ status: 403, code: 'scope_not_grantable' })
})

test('a key that may not send requests gives that to no other', async () => {
  const mute = await make(workspace, 'workspace/service', {
    scopes: ['workspace_service_api_keys.create', 'workspace_service_api_keys.update'],
    allow_inference: false,
  })
  const answer = await control.call(mute.key, 'POST', '/api-keys/workspace/service', { name: 'x', scopes: [] })
  expect(answer).toMatchObject({ status: 403, code: 'scope_not_grantable' })
  await make(mute.key, 'workspace/service', { allow_inference: false })
  const raised = await control.call(mute.key, 'PUT', `/api-keys/${mute.id}`, { allow_inference: true })
  expect(raised).toMatchObject({ status: 403, code: 'scope_not_grantable' })
})

test('rotating a key shows its secret, so only who could grant all of it may', async () => {
  const low = await make(workspace, 'workspace/service', { scopes: ['workspace_service_api_keys.rotate', 'logs.list'] })
  const same = await make(workspace, 'workspace/service', { scopes: ['logs.list'] })
  const mighty = await make(workspace, 'workspace/service', { scopes: ['logs.list', 'configs.create'] })
  const rotate = (id: string) => control.call(low.key, 'POST', `/api-keys/${id}/rotate`)
  expect(await rotate(same.id)).toMatchObject({ status: 200 })
  expect(await rotate(low.id)).toMatchObject({ status: 200 })
  expect(await rotate(mighty.id)).toMatchObject({ status: 403, code: 'scope_not_grantable' })
  const first = (await control.store.stores.apiKeys.findCaller(control.hash(workspace)))!
  expect(await rotate(first.keyId)).toMatchObject({ status: 403, code: 'scope_not_grantable' })
})

test('after a rotation both secrets work, the old one until it expires; a second rotation ends the oldest', async () => {
  const { id, key: first } = await make(workspace, 'workspace/service', { scopes: ['workspace_service_api_keys.read'] })
  const beganMs = Date.now()
  const { body } = await control.call(workspace, 'POST', `/api-keys/${id}/rotate`, {
    key_transition_period_ms: 1_800_000,
  })
  const untilMs = Date.parse(body['key_transition_expires_at'] as string)
  expect(untilMs - beganMs).toBeWithin(1_800_000, 1_810_000)
  const second = body['key'] as string
  expect(second).not.toBe(first)
  const read = (key: string) => control.call(key, 'GET', `/api-keys/${id}`)
  expect((await read(first)).body['key_transition_expires_at']).toBe(body['key_transition_expires_at'])
  expect((await read(second)).status).toBe(200)
  const usual = await control.call(workspace, 'POST', `/api-keys/${id}/rotate`)
  expect(Date.parse(usual.body['key_transition_expires_at'] as string) - beganMs).toBeWithin(86_400_000, 86_410_000)
  expect((await read(first)).status).toBe(401)
  expect((await read(second)).status).toBe(200)
})

test.each([[-1], [0.5], ['1800000'], [31 * 86_400_000]])('an overlap of %j is refused', async (period) => {
  const { id } = await make(workspace, 'workspace/service', {})
  const answer = await control.call(workspace, 'POST', `/api-keys/${id}/rotate`, { key_transition_period_ms: period })
  expect(answer).toMatchObject({ status: 400, code: 'invalid_body' })
})

test('an overlap of 0 ends the old secret at once, and an older one that still worked', async () => {
  const { id, key: first } = await make(workspace, 'workspace/service', { scopes: ['workspace_service_api_keys.read'] })
  const read = (key: string) => control.call(key, 'GET', `/api-keys/${id}`).then(({ status }) => status)
  const rotate = async (period: number) => {
    const { body } = await control.call(workspace, 'POST', `/api-keys/${id}/rotate`, {
      key_transition_period_ms: period,
    })
    return body as { key: string; key_transition_expires_at: string }
  }
  const { key: second } = await rotate(60_000)
  expect([await read(first), await read(second)]).toEqual([200, 200])
  const { key: third, key_transition_expires_at: endedAt } = await rotate(0)
  expect([await read(first), await read(second), await read(third)]).toEqual([401, 401, 200])
  expect(Date.parse(endedAt)).toBeLessThanOrEqual(Date.now())
  const shown = await control.call(third, 'GET', `/api-keys/${id}`)
  expect(shown.body['key_transition_expires_at']).toBeNull()
})

test('a rotation policy may have no overlap', async () => {
  const { id, key } = await make(workspace, 'workspace/service', {
    scopes: ['workspace_service_api_keys.read'],
    rotation_policy: { rotation_period: 'weekly', key_transition_period_ms: 0 },
  })
  await control.call(workspace, 'POST', `/api-keys/${id}/rotate`)
  expect((await control.call(key, 'GET', `/api-keys/${id}`)).status).toBe(401)
})

test('a rotation moves the next one on by its period', async () => {
  const { id } = await make(workspace, 'workspace/service', {
    rotation_policy: {
      rotation_period: 'weekly',
      next_rotation_at: '2099-01-01T00:00:00Z',
      key_transition_period_ms: 3_600_000,
    },
  })
  const next = async () =>
    ((await control.call(workspace, 'GET', `/api-keys/${id}`)).body['rotation_policy'] as { next_rotation_at: string })
      .next_rotation_at
  expect(await next()).toBe('2099-01-01T00:00:00.000Z')
  const { body } = await control.call(workspace, 'POST', `/api-keys/${id}/rotate`)
  expect(Date.parse(await next()) - Date.now()).toBeWithin(6.9 * 86_400_000, 7.1 * 86_400_000)
  expect(Date.parse(body['key_transition_expires_at'] as string) - Date.now()).toBeWithin(3_500_000, 3_600_001)
})

test('a change keeps the fields it does not name and clears those set to null', async () => {
  const { id } = await make(workspace, 'workspace/service', {
    description: 'before',
    expires_at: '2099-01-01T00:00:00Z',
    usage_limits: { credit_limit: 5 },
    defaults: { metadata: { a: 'b' }, allow_config_override: false },
  })
  const read = async () => (await control.call(workspace, 'GET', `/api-keys/${id}`)).body
  const before = await read()
  await control.call(workspace, 'PUT', `/api-keys/${id}`, { name: 'after', reset_usage: true })
  expect(await read()).toEqual({
    ...before,
    name: 'after',
    last_reset_at: expect.any(String),
    last_updated_at: expect.any(String),
  })
  const cleared = { description: null, expires_at: null, usage_limits: null, defaults: { metadata: null } }
  await control.call(workspace, 'PUT', `/api-keys/${id}`, cleared)
  expect(await read()).toMatchObject({
    description: null,
    expires_at: null,
    usage_limits: null,
    defaults: { metadata: {}, allow_config_override: false },
  })
})

test('a deleted key does not exist, also for itself', async () => {
  const { id, key } = await make(workspace, 'workspace/service', { scopes: ['workspace_service_api_keys.delete'] })
  expect(await control.call(key, 'DELETE', `/api-keys/${id}`)).toMatchObject({ status: 200, body: {} })
  expect(await control.call(key, 'DELETE', `/api-keys/${id}`)).toMatchObject({ status: 401 })
  expect(await control.call(workspace, 'DELETE', `/api-keys/${id}`)).toMatchObject({ status: 404 })
  expect(control.announced.at(-1)).toEqual({ kind: 'api_key', keyId: id })
  const entry = await control.database
    .selectFrom('audit_entries')
    .select('entry')
    .where('target_id', '=', id)
    .where('action', '=', 'api_key.delete')
    .orderBy('sequence')
    .executeTakeFirstOrThrow()
  expect(entry.entry).toContain('was_own_key')
})

test.each([
  ['GET', '', undefined],
  ['PUT', '', { name: 'x' }],
  ['DELETE', '', undefined],
  ['POST', '/rotate', {}],
] as const)(
  '%s on another workspace’s key, an Admin key and an unknown key gives the same response',
  async (method, tail, body) => {
    const foreign = await make(admin, 'workspace/service', { workspace_id: otherWorkspace })
    const wide = await make(admin, 'organisation/service', {})
    const answers = []
    for (const id of [foreign.id, wide.id, Bun.randomUUIDv7(), '%00', 'x'.repeat(5000)]) {
      const { status, code, body: said } = await control.call(workspace, method, `/api-keys/${id}${tail}`, body)
      answers.push({ status, code, message: messageOf({ status, code, body: said }) })
    }
    expect(answers[0]).toMatchObject({ status: 404, code: 'not_found' })
    for (const answer of answers) expect(answer).toEqual(answers[0]!)
  },
)

test('a list holds only the types one may list, and only the own workspace', async () => {
  await make(admin, 'workspace/user', { workspace_id: otherWorkspace })
  await make(workspace, 'workspace/user', {})
  const lister = await make(workspace, 'workspace/service', { scopes: ['workspace_user_api_keys.list'] })
  const types = async (key: string, query = '') => {
    const { body } = await control.call(key, 'GET', `/api-keys?page_size=100${query}`)
    const data = body['data'] as { type: string; workspace_id: string | null }[]
    return { types: new Set(data.map((row) => row.type)), places: new Set(data.map((row) => row.workspace_id)) }
  }
  expect(await types(lister.key)).toEqual({
    types: new Set(['workspace-user']),
    places: new Set([control.home.workspaceId]),
  })
  expect((await types(workspace)).places).toEqual(new Set([control.home.workspaceId]))
  expect((await types(admin)).types.size).toBe(3)
  expect((await types(admin, '&workspace_id=ws-other')).places).toEqual(new Set([otherWorkspace]))
  const none = await make(workspace, 'workspace/service', {})
  expect(await control.call(none.key, 'GET', '/api-keys')).toMatchObject({ status: 403, code: 'scope_missing' })
})

test('every change leaves one audit entry, every refusal too, and none of them a secret', async () => {
  const count = async () => (await control.database.selectFrom('audit_entries').select('id').execute()).length
  const before = await count()
  const made = await make(workspace, 'workspace/service', {})
  await control.call(workspace, 'PUT', `/api-keys/${made.id}`, { name: 'renamed' })
  const rotated = await control.call(workspace, 'POST', `/api-keys/${made.id}/rotate`)
  await control.call(workspace, 'POST', '/api-keys/workspace/service', { name: 'x', scopes: ['nothing.such'] })
  await control.call(workspace, 'GET', `/api-keys/${made.id}`)
  expect(await count()).toBe(before + 4)
  const everything = JSON.stringify([
    await control.database.selectFrom('audit_entries').selectAll().execute(),
    await control.database.selectFrom('api_keys').selectAll().execute(),
  ])
  for (const secret of [made.key, rotated.body['key'] as string, admin, workspace]) {
    expect(everything).not.toContain(secret)
    expect(everything).not.toContain(secret.slice(8, 30))
  }
})

test('people make keys by their role: managers in their workspace, members none, owners Admin keys too', async () => {
  const owner = await person('owner')
  const manager = await person('member', { [otherWorkspace]: 'manager' })
  const member = await person('member', { [otherWorkspace]: 'member' })
  const body = { name: 'mine', scopes: ['configs.create'] }
  const as = (user: string, path: string, more: object = {}) =>
    control.call('', 'POST', `/api-keys/${path}`, { ...body, ...more }, { 'x-test-user': user })
  expect(await as(owner, 'organisation/service')).toMatchObject({ status: 200 })
  expect(await as(owner, 'workspace/user', { workspace_id: otherWorkspace })).toMatchObject({ status: 200 })
  expect(await as(manager, 'organisation/service')).toMatchObject({ status: 403 })
  expect(await as(manager, 'workspace/user', { workspace_id: control.home.workspaceId })).toMatchObject({ status: 404 })
  expect(await as(member, 'workspace/user')).toMatchObject({ status: 403 })
  const made = await as(manager, 'workspace/user')
  const shown = await control.call(admin, 'GET', `/api-keys/${made.body['id']}`)
  expect(shown.body).toMatchObject({
    user_id: manager,
    workspace_id: otherWorkspace,
    creation_mode: 'ui',
    created_by: manager,
  })
})

test('a key for a person needs one who belongs to the workspace', async () => {
  const member = await person('member', { [control.home.workspaceId]: 'member' })
  const stranger = await person('member', { [otherWorkspace]: 'manager' })
  const forUser = (id: string) =>
    control.call(workspace, 'POST', '/api-keys/workspace/user', { name: 'x', scopes: [], user_id: id })
  expect(await forUser(member)).toMatchObject({ status: 200 })
  const answers = [await forUser(stranger), await forUser(Bun.randomUUIDv7())]
  for (const answer of answers) expect(answer).toMatchObject({ status: 400, code: 'invalid_body' })
  expect(messageOf(answers[0]!)).toBe(messageOf(answers[1]!))
})

test('a user in several workspaces must name the workspace', async () => {
  const user = await person('member', { [otherWorkspace]: 'manager', [control.home.workspaceId]: 'manager' })
  const headers = { 'x-test-user': user }
  expect(await control.call('', 'GET', '/api-keys', undefined, headers)).toMatchObject({
    status: 400,
    code: 'workspace_required',
  })
  expect(await control.call('', 'GET', '/api-keys?workspace_id=ws-other', undefined, headers)).toMatchObject({
    status: 200,
  })
})

test('every key can read the list of scopes and which key types can have each', async () => {
  const none = await make(workspace, 'workspace/service', {})
  const { body } = await control.call(none.key, 'GET', '/scopes')
  const data = body['data'] as { name: string; key_types: string[] }[]
  expect(body['total']).toBe(data.length)
  expect(data.find((row) => row.name === 'workspace_service_api_keys.create')).toEqual({
    object: 'scope',
    name: 'workspace_service_api_keys.create',
    description: 'Create workspace service keys.',
    kinds: ['admin', 'workspace'],
    key_types: ['organisation-service', 'workspace-service'],
    roles: ['owner', 'admin', 'manager'],
    role_levels: ['organisation', 'workspace'],
  } as never)
})

test('a key with an expiry, a budget or rate limits makes and changes keys within these, and passes them on', async () => {
  const scopes = ['create', 'update', 'rotate'].map((verb) => `workspace_service_api_keys.${verb}`)
  const limits = {
    expires_at: '2098-01-01T00:00:00.000Z',
    usage_limits: { type: 'cost', credit_limit: 10, periodic_reset: 'monthly' },
    rate_limits: [
      { type: 'requests', unit: 'rpm', value: 5 },
      { type: 'tokens', unit: 'rpd', value: 900 },
    ],
  }
  const limited = await make(workspace, 'workspace/service', { scopes, ...limits })
  const made = (key: string, body: object) =>
    control.call(key, 'POST', '/api-keys/workspace/service', { name: 'made', scopes, ...body })
  const read = async (id: unknown) => (await control.call(workspace, 'GET', `/api-keys/${id}`)).body
  const heir = await make(limited.key, 'workspace/service', { scopes })
  expect(await read(heir.id)).toMatchObject(limits)
  expect(await read((await made(heir.key, { expires_at: null, usage_limits: null })).body['id'])).toMatchObject(limits)
  const strict = {
    expires_at: '2097-01-01T00:00:00.000Z',
    usage_limits: { type: 'cost', credit_limit: 9 },
    rate_limits: [{ type: 'requests', unit: 'rpm', value: 4 }],
  }
  expect(await read((await made(heir.key, strict)).body['id'])).toMatchObject({
    ...strict,
    rate_limits: [strict.rate_limits[0], limits.rate_limits[1]],
  })
  const looser = [
    ['expires_at', '2098-01-01T00:00:00.001Z'],
    ['usage_limits', { type: 'cost', credit_limit: 10.5, periodic_reset: 'monthly' }],
    ['usage_limits', { type: 'cost', credit_limit: 10, periodic_reset: 'weekly' }],
    ['usage_limits', { type: 'cost', credit_limit: 10, periodic_reset_days: 30 }],
    ['usage_limits', { type: 'tokens', credit_limit: 100 }],
    ['rate_limits', [{ type: 'requests', unit: 'rpm', value: 6 }]],
  ] as const
  for (const [field, value] of looser) {
    for (const answer of [
      await made(limited.key, { [field]: value }),
      await made(heir.key, { [field]: value }),
      await control.call(limited.key, 'PUT', `/api-keys/${heir.id}`, { [field]: value }),
      await control.call(heir.key, 'PUT', `/api-keys/${limited.id}`, { [field]: value }),
      await control.call(limited.key, 'PUT', `/api-keys/${limited.id}`, { [field]: null }),
    ])
      expect(answer).toMatchObject({ status: 400, code: 'invalid_body', body: { error: { param: field } } })
  }
  expect((await control.call(limited.key, 'PUT', `/api-keys/${heir.id}`, { name: 'Renamed' })).status).toBe(200)
  for (const id of [heir.id, limited.id])
    expect((await control.call(limited.key, 'POST', `/api-keys/${id}/rotate`, {})).status).toBe(200)
  const free = await make(workspace, 'workspace/service', { expires_at: '2099-01-01T00:00:00.000Z' })
  const stolen = await control.call(limited.key, 'POST', `/api-keys/${free.id}/rotate`, {})
  expect(stolen).toMatchObject({ status: 400, code: 'invalid_body', body: { error: { param: 'expires_at' } } })
  expect(await read(free.id)).toMatchObject({ expires_at: '2099-01-01T00:00:00.000Z', rate_limits: [] })
  const manager = await person('member', { [control.home.workspaceId]: 'manager' })
  const own = await control.call(
    '',
    'POST',
    '/api-keys/workspace/user',
    { name: 'own', scopes: [] },
    { 'x-test-user': manager },
  )
  expect(await read(own.body['id'])).toMatchObject({ expires_at: null, usage_limits: null, rate_limits: [] })
})
