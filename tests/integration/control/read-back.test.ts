/** What clients send reads back as sent and has the stated effect: roles, default configs, budgets, batch output. */

import { expect, test } from 'bun:test'
import { ControlScene, withKey } from '../../harness/control-scene.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)

test('a workspace admin reads back as admin and has the rights of a manager', async () => {
  const workspaceId = await scene.workspace()
  const path = `/admin/workspaces/${workspaceId}/users`
  const [admin, manager, member] = await Promise.all([1, 2, 3].map(() => scene.person('member')))
  const users = [
    { id: admin!.id, role: 'admin' },
    { id: manager!.id, role: 'manager' },
    { id: member!.id, role: 'member' },
  ]
  await scene.do('POST', path, { users })
  const read = async (id: string) => scene.do('GET', `${path}/${id}`)
  expect(await read(admin!.id)).toMatchObject({ role: 'admin', org_role: 'member' })
  expect((await read(admin!.id))['scopes']).toEqual((await read(manager!.id))['scopes'])
  const listed = async (role: string) => ((await scene.do('GET', `${path}?role=${role}`))['data'] as unknown[]).length
  expect([await listed('admin'), await listed('manager'), await listed('member')]).toEqual([2, 2, 1])
  const configs = await Promise.all(
    [admin, member].map((who) =>
      scene.call(who!, 'POST', '/configs', { name: 'Mine', config: { provider: 'mock' }, workspace_id: workspaceId }),
    ),
  )
  expect(configs.map(({ status }) => status)).toEqual([200, 403])
  // A role in one workspace gives no rights in another workspace or in the organisation.
  const other = await scene.workspace()
  expect((await scene.call(admin!, 'GET', `/configs?workspace_id=${other}`)).status).toBe(404)
  expect((await scene.call(admin!, 'POST', '/admin/workspaces', { name: 'New' })).status).toBe(403)
})

test('a workspace admin that becomes a member leaves keys to review, as a manager does', async () => {
  const workspaceId = await scene.workspace()
  const person = await scene.person('member', [{ id: workspaceId, role: 'manager' }])
  const path = `/admin/workspaces/${workspaceId}/users/${person.id}`
  await scene.do('PUT', path, { role: 'admin' })
  const key = { name: 'Kept', scopes: ['logs.list'], workspace_id: workspaceId }
  const made = await scene.call(person, 'POST', '/api-keys/workspace/service', key)
  expect(made.status).toBe(200)
  const { keys_to_review } = await scene.do('PUT', path, { role: 'member' })
  expect(keys_to_review).toMatchObject([{ id: made.body['id'] }])
})

test('the default config of an Admin key can be of any workspace, and serves requests in that workspace only', async () => {
  const workspaceId = await scene.workspace()
  const slug = `shared-${workspaceId.slice(-8)}`
  const config = (status: number) => ({ provider: 'mock', override_params: { temperature: 0, seed: status } })
  const [theirs] = await Promise.all([
    scene.do('POST', '/configs', { name: 'Theirs', slug, config: config(1), workspace_id: workspaceId }),
    // The config with the same slug in the default workspace must not be used instead.
    scene.do('POST', '/configs', { name: 'Ours', slug, config: config(2) }),
  ])
  const body = { name: 'Bound', scopes: [], defaults: { config_id: theirs['id'] } }
  const made = await scene.do('POST', '/api-keys/organisation/service', body)
  expect(made['warnings']).toEqual([expect.stringContaining(`x-gateway-workspace-id: ${workspaceId}`)])
  expect(await scene.do('GET', `/api-keys/${made['id']}`)).toMatchObject({ defaults: { config_id: theirs['id'] } })
  const key = withKey('bound', String(made['key']))
  const chat = { model: 'mock', messages: [{ role: 'user', content: 'Hi' }] }
  const without = await scene.call(key, 'POST', '/chat/completions', chat)
  expect(without).toMatchObject({ status: 400, body: { error: { code: 'config_unknown' } } })
  const inside = { ...key, headers: { ...key.headers, 'x-gateway-workspace-id': workspaceId } }
  expect((await scene.call(inside, 'POST', '/chat/completions', chat)).status).toBe(200)
  const refused = { name: 'Other', scopes: [], workspace_id: await scene.workspace(), defaults: body.defaults }
  const reply = await scene.call(scene.admin, 'POST', '/api-keys/workspace/service', refused)
  expect(reply).toMatchObject({ status: 400, body: { error: { param: 'defaults.config_id' } } })
})

test('the output of a batch is the content of its output file', async () => {
  const key = withKey('workspace', gateway.workspaceKey)
  const mock = { ...key, headers: { ...key.headers, 'x-gateway-provider': 'mock' } }
  const body = { model: 'mock', messages: [{ role: 'user', content: 'Hi' }] }
  const line = JSON.stringify({ custom_id: 'one', method: 'POST', url: '/v1/chat/completions', body })
  const form = new FormData()
  form.set('purpose', 'batch')
  form.set('file', new File([line], 'batch.jsonl'))
  const sent = await fetch(`${gateway.baseURL}/files`, { method: 'POST', headers: mock.headers, body: form })
  const { id: input_file_id } = (await sent.json()) as { id: string }
  const batch = await scene.call(mock, 'POST', '/batches', {
    input_file_id,
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
  })
  const output = await scene.call(mock, 'GET', `/batches/${batch.body['id']}/output`)
  const file = await scene.call(mock, 'GET', `/files/${batch.body['output_file_id']}/content`)
  expect([output.status, output.text]).toEqual([200, file.text])
  expect(output.text).toContain('"custom_id":"one"')
  // The error of the provider, the same as for the batch itself.
  const unknown = await scene.call(mock, 'GET', '/batches/batch_none/output')
  expect([unknown.status, unknown.text]).toEqual([404, (await scene.call(mock, 'GET', '/batches/batch_none')).text])
  expect((await scene.call(null, 'GET', `/batches/${batch.body['id']}/output`)).status).toBe(401)
})

test('values of policy conditions read back as sent, and a removed period leaves no reset', async () => {
  const workspace = await scene.do('POST', '/admin/workspaces', { name: scene.uniqueName('Conditions') })
  const conditions = [
    { key: 'workspace_id', value: [workspace['slug']] },
    { key: 'model', value: ['b', 'a', 'b'], excludes: ['c'] },
  ]
  const body = { name: 'P', conditions, group_by: [{ key: 'api_key' }], type: 'cost', credit_limit: 10 }
  const { id } = await scene.do('POST', '/policies/usage-limits', { ...body, periodic_reset: 'weekly' })
  const read = await scene.do('GET', `/policies/usage-limits/${id}`)
  expect(read['conditions']).toEqual(conditions)
  expect(new Date(String(read['next_usage_reset_at'])).getUTCDay()).toBe(1)
  // Clearing the period also clears the next reset.
  await scene.do('PUT', `/policies/usage-limits/${id}`, { periodic_reset: null, periodic_reset_days: 30 })
  await scene.do('PUT', `/policies/usage-limits/${id}`, { periodic_reset_days: null })
  expect(await scene.do('GET', `/policies/usage-limits/${id}`)).toMatchObject({
    periodic_reset: null,
    periodic_reset_days: null,
    next_usage_reset_at: null,
  })
})
