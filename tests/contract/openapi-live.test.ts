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

/** Sends the documented call on objects created for it. */
async function callAsDocumented(operation: DocumentedOperation): Promise<Reply> {
  const { id, method, scopes, path } = operation
  const params = await makeParams(scene, path, workspaceId)
  const sent = BODIES[id] ? await BODIES[id](params) : sampleBody(operation)
  // Only workspace keys write logs and feedback.
  const actor = scopes.includes('logs.write') ? withKey('workspace key', gateway.workspaceKey) : scene.admin
  return scene.call(actor, method, filledPath(path, params) + searchOf(operation), sent)
}

test('the gateway serves the committed OpenAPI document', async () => {
  const committed = await Bun.file(new URL('../../contract/openapi.json', import.meta.url)).json()
  expect(document as unknown).toEqual(committed)
})

test.each(operations.filter(({ body }) => body?.example !== undefined))(
  'the example of $method $path matches its schema',
  ({ body }) => {
    expect(flaws(body!.schema, body!.example)).toEqual([])
  },
)

const callable = operations.filter(({ id }) => !TESTED_ELSEWHERE.has(id))

test.each(callable.filter(({ reply }) => reply.contentType === 'application/json'))(
  '$method $path returns the documented response',
  async (operation) => {
    const reply = await callAsDocumented(operation)
    expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
    expect(flaws(operation.reply.schema, reply.body)).toEqual([])
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
