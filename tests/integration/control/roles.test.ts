import { describe, expect, test } from 'bun:test'
import type { StreamItem } from '../../../simulators/answer.ts'
import { eventChannel } from '../../../simulators/event-channel.ts'
import { startSimulator } from '../../../simulators/simulator.ts'
import { at } from '../../harness/at.ts'
import { claimOwner } from '../../harness/claim-owner.ts'
import { type Actor, ControlScene, withKey } from '../../harness/control-scene.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
await claimOwner(gateway)
const workspaceId = await scene.defaultWorkspace()

type Role = { readonly id: string; readonly slug: string }

async function newRole(level: 'organisation' | 'workspace', permissions: readonly string[]): Promise<Role> {
  const body = { name: scene.uniqueName('Custom'), level, permissions }
  return (await scene.do('POST', '/admin/roles', body)) as unknown as Role
}

const status = async (actor: Actor, method: string, path: string, body?: unknown) =>
  (await scene.call(actor, method, path, body)).status

const refusal = async (actor: Actor, method: string, path: string, body?: unknown) => {
  const reply = await scene.call(actor, method, path, body)
  const { error } = reply.body as { error?: { code?: string } }
  return `${reply.status} ${error?.code}`
}

describe('a custom role', () => {
  test('is created, listed, read by slug, changed and deleted, with audit entries', async () => {
    const made = await scene.do('POST', '/admin/roles', {
      name: 'Log reader',
      slug: 'log-reader',
      description: 'Reads logs',
      level: 'workspace',
      permissions: ['logs.view', 'logs.list', 'logs.list'],
    })
    // In the order of the list of scopes, without duplicates.
    expect(made).toMatchObject({ slug: 'log-reader', permissions: ['logs.list', 'logs.view'], is_built_in: false })
    expect(await scene.do('GET', '/admin/roles/log-reader')).toMatchObject({ id: made['id'], user_count: 0 })
    const { data } = (await scene.do('GET', '/admin/roles')) as { data: { slug: string; level: string }[] }
    expect(data.map(({ slug, level }) => `${level} ${slug}`)).toEqual(
      expect.arrayContaining(['organisation owner', 'workspace manager', 'workspace log-reader']),
    )
    await scene.do('PUT', '/admin/roles/log-reader', { permissions: ['logs.list'] })
    expect(await scene.do('GET', `/admin/roles/${made['id']}`)).toMatchObject({ permissions: ['logs.list'] })
    await scene.do('DELETE', '/admin/roles/log-reader')
    const { records } = (await scene.do('GET', `/audit-logs?target_id=${made['id']}`)) as {
      records: { action: string }[]
    }
    expect(records.map(({ action }) => action).toSorted()).toEqual(['role.create', 'role.delete', 'role.update'])
  })

  test.each([
    ['an unknown scope', { permissions: ['logs.lst'] }, '400 scope_unknown'],
    ['a scope of the organisation in a workspace', { permissions: ['audit_logs.list'] }, '400 scope_wrong_kind'],
    ['SCIM', { level: 'organisation', permissions: ['scim.provision'] }, '400 scope_wrong_kind'],
    ['connections', { level: 'organisation', permissions: ['sso_connections.update'] }, '400 scope_wrong_kind'],
    ['the name of a built-in role', { name: 'OWNER' }, '409 conflict'],
    ['the slug of a built-in role', { slug: 'admin' }, '409 conflict'],
    ['another level', { level: 'team' }, '400 invalid_body'],
  ])('cannot have %s', async (_, given, expected) => {
    const body = { name: scene.uniqueName('Bad'), level: 'workspace', permissions: ['logs.list'], ...given }
    expect(await refusal(scene.admin, 'POST', '/admin/roles', body)).toBe(expected)
  })

  test('in a workspace allows exactly its permissions there, and a change takes effect on the next call', async () => {
    const role = await newRole('workspace', ['logs.list', 'workspaces.read'])
    const person = await scene.person('member', [{ id: workspaceId, role: role.slug }])
    const here = `?workspace_id=${workspaceId}`
    expect(await status(person, 'GET', `/logs${here}`)).toBe(200)
    expect(await status(person, 'GET', `/configs${here}`)).toBe(403)
    expect(await status(person, 'GET', '/admin/users')).toBe(403)
    const listed = await scene.do('GET', `/admin/workspaces/${workspaceId}/users/${person.id}`)
    expect(listed).toMatchObject({ role: role.slug, scopes: ['workspaces.read', 'logs.list'] })
    await scene.do('PUT', `/admin/roles/${role.id}`, { permissions: ['configs.list'] })
    expect(await status(person, 'GET', `/logs${here}`)).toBe(403)
    expect(await status(person, 'GET', `/configs${here}`)).toBe(200)
  })

  test('in the organisation applies to all workspaces, beside roles in workspaces', async () => {
    const role = await newRole('organisation', ['audit_logs.list', 'configs.list'])
    const other = await scene.workspace()
    const person = await scene.person(role.slug, [{ id: workspaceId, role: 'manager' }])
    expect(await status(person, 'GET', '/audit-logs')).toBe(200)
    expect(await status(person, 'GET', `/configs?workspace_id=${other}`)).toBe(200)
    expect(await status(person, 'GET', `/logs?workspace_id=${workspaceId}`)).toBe(200)
    expect(await status(person, 'GET', `/logs?workspace_id=${other}`)).toBe(404)
    expect(await status(person, 'GET', '/admin/users')).toBe(403)
    const caller = (await scene.call(person, 'GET', '/sessions/current')).body as {
      scopes: string[]
      workspaces: { id: string; scopes: string[] }[]
    }
    expect(caller.scopes.toSorted()).toEqual(['audit_logs.list', 'configs.list'])
    expect(caller.workspaces.find(({ id }) => id === workspaceId)?.scopes).toContain('logs.list')
    expect(caller.workspaces.find(({ id }) => id === other)?.scopes).toEqual([])
    // A custom role in the organisation adds no trust: the user may save the same hosts as any manager.
    const key = {
      name: 'Host',
      provider: 'openai',
      key: 'x',
      custom_host: 'http://10.0.0.1/v1',
      workspace_id: workspaceId,
    }
    const manager = await scene.person('member', [{ id: workspaceId, role: 'manager' }])
    expect(await status(person, 'POST', '/virtual-keys', key)).toBe(await status(manager, 'POST', '/virtual-keys', key))
  })

  test('that is in use is deleted only with a replacement, and the refusal names who has it', async () => {
    const role = await newRole('workspace', ['logs.list'])
    const person = await scene.person('member', [{ id: workspaceId, role: role.slug }])
    const reply = await scene.call(scene.admin, 'DELETE', `/admin/roles/${role.id}`)
    expect(reply.status).toBe(409)
    const { email } = (await scene.do('GET', `/admin/users/${person.id}`)) as { email: string }
    expect(reply.text).toContain(email)
    expect(await refusal(scene.admin, 'DELETE', `/admin/roles/${role.id}?replace_with=auditor`)).toBe(
      '400 invalid_body',
    )
    await scene.do('DELETE', `/admin/roles/${role.id}?replace_with=member`)
    expect(await scene.do('GET', `/admin/workspaces/${workspaceId}/users/${person.id}`)).toMatchObject({
      role: 'member',
    })
  })

  test('that does not exist, or has another level, cannot be given', async () => {
    const inWorkspace = await newRole('workspace', ['logs.list'])
    const person = await scene.person('member', [{ id: workspaceId, role: 'member' }])
    for (const role of ['no-such-role', inWorkspace.slug])
      expect(await refusal(scene.admin, 'PUT', `/admin/users/${person.id}`, { role })).toBe('400 invalid_body')
    const inOrganisation = await newRole('organisation', ['logs.list'])
    const path = `/admin/workspaces/${workspaceId}/users/${person.id}`
    expect(await refusal(scene.admin, 'PUT', path, { role: inOrganisation.slug })).toBe('400 invalid_body')
  })
})

describe('nobody gives more than they have', () => {
  const RIGHTS = [
    ...['organisation_users.create', 'organisation_users.update', 'organisation_users.delete'],
    ...['roles.create', 'roles.update', 'roles.delete', 'organisation_settings.update', 'workspace_users.update'],
    ...['workspace_users.create', 'organisation_service_api_keys.create', 'workspace_service_api_keys.create'],
    ...['workspace_user_api_keys.create', 'logs.list'],
  ]

  test('by any way', async () => {
    const own = await newRole('organisation', RIGHTS)
    const person = await scene.person(own.slug)
    const more = await newRole('organisation', [...RIGHTS, 'logs.view'])
    const moreThere = await newRole('workspace', ['logs.view'])
    const lessThere = await newRole('workspace', ['logs.list'])
    const victim = await scene.person('member', [{ id: workspaceId, role: 'manager' }])
    const guest = () => `${scene.uniqueName('guest').replace(' ', '-')}@example.com`
    const inviteOf = (role: string, there: string | null = null) => ({
      email: guest(),
      role,
      workspaces: there === null ? [] : [{ id: workspaceId, role: there }],
    })
    const members = `/admin/workspaces/${workspaceId}/users`
    const refused: readonly (readonly [string, string, unknown?])[] = [
      ['PUT', `/admin/users/${person.id}`, { role: 'admin' }],
      ['PUT', `/admin/users/${person.id}`, { role: 'owner' }],
      ['PUT', `/admin/users/${person.id}`, { role: more.slug }],
      ['PUT', `/admin/roles/${own.id}`, { permissions: [...RIGHTS, 'logs.view'] }],
      ['PUT', `/admin/roles/${more.id}`, { name: 'Mine' }],
      ['DELETE', `/admin/roles/${more.id}?replace_with=member`],
      ['DELETE', `/admin/roles/${own.id}?replace_with=admin`],
      ['DELETE', `/admin/roles/${own.id}?replace_with=${more.slug}`],
      ['DELETE', `/admin/roles/${lessThere.id}?replace_with=manager`],
      ['POST', '/admin/roles', { name: 'New', level: 'organisation', permissions: ['logs.view'] }],
      ['POST', '/admin/users/invites', inviteOf('admin')],
      ['POST', '/admin/users/invites', inviteOf(more.slug)],
      ['POST', '/admin/users/invites', inviteOf('member', 'manager')],
      ['POST', '/admin/users/invites', inviteOf('member', moreThere.slug)],
      ['POST', members, { users: [{ id: person.id, role: 'manager' }] }],
      ['POST', members, { users: [{ id: person.id, role: moreThere.slug }] }],
      ['PUT', `${members}/${victim.id}`, { role: lessThere.slug }],
      ['POST', '/admin/group-mappings', { group_name: 'g', organisation_role: 'admin' }],
      ['POST', '/admin/group-mappings', { group_name: 'g', organisation_role: more.slug }],
      ['POST', '/admin/group-mappings', { group_name: 'g', workspace_id: workspaceId, workspace_role: 'manager' }],
      ['POST', '/api-keys/organisation/service', { name: 'k', scopes: ['logs.view'], allow_inference: false }],
      // Such a key could create workspace keys with every scope.
      [
        'POST',
        '/api-keys/organisation/service',
        { name: 'k', scopes: ['workspace_service_api_keys.create'], allow_inference: false },
      ],
      ['POST', '/api-keys/organisation/service', { name: 'k', scopes: ['logs.list'] }],
      [
        'POST',
        '/api-keys/workspace/service',
        { name: 'k', scopes: ['logs.view'], allow_inference: false, workspace_id: workspaceId },
      ],
      ['POST', '/api-keys/workspace/service', { name: 'k', scopes: ['logs.list'], workspace_id: workspaceId }],
      ['POST', `/admin/users/${victim.id}/password-link`],
    ]
    for (const [method, path, body] of refused) {
      const reply = await scene.call(person, method, path, body)
      expect(`${method} ${path} ${JSON.stringify(body)}: ${reply.status}`).toBe(
        `${method} ${path} ${JSON.stringify(body)}: 403`,
      )
    }
    // SCIM accepts Admin keys only, and no custom role can create one with its scope.
    const scim = await fetch(`${gateway.url}/scim/v2/Groups`, { headers: person.headers })
    expect(scim.status).toBe(401)
    await scim.body?.cancel()
    const allowed: readonly (readonly [string, string, unknown?])[] = [
      ['POST', '/admin/roles', { name: 'Less', level: 'organisation', permissions: ['logs.list'] }],
      ['POST', '/admin/users/invites', inviteOf(own.slug)],
      ['POST', members, { users: [{ id: person.id, role: lessThere.slug }] }],
      [
        'POST',
        '/api-keys/workspace/service',
        { name: 'k', scopes: ['logs.list'], allow_inference: false, workspace_id: workspaceId },
      ],
      ['PUT', `/admin/roles/${own.id}`, { permissions: RIGHTS.slice(0, -1) }],
    ]
    for (const [method, path, body] of allowed) {
      const reply = await scene.call(person, method, path, body)
      expect(`${method} ${path}: ${reply.status} ${reply.status === 200 ? '' : reply.text}`).toBe(
        `${method} ${path}: 200 `,
      )
    }
  })

  test('creates Admin keys that are not trusted, and gets no secret of one that is', async () => {
    const { slug } = await newRole('organisation', [
      'organisation_service_api_keys.create',
      'organisation_service_api_keys.read',
      'organisation_service_api_keys.rotate',
      'configs.create',
    ])
    const person = await scene.person(slug)
    const body = { name: 'k', scopes: ['configs.create'], allow_inference: false }
    const withId = () => ({
      name: scene.uniqueName('Config'),
      workspace_id: workspaceId,
      config: { provider: 'mock' },
      id: Bun.randomUUIDv7(),
    })
    const [own, trusted] = [
      await scene.call(person, 'POST', '/api-keys/organisation/service', body),
      await scene.call(scene.admin, 'POST', '/api-keys/organisation/service', body),
    ].map((reply) => reply.body as { id: string; key: string })
    const read = async (id: string) => (await scene.call(person, 'GET', `/api-keys/${id}`)).body['is_trusted']
    expect([await read(own!.id), await read(trusted!.id)]).toEqual([false, true])
    expect(await refusal(withKey('own', own!.key), 'POST', '/configs', withId())).toBe('403 scope_missing')
    expect(await status(withKey('trusted', trusted!.key), 'POST', '/configs', withId())).toBe(200)
    expect(await refusal(person, 'POST', `/api-keys/${trusted!.id}/rotate`)).toBe('403 scope_not_grantable')
    const rotated = await scene.call(person, 'POST', `/api-keys/${own!.id}/rotate`)
    expect(await refusal(withKey('new', rotated.body['key'] as string), 'POST', '/configs', withId())).toBe(
      '403 scope_missing',
    )
    // Nor does a key become trusted because a trusted caller changes it.
    await scene.do('PUT', `/api-keys/${own!.id}`, { name: 'Renamed' })
    expect(await read(own!.id)).toBe(false)
  })

  test('an Admin key that is not trusted is told that only trusted ones may', async () => {
    const scopes = ['workspaces.delete', 'virtual_keys.create']
    const { slug } = await newRole('organisation', [...scopes, 'organisation_service_api_keys.create'])
    const made = await scene.call(await scene.person(slug), 'POST', '/api-keys/organisation/service', {
      name: 'k',
      scopes,
      allow_inference: false,
    })
    const key = withKey('own', made.body['key'] as string)
    const account = { name: 'M', provider: 'bedrock', aws_auth_type: 'serviceRole', workspace_id: workspaceId }
    for (const [method, path, body] of [
      ['DELETE', '/admin/demo'],
      ['POST', '/virtual-keys', account],
    ] as const) {
      const reply = await scene.call(key, method, path, body)
      expect(reply.body).toMatchObject({ error: { code: 'scope_missing' } })
      expect(reply.text).toMatch(/Only owners(?:, admins)? and trusted Admin keys can/)
    }
  })

  test('a manager with a custom role cannot become manager, change a manager or remove one', async () => {
    const role = await newRole('workspace', [
      ...['workspace_users.create', 'workspace_users.update', 'workspace_users.delete', 'workspace_users.list'],
    ])
    const person = await scene.person('member', [{ id: workspaceId, role: role.slug }])
    const manager = await scene.person('member', [{ id: workspaceId, role: 'manager' }])
    const path = `/admin/workspaces/${workspaceId}/users`
    expect(await status(person, 'PUT', `${path}/${person.id}`, { role: 'manager' })).toBe(403)
    expect(await status(person, 'POST', path, { users: [{ id: person.id, role: 'member' }] })).toBe(403)
    expect(await status(person, 'PUT', `${path}/${manager.id}`, { role: role.slug })).toBe(403)
    expect(await status(person, 'DELETE', `${path}/${manager.id}`)).toBe(403)
  })

  test('an invitation is resent only by who may give its roles in workspaces', async () => {
    const role = await newRole('organisation', ['organisation_users.create', 'organisation_users.read'])
    const person = await scene.person(role.slug)
    const body = { email: 'resent@example.com', role: 'member', workspaces: [{ id: workspaceId, role: 'manager' }] }
    const { id } = await scene.do('POST', '/admin/users/invites', body)
    expect(await status(person, 'POST', `/admin/users/invites/${id}/resend`)).toBe(403)
  })
})

describe('a role that loses completions.write', () => {
  async function open(key: string | null, headers: Readonly<Record<string, string>>, revoke: () => Promise<unknown>) {
    const channel = eventChannel<StreamItem>()
    channel.push('alpha')
    await using simulator = await startSimulator({ answers: [{ stream: channel }] })
    const reply = await gateway.fetch('/v1/chat/completions', {
      method: 'POST',
      key,
      headers: { ...headers, 'x-gateway-config': JSON.stringify(at(simulator)) },
      body: { model: 'sim-model', max_tokens: 100, messages: [{ role: 'user', content: 'hi' }], stream: true },
    })
    const reader = reply.body!.getReader()
    let text = ''
    const read = async (isEnough: () => boolean) => {
      for (;;) {
        const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
        text += value ? Buffer.from(value).toString() : ''
        if (done || isEnough()) return
      }
    }
    await read(() => text.includes('alpha'))
    await revoke()
    await read(() => false)
    channel.close()
    return text
  }

  test('ends running streams of sessions and personal keys, which are then refused', async () => {
    const role = await newRole('workspace', ['completions.write', 'workspace_user_api_keys.create'])
    const person = await scene.person('member', [{ id: workspaceId, role: role.slug }])
    const body = { name: 'Own', scopes: [], workspace_id: workspaceId }
    const made = (await scene.call(person, 'POST', '/api-keys/workspace/user', body)).body
    const key = String(made['key'])
    const change = (permissions: readonly string[]) => scene.do('PUT', `/admin/roles/${role.id}`, { permissions })
    expect(await open(key, {}, () => change(['workspace_user_api_keys.create']))).toContain('"code":"access_revoked"')
    const again = await gateway.fetch('/v1/chat/completions', {
      method: 'POST',
      key,
      body: { model: 'mock-1', messages: [{ role: 'user', content: 'hi' }] },
    })
    expect(again.status).toBe(403)
    await again.body?.cancel()
    await change(['completions.write'])
    expect(await open(null, person.headers, () => change([]))).toContain('"code":"access_revoked"')
  })
})

describe('the access review', () => {
  type Grant = Record<string, unknown> & { permissions: string[] }
  const grantsOf = async (query: string) =>
    ((await scene.do('GET', `/admin/access-review?${query}`)) as { data: Grant[] }).data

  test('shows the roles of a user and its keys, page by page, and filters', async () => {
    const role = await newRole('workspace', ['logs.list', 'workspace_user_api_keys.create'])
    const person = await scene.person('member', [{ id: workspaceId, role: role.slug }])
    const body = {
      name: '=HYPERLINK("http://evil.example")',
      scopes: ['logs.list'],
      allow_inference: false,
      workspace_id: workspaceId,
    }
    await scene.call(person, 'POST', '/api-keys/workspace/user', body)
    const grants = await grantsOf(`subject_id=${person.id}`)
    expect(grants).toMatchObject([
      { subject_type: 'user', workspace_id: null, role: 'member', grant: 'direct', permissions: [] },
      { subject_type: 'user', workspace_id: workspaceId, role: role.slug, grant: 'direct' },
      { subject_type: 'api_key', workspace_id: workspaceId, user_id: person.id, permissions: ['logs.list'] },
    ])
    const seen: unknown[] = []
    let cursor: unknown = ''
    do {
      const query = `subject_id=${person.id}&page_size=1${cursor === '' ? '' : `&cursor=${cursor}`}`
      const page = await scene.do('GET', `/admin/access-review?${query}`)
      seen.push(...(page['data'] as unknown[]))
      cursor = page['next_cursor']
    } while (cursor !== null)
    expect(seen).toEqual(grants)
    const withLogs = await grantsOf(`subject_id=${person.id}&permission=logs.list`)
    expect(withLogs).toHaveLength(2)
    expect(await refusal(scene.admin, 'GET', '/admin/access-review?cursor=nonsense')).toBe('400 invalid_parameter')
    expect(await refusal(scene.admin, 'GET', '/admin/access-review?permission=nope')).toBe('400 invalid_parameter')
    expect(await refusal(scene.admin, 'GET', '/admin/access-review?workspace=nope')).toBe('404 workspace_unknown')
  })

  test('shows the client certificates of a key, and whether it needs a review', async () => {
    const person = await scene.person('member', [{ id: workspaceId, role: 'manager' }])
    const body = { name: scene.uniqueName('Key'), scopes: [], workspace_id: workspaceId }
    const { id } = (await scene.call(person, 'POST', '/api-keys/workspace/service', body)).body
    const entries = [`dns:${String(id)}.example.com`]
    expect(await grantsOf(`subject_id=${id}`)).toMatchObject([{ client_certificates: [], needs_review: false }])
    await scene.do('PUT', `/api-keys/${id}`, { client_certificates: entries })
    await scene.do('DELETE', `/admin/users/${person.id}`)
    expect(await grantsOf(`subject_id=${id}`)).toMatchObject([{ client_certificates: entries, needs_review: true }])
  })

  test('is exported as CSV without formulas and as JSON with the same rows', async () => {
    const csv = await scene.call(scene.admin, 'GET', '/admin/access-review/export?format=csv')
    expect(csv.headers.get('content-type')).toContain('text/csv')
    expect(csv.text).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    expect(csv.text).not.toMatch(/(^|,)"?=/m)
    const json = await scene.call(scene.admin, 'GET', '/admin/access-review/export?format=json')
    const rows = JSON.parse(json.text) as Grant[]
    expect(rows.length).toBe(csv.text.trim().split('\r\n').length - 1)
    expect(rows).toEqual(await grantsOf('page_size=500'))
  })
})
