import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { ApiKey } from '../../core/stores/api-keys.ts'
import { NO_LIMITS } from '../../core/stores/limits.ts'
import { newKey } from '../../stores/suites/test-keys.ts'
import { user } from '../../stores/suites/test-people.ts'
import { userPrincipal } from '../access/principal.ts'
import { startControl } from '../test-control.ts'
import { checkTrust } from './check-issuer.ts'
import { workloadIssuerOperations } from './operations.ts'

type Control = Awaited<ReturnType<typeof startControl>>

const KEY = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  kid: 'k',
}
const PATH = '/admin/workload-issuers'

let control: Control
let resets: unknown[]

beforeEach(async () => {
  resets = []
  control = await startControl(
    workloadIssuerOperations({
      read: async () => {
        throw new Error('no budget is read')
      },
      readPolicy: async () => [],
      reset: async (holder) => void resets.push(holder),
    }),
  )
})
afterEach(() => control[Symbol.asyncDispose]())

const send = async (method: string, path: string, body?: unknown, as = control.principal()) =>
  (await control.ask({ method, path, as, ...(body !== undefined && { body: JSON.stringify(body) }) }))!

const body = (changes: object = {}) => ({
  name: 'Cluster',
  issuer: 'https://kubernetes.default.svc',
  jwks: { keys: [KEY] },
  audiences: ['gatehouse'],
  workspace_id: control.home.id,
  ...changes,
})

const made = async (changes: object = {}) => {
  const { status, body: issuer, error } = await send('POST', PATH, body(changes))
  expect({ status, error }).toEqual({ status: 200, error: undefined })
  return issuer as Record<string, unknown> & { id: string }
}

test('an issuer is created with defaults, read, changed and deleted; nodes are told', async () => {
  const issuer = await made({ claims: { sub: 'system:serviceaccount:prod:*' } })
  expect(issuer).toMatchObject({
    object: 'workload_issuer',
    workspace_id: control.home.id,
    enabled: true,
    jwks_url: null,
    jwks: { keys: [KEY] },
    algorithms: ['RS256', 'ES256'],
    max_lifetime_seconds: 86_400,
    claims: { sub: ['system:serviceaccount:prod:*'] },
    subject_claim: 'sub',
    workspace_claim: null,
    scopes: ['completions.write'],
    scope_claim: null,
    metadata: {},
    usage_limits: null,
    rate_limits: [],
    last_used_at: null,
  })
  const { body: changed } = await send('PUT', `${PATH}/${issuer.id}`, {
    name: 'Renamed',
    enabled: false,
    metadata: { pod: '/kubernetes.io/pod/name' },
    rate_limits: [{ type: 'requests', unit: 'rpm', value: 10 }],
    reset_usage: true,
  })
  expect(changed).toMatchObject({
    name: 'Renamed',
    enabled: false,
    claims: { sub: ['system:serviceaccount:prod:*'] },
    metadata: { pod: '/kubernetes.io/pod/name' },
    rate_limits: [{ type: 'requests', unit: 'rpm', value: 10 }],
  })
  expect(resets).toEqual([{ kind: 'api_key', id: issuer.id }])
  expect((await send('GET', `${PATH}/${issuer.id}`)).body).toEqual(changed)
  expect((await send('GET', PATH)).body).toMatchObject({ total: 1, data: [changed] })
  expect((await send('DELETE', `${PATH}/${issuer.id}`)).status).toBe(200)
  expect((await send('GET', `${PATH}/${issuer.id}`)).status).toBe(404)
  const told = control.announced.filter(({ kind }) => kind === 'workload_issuer')
  expect(told).toEqual(Array(3).fill({ kind: 'workload_issuer', issuerId: issuer.id }))
  expect((await control.entries()).map(({ action }) => action)).toEqual([
    'workload_issuer.create',
    'workload_issuer.update',
    'workload_issuer.delete',
  ])
})

test.each<[string, () => object]>([
  ['name', () => body({ name: ' ' })],
  ['issuer', () => body({ issuer: 'with space' })],
  ['issuer', () => body({ issuer: undefined })],
  ['audiences', () => body({ audiences: [] })],
  ['audiences', () => body({ audiences: undefined })],
  ['algorithms[0]', () => body({ algorithms: ['HS256'] })],
  ['algorithms[0]', () => body({ algorithms: ['none'] })],
  ['algorithms', () => body({ algorithms: [] })],
  ['max_lifetime_seconds', () => body({ max_lifetime_seconds: 59 })],
  ['max_lifetime_seconds', () => body({ max_lifetime_seconds: 2_592_001 })],
  ['jwks', () => body({ jwks: { keys: [] } })],
  ['jwks', () => body({ jwks: { keys: [{ ...KEY, d: 'secret' }] } })],
  ['jwks', () => body({ jwks: { keys: [{ kty: 'oct', k: 'secret' }] } })],
  ['jwks', () => body({ jwks_url: 'https://issuer.example/jwks' })],
  ['jwks_url', () => body({ jwks: null, jwks_url: 'http://issuer.example/jwks' })],
  ['jwks_url', () => body({ jwks: null, jwks_url: 'https://user:password@issuer.example/jwks' })],
  ['jwks_url', () => body({ jwks: null, jwks_url: 'file:///etc/passwd' })],
  ['jwks_url', () => body({ jwks: null, issuer: 'no-url' })],
  ['jwks_url', () => body({ jwks: null, issuer: 'https://issuer.example/?a=1' })],
  ['claims.sub', () => body({ claims: { sub: 'a*b' } })],
  ['claims.sub', () => body({ claims: { sub: [] } })],
  ['workspace_claim', () => body({ workspace_claim: 'ws' })],
  ['claims', () => body({ issuer: 'https://token.actions.githubusercontent.com' })],
  ['claims', () => body({ issuer: 'https://token.actions.githubusercontent.com', claims: { repository: '*' } })],
  ['metadata', () => body({ metadata: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`l${i}`, 'sub'])) })],
])('refuses a wrong %s', async (param, wrong) => {
  const { status, error } = await send('POST', PATH, wrong())
  expect([status, error?.code, error?.param]).toEqual([400, 'invalid_body', param])
  expect((await send('GET', PATH)).body['total']).toBe(0)
})

test('labels of the gateway cannot be replaced', async () => {
  const { status } = await send('POST', PATH, body({ metadata: { _workload_subject: 'email' } }))
  expect(status).toBe(400)
})

test('the workspace is the named one, the default one, or in a claim', async () => {
  expect(await made({ workspace_id: undefined })).toMatchObject({ workspace_id: control.home.id })
  const { id, ...issuer } = await made({ workspace_id: undefined, workspace_claim: 'ws' })
  expect(issuer).toMatchObject({ workspace_id: null, workspace_claim: 'ws' })
  expect((await send('PUT', `${PATH}/${id}`, { workspace_claim: null })).error?.param).toBe('workspace_claim')
})

test('an update is checked as a whole', async () => {
  const { id } = await made()
  const refused = async (change: object) => (await send('PUT', `${PATH}/${id}`, change)).error?.param
  expect(await refused({ jwks_url: 'https://issuer.example/jwks' })).toBe('jwks')
  expect(await refused({ workspace_claim: 'ws' })).toBe('workspace_claim')
  expect(await refused({ issuer: 'https://token.actions.githubusercontent.com' })).toBe('claims')
  expect((await send('PUT', `${PATH}/${id}`, { jwks: null, jwks_url: 'https://issuer.example/jwks' })).status).toBe(200)
})

test('nobody grants more than it holds, and no token manages keys', async () => {
  const limited = control.principal({ scopes: ['workload_issuers.create', 'logs.list'] })
  const asked = async (scopes: string[], as = limited) => (await send('POST', PATH, body({ scopes }), as)).error?.code
  expect(await asked(['logs.list', 'completions.write'])).toBeUndefined()
  expect(await asked(['logs.list', 'virtual_keys.create'])).toBe('scope_not_grantable')
  expect(await asked(['workspace_service_api_keys.create'], control.principal())).toBe('scope_wrong_kind')
  expect(await asked(['organisation_users.create'], control.principal())).toBe('scope_wrong_kind')
  expect(await asked(['*'], control.principal())).toBe('scope_unknown')
  expect(await asked(['no.such'], control.principal())).toBe('scope_unknown')
})

test('tokens and subjects are revoked, listed and accepted again', async () => {
  const { id } = await made()
  const path = `${PATH}/${id}/revocations`
  const { body: token } = await send('POST', path, { jti: 'abc', reason: 'leaked' })
  expect(token).toMatchObject({
    object: 'workload_revocation',
    issuer_id: id,
    jti: 'abc',
    subject: null,
    reason: 'leaked',
  })
  expect(Date.parse(String(token['expires_at']))).toBeGreaterThan(Date.now() + 29 * 86_400_000)
  const { body: subject } = await send('POST', path, { subject: 'leaver' })
  expect(subject).toMatchObject({ jti: null, subject: 'leaver', expires_at: null })
  expect((await send('POST', path, { jti: 'abc' })).body['id']).toBe(token['id'])
  expect((await send('GET', path)).body).toMatchObject({ total: 2 })
  for (const wrong of [{}, { jti: 'a', subject: 'b' }, { jti: '' }, { subject: 'x'.repeat(513) }])
    expect((await send('POST', path, wrong)).status).toBe(400)
  expect((await send('DELETE', `${path}/${subject['id']}`)).status).toBe(200)
  expect((await send('DELETE', `${path}/${subject['id']}`)).status).toBe(404)
  const other = await made({ name: 'Other' })
  expect((await send('DELETE', `${PATH}/${other.id}/revocations/${token['id']}`)).status).toBe(404)
  // Refused calls have an entry too.
  const actions = new Set((await control.entries()).map(({ action }) => action))
  expect(actions).toEqual(new Set(['workload_issuer.create', 'workload_issuer.revoke', 'workload_issuer.unrevoke']))
  expect(control.announced.filter(({ kind }) => kind === 'workload_issuer')).toHaveLength(6)
})

test('the last use of an issuer and of its subjects is listed', async () => {
  const { id } = await made()
  const other = await made({ name: 'Other' })
  const use = (subject: string, atMs: number, keyId = id) => ({ keyId, subject, atMs, ip: '192.0.2.1' })
  await control.store.stores.apiKeys.recordUses([use('a', 2_000), use('b', 3_000), use('c', 9_000, 'deleted')])
  expect((await send('GET', `${PATH}/${id}`)).body['last_used_at']).toBe('1970-01-01T00:00:03.000Z')
  expect((await send('GET', PATH)).body['data']).toMatchObject([
    { name: 'Cluster', last_used_at: '1970-01-01T00:00:03.000Z' },
    { name: 'Other', last_used_at: null },
  ])
  expect((await send('PUT', `${PATH}/${id}`, { enabled: false })).body['last_used_at']).toBe('1970-01-01T00:00:03.000Z')
  expect((await send('GET', `${PATH}/${id}/subjects`)).body).toEqual({
    object: 'list',
    total: 2,
    data: [
      { object: 'workload_subject', subject: 'b', last_used_at: '1970-01-01T00:00:03.000Z', last_used_ip: '192.0.2.1' },
      { object: 'workload_subject', subject: 'a', last_used_at: '1970-01-01T00:00:02.000Z', last_used_ip: '192.0.2.1' },
    ],
  })
  expect((await send('GET', `${PATH}/${other.id}/subjects`)).body['total']).toBe(0)
  expect((await send('GET', `${PATH}/deleted/subjects`)).status).toBe(404)
})

const EDITS = ['workload_issuers.list', 'workload_issuers.update']

test('whoever changes which tokens an issuer accepts must be able to grant all its scopes', async () => {
  const { id } = await made({ scopes: ['logs.list', 'completions.write'], scope_claim: 'scope' })
  const changed = async (change: object, as = control.principal({ scopes: EDITS })) => {
    const { status, error } = await send('PUT', `${PATH}/${id}`, change, as)
    return error?.code ?? status
  }
  for (const change of [
    { jwks: { keys: [{ ...KEY, kid: 'attacker' }] } },
    { jwks: null, jwks_url: 'https://attacker.example/jwks' },
    { issuer: 'https://attacker.example' },
    { audiences: ['other'] },
    { algorithms: ['ES256'] },
    { claims: { sub: 'attacker' } },
    { subject_claim: 'email' },
    { scope_claim: null },
    { max_lifetime_seconds: 2_592_000 },
  ])
    expect(await changed(change)).toBe('scope_not_grantable')
  expect(await changed({ name: 'Renamed', jwks: { keys: [KEY] }, audiences: ['gatehouse'] })).toBe(200)
  expect(await changed({ enabled: false })).toBe(200)
  expect(await changed({ enabled: true })).toBe('scope_not_grantable')
  expect(await changed({ enabled: true, audiences: ['other'] }, control.principal())).toBe(200)
  expect(await changed({ scopes: ['logs.list'] })).toBe(200)
})

test('a custom role that can only update issuers cannot replace the keys of one', async () => {
  const { id } = await made({ scopes: ['logs.list'] })
  const { stores } = control.store
  const { organisation_id: organisationId } = control.home
  const issuer = (await stores.workloadIssuers.find({ organisationId, workspaceId: null }, id))!
  const times = { createdAtMs: 5, updatedAtMs: 5 }
  const role = { id: 'r1', organisationId, slug: 'editor', name: 'Editor', description: null, ...times }
  const withRole = (permissions: readonly string[]) =>
    userPrincipal(user('ann', { role: 'editor' }), [], [{ ...role, level: 'organisation', permissions }])
  const other = { ...issuer, settings: { ...issuer.settings, jwks: { keys: [{ ...KEY, kid: 'attacker' }] } } }
  const refusal = expect.objectContaining({ code: 'scope_not_grantable', status: 403 })
  expect(await checkTrust(withRole(EDITS), issuer, other, stores).catch((error) => error)).toEqual(refusal)
  await checkTrust(withRole(EDITS), issuer, { ...issuer, name: 'Renamed' }, stores)
  await checkTrust(withRole([...EDITS, 'logs.list']), issuer, other, stores)
})

test.each<[string, Partial<ApiKey>]>([
  ['expires', { expiresAtMs: Date.now() + 60_000 }],
  [
    'has a budget',
    {
      limits: {
        ...NO_LIMITS,
        usageLimit: {
          type: 'cost',
          creditLimit: 1,
          alertThreshold: null,
          periodicReset: null,
          periodicResetDays: null,
          nextResetAtMs: null,
        },
      },
    },
  ],
  ['has rate limits', { limits: { ...NO_LIMITS, rateLimits: [{ type: 'requests', unit: 'rpm', value: 1 }] } }],
  ['needs a review', { reviewSinceMs: 5 }],
])('a key that %s cannot create an issuer or change its keys', async (why, limits) => {
  const { id } = await made()
  const { organisation_id: organisationId, id: workspaceId } = control.home
  const key = newKey({ organisationId, workspaceId }, { kind: 'admin', type: 'organisation-service', ...limits })
  await control.store.stores.apiKeys.insert({ ...key, workspaceId: null })
  const as = control.principal({ keyId: key.id })
  for (const { status, error } of [
    await send('POST', PATH, body(), as),
    await send('PUT', `${PATH}/${id}`, { jwks: { keys: [{ ...KEY, kid: 'other' }] } }, as),
    await send('PUT', `${PATH}/${id}`, { scopes: ['completions.write', 'logs.list'] }, as),
  ])
    expect([status, error?.message]).toEqual([403, expect.stringContaining(`This key ${why}`)])
  expect((await send('PUT', `${PATH}/${id}`, { name: 'Renamed', enabled: false }, as)).status).toBe(200)
})

test('a personal key cannot create an issuer or change its keys', async () => {
  const { id } = await made()
  const as = { ...control.principal(), holderId: 'ann' }
  for (const { status, error } of [
    await send('POST', PATH, body(), as),
    await send('PUT', `${PATH}/${id}`, { jwks: { keys: [{ ...KEY, kid: 'other' }] } }, as),
  ])
    expect([status, error?.message]).toEqual([403, expect.stringContaining('is a personal key')])
  expect((await send('PUT', `${PATH}/${id}`, { name: 'Renamed', enabled: false }, as)).status).toBe(200)
})
