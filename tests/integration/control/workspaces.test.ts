import { describe, expect, test } from 'bun:test'
import { type Actor, ControlScene, type Reply } from '../../harness/control-scene.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)

type List = { readonly total: number; readonly data: readonly { readonly id: string; readonly name: string }[] }

function codeOf(reply: Reply): string {
  const error = reply.body['error'] as { code: string; param: string | null } | undefined
  return error ? `${reply.status} ${error.code} ${error.param ?? ''}`.trim() : String(reply.status)
}

function admin(method: string, path: string, body?: unknown): Promise<Reply> {
  return scene.call(scene.admin, method, path, body)
}

async function chatStatus(key: string): Promise<number> {
  const reply = await gateway.chat({ provider: 'mock' }, { key })
  await reply.text()
  return reply.status
}

describe('a workspace', () => {
  test('requires only a name, and returns all fields', async () => {
    const made = await scene.do('POST', '/admin/workspaces', { name: '  Search team ' })
    expect(made).toMatchObject({
      object: 'workspace',
      name: 'Search team',
      description: null,
      is_default: false,
      defaults: { metadata: {}, config_id: null },
      usage_limits: [],
      rate_limits: [],
      users: [],
    })
    expect(made['slug']).toMatch(/^ws-search-[0-9a-f]{6}$/)
    for (const name of [made['id'], made['slug']]) {
      expect((await scene.do('GET', `/admin/workspaces/${name}`))['id']).toBe(made['id'])
    }
  })

  test('accepts all fields at creation and update; null clears a field, an omitted field stays', async () => {
    const person = await scene.person('member')
    const made = await scene.do('POST', '/admin/workspaces', {
      name: 'Full',
      description: 'all of it',
      icon: '🚪',
      defaults: { metadata: { team: 'a' } },
      users: [person.id, { id: person.id, role: 'manager' }],
      usage_limits: [{ type: 'cost', credit_limit: 10, periodic_reset: 'monthly' }],
      rate_limits: [{ type: 'requests', unit: 'rpm', value: 100 }],
      retention_days: 7,
      log_bodies: false,
    })
    const path = `/admin/workspaces/${made['id']}`
    expect(made).toMatchObject({
      usage_limits: [{ type: 'cost', credit_limit: 10, periodic_reset: 'monthly' }],
      rate_limits: [{ type: 'requests', unit: 'rpm', value: 100 }],
      retention_days: 7,
      log_bodies: false,
      users: [{ id: person.id, role: 'manager', org_role: 'member' }],
    })
    expect(await scene.do('PUT', path, { description: null, usage_limits: null, log_bodies: null })).toEqual({})
    const read = await scene.do('GET', path)
    expect(read).toMatchObject({
      name: 'Full',
      description: null,
      icon: '🚪',
      defaults: { metadata: { team: 'a' } },
      usage_limits: [],
      rate_limits: [{ value: 100 }],
      retention_days: 7,
      log_bodies: null,
    })
  })

  test.each([
    [{}, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'n'.repeat(129) }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'x', nmae: 'y' }, 'nmae'],
    [{ name: 'x', defaults: { metadata: { a: 1 } } }, 'defaults.metadata.a'],
    [{ name: 'x', defaults: { input_guardrails: ['g'] } }, 'defaults.input_guardrails[0]'],
    [{ name: 'x', retention_days: 0 }, 'retention_days'],
    [{ name: 'x', rate_limits: [{ type: 'requests', unit: 'rpm', value: -1 }] }, 'rate_limits[0].value'],
    [{ name: 'x', users: [{ id: 'u', role: 'owner' }] }, 'users[0].role'],
  ])('is not created from %j', async (body, param) => {
    const before = (await scene.do('GET', '/admin/workspaces'))['total']
    expect(codeOf(await admin('POST', '/admin/workspaces', body))).toBe(`400 invalid_body ${param}`)
    expect((await scene.do('GET', '/admin/workspaces'))['total']).toBe(before)
  })

  test('with an unknown user is not created', async () => {
    const body = { name: 'Half made', users: [{ id: 'nobody', role: 'member' }] }
    expect(codeOf(await admin('POST', '/admin/workspaces', body))).toBe('404 not_found users[0].id')
    expect((await scene.do('GET', '/admin/workspaces?exact_name=Half%20made'))['total']).toBe(0)
  })

  test('has its own default config, and cannot use another workspace’s', async () => {
    const [mine, other] = [await scene.workspace(), await scene.workspace()]
    const saved = await scene.do('POST', '/configs', { name: 'c', config: { provider: 'mock' }, workspace_id: mine })
    const slug = String(saved['slug'])
    for (const field of ['config_id', 'user_api_key_config']) {
      const body = { defaults: { [field]: slug } }
      expect(codeOf(await admin('PUT', `/admin/workspaces/${other}`, body))).toBe(
        '400 config_unknown defaults.config_id',
      )
      await scene.do('PUT', `/admin/workspaces/${mine}`, body)
      expect(await scene.do('GET', `/admin/workspaces/${mine}`)).toMatchObject({
        defaults: { config_id: slug, user_api_key_config: slug },
      })
      await scene.do('PUT', `/admin/workspaces/${mine}`, { defaults: { [field]: null } })
    }
  })
})

describe('lists of workspaces', () => {
  test('are filtered by name, with their number', async () => {
    for (const name of ['Pear one', 'Pear two', 'Pear three']) await scene.do('POST', '/admin/workspaces', { name })
    const names = async (query: string) => {
      const { data, total } = (await scene.do('GET', `/admin/workspaces?${query}`)) as List
      return [data.map((workspace) => workspace.name), total]
    }
    expect(await names('name=pear&page_size=2')).toEqual([['Pear three', 'Pear two'], 3])
    expect(await names('exact_name=Pear%20one')).toEqual([['Pear one'], 1])
    expect(await names('status=archived')).toEqual([[], 0])
  })

  test('show keys and users only their own workspaces', async () => {
    const [a, b] = [await scene.workspace(), await scene.workspace()]
    const ids = async (actor: Actor) =>
      ((await scene.call(actor, 'GET', '/admin/workspaces')).body as List).data.map((row) => row.id)
    const key = await scene.workspaceKey(a, ['workspaces.list', 'workspaces.read'])
    expect(await ids(key)).toEqual([a])
    const both = await scene.person('member', [
      { id: a, role: 'member' },
      { id: b, role: 'manager' },
    ])
    expect((await ids(both)).sort()).toEqual([a, b].sort())
    const none = await scene.person('member')
    expect(codeOf(await scene.call(none, 'GET', '/admin/workspaces'))).toBe('403 scope_missing')
    const blind = await scene.workspaceKey(a, ['logs.list'])
    expect(codeOf(await scene.call(blind, 'GET', '/admin/workspaces'))).toBe('403 scope_missing')
    const blindAdmin = await scene.adminKey(['analytics.view'])
    expect(codeOf(await scene.call(blindAdmin, 'GET', '/admin/workspaces'))).toBe('403 scope_missing')
  })

  test('do not reveal others: every call on another’s workspace returns the same response as an unknown one', async () => {
    const [mine, foreign] = [await scene.workspace(), await scene.workspace()]
    const key = await scene.workspaceKey(mine, await scene.scopesOf('workspace'))
    const manager = await scene.person('member', [{ id: mine, role: 'manager' }])
    const calls = [
      ['GET', '', undefined],
      ['PUT', '', { name: 'stolen' }],
      ['DELETE', '', { name: 'x', force_delete: true }],
      ['GET', '/users', undefined],
      ['POST', '/users', { users: [{ id: manager.id, role: 'manager' }] }],
      ['PUT', `/users/${manager.id}`, { role: 'manager' }],
      ['DELETE', `/users/${manager.id}`, undefined],
    ] as const
    for (const actor of [key, manager]) {
      for (const [method, rest, body] of calls) {
        const [theirs, unknown] = await Promise.all(
          [foreign, crypto.randomUUID()].map((id) => scene.call(actor, method, `/admin/workspaces/${id}${rest}`, body)),
        )
        expect(codeOf(theirs!)).toBe('404 workspace_unknown workspace_id')
        const bare = (reply: Reply) => reply.text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
        expect(bare(theirs!)).toBe(bare(unknown!))
      }
    }
    // Naming the caller's own workspace in the body does not give access to another workspace's path.
    const body = { workspace_id: mine, users: [{ id: manager.id, role: 'manager' }] }
    expect((await scene.call(manager, 'POST', `/admin/workspaces/${foreign}/users`, body)).status).toBe(404)
  })
})

describe('deleting a workspace', () => {
  test('lists the dependent objects, and by force deletes them at once', async () => {
    const id = await scene.workspace()
    const path = `/admin/workspaces/${id}`
    const { name } = (await scene.do('GET', path)) as { name: string }
    const made = await scene.do('POST', '/api-keys/workspace/service', { name: 'Job', scopes: [], workspace_id: id })
    const config = { name: 'Route', config: { provider: 'mock' }, workspace_id: id }
    const slug = String((await scene.do('POST', '/configs', config))['slug'])
    const credential = { name: 'Account', provider: 'openai', key: 'sk-none', workspace_id: id }
    await scene.do('POST', '/virtual-keys', credential)
    const secret = String(made['key'])
    expect(await chatStatus(secret)).toBe(200)

    const refused = await admin('DELETE', path, { name })
    expect(codeOf(refused)).toBe('409 in_use')
    for (const thing of ['API key "Job"', 'config "Route"', 'virtual key "Account"'])
      expect(refused.text).toContain(thing.replaceAll('"', '\\"'))
    expect(codeOf(await admin('DELETE', path, { name: 'wrong', force_delete: true }))).toBe('400 invalid_body name')
    expect(codeOf(await admin('DELETE', path))).toBe('409 in_use')
    expect(await chatStatus(secret)).toBe(200)

    expect(await scene.do('DELETE', path, { name, force_delete: true })).toEqual({})
    expect(await chatStatus(secret)).toBe(401)
    expect(codeOf(await admin('GET', path))).toBe('404 workspace_unknown workspace_id')
    expect((await admin('GET', `/configs/${slug}`)).status).toBe(404)
    expect((await admin('GET', `/api-keys/${made['id']}`)).status).toBe(404)
  })

  test('that is empty needs no force', async () => {
    const { id, name } = await scene.do('POST', '/admin/workspaces', { name: 'Empty' })
    expect(await scene.do('DELETE', `/admin/workspaces/${id}`, { name })).toEqual({})
  })

  test('is rejected for the default workspace', async () => {
    const id = await scene.defaultWorkspace()
    const { name } = await scene.do('GET', `/admin/workspaces/${id}`)
    const reply = await admin('DELETE', `/admin/workspaces/${id}`, { name, force_delete: true })
    expect(codeOf(reply)).toBe('409 in_use')
  })
})

describe('members', () => {
  test('are added, listed, read, changed and removed, with their keys', async () => {
    const id = await scene.workspace()
    const path = `/admin/workspaces/${id}/users`
    const [ann, bob] = [await scene.person('member'), await scene.person('admin')]
    const users = [
      { id: ann.id, role: 'member' },
      { id: bob.id, role: 'admin' },
    ]
    expect(await scene.do('POST', path, { users })).toEqual({})
    const list = (await scene.do('GET', path)) as List
    expect(list.total).toBe(2)
    expect(await scene.do('GET', `${path}?role=manager`)).toMatchObject({
      total: 1,
      data: [{ id: bob.id, role: 'admin' }],
    })
    expect(await scene.do('GET', `${path}?role=admin`)).toMatchObject({ total: 1 })
    expect(await scene.do('GET', `${path}/${ann.id}`)).toMatchObject({
      object: 'workspace-user',
      id: ann.id,
      role: 'member',
      org_role: 'member',
      workspace_id: id,
      status: 'active',
    })
    await scene.do('PUT', `${path}/${ann.id}`, { role: 'manager' })
    expect((await scene.do('GET', `${path}/${ann.id}`))['role']).toBe('manager')
    const input = { name: 'Ann’s', scopes: ['logs.list'], workspace_id: id, user_id: ann.id }
    const key = String((await scene.do('POST', '/api-keys/workspace/user', input))['key'])
    expect(await chatStatus(key)).toBe(200)
    await scene.do('DELETE', `${path}/${ann.id}`)
    expect(await chatStatus(key)).toBe(401)
    expect(codeOf(await admin('GET', `${path}/${ann.id}`))).toBe('404 not_found user_id')
    expect(codeOf(await admin('DELETE', `${path}/${ann.id}`))).toBe('404 not_found user_id')
  })

  test('a manager manages the users of its workspace, a member cannot list them', async () => {
    const id = await scene.workspace()
    const path = `/admin/workspaces/${id}/users`
    const manager = await scene.person('member', [{ id, role: 'manager' }])
    const member = await scene.person('member', [{ id, role: 'member' }])
    const newcomer = await scene.person('member')
    const add = { users: [{ id: newcomer.id, role: 'member' }] }
    expect(codeOf(await scene.call(member, 'POST', path, add))).toBe('403 scope_missing')
    expect(codeOf(await scene.call(member, 'GET', path))).toBe('403 scope_missing')
    expect(codeOf(await scene.call(member, 'PUT', `${path}/${member.id}`, { role: 'manager' }))).toBe(
      '403 scope_missing',
    )
    const seen = await scene.call(member, 'GET', `/admin/workspaces/${id}`)
    expect([seen.status, seen.body['users']]).toEqual([200, undefined])
    expect(codeOf(await scene.call(manager, 'POST', path, add))).toBe('200')
    expect(codeOf(await scene.call(manager, 'PUT', `${path}/${newcomer.id}`, { role: 'manager' }))).toBe('200')
    expect(codeOf(await scene.call(manager, 'DELETE', `${path}/${newcomer.id}`))).toBe('200')
    expect(codeOf(await scene.call(manager, 'PUT', `/admin/workspaces/${id}`, { name: 'mine' }))).toBe(
      '403 scope_missing',
    )
    expect(codeOf(await scene.call(manager, 'POST', '/admin/workspaces', { name: 'more' }))).toBe('403 scope_missing')
  })

  test('a key without the scopes of a role cannot assign that role', async () => {
    const id = await scene.workspace()
    const person = await scene.person('member')
    const limited = await scene.adminKey(['workspace_users.create', 'workspaces.create'])
    for (const role of ['manager', 'member']) {
      const users = [{ id: person.id, role }]
      expect(codeOf(await scene.call(limited, 'POST', `/admin/workspaces/${id}/users`, { users }))).toBe(
        '403 scope_not_grantable role',
      )
      expect(codeOf(await scene.call(limited, 'POST', '/admin/workspaces', { name: 'w', users }))).toBe(
        '403 scope_not_grantable role',
      )
    }
  })
})

test('the organisation’s settings are for Admin keys with the scope, owners and admins', async () => {
  const put = { retention_days: 30, log_bodies: true, defaults: { metadata: { region: 'eu' } } }
  expect(await scene.do('PUT', '/admin/organisation', put)).toMatchObject({ object: 'organisation', ...put })
  await scene.do('PUT', '/admin/organisation', { log_bodies: null })
  expect(await scene.do('GET', '/admin/organisation')).toMatchObject({ ...put, log_bodies: null })
  expect(codeOf(await admin('PUT', '/admin/organisation', { retention_days: '30' }))).toBe(
    '400 invalid_body retention_days',
  )
  const workspaceId = await scene.workspace()
  const outsiders = [
    await scene.workspaceKey(workspaceId, await scene.scopesOf('workspace')),
    await scene.adminKey(['workspaces.list']),
    await scene.person('member', [{ id: workspaceId, role: 'manager' }]),
  ]
  for (const actor of outsiders) {
    expect(codeOf(await scene.call(actor, 'GET', '/admin/organisation'))).toBe('403 scope_missing')
    expect(codeOf(await scene.call(actor, 'PUT', '/admin/organisation', { name: 'taken' }))).toBe('403 scope_missing')
  }
  const someone = await scene.person('admin')
  expect((await scene.call(someone, 'GET', '/admin/organisation')).status).toBe(200)
  await scene.do('PUT', '/admin/organisation', { retention_days: null, log_bodies: null, defaults: { metadata: null } })
})
