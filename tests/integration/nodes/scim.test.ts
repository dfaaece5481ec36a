/** SCIM on PostgreSQL, with requests that alternate between two nodes. */

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ControlScene } from '../../harness/control-scene.ts'
import { type SharedDatabase, sharedDatabase } from '../../harness/nodes/shared-database.ts'
import type { Gateway } from '../../harness/start-gateway.ts'
import { redisServer } from '../../harness/test-servers.ts'
import { PROVIDERS, play, scim } from '../scim/play-requests.ts'

const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

let database: SharedDatabase
let nodes: readonly [Gateway, Gateway]
let token = ''

beforeAll(async () => {
  database = await sharedDatabase()
  const environment = { REDIS_URL: redisServer() }
  nodes = [await database.startNode({ environment }), await database.startNode({ environment })]
  token = (await new ControlScene(nodes[0]).adminKey(['scim.provision'])).headers['x-gateway-api-key']!
})

afterAll(async () => {
  for (const node of nodes) await node[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

let turn = 0
/** Sends to the two nodes alternately. */
const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  scim(nodes[turn++ % 2]!, token, method, path, body, headers)
const patch = (path: string, operation: object, headers?: Record<string, string>) =>
  send('PATCH', path, { schemas: [PATCH], Operations: [operation] }, headers)

async function addUsers(word: string, count: number): Promise<readonly string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const userName = `${word}-${String(index).padStart(3, '0')}@example.com`
    const made = await send('POST', '/Users', { schemas: [USER], userName, externalId: `${word} ${index}` })
    expect(made.status).toBe(201)
    ids.push(String(made.body['id']))
  }
  return ids
}

async function addGroup(displayName: string): Promise<string> {
  return String((await send('POST', '/Groups', { schemas: [GROUP], displayName })).body['id'])
}

const membersOf = async (group: string) =>
  (((await send('GET', `/Groups/${group}`)).body['members'] ?? []) as { readonly value: string }[]).map(
    ({ value }) => value,
  )

test.each(PROVIDERS.map((one) => [one.provider, one] as const))('%s: the documented requests work', (_, one) =>
  play(one, nodes, token),
)

test('members are added in batches of 100, listed in pages and filtered', async () => {
  const ids = await addUsers('batch', 130)
  const group = await addGroup('Everybody')
  for (let start = 0; start < ids.length; start += 100) {
    const value = ids.slice(start, start + 100).map((one) => ({ $ref: null, value: one }))
    expect((await patch(`/Groups/${group}`, { op: 'Add', path: 'members', value })).status).toBe(200)
  }
  expect(await membersOf(group)).toEqual([...ids])
  const names: string[] = []
  for (let startIndex = 1; startIndex <= 130; startIndex += 50) {
    const query = `filter=userName sw "BATCH-"&startIndex=${startIndex}&count=50&attributes=userName`
    const { body } = await send('GET', `/Users?${query}`)
    expect(body).toMatchObject({ totalResults: 130, startIndex })
    names.push(...(body['Resources'] as { userName: string }[]).map(({ userName }) => userName))
  }
  expect(names).toEqual(ids.map((_, index) => `batch-${String(index).padStart(3, '0')}@example.com`))
  const found = async (filter: string) => (await send('GET', `/Users?count=0&filter=${filter}`)).body['totalResults']
  expect(await found('externalId eq "batch 7"')).toBe(1)
  expect(await found('userName eq "batch-007@EXAMPLE.com"')).toBe(1)
  expect(await found('userName ew "9@example.com" and userName sw "batch-"')).toBe(13)
  expect(await found('groups.value eq "nothing"')).toBe(0)
  expect(await found(`groups.value eq "${group}"`)).toBe(130)
})

test('of concurrent changes with the same If-Match, on two nodes, one succeeds', async () => {
  const [ada = ''] = await addUsers('race', 1)
  const group = await addGroup('Race')
  for (const [path, change] of [
    [`/Groups/${group}`, (n: number) => ({ op: 'replace', path: 'displayName', value: `Race ${n}` })],
    [`/Users/${ada}`, (n: number) => ({ op: 'replace', path: 'displayName', value: `Ada ${n}` })],
  ] as const) {
    const { etag } = await send('GET', path)
    expect(etag).toMatch(/^W\//)
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, n) => patch(path, change(n), { 'if-match': etag ?? '' })),
    )
    expect([path, replies.map(({ status }) => status).sort()]).toEqual([path, [200, ...Array(11).fill(412)]])
    const winner = replies.find(({ status }) => status === 200)!
    const now = await send('GET', path)
    expect(now.body['displayName']).toBe(winner.body['displayName'])
    expect(now.etag).toBe(winner.etag)
    expect(now.etag).not.toBe(etag)
    // The next change with the new version succeeds on either node.
    for (const _ of nodes) {
      const { etag: current } = await send('GET', path)
      expect((await patch(path, change(99 + turn), { 'if-match': current ?? '' })).status).toBe(200)
    }
  }
})

test('concurrent changes of members on two nodes lose nothing, and each has a version of its own', async () => {
  const ids = await addUsers('many', 20)
  const group = await addGroup('Many')
  const leaving = ids.slice(0, 10)
  await patch(`/Groups/${group}`, { op: 'add', path: 'members', value: leaving.map((value) => ({ value })) })
  const replies = await Promise.all([
    ...leaving.map((one) => patch(`/Groups/${group}`, { op: 'remove', path: `members[value eq "${one}"]` })),
    ...ids.slice(10).map((value) => patch(`/Groups/${group}`, { op: 'add', path: 'members', value: [{ value }] })),
  ])
  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(new Set(replies.map(({ etag }) => etag)).size).toBe(20)
  expect((await membersOf(group)).sort()).toEqual(ids.slice(10).sort())
})

test('of concurrent creations of one user on two nodes, one succeeds', async () => {
  const body = { schemas: [USER], userName: 'twice@example.com' }
  const replies = await Promise.all(Array.from({ length: 6 }, () => send('POST', '/Users', body)))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(5).fill(409)])
})
