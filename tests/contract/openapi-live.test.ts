import { expect, test } from 'bun:test'
import { buildDashboard } from '../harness/build-dashboard.ts'
import { SchemaJudge } from '../harness/control/bad-bodies.ts'
import { makeParams, type Params } from '../harness/control/control-resources.ts'
import {
  type DocumentedOperation,
  filledPath,
  type JsonSchema,
  operationsOf,
  readDocument,
} from '../harness/control/openapi-document.ts'
import { sampleBody } from '../harness/control/sample-bodies.ts'
import { ControlScene, type Reply, withKey } from '../harness/control-scene.ts'
import { shareGateway } from '../harness/share-gateway.ts'

buildDashboard()

const sources = { files: { type: 'file', folder: import.meta.dir } }
const gateway = await shareGateway({ environment: { GATEWAY_SECRET_SOURCES: JSON.stringify(sources) } })
const scene = new ControlScene(gateway)
const document = await readDocument(gateway)
const operations = operationsOf(document)
const workspaceId = await scene.defaultWorkspace()

const judge = new SchemaJudge(document)
const flaws = (schema: JsonSchema, value: unknown) => judge.flaws(schema, value)

function searchOf({ parameters }: DocumentedOperation): string {
  const given = parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.example !== undefined || parameter.required))
    .map(({ name, example = 'anything' }) => `${name}=${encodeURIComponent(String(example))}`)
  return given.length === 0 ? '' : `?${given.join('&')}`
}

/** Operations that need a one-time link or session and have their own tests, and one operation that does not exist. */
const TESTED_ELSEWHERE: ReadonlySet<string> = new Set([
  'sessions.create',
  'sessions.by-link',
  'sessions.reset-password',
  'sessions.delete',
  'sessions.second-factor',
  'sessions.passkey-options',
  'sessions.confirm',
  'sessions.confirm-options',
  'second_factors.list',
  'second_factors.passkey-options',
  'second_factors.add-passkey',
  'second_factors.rename-passkey',
  'second_factors.remove-passkey',
  'second_factors.start-totp',
  'second_factors.add-totp',
  'second_factors.remove-totp',
  'second_factors.renew-recovery-codes',
  'sessions.list',
  'sessions.end',
  'sessions.end_others',
  'device-logins.lookup',
  'device-logins.approve',
  'device-logins.deny',
  'device-logins.list',
  'device-logins.revoke',
  'users.password',
  'users.account',
  'claim.create',
  'invites.accept',
  // Need an identity provider.
  'sso.callback',
  'sso.logout',
  'sso-connections.test',
  'sso-connections.test_result',
  // Needs a link with a token, and a running export.
  'log_exports.file',
  'log_exports.cancel',
  // Needs a rule with a channel.
  'alerts.rules.test',
  'api-keys.create-organisation-user',
])

/** Bodies with ids of objects that this test creates, which an example cannot have. */
const BODIES: Readonly<Record<string, (params: Params) => Promise<unknown>>> = {
  'workspaces.delete': async ({ workspace_id }) => {
    const { name } = await scene.do('GET', `/admin/workspaces/${workspace_id}`)
    return { name, force_delete: true }
  },
  'workspace_users.create': async () => ({ users: [{ id: (await scene.person('member')).id, role: 'member' }] }),
  'workspace_users.update': async () => ({ role: 'manager' }),
  'users.update': async () => ({ role: 'admin' }),
  'providers.create': async () => {
    const integration = { name: 'For a provider', ai_provider_id: 'openai', key: 'sk-not-a-real-key' }
    const { slug } = await scene.do('POST', '/integrations', integration)
    return { name: 'A provider', integration_id: slug }
  },
  'secret-references.test': async () => ({ reference: 'secret://files/openapi-live.test.ts' }),
  'virtual-models.create': async () => {
    const { slug } = await scene.do('POST', '/configs', { name: 'For a model', config: { provider: 'mock' } })
    return { name: 'chat', config: slug }
  },
}

/** The documented call on objects created for it. It can be sent several times. */
async function documentedCall(operation: DocumentedOperation): Promise<() => Promise<Reply>> {
  const { id, method, scopes, path } = operation
  const params = await makeParams(scene, path, workspaceId)
  const sent = BODIES[id] ? await BODIES[id](params) : sampleBody(operation)
  // Only workspace keys write logs and feedback.
  const actor = scopes.includes('logs.write') ? withKey('workspace key', gateway.workspaceKey) : scene.admin
  const headers = { ...actor.headers, ...(takesIdempotencyKey(operation) && { 'idempotency-key': id }) }
  return () => scene.call({ ...actor, headers }, method, filledPath(path, params) + searchOf(operation), sent)
}

async function newestEntry(action: string): Promise<unknown> {
  const { records } = await scene.do('GET', `/audit-logs?action=${action}&page_size=1`)
  return (records as unknown[])[0]
}

function takesIdempotencyKey({ parameters }: DocumentedOperation): boolean {
  return parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key')
}

test('the gateway serves the committed OpenAPI document', async () => {
  const committed = await Bun.file(new URL('../../contract/openapi.json', import.meta.url)).json()
  expect(document as unknown).toEqual(committed)
})

const callable = operations.filter(({ id }) => !TESTED_ELSEWHERE.has(id))

test.each(callable.filter(({ reply }) => reply.contentType === 'application/json'))(
  '$method $path returns the documented response, and leaves its audit entry',
  async (operation) => {
    const call = await documentedCall(operation)
    const reply = await call()
    expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
    expect(flaws(operation.reply.schema, reply.body)).toEqual([])
    if (takesIdempotencyKey(operation)) {
      const again = await call()
      expect([again.headers.get('idempotent-replayed'), again.text]).toEqual(['true', reply.text])
    }
    // The entry of the first call: a repeated call adds none.
    if (operation.audit !== null)
      expect(await newestEntry(operation.audit)).toMatchObject({
        trace_id: reply.headers.get('x-gateway-trace-id'),
        method: operation.method,
        response_status_code: 200,
      })
  },
)

test('an operation takes an Idempotency-Key if it is a POST of a known caller that changes something', () => {
  for (const operation of operations) {
    const { id, method, audit, permission } = operation
    const creates = method === 'POST' && audit !== null && permission !== 'public'
    expect([id, takesIdempotencyKey(operation)]).toEqual([id, creates])
  }
})

/** Parameters have two spellings, because users and invitations follow the API of Portkey. */
function pagingOf({ parameters }: DocumentedOperation): { readonly size: string; readonly page: string } | null {
  const named = (...names: string[]) => parameters.find(({ name }) => names.includes(name))?.name
  const [size, page] = [named('page_size', 'pageSize'), named('current_page', 'currentPage', 'cursor')]
  return size !== undefined && page !== undefined ? { size, page } : null
}

/** Lists that get their second row from a change of the resource that they belong to. */
const SECOND_ROW: Readonly<Record<string, (params: Params) => Promise<unknown>>> = {
  '/configs/{slug}/versions': ({ slug }) =>
    scene.do('PUT', `/configs/${slug}`, { config: { provider: 'mock', request_timeout: 1 } }),
  '/guardrails/{slug}/versions': ({ slug }) => scene.do('PUT', `/guardrails/${slug}`, { actions: { deny: true } }),
  '/prompts/{id}/versions': ({ id }) => scene.do('PUT', `/prompts/${id}`, { string: 'Another text' }),
  '/prompts/partials/{id}/versions': ({ id }) => scene.do('PUT', `/prompts/partials/${id}`, { string: 'Another' }),
  '/admin/workload-issuers/{id}/revocations': ({ id }) =>
    scene.do('POST', `/admin/workload-issuers/${id}/revocations`, { subject: 'another leaver' }),
}

/** No call on a new resource adds rows to these: the gateway or a provider of identities does, or another call. */
const MAY_BE_SHORT: ReadonlySet<string> = new Set([
  '/admin/body-keys',
  '/admin/scim-log',
  '/admin/workload-issuers/{id}/subjects',
  '/alerts',
  '/alerts/events',
  '/integrations/{slug}/workspaces',
  '/policies/usage-limits/{id}/entities',
])

/** The path of the list, with a resource that has rows. Lists without a resource have rows of the calls above. */
async function pathOfList({ path }: DocumentedOperation): Promise<string> {
  if (!path.includes('{') && namesIn(await scene.do('GET', path)).length > 1) return path
  const ofRow = operations.find((other) => other.path.startsWith(`${path}/{`))?.path ?? path
  await makeParams(scene, ofRow, workspaceId)
  const params = await makeParams(scene, ofRow, workspaceId)
  await SECOND_ROW[path]?.(params)
  return filledPath(path, params)
}

type List = Readonly<Record<string, unknown>>

function namesIn(list: List): unknown[] {
  const rows = (list['data'] ?? list['records'] ?? list['workspaces']) as Record<string, unknown>[]
  return rows.map((row) => row['id'] ?? row['slug'] ?? JSON.stringify(row))
}

test.each(operations.filter((operation) => operation.method === 'GET' && pagingOf(operation) !== null))(
  'the pages of $method $path follow each other',
  async (operation) => {
    const path = await pathOfList(operation)
    const { size, page } = pagingOf(operation)!
    const both = await scene.do('GET', `${path}?${size}=2`)
    const first = await scene.do('GET', `${path}?${size}=1`)
    const next = page === 'cursor' ? encodeURIComponent(String(first['next_cursor'])) : '1'
    const second = await scene.do('GET', `${path}?${size}=1&${page}=${next}`)
    expect([...namesIn(first), ...namesIn(second)]).toEqual(namesIn(both))
    expect(first['total']).toBe(both['total'])
    if (!MAY_BE_SHORT.has(operation.path) && !operation.path.startsWith('/analytics/groups/'))
      expect(namesIn(both)).toHaveLength(2)
  },
)

test.each(callable.filter(({ reply }) => reply.contentType !== 'application/json'))(
  '$method $path returns the documented type of file or stream',
  async (operation) => {
    const path = filledPath(operation.path, await makeParams(scene, operation.path, workspaceId))
    const leaving = new AbortController()
    const headers = { ...scene.admin.headers, 'content-type': 'application/json' }
    const body = operation.body ? JSON.stringify(sampleBody(operation)) : null
    const { method } = operation
    const reply = await fetch(gateway.baseURL + path, { method, headers, body, signal: leaving.signal })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toStartWith(operation.reply.contentType)
    leaving.abort()
  },
)

test('every error response is as documented', async () => {
  const error = { $ref: '#/components/schemas/Error' }
  const refusals = [
    await scene.call(null, 'GET', '/audit-logs'),
    await scene.call(scene.admin, 'GET', '/audit-logs?page_size=0'),
    await scene.call(scene.admin, 'GET', '/admin/users/nobody'),
    await scene.call(scene.admin, 'PATCH', '/audit-logs'),
  ]
  expect(refusals.map(({ status }) => status)).toEqual([401, 400, 404, 405])
  for (const refusal of refusals) expect(flaws(error, refusal.body)).toEqual([])
})

test('the reference page has the request’s own origin and a strict content security policy', async () => {
  const reply = await fetch(`${gateway.url}/docs/api`)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
  const page = await reply.text()
  expect(page).toContain(`${gateway.url}/v1/audit-logs`)
  for (const { id } of operations) expect(page).toContain(`id="${id}"`)
})

test('the committed config schema is served without a key', async () => {
  const reply = await gateway.fetch('/schemas/config.json', { key: null })
  expect(reply.headers.get('content-type')).toBe('application/schema+json')
  const committed = await Bun.file(new URL('../../contract/config.schema.json', import.meta.url)).json()
  expect(await reply.json()).toEqual(committed)
})
