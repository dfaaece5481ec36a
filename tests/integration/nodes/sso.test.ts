import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type SharedDatabase, sharedDatabase } from '../../harness/nodes/shared-database.ts'
import type { Gateway } from '../../harness/start-gateway.ts'
import { ANN, BROWSERS_HAVE_ADDRESSES, SsoScene } from '../sso/sso-scene.ts'

let database: SharedDatabase
let nodes: readonly [Gateway, Gateway]
let here: SsoScene
let there: SsoScene

beforeAll(async () => {
  database = await sharedDatabase()
  const options = { environment: BROWSERS_HAVE_ADDRESSES }
  nodes = [await database.startNode(options), await database.startNode(options)]
  here = await SsoScene.open(nodes[0])
  there = here.at(nodes[1])
})

afterAll(async () => {
  for (const node of nodes) await node[Symbol.asyncDispose]()
  await here.issuer[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

async function logOut(node: Gateway, token: string): Promise<number> {
  const response = await fetch(`${node.url}/v1/sso/logout/${here.connectionId}`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: token }),
  })
  await response.text()
  return response.status
}

test('a sign-in that one node started finishes at another, and its session is valid on both', async () => {
  const browser = here.browser()
  const returned = here.issuer.authorize(await browser.start(), ANN)
  const other = there.browser()
  for (const [name, value] of browser.cookies) other.cookies.set(name, value)
  expect((await other.call('POST', '/sso/callback', returned)).status).toBe(200)
  for (const [name, value] of other.cookies) browser.cookies.set(name, value)
  expect([await browser.isSignedIn(), await other.isSignedIn()]).toEqual([true, true])
  // The state works once, on every node.
  for (const again of [browser, other]) expect((await again.call('POST', '/sso/callback', returned)).status).toBe(400)
})

test('a logout token that one node receives ends the session on the other, and works once on all nodes', async () => {
  const browser = await there.signIn({ ...ANN, sid: 'session-1' })
  const kept = await there.signIn({ ...ANN, sid: 'session-2' })
  expect(await browser.isSignedIn()).toBe(true)
  const token = await here.issuer.logoutToken({ sub: ANN.sub, sid: 'session-1' })
  expect(await logOut(nodes[0], token)).toBe(200)
  expect([await browser.isSignedIn(), await kept.isSignedIn()]).toEqual([false, true])
  expect([await logOut(nodes[0], token), await logOut(nodes[1], token)]).toEqual([400, 400])

  // Sent to both nodes at the same time, the token is accepted by one of them.
  const raced = await here.issuer.logoutToken({ sub: ANN.sub, sid: 'session-2' })
  expect((await Promise.all(nodes.map((node) => logOut(node, raced)))).sort()).toEqual([200, 400])
  expect(await kept.isSignedIn()).toBe(false)
})

test('a mapping that one node changes applies to sessions on the other', async () => {
  const browser = await there.signIn({ ...ANN, groups: ['platform'] })
  const role = async () => {
    const { body } = await browser.call('GET', '/sessions/current')
    return (body['user'] as { role?: string } | undefined)?.role
  }
  expect(await role()).toBe('member')
  await here.control.do('POST', '/admin/group-mappings', { group_name: 'platform', organisation_role: 'admin' })
  expect(await role()).toBe('admin')
})
