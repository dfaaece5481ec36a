/** Creates the resources that a path names: for `/configs/{slug}` a config in the given workspace. */

import { startSimulator } from '../../../simulators/simulator.ts'
import { atOwnPath } from '../at-own-path.ts'
import type { ControlScene } from '../control-scene.ts'
import { eventually } from '../eventually.ts'
import type { Gateway } from '../start-gateway.ts'
import { beginLogin, pollLogin } from './device-flow.ts'
import { type DocumentedOperation, operationsOf, readDocument } from './openapi-document.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'

export type Params = Readonly<Record<string, string>>

type Maker = (scene: ControlScene, workspaceId: string) => Promise<Params>

/** The first matching prefix wins, so longer prefixes come first. */
const MAKERS: readonly (readonly [prefix: string, make: Maker])[] = [
  ['/privacy/erasures', erasure],
  ['/privacy/exports', personExport],
  ['/configs/{slug}/versions/{', configVersion],
  ['/configs/{slug}', config],
  ['/virtual-models/{id}', virtualModel],
  ['/virtual-keys/{slug}/keys/{', providerKey],
  ['/virtual-keys/{slug}', virtualKey],
  ['/providers/{slug}', virtualKey],
  ['/api-keys/{id}', apiKey],
  ['/admin/workspaces/{workspace_id}/users/{', member],
  ['/admin/workspaces/{workspace_id}', workspace],
  ['/admin/workload-issuers/{id}/revocations/{', revocation],
  ['/admin/users/invites/{id}', invite],
  ['/admin/users/{id}/sessions/{', userSession],
  ['/admin/users/{id}/device-logins/{', deviceLogin],
  ['/admin/users/{id}', user],
  ['/admin/group-mappings/{id}', groupMapping],
  ['/admin/roles/{id}', customRole],
  ['/admin/sso-connections/{id}', ssoConnection],
  ['/sso/', ssoConnection],
  ['/logs/exports/{id}/download', finishedExport],
  ['/logs/exports/{id}/content', finishedExport],
  ['/logs/exports/{', logExport],
  ['/logs/{id}', log],
  ['/feedback/{id}', feedback],
  ['/breakers/{id}', breaker],
  ['/sessions/{id}', session],
  ['/device-logins/{id}', async (...given) => ({ id: (await deviceLogin(...given))['login_id']! })],
  ['/users/me/passkeys/{', passkey],
  ['/prices/reprice/{id}', repriceJob],
  ['/prices/{id}', price],
  ['/policies/usage-limits/{id}/entities/{', policyEntity],
  // Callers choose these values freely. They name no resource.
  ['/analytics/groups/metadata/{', async () => ({ key: 'team' })],
]

/** An empty object for a path without parameters. */
export async function makeParams(scene: ControlScene, path: string, workspaceId: string): Promise<Params> {
  const names = [...path.matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1]!)
  if (names.length === 0) return {}
  const make = MAKERS.find(([prefix]) => path.startsWith(prefix))?.[1]
  const made = Object.values(make ? await make(scene, workspaceId) : await asDocumented(scene, path, workspaceId))
  if (made.length < names.length) throw new Error(`No maker for some of the resources in ${path}.`)
  return Object.fromEntries(names.map((name, i) => [name, made[i]!]))
}

/** The document has three megabytes, so each gateway is asked for it once. */
const operationsOfGateway = new WeakMap<Gateway, Promise<readonly DocumentedOperation[]>>()

function documentedOperations(scene: ControlScene): Promise<readonly DocumentedOperation[]> {
  const operations = operationsOfGateway.get(scene.gateway) ?? readDocument(scene.gateway).then(operationsOf)
  operationsOfGateway.set(scene.gateway, operations)
  return operations
}

/** Without a maker, creates the resource of `/things/{id}` with the documented example of `POST /things`. */
async function asDocumented(scene: ControlScene, path: string, workspaceId: string): Promise<Params> {
  const collection = path.slice(0, path.indexOf('/{'))
  const operations = await documentedOperations(scene)
  const create = operations.find(({ method, path: address }) => method === 'POST' && address === collection)
  if (create?.body?.example === undefined) throw new Error(`No maker for the resource in ${path}.`)
  // Some names must be unique, and some must not contain spaces.
  const name = scene.uniqueName('made').replace(' ', '-')
  const made = await scene.do('POST', collection, {
    ...(create.body.example as object),
    name,
    workspace_id: workspaceId,
  })
  return { id: String(made['slug'] ?? made['id']), ...(path.includes('{version}') && { version: '1' }) }
}

async function erasure(scene: ControlScene, workspaceId: string): Promise<Params> {
  const body = { end_user: scene.uniqueName('user'), workspace_id: workspaceId }
  const id = String((await scene.do('POST', '/privacy/erasures', body))['id'])
  // A running erasure still changes its row and deletes exports.
  await eventually('the erasure has finished', async () => {
    return (await scene.do('GET', `/privacy/erasures/${id}`))['status'] === 'success'
  })
  return { id }
}

async function personExport(scene: ControlScene, workspaceId: string): Promise<Params> {
  const body = { end_user: scene.uniqueName('user'), workspace_id: workspaceId }
  const id = String((await scene.do('POST', '/privacy/exports', body))['id'])
  await eventually('the export of the person has finished', async () => {
    return (await scene.do('GET', `/privacy/exports/${id}`))['status'] === 'success'
  })
  return { id }
}

async function config(scene: ControlScene, workspaceId: string): Promise<Params> {
  const body = { name: scene.uniqueName('Config'), config: { provider: 'mock' }, workspace_id: workspaceId }
  return { slug: String((await scene.do('POST', '/configs', body))['slug']) }
}

async function configVersion(scene: ControlScene, workspaceId: string): Promise<Params> {
  const made = await config(scene, workspaceId)
  return { ...made, version: '1' }
}

async function virtualModel(scene: ControlScene, workspaceId: string): Promise<Params> {
  const { slug } = await config(scene, workspaceId)
  const body = { name: scene.uniqueName('model'), config: slug, workspace_id: workspaceId }
  return { id: String((await scene.do('POST', '/virtual-models', body))['id']) }
}

async function virtualKey(scene: ControlScene, workspaceId: string): Promise<Params> {
  const body = {
    name: scene.uniqueName('Credential'),
    provider: 'openai',
    key: 'sk-not-a-real-key',
    workspace_id: workspaceId,
  }
  return { slug: String((await scene.do('POST', '/virtual-keys', body))['slug']) }
}

async function providerKey(scene: ControlScene, workspaceId: string): Promise<Params> {
  const made = await virtualKey(scene, workspaceId)
  const added = await scene.do('POST', `/virtual-keys/${made['slug']}/keys`, { key: 'sk-another-unreal-key' })
  return { ...made, key_id: String(added['id']) }
}

async function price(scene: ControlScene, workspaceId: string): Promise<Params> {
  const model = scene.uniqueName('model').replace(' ', '-')
  const body = { model, prices: { input_tokens: { usd: 1, per: 1_000_000 } }, workspace_id: workspaceId }
  return { id: String((await scene.do('POST', '/prices', body))['id']) }
}

async function repriceJob(scene: ControlScene, workspaceId: string): Promise<Params> {
  const params = await eventually('no other reprice job runs', async () => {
    const options = { dry_run: true, workspace_id: workspaceId }
    const { status, body } = await scene.call(scene.admin, 'POST', '/prices/reprice', options)
    // 409: an earlier job is still running.
    return status === 409 ? null : { id: String(body['id']) }
  })
  return eventually('the reprice job has ended', async () => {
    const { status } = await scene.do('GET', `/prices/reprice/${params['id']}`)
    return status === 'running' ? null : params
  })
}

/** A policy that has counted one request of the workspace. */
async function policyEntity(scene: ControlScene, workspaceId: string): Promise<Params> {
  const body = { conditions: [], group_by: [{ key: 'workspace_id' }], type: 'requests', credit_limit: 1_000 }
  const { id } = await scene.do('POST', '/policies/usage-limits', { ...body, workspace_id: workspaceId })
  await log(scene, workspaceId)
  const path = `/policies/usage-limits/${id}/entities?workspace_id=${workspaceId}`
  const { data } = (await scene.do('GET', path)) as { data: { id: string }[] }
  return { id: String(id), entity_id: data[0]!.id }
}

async function apiKey(scene: ControlScene, workspaceId: string): Promise<Params> {
  const body = { name: scene.uniqueName('Key'), scopes: ['logs.list'], workspace_id: workspaceId }
  return { id: String((await scene.do('POST', '/api-keys/workspace/service', body))['id']) }
}

async function workspace(scene: ControlScene): Promise<Params> {
  return { workspace_id: await scene.workspace() }
}

async function member(scene: ControlScene, workspaceId: string): Promise<Params> {
  const person = await scene.person('member', [{ id: workspaceId, role: 'member' }])
  return { workspace_id: workspaceId, user_id: person.id }
}

async function revocation(scene: ControlScene, workspaceId: string): Promise<Params> {
  const body = {
    name: scene.uniqueName('Issuer'),
    issuer: 'https://issuer.example.com',
    audiences: ['gatehouse'],
    workspace_id: workspaceId,
  }
  const id = String((await scene.do('POST', '/admin/workload-issuers', body))['id'])
  const made = await scene.do('POST', `/admin/workload-issuers/${id}/revocations`, { subject: 'leaver' })
  return { id, revocation_id: String(made['id']) }
}

async function customRole(scene: ControlScene): Promise<Params> {
  const body = { name: scene.uniqueName('Role'), level: 'workspace', permissions: ['logs.list'] }
  return { id: String((await scene.do('POST', '/admin/roles', body))['id']) }
}

async function invite(scene: ControlScene): Promise<Params> {
  const email = `${scene.uniqueName('guest').replace(' ', '-')}@example.com`
  return { id: String((await scene.do('POST', '/admin/users/invites', { email, role: 'member' }))['id']) }
}

async function user(scene: ControlScene): Promise<Params> {
  return { id: (await scene.person('member')).id }
}

async function groupMapping(scene: ControlScene, workspaceId: string): Promise<Params> {
  const body = { group_name: scene.uniqueName('group'), workspace_id: workspaceId, workspace_role: 'member' }
  return { id: String((await scene.do('POST', '/admin/group-mappings', body))['id']) }
}

async function ssoConnection(scene: ControlScene): Promise<Params> {
  const body = {
    name: scene.uniqueName('Connection'),
    issuer: 'https://login.example.com',
    client_id: 'gatehouse',
    client_secret: 'the-secret-of-the-client',
  }
  return { id: String((await scene.do('POST', '/admin/sso-connections', body))['id']) }
}

async function logExport(scene: ControlScene, workspaceId: string): Promise<Params> {
  const filters = { time_of_generation_min: '2026-01-01T00:00:00Z', time_of_generation_max: '2027-01-01T00:00:00Z' }
  const body = { workspace_id: workspaceId, filters, requested_data: ['id', 'trace_id'] }
  return { id: String((await scene.do('POST', '/logs/exports', body))['id']) }
}

async function finishedExport(scene: ControlScene, workspaceId: string): Promise<Params> {
  const made = await logExport(scene, workspaceId)
  await scene.do('POST', `/logs/exports/${made['id']}/start`)
  return eventually('the export has ended', async () => {
    const { status } = await scene.do('GET', `/logs/exports/${made['id']}`)
    if (status !== 'success' && status !== 'in_progress') throw new Error(`The export is ${status}.`)
    return status === 'success' ? made : null
  })
}

/** One completed request, as soon as its record is stored. */
async function log(scene: ControlScene, workspaceId: string): Promise<Params> {
  const traceId = crypto.randomUUID()
  const headers = { 'x-gateway-workspace-id': workspaceId, 'x-gateway-trace-id': traceId }
  const { gateway } = scene
  await (await gateway.chat({ provider: 'mock' }, { key: gateway.adminKey, headers })).text()
  return eventually('the log record is stored', async () => {
    const { data } = (await scene.do('GET', `/logs?trace_id=${traceId}`)) as { data: { id: string }[] }
    return data[0] ? { id: data[0].id } : null
  })
}

async function feedback(scene: ControlScene, workspaceId: string): Promise<Params> {
  const key = await scene.workspaceKey(workspaceId, ['logs.write'])
  const given = await scene.call(key, 'POST', '/feedback', { trace_id: crypto.randomUUID(), value: 1 })
  return { id: (given.body['feedback_ids'] as string[])[0]! }
}

async function breaker(scene: ControlScene, workspaceId: string): Promise<Params> {
  await using failing = await startSimulator({ answers: [503] })
  const config = atOwnPath(failing, { cb_config: { failure_threshold: 1, cooldown_interval: 30_000 } })
  const headers = { 'x-gateway-workspace-id': workspaceId }
  await (await scene.gateway.chat(config, { key: scene.gateway.adminKey, headers })).text()
  const { data } = (await scene.do('GET', '/breakers')) as { data: { id: string; workspace_id: string }[] }
  return { id: data.find((found) => found.workspace_id === workspaceId)!.id }
}

/** The passkey of a user who has just joined the workspace. */
async function passkey(scene: ControlScene, workspaceId: string): Promise<Params> {
  const person = await scene.person('member', [{ id: workspaceId, role: 'member' }])
  // Passkeys need a host name.
  const origin = 'http://gateway.example.com'
  const actor = { ...person, headers: { ...person.headers, host: 'gateway.example.com', origin } }
  const options = await scene.call(actor, 'POST', '/users/me/passkeys/options')
  const device = new SoftwareAuthenticator(origin)
  const body = { name: 'A key', credential: device.create(options.body as { challenge: string }) }
  const added = await scene.call(actor, 'POST', '/users/me/passkeys', body)
  if (added.status !== 200) throw new Error(`The passkey was refused: ${added.text}`)
  return { id: device.id }
}

/** The session of a user who has just joined the workspace. */
async function session(scene: ControlScene, workspaceId: string): Promise<Params> {
  const person = await scene.person('member', [{ id: workspaceId, role: 'member' }])
  const { body } = await scene.call(person, 'GET', '/sessions')
  return { id: (body['data'] as { id: string }[])[0]!.id }
}

async function userSession(scene: ControlScene, workspaceId: string): Promise<Params> {
  const person = await scene.person('member', [{ id: workspaceId, role: 'member' }])
  const { body } = await scene.call(person, 'GET', '/sessions')
  return { id: person.id, session_id: (body['data'] as { id: string }[])[0]!.id }
}

async function deviceLogin(scene: ControlScene, workspaceId: string): Promise<Params> {
  const person = await scene.person('member', [{ id: workspaceId, role: 'member' }])
  const { deviceCode, userCode } = await beginLogin(scene.gateway)
  const approved = await scene.call(person, 'POST', '/device-logins/approve', { user_code: userCode })
  if (approved.status !== 200) throw new Error(`The approval was refused: ${approved.text}`)
  const { body } = await pollLogin(scene.gateway, deviceCode)
  return { id: person.id, login_id: String(body['api_key_id']) }
}
