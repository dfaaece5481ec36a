import { describe, expect, test } from 'bun:test'
import { claimOwner, OWNER, signedIn } from '../../harness/claim-owner.ts'
import { type Actor, ControlScene, type Reply } from '../../harness/control-scene.ts'
import { filesWith } from '../../harness/data-files.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { startGateway } from '../../harness/start-gateway.ts'

const gateway = await shareGateway({ environment: { GATEWAY_TRUSTED_PROXIES: '127.0.0.1' } })
const scene = new ControlScene(gateway)
const owner = await claimOwner(gateway)

let addresses = 0

/** Uses a new client address per call, so that tests do not share a throttle. */
function elsewhere(): Actor {
  addresses++
  return { name: 'somewhere', headers: { 'x-forwarded-for': `10.1.${addresses >> 8}.${addresses & 255}` } }
}

function signIn(password: string, email = OWNER.email, from = elsewhere()): Promise<Reply> {
  return scene.call(from, 'POST', '/sessions', { email, password })
}

function codeOf(reply: Reply): string {
  return `${reply.status} ${(reply.body['error'] as { code: string } | undefined)?.code ?? 'none'}`
}

describe('the claim link', () => {
  test('creates the owner once; the next start prints no link', async () => {
    await using fresh = await startGateway()
    const token = await fresh.claimToken()
    const input = { ...OWNER, token, first_name: 'Olive' }
    const post = (body: object, headers = {}) =>
      fresh.fetch('/v1/claim', { method: 'POST', key: null, body, headers }).then((reply) => reply.json())
    expect(await post({ ...input, token: `${token}x` })).toMatchObject({ error: { code: 'link_invalid' } })
    expect(await post({ ...input, password: 'short' })).toMatchObject({ error: { param: 'password' } })
    const foreign = await post(input, { origin: 'https://evil.example.com' })
    expect(foreign).toMatchObject({ error: { code: 'origin_forbidden' } })
    const both = (await Promise.all([post(input), post({ ...input, email: 'second@example.com' })])) as {
      type?: string
      error?: { code: string }
    }[]
    expect(both.map((reply) => reply.type ?? reply.error?.code).sort()).toEqual(['link_invalid', 'user'])
    expect(await post({ ...input, email: 'third@example.com' })).toMatchObject({ error: { code: 'link_invalid' } })
    await fresh.stop()
    await using again = await startGateway({ dataDirectory: fresh.dataDirectory })
    await expect(again.claimToken()).rejects.toThrow('already has an owner')
  })

  test('without an account creates the local owner, which gets its e-mail address and password later', async () => {
    await using fresh = await startGateway()
    const control = new ControlScene(fresh)
    const token = await fresh.claimToken()
    const half = await control.call(null, 'POST', '/claim', { token, email: OWNER.email })
    expect([half.status, half.body['error']]).toMatchObject([400, { param: 'password' }])
    const claimed = await control.call(null, 'POST', '/claim', { token })
    expect(claimed.body).toMatchObject({ is_local_owner: true, user: { role: 'owner' } })
    expect((await control.call(null, 'POST', '/claim', { token })).status).toBe(400)
    const local: Actor = { name: 'local owner', headers: signedIn(fresh, claimed) }
    const account = { ...OWNER, first_name: 'Olive' }
    const weak = await control.call(local, 'PUT', '/users/me/account', { ...account, password: 'password1234' })
    expect(weak.body['error']).toMatchObject({ param: 'password' })
    const done = await control.call(local, 'PUT', '/users/me/account', account)
    expect(done.body).toMatchObject({ is_local_owner: false, user: { email: OWNER.email, first_name: 'Olive' } })
    // The session of the local owner has ended; the new one and the password work.
    expect((await control.call(local, 'GET', '/sessions/current')).status).toBe(401)
    const owner: Actor = { name: 'owner', headers: signedIn(fresh, done) }
    expect(codeOf(await control.call(owner, 'PUT', '/users/me/account', account))).toBe('409 conflict')
    expect((await control.call(null, 'POST', '/sessions', OWNER)).status).toBe(200)
  })

  test('of an earlier start does not work after a new one', async () => {
    await using first = await startGateway()
    const old = await first.claimToken()
    await first.stop()
    await using second = await startGateway({ dataDirectory: first.dataDirectory })
    const body = { ...OWNER, token: old, first_name: 'Olive' }
    const reply = await second.fetch('/v1/claim', { method: 'POST', key: null, body })
    expect(reply.status).toBe(400)
    expect(await second.claimToken()).not.toBe(old)
  })
})

describe('signing in', () => {
  test('sets an HttpOnly cookie and returns the user', async () => {
    const reply = await signIn(OWNER.password, ' Owner@Example.COM ')
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      object: 'caller',
      type: 'user',
      user: { id: owner.id, email: OWNER.email, role: 'owner' },
      api_key: null,
    })
    expect(reply.headers.get('set-cookie')).toMatch(
      /^gatehouse_session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/,
    )
    expect(reply.text).not.toContain('argon2')
  })

  test('over HTTPS uses only the Secure cookie', async () => {
    const https = { ...elsewhere().headers, 'x-forwarded-proto': 'https' }
    const reply = await signIn(OWNER.password, OWNER.email, { name: 'https', headers: https })
    const cookie = reply.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^__Host-gatehouse=.*; Secure$/)
    const value = cookie.split(';')[0] ?? ''
    const ask = (headers: Record<string, string>) =>
      scene.call({ name: '', headers }, 'GET', '/sessions/current').then((answer) => answer.status)
    expect(await ask({ ...https, cookie: value })).toBe(200)
    expect(await ask({ ...https, cookie: value.replace('__Host-gatehouse', 'gatehouse_session') })).toBe(401)
    expect(await ask({ cookie: value })).toBe(401)
  })

  test('returns the same response for a wrong password, an unknown user and a disabled user', async () => {
    const { id, email, password } = await scene.person('member')
    await scene.do('PUT', `/admin/users/${id}`, { status: 'disabled' })
    const replies = [
      await signIn('not the password'),
      await signIn('not the password', 'stranger@example.com'),
      await signIn(password, email),
    ]
    const texts = replies.map(({ text }) => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id'))
    expect(replies.map(codeOf)).toEqual(Array(3).fill('401 sign_in_failed'))
    expect(new Set(texts).size).toBe(1)
    expect(replies.every((reply) => !reply.headers.has('set-cookie'))).toBe(true)
  })

  test('after five failures throttles the account at that address, even with the correct password', async () => {
    const { email, password } = await scene.person('member')
    const here = elsewhere()
    for (let i = 0; i < 5; i++) expect(codeOf(await signIn('wrong password', email, here))).toBe('401 sign_in_failed')
    const sixth = await signIn(password, email, here)
    expect(codeOf(sixth)).toBe('429 sign_in_throttled')
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await signIn(password, email)).status).toBe(200)
    expect((await signIn(OWNER.password, OWNER.email, here)).status).toBe(200)
  })

  test('forty failures from one address, for known and unknown accounts, do not lock other accounts there', async () => {
    const here = elsewhere()
    const victim = await scene.person('member')
    const { email, password } = await scene.person('member')
    const stranger = (i: number) => (i % 2 ? victim.email : `stranger-${i}@example.com`)
    const replies = await Promise.all(Array.from({ length: 40 }, (_, i) => signIn('wrong password', stranger(i), here)))
    expect(replies.filter((reply) => reply.status === 401)).toHaveLength(20 + 5)
    expect(replies.filter((reply) => codeOf(reply) === '429 sign_in_throttled')).toHaveLength(15)
    expect((await signIn(password, email, here)).status).toBe(200)
    expect((await signIn(victim.password, victim.email)).status).toBe(200)
  })

  test('an unknown account is throttled like a known one', async () => {
    const { email } = await scene.person('member')
    const outcomes = async (account: string) => {
      const here = elsewhere()
      const codes: string[] = []
      for (let i = 0; i < 7; i++) codes.push(codeOf(await signIn('wrong password', account, here)))
      return codes
    }
    expect(await outcomes('nobody@example.com')).toEqual(await outcomes(email))
  })

  test('only five of twenty concurrent attempts on one account from one address are checked', async () => {
    const { email } = await scene.person('member')
    const here = elsewhere()
    const replies = await Promise.all(Array.from({ length: 20 }, () => signIn('wrong password', email, here)))
    expect(replies.filter((reply) => reply.status === 401)).toHaveLength(5)
  })

  test('from another site is rejected, from the dashboard accepted', async () => {
    const from = (origin: string) => ({ name: origin, headers: { ...elsewhere().headers, origin } })
    expect(codeOf(await signIn(OWNER.password, OWNER.email, from('https://evil.com')))).toBe('403 origin_forbidden')
    expect((await signIn(OWNER.password, OWNER.email, from(gateway.url))).status).toBe(200)
  })

  test('is in the audit log with the user and without the password; failures are not', async () => {
    const audit = () => scene.call(scene.admin, 'GET', '/audit-logs?page_size=100')
    const before = Number((await audit()).body['total'])
    await signIn('a wrong password')
    expect((await audit()).body['total']).toBe(before)
    await signIn(OWNER.password)
    const { text, body } = await audit()
    expect(body['total']).toBe(before + 1)
    expect(text).toContain('session.create')
    expect(text).toContain(owner.id)
    expect(text).not.toContain(OWNER.password)
  })
})

describe('a session', () => {
  test('requires the dashboard’s header, origin and content type for changes', async () => {
    const body = { name: 'Named by a session' }
    const attempt = (headers: Readonly<Record<string, string>>) =>
      scene.call({ name: '', headers }, 'PUT', '/admin/organisation', body).then(codeOf)
    const { cookie = '', origin = '' } = owner.headers
    expect(await attempt({ cookie })).toBe('403 origin_forbidden')
    expect(await attempt({ cookie, origin })).toBe('403 origin_forbidden')
    expect(await attempt({ cookie, 'x-gateway-csrf': '1' })).toBe('403 origin_forbidden')
    expect(await attempt({ ...owner.headers, origin: 'https://evil.com' })).toBe('403 origin_forbidden')
    expect(await attempt({ ...owner.headers, 'sec-fetch-site': 'same-site' })).toBe('403 origin_forbidden')
    const form = await fetch(`${gateway.baseURL}/admin/organisation`, {
      method: 'PUT',
      headers: { ...owner.headers, 'content-type': 'text/plain' },
      body: JSON.stringify(body),
    })
    expect(form.status).toBe(403)
    expect((await scene.do('GET', '/admin/organisation'))['name']).not.toBe(body.name)
    expect(await attempt(owner.headers)).toBe('200 none')
    expect((await scene.do('GET', '/admin/organisation'))['name']).toBe(body.name)
  })

  test('ends at sign-out, which clears its cookie', async () => {
    const signed = await signIn(OWNER.password)
    const actor = { name: 'owner', headers: signedIn(gateway, signed) }
    const out = await scene.call(actor, 'DELETE', '/sessions/current')
    expect(out.headers.get('set-cookie')).toContain('gatehouse_session=; ')
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
    expect(codeOf(await scene.call(actor, 'GET', '/sessions/current'))).toBe('401 session_invalid')
    expect((await scene.call(owner, 'GET', '/sessions/current')).status).toBe(200)
  })

  test('survives a restart of the gateway', async () => {
    await using first = await startGateway()
    const { headers } = await claimOwner(first)
    await first.stop()
    await using second = await startGateway({ dataDirectory: first.dataDirectory })
    expect((await second.fetch('/v1/sessions/current', { key: null, headers })).status).toBe(200)
  })

  test('is ignored if the request has a key, even an invalid one', async () => {
    const withKey = { name: '', headers: { ...owner.headers, 'x-gateway-api-key': gateway.workspaceKey } }
    expect((await scene.call(withKey, 'GET', '/sessions/current')).body).toMatchObject({
      type: 'api_key',
      user: null,
      api_key: { kind: 'workspace' },
    })
    const wrong = { name: '', headers: { ...owner.headers, authorization: 'Bearer nonsense' } }
    expect(codeOf(await scene.call(wrong, 'GET', '/sessions/current'))).toBe('401 api_key_invalid')
  })

  test('that is invalid or missing is rejected', async () => {
    const made = { name: '', headers: { cookie: `gatehouse_session=${'A'.repeat(43)}` } }
    expect(codeOf(await scene.call(made, 'GET', '/sessions/current'))).toBe('401 session_invalid')
    expect(codeOf(await scene.call(null, 'GET', '/sessions/current'))).toBe('401 api_key_missing')
  })

  test('is stored only as a keyed hash of its token', async () => {
    const token = owner.headers['cookie']?.split('=')[1] ?? 'none'
    for (const text of [token, OWNER.password]) expect(await filesWith(gateway.dataDirectory, text)).toEqual([])
  })

  test('loses rights as soon as its user is demoted, removed from a workspace, disabled or deleted', async () => {
    const workspaceId = await scene.workspace()
    const manager = await scene.person('member', [{ id: workspaceId, role: 'manager' }])
    const members = `/admin/workspaces/${workspaceId}/users`
    const status = () => scene.call(manager, 'GET', members).then((reply) => reply.status)
    expect(await status()).toBe(200)
    await scene.do('PUT', `${members}/${manager.id}`, { role: 'member' })
    expect(await status()).toBe(403)
    await scene.do('PUT', `${members}/${manager.id}`, { role: 'admin' })
    expect(await status()).toBe(200)
    await scene.do('DELETE', `${members}/${manager.id}`)
    expect(await status()).toBe(404)
    await scene.do('PUT', `/admin/users/${manager.id}`, { status: 'disabled' })
    expect(await status()).toBe(401)
    const other = await scene.person('admin')
    expect((await scene.call(other, 'GET', '/admin/users')).status).toBe(200)
    await scene.do('DELETE', `/admin/users/${other.id}`)
    expect((await scene.call(other, 'GET', '/admin/users')).status).toBe(401)
  })
})

describe('the caller’s password', () => {
  test('can be changed with the current password, which ends every other session', async () => {
    const person = await scene.person('member')
    const { email, password } = person
    const other = { name: '', headers: signedIn(gateway, await signIn(password, email)) }
    const change = (body: object) => scene.call(person, 'PUT', '/users/me/password', body)
    const next = 'another long password'
    expect(codeOf(await change({ current_password: 'wrong', new_password: next }))).toBe('401 sign_in_failed')
    const weak = await change({ current_password: password, new_password: 'password1234' })
    expect(weak.body).toMatchObject({ error: { code: 'invalid_body', param: 'new_password' } })
    const changed = await change({ current_password: password, new_password: next })
    expect(changed.status).toBe(200)
    for (const old of [person, other]) expect((await scene.call(old, 'GET', '/sessions/current')).status).toBe(401)
    const renewed = { name: '', headers: signedIn(gateway, changed) }
    expect((await scene.call(renewed, 'GET', '/sessions/current')).status).toBe(200)
    expect(codeOf(await signIn(password, email))).toBe('401 sign_in_failed')
    expect((await signIn(next, email)).status).toBe(200)
  })

  test('does not exist for keys, and keys have no session to end', async () => {
    const body = { current_password: 'x', new_password: 'another long password' }
    expect(codeOf(await scene.call(scene.admin, 'PUT', '/users/me/password', body))).toBe('403 scope_missing')
    expect(codeOf(await scene.call(scene.admin, 'DELETE', '/sessions/current'))).toBe('403 scope_missing')
  })
})

describe('the caller’s sessions', () => {
  const browser = (name: string) => ({ name, headers: { ...elsewhere().headers, 'user-agent': name } })
  const list = async (actor: Actor) => (await scene.call(actor, 'GET', '/sessions')).body['data'] as Row[]
  type Row = { id: string; is_current: boolean; user_agent: string; ip: string; last_active: string }

  test('are listed with their address, and can be ended one by one or all except the current one', async () => {
    const { id, email, password } = await scene.person('member')
    const signed = await Promise.all(['Here', 'There', 'Far'].map((name) => signIn(password, email, browser(name))))
    const [here, there, far] = signed.map((reply) => ({ name: '', headers: signedIn(gateway, reply) })) as [
      Actor,
      Actor,
      Actor,
    ]
    const rows = await list(here)
    expect(rows.filter((row) => row.is_current).map((row) => row.user_agent)).toEqual(['Here'])
    expect(rows.map((row) => row.user_agent).sort()).toContain('Far')
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length)
    expect(JSON.stringify(rows)).not.toContain(String(here.headers['cookie']).split('=')[1])
    expect(await scene.do('GET', `/admin/users/${id}`)).toMatchObject({ last_active: expect.any(String) })

    const ended = rows.find((row) => row.user_agent === 'There')?.id ?? ''
    // Neither another user nor a key can end this session.
    expect(codeOf(await scene.call(owner, 'DELETE', `/sessions/${ended}`))).toBe('404 not_found')
    expect(codeOf(await scene.call(scene.admin, 'DELETE', `/sessions/${ended}`))).toBe('403 scope_missing')
    expect((await scene.call(there, 'GET', '/sessions/current')).status).toBe(200)
    expect((await scene.call(here, 'DELETE', `/sessions/${ended}`)).status).toBe(200)
    expect(codeOf(await scene.call(there, 'GET', '/sessions/current'))).toBe('401 session_invalid')
    expect(codeOf(await scene.call(here, 'DELETE', `/sessions/${ended}`))).toBe('404 not_found')

    const others = (await list(here)).length - 1
    expect((await scene.call(here, 'DELETE', '/sessions')).body).toEqual({ ended: others })
    expect(codeOf(await scene.call(far, 'GET', '/sessions/current'))).toBe('401 session_invalid')
    expect(await list(here)).toHaveLength(1)
    const audit = (await scene.do('GET', '/audit-logs?page_size=5')) as {
      records: { action: string; user_id?: string }[]
    }
    expect(audit.records.map(({ action }) => action).slice(0, 1)).toEqual(['session.end_others'])
  })

  test('belong to users: a key has none, and another site cannot end them', async () => {
    for (const actor of [
      scene.admin,
      { name: '', headers: { ...owner.headers, 'x-gateway-api-key': gateway.workspaceKey } },
    ])
      for (const method of ['GET', 'DELETE'])
        expect(codeOf(await scene.call(actor, method, '/sessions'))).toBe('403 scope_missing')
    const foreign = { name: '', headers: { ...owner.headers, origin: 'https://evil.com' } }
    expect(codeOf(await scene.call(foreign, 'DELETE', '/sessions'))).toBe('403 origin_forbidden')
  })
})
