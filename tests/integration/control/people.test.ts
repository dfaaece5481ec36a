import { describe, expect, test } from 'bun:test'
import { claimOwner, signedIn } from '../../harness/claim-owner.ts'
import { type Actor, ControlScene, type Reply } from '../../harness/control-scene.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { startGateway } from '../../harness/start-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const owner = await claimOwner(gateway)

const PASSWORD = 'something nobody guesses'

function codeOf(reply: Reply): string {
  const error = reply.body['error'] as { code: string; param: string | null } | undefined
  return error ? `${reply.status} ${error.code} ${error.param ?? ''}`.trim() : String(reply.status)
}

function newEmail(): string {
  return `${crypto.randomUUID()}@example.com`
}

function tokenOf(reply: Reply): string {
  return String(reply.body['invite_link']).split('/').at(-1) ?? ''
}

function invite(actor: Actor, role: string, more: object = {}): Promise<Reply> {
  return scene.call(actor, 'POST', '/admin/users/invites', { email: newEmail(), role, workspaces: [], ...more })
}

function accept(token: string, more: object = {}): Promise<Reply> {
  const body = { token, password: PASSWORD, first_name: 'Ida', last_name: 'Invited', ...more }
  return scene.call(null, 'POST', '/invites/accept', body)
}

/** Creates a second owner. */
async function anotherOwner(): Promise<Actor & { readonly id: string }> {
  const accepted = await accept(tokenOf(await invite(owner, 'owner')))
  const { id } = accepted.body['user'] as { id: string }
  return { name: 'another owner', id, headers: signedIn(gateway, accepted) }
}

describe('an invitation', () => {
  test('is a link that adds its holder to the named workspaces and signs them in', async () => {
    const workspaceId = await scene.workspace()
    const email = newEmail()
    const invited = await invite(scene.admin, 'member', {
      email: ` ${email.toUpperCase()} `,
      workspaces: [{ id: workspaceId, role: 'admin' }],
    })
    expect(String(invited.body['invite_link'])).toStartWith(`${gateway.url}/#/invite/`)
    const path = `/admin/users/invites/${invited.body['id']}`
    expect(await scene.do('GET', path)).toMatchObject({
      object: 'invite',
      email,
      role: 'member',
      status: 'pending',
      accepted_at: null,
      workspaces: [{ id: workspaceId, role: 'admin' }],
    })
    const accepted = await accept(tokenOf(invited))
    expect(accepted.body).toMatchObject({
      type: 'user',
      user: { email, role: 'member', first_name: 'Ida', workspace_ids: [workspaceId] },
      workspaces: [{ id: workspaceId, role: 'admin' }],
      api_keys: [],
    })
    const actor = { name: '', headers: signedIn(gateway, accepted) }
    expect((await scene.call(actor, 'GET', `/admin/workspaces/${workspaceId}/users`)).status).toBe(200)
    expect(await scene.do('GET', path)).toMatchObject({ status: 'accepted' })
    expect(codeOf(await scene.call(scene.admin, 'POST', `${path}/resend`))).toBe('409 conflict')
    expect(codeOf(await scene.call(scene.admin, 'DELETE', path))).toBe('409 conflict')
  })

  test('works once, also if it is opened twice concurrently', async () => {
    const token = tokenOf(await invite(scene.admin, 'member'))
    const codes = (await Promise.all([accept(token), accept(token), accept(token)])).map(codeOf)
    expect(codes.sort()).toEqual(['200', '400 link_invalid', '400 link_invalid'])
    expect(codeOf(await accept(token))).toBe('400 link_invalid')
  })

  test('does not work if withdrawn, sent again or invalid; all three return the same error', async () => {
    const [withdrawn, resent] = [await invite(scene.admin, 'member'), await invite(scene.admin, 'member')]
    expect(await scene.do('DELETE', `/admin/users/invites/${withdrawn.body['id']}`)).toEqual({})
    const again = await scene.do('POST', `/admin/users/invites/${resent.body['id']}/resend`)
    const replies = await Promise.all([tokenOf(withdrawn), tokenOf(resent), 'made-up'].map((token) => accept(token)))
    const texts = replies.map(({ text }) => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id'))
    expect(replies.map(codeOf)).toEqual(Array(3).fill('400 link_invalid'))
    expect(new Set(texts).size).toBe(1)
    expect(again['inviteLink']).toBe(again['invite_link'])
    expect((await accept(String(again['inviteLink']).split('/').at(-1) ?? '')).status).toBe(200)
    expect(await scene.do('GET', `/admin/users/invites?status=cancelled&pageSize=100`)).toMatchObject({
      data: [{ id: withdrawn.body['id'] }],
    })
  })

  test('with a weak password can still be used', async () => {
    const token = tokenOf(await invite(scene.admin, 'member'))
    expect(codeOf(await accept(token, { password: 'password1234' }))).toBe('400 invalid_body password')
    expect(codeOf(await accept(token, { role: 'owner' }))).toBe('400 invalid_body role')
    expect((await accept(token)).status).toBe(200)
  })

  test('with scopes creates a key per workspace, shown once', async () => {
    const id = await scene.workspace()
    const more = { workspaces: [{ id, role: 'member' }], workspace_api_key_details: { scopes: ['logs.list'] } }
    const accepted = await accept(tokenOf(await invite(scene.admin, 'member', more)))
    const [made] = accepted.body['api_keys'] as { id: string; key: string; workspace_id: string }[]
    expect(made?.workspace_id).toBe(id)
    const key = { name: '', headers: { 'x-gateway-api-key': made?.key ?? '' } }
    expect((await scene.call(key, 'GET', '/sessions/current')).body).toMatchObject({
      type: 'api_key',
      workspaces: [{ id, scopes: ['logs.list'] }],
    })
    expect(await scene.do('GET', `/api-keys/${made?.id}`)).toMatchObject({ type: 'workspace-user' })
    const { id: userId } = accepted.body['user'] as { id: string }
    await scene.do('DELETE', `/admin/users/${userId}`)
    expect(codeOf(await scene.call(key, 'GET', '/sessions/current'))).toBe('401 api_key_invalid')
  })

  test('is rejected with the invalid field', async () => {
    const admin = scene.admin
    const email = newEmail()
    await invite(admin, 'member', { email })
    const known = (await scene.do('GET', `/admin/users/${owner.id}`))['email']
    const id = await scene.workspace()
    expect(codeOf(await invite(admin, 'member', { email }))).toBe('409 conflict email')
    expect(codeOf(await invite(admin, 'member', { email: known }))).toBe('409 conflict email')
    expect(codeOf(await invite(admin, 'member', { email: 'no address' }))).toBe('400 invalid_body email')
    expect(codeOf(await invite(admin, 'king'))).toBe('400 invalid_body role')
    const foreign = { workspaces: [{ id: crypto.randomUUID(), role: 'member' }] }
    expect(codeOf(await invite(admin, 'member', foreign))).toBe('404 workspace_unknown workspaces[0].id')
    const twice = {
      workspaces: [
        { id, role: 'member' },
        { id, role: 'manager' },
      ],
    }
    expect(codeOf(await invite(admin, 'member', twice))).toBe('400 invalid_body workspaces[1].id')
    const keys = (scopes: string[], workspaces = [{ id, role: 'member' }]) =>
      invite(admin, 'member', { workspaces, workspace_api_key_details: { scopes } }).then(codeOf)
    expect(await keys(['logs.lst'])).toBe('400 scope_unknown scopes')
    expect(await keys(['workspaces.delete'])).toStartWith('400')
    expect(await keys(['logs.list'], [])).toBe('400 invalid_body workspaces')
  })

  test('is invalid once its sender loses the required role', async () => {
    const schemer = await scene.person('admin')
    const tokens = [tokenOf(await invite(schemer, 'admin')), tokenOf(await invite(schemer, 'member'))]
    expect(tokens.every((token) => token.length === 43)).toBe(true)
    await scene.do('PUT', `/admin/users/${schemer.id}`, { role: 'member' })
    for (const token of tokens) expect(codeOf(await accept(token))).toBe('400 link_invalid')
  })
})

describe('people', () => {
  test('are listed with their workspaces, by role and address, in pages', async () => {
    const workspaceId = await scene.workspace()
    const person = await scene.person('member', [{ id: workspaceId, role: 'member' }])
    const read = await scene.do('GET', `/admin/users/${person.id}`)
    expect(read).toMatchObject({ object: 'user', role: 'member', status: 'active', workspace_ids: [workspaceId] })
    expect(JSON.stringify(read)).not.toContain('argon2')
    const email = encodeURIComponent(String(read['email']).toUpperCase())
    expect(await scene.do('GET', `/admin/users?email=${email}`)).toMatchObject({ total: 1, data: [read] })
    expect(await scene.do('GET', '/admin/users?role=owner&pageSize=1&currentPage=0')).toMatchObject({
      object: 'list',
      data: [{ role: 'owner' }],
    })
    expect(await scene.do('GET', '/admin/users?role=owner&page_size=1&current_page=0')).toMatchObject({
      data: [{ role: 'owner' }],
    })
    expect(codeOf(await scene.call(scene.admin, 'GET', '/admin/users/nobody'))).toBe('404 not_found id')
  })

  test('an owner may do everything; admins and keys cannot change or create owners', async () => {
    const second = await anotherOwner()
    const [admin, member] = [await scene.person('admin'), await scene.person('member')]
    const put = (actor: Actor, id: string, body: object) =>
      scene.call(actor, 'PUT', `/admin/users/${id}`, body).then(codeOf)
    for (const actor of [admin, scene.admin]) {
      expect(await put(actor, second.id, { role: 'member' })).toBe('403 scope_missing')
      expect(await put(actor, second.id, { first_name: 'Renamed' })).toBe('403 scope_missing')
      expect(await put(actor, second.id, { status: 'disabled' })).toBe('403 scope_missing')
      expect(codeOf(await scene.call(actor, 'DELETE', `/admin/users/${second.id}`))).toBe('403 scope_missing')
      expect(await put(actor, member.id, { role: 'owner' })).toBe('403 scope_missing')
      expect(codeOf(await invite(actor, 'owner'))).toBe('403 scope_missing')
      expect(await put(actor, member.id, { role: 'admin' })).toBe('200')
      expect(await put(actor, member.id, { role: 'member' })).toBe('200')
    }
    const sent = await invite(owner, 'owner')
    const path = `/admin/users/invites/${sent.body['id']}`
    for (const actor of [admin, scene.admin]) {
      expect(codeOf(await scene.call(actor, 'POST', `${path}/resend`))).toBe('403 scope_missing')
      expect(codeOf(await scene.call(actor, 'DELETE', path))).toBe('403 scope_missing')
    }
    expect(await put(owner, second.id, { role: 'admin' })).toBe('200')
    expect(await put(owner, second.id, { role: 'owner' })).toBe('200')
    expect(codeOf(await scene.call(owner, 'DELETE', `/admin/users/${second.id}`))).toBe('200')
  })

  test('a change of role ends the sessions of the user, a change of name does not', async () => {
    const person = await scene.person('admin')
    await scene.do('PUT', `/admin/users/${person.id}`, { first_name: 'Neu' })
    expect((await scene.call(person, 'GET', '/admin/users')).status).toBe(200)
    await scene.do('PUT', `/admin/users/${person.id}`, { role: 'member' })
    expect(codeOf(await scene.call(person, 'GET', '/admin/users'))).toBe('401 session_invalid')
  })

  test('a password link works once, and only a caller of the same or a higher role can create it', async () => {
    const workspaceId = await scene.workspace()
    const person = await scene.person('member', [{ id: workspaceId, role: 'manager' }])
    const link = (actor: Actor, id: string) => scene.call(actor, 'POST', `/admin/users/${id}/password-link`)
    const limited = await scene.adminKey(['organisation_users.update'])
    expect(codeOf(await link(limited, person.id))).toBe('403 scope_not_grantable role')
    expect(codeOf(await link(scene.admin, owner.id))).toBe('403 scope_missing')
    expect(codeOf(await link(person, person.id))).toBe('403 scope_missing')
    const made = await link(scene.admin, person.id)
    const token = String(made.body['password_link']).split('/').at(-1) ?? ''
    const set = (given: string, password = PASSWORD) =>
      scene.call(null, 'POST', '/sessions/password', { token: given, password })
    for (const wrong of ['x', `${token}x`, token.slice(0, -1), btoa(`${owner.id}.9999999999999.x`)]) {
      expect(codeOf(await set(wrong))).toBe('400 link_invalid')
    }
    expect(codeOf(await set(token, 'short'))).toBe('400 invalid_body password')
    const codes = (await Promise.all([set(token), set(token)])).map(codeOf)
    expect(codes.sort()).toEqual(['200', '400 link_invalid'])
    expect(codeOf(await set(token))).toBe('400 link_invalid')
    expect((await scene.call(person, 'GET', '/sessions/current')).status).toBe(401)
    const email = (await scene.do('GET', `/admin/users/${person.id}`))['email']
    const signed = await scene.call(null, 'POST', '/sessions', { email, password: PASSWORD })
    expect(signed.body).toMatchObject({ user: { id: person.id } })
  })

  test('a limited Admin key manages members only', async () => {
    const limited = await scene.adminKey([
      'organisation_users.create',
      'organisation_users.update',
      'organisation_users.delete',
    ])
    const [admin, member] = [await scene.person('admin'), await scene.person('member')]
    expect(codeOf(await invite(limited, 'admin'))).toBe('403 scope_missing')
    expect(codeOf(await scene.call(limited, 'PUT', `/admin/users/${member.id}`, { role: 'admin' }))).toBe(
      '403 scope_missing',
    )
    expect(codeOf(await scene.call(limited, 'DELETE', `/admin/users/${admin.id}`))).toBe('403 scope_missing')
    const workspaces = [{ id: await scene.workspace(), role: 'manager' }]
    expect(codeOf(await invite(limited, 'member', { workspaces }))).toBe('403 scope_not_grantable role')
    expect(codeOf(await invite(limited, 'member'))).toBe('200')
    expect(codeOf(await scene.call(limited, 'DELETE', `/admin/users/${member.id}`))).toBe('200')
  })
})

test('the last owner cannot be demoted, disabled or removed, not even by two concurrent calls', async () => {
  await using fresh = await startGateway()
  const own = new ControlScene(fresh)
  const first = await claimOwner(fresh)
  const path = `/admin/users/${first.id}`
  for (const body of [{ role: 'admin' }, { status: 'disabled' }]) {
    expect(codeOf(await own.call(first, 'PUT', path, body))).toBe('409 last_owner')
  }
  expect(codeOf(await own.call(first, 'DELETE', path))).toBe('409 last_owner')
  expect((await own.call(first, 'GET', '/sessions/current')).status).toBe(200)
  const invited = await own.call(first, 'POST', '/admin/users/invites', { email: newEmail(), role: 'owner' })
  const body = { token: tokenOf(invited), password: PASSWORD, first_name: 'Two' }
  const accepted = await own.call(null, 'POST', '/invites/accept', body)
  const second = { name: 'second', headers: signedIn(fresh, accepted) }
  const { id } = accepted.body['user'] as { id: string }
  const codes = await Promise.all([
    own.call(first, 'DELETE', `/admin/users/${id}`).then(codeOf),
    own.call(second, 'DELETE', path).then(codeOf),
  ])
  expect(codes.filter((code) => code === '200').length).toBe(1)
  expect(await own.do('GET', '/admin/users?role=owner')).toMatchObject({ total: 1 })
})

test('a member cannot raise its own rights', async () => {
  const [home, foreign] = [await scene.workspace(), await scene.workspace()]
  const member = await scene.person('member', [{ id: home, role: 'member' }])
  const other = await scene.person('member', [{ id: foreign, role: 'manager' }])
  const rights = async () => {
    const { body } = await scene.call(member, 'GET', '/sessions/current')
    return JSON.stringify([body['scopes'], body['workspaces'], (body['user'] as { role: string }).role])
  }
  const before = await rights()
  const state = async () => {
    const paths = [
      '/admin/users?pageSize=1000',
      '/admin/users/invites?pageSize=1000',
      '/admin/workspaces?page_size=1000',
      '/admin/organisation',
    ]
    return JSON.stringify(await Promise.all(paths.map((path) => scene.do('GET', path))))
  }
  const untouched = await state()
  const self = { users: [{ id: member.id, role: 'manager' }] }
  const attempts: readonly (readonly [string, string, unknown?])[] = [
    ['GET', '/admin/users'],
    ['GET', `/admin/users/${owner.id}`],
    ['PUT', `/admin/users/${member.id}`, { role: 'owner' }],
    ['PUT', `/admin/users/${owner.id}`, { role: 'member' }],
    ['DELETE', `/admin/users/${owner.id}`],
    ['POST', '/admin/users/invites', { email: newEmail(), role: 'admin', workspaces: [] }],
    ['GET', '/admin/users/invites'],
    ['GET', '/admin/organisation'],
    ['PUT', '/admin/organisation', { name: 'mine' }],
    ['POST', '/admin/workspaces', { name: 'mine' }],
    ['PUT', `/admin/workspaces/${home}`, { name: 'mine' }],
    ['DELETE', `/admin/workspaces/${home}`, { name: 'x', force_delete: true }],
    ['GET', `/admin/workspaces/${home}/users`],
    ['POST', `/admin/workspaces/${home}/users`, self],
    ['PUT', `/admin/workspaces/${home}/users/${member.id}`, { role: 'manager' }],
    ['POST', `/admin/workspaces/${foreign}/users`, self],
    ['PUT', `/admin/workspaces/${foreign}/users/${other.id}`, { role: 'member' }],
    ['DELETE', `/admin/workspaces/${foreign}/users/${other.id}`],
    ['GET', `/admin/workspaces/${foreign}`],
    ['POST', '/api-keys/organisation/service', { name: 'k', scopes: ['workspaces.list'] }],
    ['POST', '/api-keys/workspace/service', { name: 'k', scopes: ['logs.list'] }],
    ['POST', '/api-keys/workspace/user', { name: 'k', scopes: ['logs.list'] }],
    ['POST', '/api-keys/workspace/user', { name: 'k', scopes: [], workspace_id: foreign }],
    ['GET', '/audit-logs'],
  ]
  for (const [method, path, body] of attempts) {
    const { status } = await scene.call(member, method, path, body)
    expect([method, path, status === 403 || status === 404]).toEqual([method, path, true])
  }
  // The same calls with headers that claim another workspace or address.
  for (const extra of [
    { 'x-gateway-workspace-id': foreign },
    { host: 'localhost' },
    { 'x-forwarded-for': '127.0.0.1' },
  ]) {
    const headers = { ...member.headers, ...('host' in extra ? { origin: 'http://localhost' } : {}), ...extra }
    const { status } = await scene.call({ name: '', headers }, 'POST', `/admin/workspaces/${foreign}/users`, self)
    expect(status).toBe(404)
  }
  expect(await rights()).toBe(before)
  expect(await state()).toBe(untouched)
})
