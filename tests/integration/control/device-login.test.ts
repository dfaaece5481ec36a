import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { claimOwner, HUMAN } from '../../harness/claim-owner.ts'
import { beginLogin, DEVICE_GRANT, type OAuthReply, pollLogin, postForm } from '../../harness/control/device-flow.ts'
import { type Actor, ControlScene, type Reply, withKey } from '../../harness/control-scene.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { startGatewayProcess } from '../../harness/start-gateway-process.ts'

const gateway = await shareGateway({ environment: { GATEWAY_TRUSTED_PROXIES: '127.0.0.1' } })
const scene = new ControlScene(gateway)
const owner = await claimOwner(gateway)
const CLIENT = { client_id: 'gatehouse-cli' }

let addresses = 0

/** A new client address, so that tests do not share a throttle. */
function elsewhere(): Record<string, string> {
  addresses++
  return { 'x-forwarded-for': `10.3.${addresses >> 8}.${addresses & 255}` }
}

const begin = (fields: Readonly<Record<string, string>> = {}) => beginLogin(gateway, fields, elsewhere())
const poll = (deviceCode: string) => pollLogin(gateway, deviceCode, elsewhere())
const lookUp = (actor: Actor | null, user_code: string, more = {}) =>
  scene.call(actor, 'POST', '/device-logins/lookup', { user_code, ...more })
const approve = (actor: Actor | null, user_code: string, more = {}) =>
  scene.call(actor, 'POST', '/device-logins/approve', { user_code, ...more })
const deny = (actor: Actor | null, user_code: string) => scene.call(actor, 'POST', '/device-logins/deny', { user_code })

function codeOf({ status, body }: Reply): string {
  return `${status} ${(body['error'] as { code: string } | undefined)?.code ?? 'none'}`
}

function oauthCode({ status, body }: OAuthReply): string {
  return `${status} ${body['error'] ?? 'none'}`
}

function inStore(sql: string, ...values: (string | number)[]): void {
  const file = new Database(join(gateway.dataDirectory, 'control.db'))
  try {
    file.run('pragma busy_timeout = 10000')
    file.run(sql, values)
  } finally {
    file.close()
  }
}

/** Waits for the interval by moving the last poll into the past. */
function passInterval(): void {
  inStore('update device_codes set polled_at_ms = polled_at_ms - 100000')
}

function expireAll(): void {
  inStore('update device_codes set expires_at_ms = created_at_ms')
}

/** Runs a whole login; returns the response with the key. */
async function logIn(actor: Actor, fields: Readonly<Record<string, string>> = {}, choice = {}): Promise<OAuthReply> {
  const { deviceCode, userCode } = await begin(fields)
  const approved = await approve(actor, userCode, choice)
  expect(codeOf(approved)).toBe('200 none')
  const reply = await poll(deviceCode)
  expect(oauthCode(reply)).toBe('200 none')
  return reply
}

async function lastAudit(action: string): Promise<Record<string, unknown>> {
  const { records } = (await scene.do('GET', `/audit-logs?action=${action}&page_size=1`)) as {
    records: Record<string, unknown>[]
  }
  return records[0] ?? {}
}

describe('the flow', () => {
  test('an approved login gets a personal key once; it works, is listed, and ends with its revocation', async () => {
    const workspaceId = await scene.workspace()
    const person = await scene.person('member', [{ id: workspaceId, role: 'manager' }])
    const { deviceCode, userCode } = await begin({ device_name: 'build-7', scope: 'logs.list configs.list' })
    expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    expect(oauthCode(await poll(deviceCode))).toBe('400 authorization_pending')
    const seen = await lookUp(person, userCode.toLowerCase())
    expect(seen.body).toMatchObject({
      client_name: 'Gatehouse command line',
      device_name: 'build-7',
      requested_scopes: ['logs.list', 'configs.list'],
      workspace_id: workspaceId,
      granted_scopes: ['logs.list', 'configs.list'],
      withheld_scopes: [],
    })
    expect(codeOf(await approve(person, userCode))).toBe('200 none')
    passInterval()
    const reply = await poll(deviceCode)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 30 * 86_400,
      scope: 'logs.list configs.list',
      workspace_id: workspaceId,
    })
    expect(oauthCode(await poll(deviceCode))).toBe('400 invalid_grant')

    const secret = String(reply.body['access_token'])
    const key = withKey('device', secret)
    expect(codeOf(await scene.call(key, 'GET', '/configs'))).toBe('200 none')
    expect(codeOf(await scene.call(key, 'GET', '/api-keys'))).toBe('403 scope_missing')
    const listed = await scene.call(person, 'GET', '/device-logins')
    expect(listed.body).toMatchObject({
      total: 1,
      data: [{ id: reply.body['api_key_id'], name: 'Gatehouse command line on build-7', workspace_id: workspaceId }],
    })
    expect(await lastAudit('device_login.approve')).toMatchObject({ user_id: person.id })
    expect(JSON.stringify(await lastAudit('device_login.create'))).not.toContain(secret)
    expect(await lastAudit('device_login.create')).toMatchObject({ user_id: person.id })

    expect(oauthCode(await postForm(gateway, 'revoke', { ...CLIENT, token: secret }, elsewhere()))).toBe('200 none')
    expect(codeOf(await scene.call(key, 'GET', '/configs'))).toStartWith('401')
    expect((await scene.call(person, 'GET', '/device-logins')).body['total']).toBe(0)
    expect(await lastAudit('device_login.delete')).toMatchObject({ user_id: person.id })
    // Revoking again is no error (RFC 7009).
    expect(oauthCode(await postForm(gateway, 'revoke', { ...CLIENT, token: secret }, elsewhere()))).toBe('200 none')
  })

  test('a denied login gets nothing', async () => {
    const admin = await scene.person('admin')
    const { deviceCode, userCode } = await begin()
    expect(codeOf(await deny(admin, userCode))).toBe('200 none')
    expect(oauthCode(await poll(deviceCode))).toBe('400 access_denied')
    expect(codeOf(await approve(admin, userCode))).toBe('404 not_found')
    expect(oauthCode(await poll(deviceCode))).toBe('400 access_denied')
  })

  test('an owner or admin without a requested workspace grants the organisation, a member only one workspace', async () => {
    const admin = await scene.person('admin')
    const whole = await logIn(admin)
    expect(whole.body['workspace_id']).toBeNull()
    const key = withKey('device', String(whole.body['access_token']))
    expect(codeOf(await scene.call(key, 'GET', '/admin/workspaces'))).toBe('200 none')
    const [one, other] = [await scene.workspace(), await scene.workspace()]
    const roles = [one, other].map((id) => ({ id, role: 'member' as const }))
    const person = await scene.person('member', roles)
    const { userCode } = await begin()
    expect(codeOf(await approve(person, userCode))).toBe('400 workspace_required')
    expect(codeOf(await approve(person, userCode, { workspace_id: null }))).toBe('400 workspace_required')
    expect(codeOf(await approve(person, userCode, { workspace_id: other }))).toBe('200 none')
  })

  test('scopes are cut to the role of the user, and the response names what was granted', async () => {
    const id = await scene.workspace()
    const person = await scene.person('member', [{ id, role: 'member' }])
    const { userCode, deviceCode } = await begin({ scope: 'logs.list virtual_keys.create organisation_users.create' })
    expect((await lookUp(person, userCode)).body).toMatchObject({
      granted_scopes: ['logs.list'],
      withheld_scopes: ['virtual_keys.create', 'organisation_users.create'],
    })
    await approve(person, userCode)
    expect((await poll(deviceCode)).body['scope']).toBe('logs.list')
    const beyond = await begin({ scope: 'organisation_users.create' })
    expect(codeOf(await approve(person, beyond.userCode))).toBe('403 scope_not_grantable')
    const all = await logIn(person)
    const scopes = String(all.body['scope']).split(' ')
    expect(scopes).toContain('completions.write')
    expect(scopes.filter((scope) => /create|update|delete/.test(scope))).toEqual([])
  })

  test('without the scope to send requests, the key cannot send any', async () => {
    const admin = await scene.person('admin')
    const chat = async (reply: OAuthReply) => {
      const key = String(reply.body['access_token'])
      const answer = await gateway.chat(null, { key, headers: { 'x-gateway-provider': 'mock' } })
      await answer.text()
      return answer.status
    }
    expect(await chat(await logIn(admin, { scope: 'logs.list' }))).toBe(403)
    expect(await chat(await logIn(admin, { scope: 'completions.write' }))).toBe(200)
  })

  test('a role that is taken away cuts the key at once, and a disabled user ends it', async () => {
    const id = await scene.workspace()
    const person = await scene.person('member', [{ id, role: 'manager' }])
    const key = withKey('device', String((await logIn(person)).body['access_token']))
    const save = () => scene.call(key, 'POST', '/configs', { name: 'Any', config: { provider: 'mock' } })
    expect(codeOf(await save())).toBe('200 none')
    await scene.do('PUT', `/admin/workspaces/${id}/users/${person.id}`, { role: 'member' })
    expect(codeOf(await save())).toBe('403 scope_missing')
    await scene.do('PUT', `/admin/users/${person.id}`, { status: 'disabled' })
    expect(codeOf(await save())).toStartWith('401')
  })

  test('the metadata names the endpoints', async () => {
    const response = await gateway.fetch('/.well-known/oauth-authorization-server', { key: null })
    expect(await response.json()).toMatchObject({
      issuer: gateway.url,
      device_authorization_endpoint: `${gateway.url}/oauth/device_authorization`,
      token_endpoint: `${gateway.url}/oauth/token`,
      revocation_endpoint: `${gateway.url}/oauth/revoke`,
      grant_types_supported: [DEVICE_GRANT],
    })
  })
})

describe('attacks', () => {
  test('a code is not approved by an API key, nor without a session', async () => {
    const admin = await scene.person('admin')
    const { userCode } = await begin()
    expect(codeOf(await approve(scene.admin, userCode))).toBe('403 scope_missing')
    expect(codeOf(await lookUp(scene.admin, userCode))).toBe('403 scope_missing')
    expect(codeOf(await approve(null, userCode))).toStartWith('401')
    expect(codeOf(await approve(admin, userCode))).toBe('200 none')
  })

  test('CSRF: another origin, no origin, no header, and a form approve nothing', async () => {
    const { userCode } = await begin()
    const { cookie = '', origin = '' } = owner.headers as { cookie?: string; origin?: string }
    const bad: Record<string, string>[] = [
      { cookie, origin: 'https://evil.example.com', 'x-gateway-csrf': '1' },
      { cookie, origin: 'null', 'x-gateway-csrf': '1' },
      { cookie, 'x-gateway-csrf': '1' },
      { cookie, origin },
      { cookie, origin, 'x-gateway-csrf': '1', 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of bad)
      expect(codeOf(await approve({ name: 'attacker', headers }, userCode))).toBe('403 origin_forbidden')
    const form = await fetch(`${gateway.baseURL}/device-logins/approve`, {
      method: 'POST',
      headers: { cookie, origin, 'x-gateway-csrf': '1', 'content-type': 'application/x-www-form-urlencoded' },
      body: `user_code=${userCode}`,
    })
    expect(form.status).toBe(403)
    expect((await lookUp(owner, userCode)).status).toBe(200)
  })

  test('a page of another origin cannot start or poll a login', async () => {
    const headers = { origin: 'https://evil.example.com' }
    for (const endpoint of ['device_authorization', 'token', 'revoke'])
      expect((await postForm(gateway, endpoint, CLIENT, headers)).status).toBe(403)
  })

  test('guessing user codes is limited per user, and the errors do not differ', async () => {
    const person = await scene.person('admin')
    const { userCode } = await begin()
    const used = await begin()
    await deny(owner, used.userCode)
    const wrong = ['BBBB-BBBB', 'not a code', used.userCode, `${userCode}B`, '’']
    const texts = new Set<string>()
    for (const code of wrong) {
      const reply = await lookUp(person, code)
      expect(codeOf(reply)).toBe('404 not_found')
      const { message, hint } = reply.body['error'] as { message: string; hint: string }
      texts.add(`${message} ${hint}`)
    }
    expect(texts.size).toBe(1)
    const more = await Promise.all(Array.from({ length: 30 }, () => lookUp(person, 'BBBB-BBBB')))
    expect(more.filter((reply) => codeOf(reply) === '404 not_found').length).toBeLessThan(30)
    const refused = more.find((reply) => reply.status === 429)
    expect(codeOf(refused ?? more[0]!)).toBe('429 sign_in_throttled')
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    // The right code does not help then either, and other users are not affected.
    expect((await lookUp(person, userCode)).status).toBe(429)
    expect((await lookUp(owner, userCode)).status).toBe(200)
  })

  test('an unknown, mangled or foreign device code is not told apart', async () => {
    const { deviceCode } = await begin()
    const wrong = ['x', 'A'.repeat(43), `${deviceCode}A`, deviceCode.slice(1), `${deviceCode.slice(0, -1)}~`]
    const replies = await Promise.all(wrong.map(poll))
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body]))).size).toBe(1)
    expect(oauthCode(replies[0]!)).toBe('400 invalid_grant')
  })

  test('another client cannot use the code, and an unknown one cannot start', async () => {
    const admin = await scene.person('admin')
    const { deviceCode, userCode } = await begin()
    await approve(admin, userCode)
    const fields = { grant_type: DEVICE_GRANT, device_code: deviceCode }
    const other = await postForm(gateway, 'token', { ...fields, client_id: 'gatehouse-sdk' }, elsewhere())
    expect(oauthCode(other)).toBe('400 invalid_grant')
    const unknown = await postForm(gateway, 'token', { ...fields, client_id: 'evil' }, elsewhere())
    expect(oauthCode(unknown)).toBe('401 invalid_client')
    const start = await postForm(gateway, 'device_authorization', { client_id: '__proto__' }, elsewhere())
    expect(oauthCode(start)).toBe('401 invalid_client')
    expect(oauthCode(await poll(deviceCode))).toBe('200 none')
  })

  test('the user code and the device code cannot be exchanged for each other', async () => {
    const admin = await scene.person('admin')
    const { deviceCode, userCode } = await begin()
    expect(oauthCode(await poll(userCode))).toBe('400 invalid_grant')
    expect(codeOf(await lookUp(admin, deviceCode))).toBe('404 not_found')
  })

  test('replay: a code, an approval and a denial work once', async () => {
    const admin = await scene.person('admin')
    const { deviceCode, userCode } = await begin()
    expect(codeOf(await approve(admin, userCode))).toBe('200 none')
    for (const again of [approve, deny, lookUp]) expect(codeOf(await again(admin, userCode))).toBe('404 not_found')
    expect(oauthCode(await poll(deviceCode))).toBe('200 none')
    expect(oauthCode(await poll(deviceCode))).toBe('400 invalid_grant')
  })

  test('of approvals and polls at the same time one wins', async () => {
    const admin = await scene.person('admin')
    const other = await scene.person('admin')
    const { deviceCode, userCode } = await begin()
    const decisions = await Promise.all([admin, other, admin, other].map((actor) => approve(actor, userCode)))
    expect(decisions.filter((reply) => reply.status === 200)).toHaveLength(1)
    const polls = await Promise.all(Array.from({ length: 6 }, () => poll(deviceCode)))
    expect(polls.filter((reply) => reply.status === 200)).toHaveLength(1)
  })

  test('nothing is approved or exchanged after ten minutes', async () => {
    const admin = await scene.person('admin')
    const early = await begin()
    const late = await begin()
    await approve(admin, early.userCode)
    expireAll()
    expect(codeOf(await approve(admin, late.userCode))).toBe('404 not_found')
    expect(codeOf(await lookUp(admin, late.userCode))).toBe('404 not_found')
    expect(oauthCode(await poll(early.deviceCode))).toBe('400 expired_token')
    expect(oauthCode(await poll(late.deviceCode))).toBe('400 expired_token')
  })

  test('a client that polls too fast must slow down, also if the login is approved', async () => {
    const admin = await scene.person('admin')
    const { deviceCode, userCode } = await begin()
    expect(oauthCode(await poll(deviceCode))).toBe('400 authorization_pending')
    expect(oauthCode(await poll(deviceCode))).toBe('400 slow_down')
    await approve(admin, userCode)
    expect(oauthCode(await poll(deviceCode))).toBe('400 slow_down')
    passInterval()
    expect(oauthCode(await poll(deviceCode))).toBe('200 none')
  })

  test('the workspace of another user cannot be granted, and a requested one cannot be replaced', async () => {
    const admin = await scene.person('admin')
    const [mine, foreign] = [await scene.workspace(), await scene.workspace()]
    const person = await scene.person('member', [{ id: mine, role: 'manager' }])
    const { userCode } = await begin()
    expect(codeOf(await approve(person, userCode, { workspace_id: foreign }))).toBe('404 workspace_unknown')
    const asking = await begin({ workspace: foreign })
    expect(codeOf(await approve(person, asking.userCode))).toBe('404 workspace_unknown')
    expect(codeOf(await approve(admin, asking.userCode, { workspace_id: mine }))).toBe('400 invalid_body')
    expect(codeOf(await approve(admin, asking.userCode, { workspace_id: null }))).toBe('400 invalid_body')
    expect(codeOf(await approve(admin, asking.userCode))).toBe('200 none')
  })

  test('a user who is disabled or signed out everywhere after the approval gives no key away', async () => {
    const person = await scene.person('admin')
    const first = await begin()
    await approve(person, first.userCode)
    await scene.do('DELETE', `/admin/users/${person.id}/sessions`)
    expect(oauthCode(await poll(first.deviceCode))).toBe('400 invalid_grant')
    const other = await scene.person('admin')
    const second = await begin()
    await approve(other, second.userCode)
    await scene.do('PUT', `/admin/users/${other.id}`, { status: 'disabled' })
    expect(oauthCode(await poll(second.deviceCode))).toBe('400 invalid_grant')
  })

  test('a user who must add a second factor first, or confirm its identity, approves nothing', async () => {
    const person = await scene.person('admin')
    const { userCode } = await begin()
    inStore('update sessions set created_at_ms = created_at_ms - 700000 where user_id = ?', person.id)
    expect(codeOf(await approve(person, userCode))).toBe('403 step_up_required')
    expect((await lookUp(person, userCode)).status).toBe(200)
  })

  test('huge and ambiguous inputs are refused', async () => {
    const post = (endpoint: string, fields: Parameters<typeof postForm>[2], headers = {}) =>
      postForm(gateway, endpoint, fields, { ...elsewhere(), ...headers })
    const start = (fields: Record<string, string>) => post('device_authorization', { ...CLIENT, ...fields })
    expect((await post('device_authorization', `client_id=gatehouse-cli&scope=${'a'.repeat(20_000)}`)).status).toBe(413)
    expect(oauthCode(await start({ scope: 'logs.list nothing.here' }))).toBe('400 invalid_scope')
    expect(oauthCode(await start({ device_name: 'x'.repeat(65) }))).toBe('400 invalid_request')
    expect(oauthCode(await start({ device_name: 'a\u202eb' }))).toBe('400 invalid_request')
    expect(oauthCode(await start({ device_name: 'a\nb' }))).toBe('400 invalid_request')
    expect(oauthCode(await start({ workspace: 'w'.repeat(129) }))).toBe('400 invalid_request')
    expect(oauthCode(await post('device_authorization', 'client_id=gatehouse-cli&client_id=evil'))).toBe(
      '400 invalid_request',
    )
    expect(oauthCode(await post('device_authorization', '{}', { 'content-type': 'application/json' }))).toBe(
      '400 invalid_request',
    )
    expect(oauthCode(await post('token', CLIENT))).toBe('400 invalid_request')
    expect(oauthCode(await post('token', { ...CLIENT, grant_type: 'password' }))).toBe('400 unsupported_grant_type')
    expect(oauthCode(await post('token', { ...CLIENT, grant_type: DEVICE_GRANT }))).toBe('400 invalid_request')
    expect(oauthCode(await post('revoke', { ...CLIENT, token: 'x'.repeat(10_000) }))).toBe('200 none')
    expect((await post('nothing', CLIENT)).status).toBe(404)
    expect((await gateway.fetch('/oauth/token', { key: null })).status).toBe(405)
    expect(codeOf(await lookUp(owner, 'B'.repeat(65)))).toBe('400 invalid_body')
  })

  test('revocation needs the client of the key, and leaves other keys alone', async () => {
    const admin = await scene.person('admin')
    const token = String((await logIn(admin)).body['access_token'])
    const other = await postForm(gateway, 'revoke', { client_id: 'gatehouse-sdk', token }, elsewhere())
    expect(oauthCode(other)).toBe('400 invalid_grant')
    expect((await scene.call(withKey('device', token), 'GET', '/sessions/current')).status).toBe(200)
    const service = await postForm(gateway, 'revoke', { ...CLIENT, token: gateway.adminKey }, elsewhere())
    expect(oauthCode(service)).toBe('200 none')
    expect((await scene.call(scene.admin, 'GET', '/sessions/current')).status).toBe(200)
  })

  test('nobody revokes or lists the device of another user without the right to', async () => {
    const reply = await logIn(owner)
    const id = String(reply.body['api_key_id'])
    const person = await scene.person('admin')
    expect(codeOf(await scene.call(person, 'DELETE', `/device-logins/${id}`))).toBe('404 not_found')
    const member = await scene.person('member', [{ id: await scene.workspace(), role: 'manager' }])
    expect(codeOf(await scene.call(member, 'GET', `/admin/users/${owner.id}/device-logins`))).toBe('403 scope_missing')
    expect(codeOf(await scene.call(member, 'GET', `/admin/users/${owner.id}/sessions`))).toBe('403 scope_missing')
    // Admins rank below owners.
    for (const path of ['sessions', `device-logins/${id}`])
      expect(codeOf(await scene.call(person, 'DELETE', `/admin/users/${owner.id}/${path}`))).toStartWith('403')
    expect(codeOf(await scene.call(owner, 'DELETE', `/device-logins/${id}`))).toBe('200 none')
    expect((await scene.call(withKey('device', String(reply.body['access_token'])), 'GET', '/configs')).status).toBe(
      401,
    )
  })

  test('one address cannot start logins without end', async () => {
    const from = elsewhere()
    const replies = await Promise.all(
      Array.from({ length: 130 }, () => postForm(gateway, 'device_authorization', CLIENT, from)),
    )
    const refused = replies.filter((reply) => reply.status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(oauthCode(refused[0]!)).toBe('429 temporarily_unavailable')
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await postForm(gateway, 'device_authorization', CLIENT, elsewhere())).status).toBe(200)
  })

  test('neither code nor key is in the store or in the output of the gateway', async () => {
    await using own = await startGatewayProcess({ environment: HUMAN })
    const admin = await claimOwner(own)
    const { deviceCode, userCode } = await beginLogin(own)
    await new ControlScene(own).call(admin, 'POST', '/device-logins/approve', { user_code: userCode })
    const secret = String((await pollLogin(own, deviceCode)).body['access_token'])
    expect(secret.length).toBeGreaterThan(20)
    const file = new Database(join(own.dataDirectory, 'control.db'), { readonly: true })
    const tables = file.query<{ name: string }, []>(`select name from sqlite_master where type = 'table'`).all()
    for (const { name } of tables) {
      const text = JSON.stringify(file.query(`select * from "${name}"`).all())
      for (const found of [deviceCode, secret]) expect(text.includes(found)).toBe(false)
    }
    file.close()
    for (const found of [deviceCode, secret]) expect(own.process.output().includes(found)).toBe(false)
  })
})

describe('sessions', () => {
  test('show how the user signed in, and administrators end them', async () => {
    const person = await scene.person('admin')
    const own = (await scene.call(person, 'GET', '/sessions')).body['data'] as Record<string, unknown>[]
    expect(own).toMatchObject([{ method: 'password', second_factor: null, sso_connection: null, is_current: true }])
    const listed = await scene.call(owner, 'GET', `/admin/users/${person.id}/sessions`)
    expect(listed.body).toMatchObject({ total: 1, data: [{ id: own[0]?.['id'], is_current: false }] })
    const path = `/admin/users/${person.id}/sessions`
    expect(codeOf(await scene.call(owner, 'DELETE', `${path}/unknown`))).toBe('404 not_found')
    expect(codeOf(await scene.call(owner, 'DELETE', `${path}/${own[0]?.['id']}`))).toBe('200 none')
    expect((await scene.call(person, 'GET', '/sessions')).status).toBe(401)
    expect(await lastAudit('user.session_end')).toMatchObject({ user_id: owner.id })
  })

  test('administrators list and revoke the devices of a user', async () => {
    const person = await scene.person('admin')
    const reply = await logIn(person)
    const path = `/admin/users/${person.id}/device-logins`
    expect((await scene.call(owner, 'GET', path)).body).toMatchObject({ total: 1 })
    expect(codeOf(await scene.call(owner, 'DELETE', `${path}/${reply.body['api_key_id']}`))).toBe('200 none')
    expect((await scene.call(withKey('device', String(reply.body['access_token'])), 'GET', '/configs')).status).toBe(
      401,
    )
    expect((await scene.call(owner, 'GET', path)).body).toMatchObject({ total: 0 })
  })
})
