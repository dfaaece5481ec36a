import { afterAll, beforeEach, expect, test } from 'bun:test'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { claimOwner } from '../../harness/claim-owner.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { runCommand } from '../cli/run-command.ts'
import { ANN, BROWSERS_HAVE_ADDRESSES, codeOf, messageOf, SsoScene } from './sso-scene.ts'

const gateway = await shareGateway({ environment: { ...BROWSERS_HAVE_ADDRESSES } })
const owner = await claimOwner(gateway)
const scene = await SsoScene.open(gateway)
const { issuer, control } = scene
afterAll(() => issuer[Symbol.asyncDispose]())
beforeEach(() => {
  issuer.forgery = {}
})

let count = 0
function person(more: Record<string, unknown> = {}) {
  const name = `person-${++count}`
  return { sub: name, email: `${name}@example.com`, email_verified: true, ...more }
}

test('the sign-in page learns that there is single sign-on, and only known domains are redirected', async () => {
  expect((await control.call(null, 'GET', '/sso')).body).toEqual({ is_available: true, is_enforced: false })
  const browser = scene.browser()
  const elsewhere = await browser.call('POST', '/sso/start', { email: 'ann@elsewhere.example' })
  expect(elsewhere.body).toEqual({ authorization_url: null })
  const url = new URL(await browser.start('Ann@Example.com'))
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'gatehouse',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    redirect_uri: `${gateway.url}/sso/callback`,
    login_hint: 'ann@example.com',
  })
})

test('a second sign-in of the same subject is the same user, even with another address', async () => {
  const ann = person()
  const first = (await scene.signIn(ann)).reply.body['user'] as { id: string }
  const second = (await scene.signIn({ ...ann, email: 'renamed@example.com' })).reply.body['user'] as { id: string }
  expect(second).toMatchObject({ id: first.id, email: ann.email })
})

test.each([
  ['is not verified', { email_verified: false }],
  ['has no email_verified', { email_verified: undefined }],
  ['is verified by a text', { email_verified: 'true' }],
  ['is missing', { email: undefined }],
  ['is of another domain', { email: 'ann@evil.example' }],
  ['is of a subdomain', { email: 'ann@sub.example.com' }],
  ['is no address', { email: 'ann' }],
])('an address that %s creates and links nobody', async (_, claims) => {
  const { reply } = await scene.signIn(person(claims))
  expect(codeOf(reply)).toBe('400 sso_failed')
})

test('trust_email accepts a missing email_verified, but never false', async () => {
  await scene.change({ trust_email: true })
  expect((await scene.signIn(person({ email_verified: undefined }))).reply.status).toBe(200)
  expect(codeOf((await scene.signIn(person({ email_verified: false }))).reply)).toBe('400 sso_failed')
  await scene.change({ trust_email: false })
})

test('an existing user is linked once; another subject or connection never takes it over', async () => {
  const existing = await control.person('member')
  const email = String((await control.do('GET', `/admin/users/${existing.id}`))['email'])
  const claims = { sub: 'existing', email, email_verified: true }
  expect((await scene.signIn(claims)).reply.body['user']).toMatchObject({ id: existing.id })
  const other = await scene.signIn({ ...claims, sub: 'somebody-else' })
  expect([codeOf(other.reply), messageOf(other.reply)]).toEqual([
    '400 sso_failed',
    `The user ${email} is linked to another identity.`,
  ])
})

test('a connection that an Admin key saved does not link an owner; one that an owner saved does', async () => {
  const owners = (await control.do('GET', '/admin/users?role=owner')) as { data: { email: string }[] }
  const { email } = owners.data[0]!
  const claims = { sub: 'the-owner', email, email_verified: true }
  await scene.change({ domains: ['example.com', email.split('@')[1] ?? ''] })
  expect(messageOf((await scene.signIn(claims)).reply)).toContain('cannot sign in an owner')
  const path = `/admin/sso-connections/${scene.connectionId}`
  expect((await control.call(owner, 'PUT', path, { name: 'Saved by an owner' })).status).toBe(200)
  expect((await scene.signIn(claims)).reply.body['user']).toMatchObject({ email, role: 'owner' })
})

test('without allow_new_users nobody is created; a disabled user does not sign in', async () => {
  const ann = person()
  const { reply } = await scene.signIn(ann)
  const { id } = reply.body['user'] as { id: string }
  await control.do('PUT', `/admin/users/${id}`, { status: 'disabled' })
  expect(messageOf((await scene.signIn(ann)).reply)).toBe('The account is disabled.')
  await scene.change({ allow_new_users: false })
  expect(codeOf((await scene.signIn(person())).reply)).toBe('400 sso_failed')
  await scene.change({ allow_new_users: true })
})

test('groups give roles at each sign-in, and take them away', async () => {
  const workspaceId = await control.workspace()
  await control.do('POST', '/admin/group-mappings', { group_name: 'Admins', organisation_role: 'admin' })
  const leads = { group_name: 'leads', workspace_id: workspaceId, workspace_role: 'manager' }
  await control.do('POST', '/admin/group-mappings', leads)
  const ann = person()
  const first = await scene.signIn({ ...ann, groups: ['Admins', 'leads'] })
  expect(first.reply.body['user']).toMatchObject({ role: 'admin', workspace_ids: [workspaceId] })
  const second = await scene.signIn({ ...ann, groups: ['admins', 'leads'] })
  expect(second.reply.body['user']).toMatchObject({ role: 'member', workspace_ids: [workspaceId] })
  expect([await first.isSignedIn(), await second.isSignedIn()]).toEqual([false, true])
  const third = await scene.signIn(ann)
  expect(third.reply.body['user']).toMatchObject({ role: 'member', workspace_ids: [] })
  const overage = await scene.signIn({ ...ann, _claim_names: { groups: 'src1' } })
  expect(messageOf(overage.reply)).toContain('member of too many')
  await scene.signIn({ ...ann, groups: ['Admins'] })
  await scene.change({ claims: { groups: null } })
  expect((await scene.signIn(ann)).reply.body['user']).toMatchObject({ role: 'admin' })
  await scene.change({ claims: { groups: 'groups' } })
  const denied = await control.call(control.admin, 'POST', '/admin/group-mappings', {
    group_name: 'root',
    organisation_role: 'owner',
  })
  expect(codeOf(denied)).toBe('403 scope_missing')
})

test('a connection with private_key_jwt signs assertions with the key at its JWKS URL', async () => {
  const path = `/admin/sso-connections/${scene.connectionId}`
  const changed = await control.do('PUT', path, { auth_method: 'private_key_jwt' })
  expect((await scene.signIn(person())).reply.status).toBe(200)
  const form = issuer.lastTokenRequest
  const keys = (await (await fetch(String(changed['jwks_url']))).json()) as { keys: Record<string, unknown>[] }
  expect(keys.keys[0]).not.toHaveProperty('d')
  const { payload } = await jwtVerify(String(form.get('client_assertion')), createLocalJWKSet(keys as never))
  expect(payload).toMatchObject({ iss: 'gatehouse', sub: 'gatehouse' })
  await control.do('PUT', path, { auth_method: 'client_secret', client_secret: issuer.clientSecret })
})

test('a stored secret is never returned, and a new issuer needs it again', async () => {
  const path = `/admin/sso-connections/${scene.connectionId}`
  expect(JSON.stringify(await control.do('GET', path))).not.toContain(issuer.clientSecret)
  const moved = await control.call(control.admin, 'PUT', path, { issuer: 'https://evil.example' })
  expect([codeOf(moved), messageOf(moved)]).toEqual(['400 invalid_body', 'client_secret is missing.'])
})

test('a domain belongs to one connection', async () => {
  const body = { name: 'B', issuer: issuer.url, client_id: 'b', client_secret: 'x', domains: ['example.com'] }
  expect(codeOf(await control.call(control.admin, 'POST', '/admin/sso-connections', body))).toBe('409 conflict')
})

test('signing out names the URL of the identity provider', async () => {
  const browser = await scene.signIn(person())
  const { body } = await browser.call('DELETE', '/sessions/current')
  const url = new URL(String(body['logout_url']))
  expect(url.origin + url.pathname).toBe(`${issuer.url}/end`)
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${gateway.url}/`)
  expect(url.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3)
  expect(await browser.isSignedIn()).toBe(false)
})

test('single sign-on is enforced only if nobody is locked out, and the command line ends it', async () => {
  const enforce = (on: boolean) => control.call(owner, 'PUT', '/admin/organisation', { enforce_sso: on })
  expect(messageOf(await enforce(true))).toContain('successful test')
  const browser = scene.browser()
  const result = await scene.test(owner, { ...ANN, groups: ['Admins'] })
  expect(result.body).toMatchObject({ user: 'new', refusal: null, groups: ['Admins'], organisation_role: 'admin' })
  expect(await browser.isSignedIn()).toBe(false)
  expect(messageOf(await enforce(true))).toContain('break-glass owner')
  const owners = (await control.do('GET', '/admin/users?role=owner')) as { data: { id: string }[] }
  const ownerId = owners.data[0]!.id
  expect((await control.call(owner, 'PUT', `/admin/users/${ownerId}`, { is_break_glass: true })).status).toBe(200)

  const member = await control.person('member')
  const bySso = await scene.signIn(person())
  expect((await enforce(true)).status).toBe(200)
  expect((await control.call(member, 'GET', '/sessions/current')).status).toBe(401)
  expect([await bySso.isSignedIn(), (await control.call(owner, 'GET', '/sessions/current')).status]).toEqual([
    true,
    200,
  ])
  const { email } = await control.do('GET', `/admin/users/${member.id}`)
  const signIn = () => control.call(null, 'POST', '/sessions', { email, password: `correct horse ${email}` })
  expect(codeOf(await signIn())).toBe('403 sso_required')

  const last = await control.call(owner, 'PUT', `/admin/users/${ownerId}`, { is_break_glass: false })
  expect(messageOf(last)).toContain('break-glass owner')
  const disabled = { is_enabled: false }
  const path = `/admin/sso-connections/${scene.connectionId}`
  expect(codeOf(await control.call(control.admin, 'PUT', path, disabled))).toBe('409 conflict')
  expect(codeOf(await control.call(control.admin, 'DELETE', path))).toBe('409 conflict')

  const off = await runCommand(['sso', 'off', '--data', gateway.dataDirectory], { gateway })
  expect(off.code).toBe(0)
  expect((await signIn()).status).toBe(200)
})

test('a new key of the issuer is accepted at once, and known keys are not read again', async () => {
  expect((await scene.signIn(person())).reply.status).toBe(200)
  const reads = () => issuer.calls.filter((path) => path === '/keys').length
  const before = reads()
  for (let i = 0; i < 2; i++) {
    await issuer.rotateKey()
    for (let j = 0; j < 2; j++) expect((await scene.signIn(person())).reply.status).toBe(200)
  }
  expect(reads()).toBe(before + 2)
})
