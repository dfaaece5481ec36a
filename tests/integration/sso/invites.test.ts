import { afterAll, expect, test } from 'bun:test'
import { claimOwner } from '../../harness/claim-owner.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { ANN, BROWSERS_HAVE_ADDRESSES, codeOf, messageOf, SsoScene } from './sso-scene.ts'

const gateway = await shareGateway({ environment: { ...BROWSERS_HAVE_ADDRESSES } })
const owner = await claimOwner(gateway)
const scene = await SsoScene.open(gateway, { allow_new_users: false })
const { control, issuer } = scene
afterAll(() => issuer[Symbol.asyncDispose]())

const claimsOf = (email: string) => ({ sub: email, email, email_verified: true, given_name: 'Eve' })

test('an invited person who signs in by single sign-on gets the roles, workspaces and keys of the invitation', async () => {
  const workspaceId = await control.workspace()
  const email = 'eve@example.com'
  expect(codeOf((await scene.signIn(claimsOf(email))).reply)).toBe('400 sso_failed')
  const invited = await control.do('POST', '/admin/users/invites', {
    email,
    role: 'member',
    workspaces: [{ id: workspaceId, role: 'manager' }],
    workspace_api_key_details: { scopes: ['completions.write'] },
  })
  const { reply } = await scene.signIn(claimsOf(email))
  expect(reply.body['user']).toMatchObject({ id: invited['id'], email, role: 'member', workspace_ids: [workspaceId] })
  expect(reply.body['api_keys']).toMatchObject([{ workspace_id: workspaceId, key: expect.any(String) }])
  const members = (await control.do('GET', `/admin/workspaces/${workspaceId}/users`)) as { data: unknown[] }
  expect(members.data).toMatchObject([{ role: 'manager' }])
  expect(await control.do('GET', `/admin/users/invites/${invited['id']}`)).toMatchObject({ status: 'accepted' })

  // The link no longer works, and a second sign-in gives no more keys.
  const token = String(invited['invite_link']).split('/').at(-1)
  const accepted = await control.call(null, 'POST', '/invites/accept', {
    token,
    password: 'correct horse battery',
    first_name: 'Eve',
  })
  expect(codeOf(accepted)).toBe('400 link_invalid')
  expect((await scene.signIn(claimsOf(email))).reply.body['api_keys']).toEqual([])
})

test('a cancelled invitation and one of an owner admit nobody', async () => {
  const email = 'fay@example.com'
  const { id } = await control.do('POST', '/admin/users/invites', { email, role: 'admin' })
  await control.do('DELETE', `/admin/users/invites/${id}`)
  expect(messageOf((await scene.signIn(claimsOf(email))).reply)).toBe(`No user has the e-mail address ${email}.`)
  // An Admin key saved the connection, so an admin could have chosen an identity provider that makes them an owner.
  const asOwner = await control.call(owner, 'POST', '/admin/users/invites', { email, role: 'owner' })
  expect(asOwner.status).toBe(200)
  expect(messageOf((await scene.signIn(claimsOf(email))).reply)).toContain('cannot sign in an owner')
})

test('while single sign-on is enforced, an invitation link says how to sign in', async () => {
  const invite = async (email: string) => {
    const { invite_link } = await control.do('POST', '/admin/users/invites', { email, role: 'admin' })
    return String(invite_link).split('/').at(-1)
  }
  const accept = async (email: string) => {
    const body = { token: await invite(email), password: 'correct horse battery', first_name: 'Gil' }
    return control.call(null, 'POST', '/invites/accept', body)
  }
  await invite(ANN.email)
  await scene.enforce(owner)
  const refused = await accept('gil@example.com')
  expect([codeOf(refused), hintOf(refused)]).toEqual([
    '403 sso_required',
    'Sign in with single sign-on as gil@example.com. You get the roles of the invitation.',
  ])
  const elsewhere = await accept('gil@elsewhere.example')
  expect(hintOf(elsewhere)).toContain('No single sign-on connection has the domain elsewhere.example.')
  const { reply } = await scene.signIn(claimsOf('gil@example.com'))
  expect(reply.body['user']).toMatchObject({ email: 'gil@example.com', role: 'admin' })
})

function hintOf({ body }: { readonly body: Record<string, unknown> }): string {
  return String((body['error'] as { hint?: string } | undefined)?.hint)
}
