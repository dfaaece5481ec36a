/** SCIM as Entra ID and Okta use it, and its effects on users. */

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { claimOwner } from '../../harness/claim-owner.ts'
import { type Actor, ControlScene } from '../../harness/control-scene.ts'
import { eventually } from '../../harness/eventually.ts'
import { type Gateway, startGateway } from '../../harness/start-gateway.ts'

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

let gateway: Gateway
let scene: ControlScene
let token = ''
let ownerId = ''
let owner: Actor

beforeAll(async () => {
  gateway = await startGateway()
  scene = new ControlScene(gateway)
  const claimed = await claimOwner(gateway)
  ownerId = claimed.id
  owner = claimed
  token = (await scene.adminKey(['scim.provision'])).headers['x-gateway-api-key']!
})
afterAll(() => gateway[Symbol.asyncDispose]())

type Json = Record<string, unknown>
type Answer = { readonly status: number; readonly body: Json; readonly headers: Headers }

async function scim(method: string, path: string, body?: unknown, headers: Json = {}): Promise<Answer> {
  const response = await fetch(`${gateway.url}/scim/v2${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/scim+json' }),
      ...(headers as Record<string, string>),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? {} : (JSON.parse(text) as Json) }
}

const patch = (path: string, ...Operations: object[]) => scim('PATCH', path, { schemas: [PATCH], Operations })

let count = 0
const name = (word: string) => `${word}-${++count}@example.com`

async function addUser(userName = name('person')): Promise<string> {
  const made = await scim('POST', '/Users', { schemas: [USER], userName, name: { givenName: 'Ada', familyName: 'L' } })
  expect(made.status).toBe(201)
  return String(made.body['id'])
}

async function addGroup(displayName: string, members: readonly string[] = []): Promise<string> {
  const body = { schemas: [GROUP], displayName, members: members.map((value) => ({ value })) }
  const made = await scim('POST', '/Groups', body)
  expect(made.status).toBe(201)
  return String(made.body['id'])
}

const membersOf = async (id: string) =>
  (((await scim('GET', `/Groups/${id}`)).body['members'] ?? []) as { value: string }[]).map(({ value }) => value)

describe('Entra ID', () => {
  test('creates, finds, updates and disables a user', async () => {
    const userName = name('entra')
    // The test of the connection: a user that does not exist.
    const none = await scim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${crypto.randomUUID()}"`)}`)
    expect(none.body).toMatchObject({ totalResults: 0, Resources: [] })
    const made = await scim('POST', '/Users', {
      schemas: [USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
      externalId: 'jyoung',
      userName,
      active: true,
      addresses: null,
      displayName: 'Joy Young',
      emails: [{ type: 'work', value: userName, primary: true }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Joy Young', familyName: 'Young', givenName: 'Joy' },
      phoneNumbers: null,
      preferredLanguage: null,
      title: null,
      department: null,
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Sales' },
    })
    expect(made.status).toBe(201)
    const id = String(made.body['id'])
    expect(made.headers.get('location')).toBe(`${gateway.url}/scim/v2/Users/${id}`)
    const found = await scim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${userName.toUpperCase()}"`)}`)
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id, externalId: 'jyoung', active: true }] })
    const changed = await patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'displayName', value: 'Joy Y.' },
      { op: 'Add', path: 'name.givenName', value: 'Joyce' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'joyce@example.com' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Legal' },
      { op: 'Add', path: 'title', value: 'Lead' },
    )
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({
      displayName: 'Joy Y.',
      name: { givenName: 'Joyce', familyName: 'Young' },
      emails: [{ type: 'work', value: 'joyce@example.com', primary: true }],
    })
    const dotted = { 'name.familyName': 'Younger', 'emails[type eq "home"].value': 'joy@home.example' }
    const merged = await patch(`/Users/${id}`, { op: 'Replace', value: { ...dotted, active: 'True' } })
    expect(merged.body).toMatchObject({
      name: { familyName: 'Younger' },
      emails: [{ type: 'work' }, { type: 'home', value: 'joy@home.example' }],
      active: true,
    })
    const disabled = await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })
    expect(disabled.body).toMatchObject({ active: false })
    expect(await scene.do('GET', `/admin/users/${id}`)).toMatchObject({
      email: userName,
      first_name: 'Joyce',
      status: 'disabled',
      disabled_by: 'scim',
    })
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await scim('GET', `/Users/${id}`)).status).toBe(404)
  })

  test('adds members in one operation and removes one of them: one is removed', async () => {
    const ids = [await addUser(), await addUser(), await addUser()] as const
    const group = await addGroup('Entra group')
    const values = ids.map((value) => ({ $ref: null, value }))
    expect((await patch(`/Groups/${group}`, { op: 'Add', path: 'members', value: values })).status).toBe(200)
    expect(await membersOf(group)).toEqual([...ids])
    // Entra sends the member to remove as the `value` of a removal with the path `members`.
    await patch(`/Groups/${group}`, { op: 'Remove', path: 'members', value: [{ $ref: null, value: ids[1] }] })
    expect(await membersOf(group)).toEqual([ids[0], ids[2]])
    const listed = await scim('GET', '/Groups?excludedAttributes=members&filter=displayName%20eq%20%22entra%20group%22')
    expect(listed.body).toMatchObject({ totalResults: 1, Resources: [{ id: group, displayName: 'Entra group' }] })
    expect((listed.body['Resources'] as Json[])[0]).not.toHaveProperty('members')
  })
})

describe('Okta', () => {
  test('finds, creates, replaces and disables a user', async () => {
    const userName = name('okta')
    const query = `startIndex=1&count=100&filter=${encodeURIComponent(`userName eq "${userName}"`)}`
    expect((await scim('GET', `/Users?${query}`)).body).toMatchObject({ totalResults: 0, startIndex: 1 })
    const user = {
      schemas: [USER],
      userName,
      name: { givenName: 'Test', familyName: 'User' },
      emails: [{ primary: true, value: userName, type: 'work' }],
      displayName: 'Test User',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    }
    const made = await scim('POST', '/Users', user)
    expect(made.status).toBe(201)
    expect(JSON.stringify(made.body)).not.toContain('1mz050nq')
    const id = String(made.body['id'])
    const replaced = await scim('PUT', `/Users/${id}`, {
      ...made.body,
      name: { givenName: 'Another', familyName: 'User' },
    })
    expect(replaced.body).toMatchObject({ id, name: { givenName: 'Another' }, active: true })
    const disabled = await patch(`/Users/${id}`, { op: 'replace', value: { active: false } })
    expect(disabled.body).toMatchObject({ active: false })
    const back = await scim('PUT', `/Users/${id}`, { ...user, active: true })
    expect(back.body).toMatchObject({ active: true })
  })

  test('renames a group and removes one member by filter: one is removed', async () => {
    const ids = [await addUser(), await addUser(), await addUser()] as const
    const group = await addGroup('Okta group', ids)
    await patch(`/Groups/${group}`, { op: 'replace', value: { id: group, displayName: 'Okta group 2' } })
    await patch(`/Groups/${group}`, { op: 'remove', path: `members[value eq "${ids[0]}"]` })
    expect(await membersOf(group)).toEqual([ids[1], ids[2]])
    await patch(
      `/Groups/${group}`,
      { op: 'add', path: 'members', value: [{ value: ids[0], display: 'x' }] },
      { op: 'remove', path: `members[value eq "${ids[2]}"]` },
    )
    expect((await membersOf(group)).sort()).toEqual([ids[0], ids[1]].sort())
    await patch(`/Groups/${group}`, { op: 'replace', path: 'members', value: [{ value: ids[2] }] })
    expect(await membersOf(group)).toEqual([ids[2]])
    await patch(`/Groups/${group}`, { op: 'remove', path: 'members' })
    expect(await membersOf(group)).toEqual([])
  })
})

describe('deactivation', () => {
  test('ends sessions and personal keys; reactivation restores the keys', async () => {
    const workspace = await scene.workspace()
    const person = await scene.person('member', [{ id: workspace, role: 'manager' }])
    const input = { name: 'Own', scopes: ['completions.write'], workspace_id: workspace }
    const key = String((await scene.call(person, 'POST', '/api-keys/workspace/user', input)).body['key'])
    const chat = async () => {
      const reply = await gateway.chat(null, {
        key,
        headers: { 'x-gateway-provider': 'mock' },
        body: { model: 'mock-1' },
      })
      await reply.text()
      return reply.status
    }
    expect(await chat()).toBe(200)
    await patch(`/Users/${person.id}`, { op: 'replace', value: { active: false } })
    expect((await scene.call(person, 'GET', '/me')).status).toBe(401)
    expect(await chat()).toBe(401)
    await patch(`/Users/${person.id}`, { op: 'replace', value: { active: true } })
    await eventually('the key works again', async () => (await chat()) === 200)
    expect((await scene.call(person, 'GET', '/me')).status).toBe(401)
  })

  test('a user that was disabled by hand stays disabled', async () => {
    const id = await addUser()
    const state = async () => {
      const { status, disabled_by } = await scene.do('GET', `/admin/users/${id}`)
      return `${status} ${disabled_by}`
    }
    await scene.do('PUT', `/admin/users/${id}`, { status: 'disabled' })
    expect(await state()).toBe('disabled manual')
    // A change of another attribute does not change the status.
    await patch(`/Users/${id}`, { op: 'replace', path: 'displayName', value: 'X' })
    expect(await state()).toBe('disabled manual')
    await patch(`/Users/${id}`, { op: 'replace', value: { active: false } })
    expect(await state()).toBe('disabled both')
    const answer = await patch(`/Users/${id}`, { op: 'replace', value: { active: true } })
    expect(answer.body).toMatchObject({ active: false })
    expect(await state()).toBe('disabled manual')
    await scene.do('PUT', `/admin/users/${id}`, { status: 'active' })
    expect(await state()).toBe('active null')
    await patch(`/Users/${id}`, { op: 'replace', value: { active: false } })
    await scene.do('PUT', `/admin/users/${id}`, { status: 'disabled' })
    expect(await state()).toBe('disabled both')
  })

  test('the last owner can be neither disabled nor deleted, and an owner keeps its e-mail address', async () => {
    const disabled = await patch(`/Users/${ownerId}`, { op: 'replace', value: { active: false } })
    expect(disabled).toMatchObject({ status: 409, body: { status: '409', scimType: 'mutability' } })
    expect((await scim('DELETE', `/Users/${ownerId}`)).status).toBe(409)
    const renamed = await patch(`/Users/${ownerId}`, { op: 'replace', value: { userName: 'thief@example.com' } })
    expect(renamed).toMatchObject({ status: 400, body: { scimType: 'mutability' } })
    expect(await scene.do('GET', `/admin/users/${ownerId}`)).toMatchObject({ status: 'active', role: 'owner' })
  })
})

test('groups give roles through group mappings, and take them', async () => {
  const workspace = await scene.workspace()
  const id = await addUser()
  const group = await addGroup('Engineers', [id])
  const roles = async () => {
    const { data } = (await scene.do('GET', `/admin/workspaces/${workspace}/users`)) as { data: Json[] }
    return data.map((one) => `${one['id'] ?? one['user_id']} ${one['role']}`)
  }
  // The mapping is created after the group: its members get the role at once.
  const mapping = { group_name: 'Engineers', workspace_id: workspace, workspace_role: 'manager' }
  const { id: mappingId } = await scene.do('POST', '/admin/group-mappings', mapping)
  expect(await roles()).toEqual([`${id} manager`])
  await patch(`/Groups/${group}`, { op: 'remove', path: `members[value eq "${id}"]` })
  expect(await roles()).toEqual([])
  await patch(`/Groups/${group}`, { op: 'add', path: 'members', value: [{ value: id }] })
  expect(await roles()).toEqual([`${id} manager`])
  await patch(`/Groups/${group}`, { op: 'replace', value: { displayName: 'Former engineers' } })
  expect(await roles()).toEqual([])
  await patch(`/Groups/${group}`, { op: 'replace', value: { displayName: 'Engineers' } })
  expect(await roles()).toEqual([`${id} manager`])
  await scene.do('DELETE', `/admin/group-mappings/${mappingId}`)
  expect(await roles()).toEqual([])
  await scene.do('POST', '/admin/group-mappings', mapping)
  expect((await scim('DELETE', `/Groups/${group}`)).status).toBe(204)
  expect(await roles()).toEqual([])
})

test('a mapped group makes nobody an owner by SCIM: an admin could create the key and join the group', async () => {
  const mapping = { group_name: 'Owners', organisation_role: 'owner' }
  expect((await scene.call(owner, 'POST', '/admin/group-mappings', mapping)).status).toBe(200)
  const id = await addUser()
  const group = await addGroup('Owners', [id, ownerId])
  const roleOf = async (user: string) => (await scene.do('GET', `/admin/users/${user}`))['role']
  expect([await roleOf(id), await roleOf(ownerId)]).toEqual(['admin', 'owner'])
  expect((await scim('DELETE', `/Groups/${group}`)).status).toBe(204)
  expect([await roleOf(id), await roleOf(ownerId)]).toEqual(['member', 'owner'])
})

test('ETags: If-None-Match saves a response, If-Match refuses a change of another version', async () => {
  const id = await addUser()
  for (const path of [`/Users/${id}`, `/Groups/${await addGroup(name('group'))}`]) {
    const { headers, body } = await scim('GET', path)
    const etag = headers.get('etag')!
    expect((body['meta'] as Json)['version']).toBe(etag)
    expect((await scim('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304)
    const change = { schemas: [PATCH], Operations: [{ op: 'replace', value: { displayName: name('new') } }] }
    expect((await scim('PATCH', path, change, { 'if-match': etag })).status).toBe(200)
    expect((await scim('PATCH', path, change, { 'if-match': etag })).status).toBe(412)
    expect((await scim('PATCH', path, change, { 'if-match': '*' })).status).toBe(200)
  }
})

test('lists: filters, pages, and attributes', async () => {
  const prefix = `page${++count}`
  const ids: string[] = []
  for (const word of ['a', 'b', 'c']) ids.push(await addUser(`${prefix}-${word}@example.com`))
  const list = async (query: Record<string, string>) =>
    (await scim('GET', `/Users?${new URLSearchParams(query)}`)).body as { totalResults: number; Resources: Json[] }
  const filter = `userName sw "${prefix}" and not (userName co "-b@") and meta.created gt "2020-01-01T00:00:00Z"`
  const found = await list({ filter, attributes: 'userName,name.givenName' })
  expect(found.totalResults).toBe(2)
  expect(found.Resources).toEqual([
    { schemas: [USER], id: ids[0], userName: `${prefix}-a@example.com`, name: { givenName: 'Ada' } },
    { schemas: [USER], id: ids[2], userName: `${prefix}-c@example.com`, name: { givenName: 'Ada' } },
  ])
  const second = await list({ filter: `userName sw "${prefix}"`, startIndex: '2', count: '1' })
  expect(second).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1, Resources: [{ id: ids[1] }] })
  expect(await list({ filter: `userName sw "${prefix}"`, count: '0' })).toMatchObject({
    totalResults: 3,
    Resources: [],
  })
  const nested = await list({
    filter: `emails[type eq "work" and value ew "-c@example.com"] and userName sw "${prefix}"`,
  })
  expect(nested.Resources.map((one) => one['id'])).toEqual([ids[2]!])
})

test.each([
  ['GET', '/Users?filter=userName', undefined, 400, 'invalidFilter'],
  ['GET', `/Users?filter=${'('.repeat(50)}`, undefined, 400, 'invalidFilter'],
  ['GET', `/Users?filter=${'a'.repeat(5000)}`, undefined, 400, 'invalidFilter'],
  ['GET', '/Users?count=x', undefined, 400, 'invalidValue'],
  ['POST', '/Users', { schemas: [USER] }, 400, 'invalidValue'],
  ['POST', '/Users', { schemas: [USER], userName: 'no address' }, 400, 'invalidValue'],
  ['POST', '/Users', { schemas: [USER], userName: 'owner@example.com' }, 409, 'uniqueness'],
  ['POST', '/Groups', { schemas: [GROUP], displayName: 'x', members: [{ value: 'nobody' }] }, 400, 'invalidValue'],
  ['PATCH', '/Users/{owner}', { schemas: [PATCH], Operations: [{ op: 'move' }] }, 400, 'invalidSyntax'],
  ['PATCH', '/Users/{owner}', { schemas: [PATCH], Operations: [{ op: 'remove' }] }, 400, 'noTarget'],
  [
    'PATCH',
    '/Users/{owner}',
    { schemas: [PATCH], Operations: [{ op: 'add', path: 'x[', value: 1 }] },
    400,
    'invalidPath',
  ],
  [
    'PATCH',
    '/Users/{owner}',
    { schemas: [PATCH], Operations: [{ op: 'add', path: 'id', value: 'x' }] },
    400,
    'mutability',
  ],
  ['PATCH', '/Users/{owner}', { Operations: [] }, 400, 'invalidSyntax'],
  ['GET', '/Users/0', undefined, 404, undefined],
  ['GET', '/Nothing', undefined, 404, undefined],
  ['POST', '/Bulk', {}, 501, undefined],
  ['PUT', '/Users', {}, 405, undefined],
] as const)('%s %s is refused in the format of SCIM', async (method, path, body, status, scimType) => {
  const answer = await scim(method, path.replace('{owner}', ownerId), body)
  expect(answer.headers.get('content-type')).toStartWith('application/scim+json')
  expect(answer.body).toMatchObject({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    detail: expect.any(String),
  })
  expect(answer.status).toBe(status)
  expect(answer.body['scimType']).toBe(scimType)
})

test('only an Admin key with the scope scim.provision may use it', async () => {
  const others = [
    (await scene.adminKey(['organisation_users.list'])).headers['x-gateway-api-key']!,
    gateway.workspaceKey,
  ]
  for (const key of others)
    expect((await scim('GET', '/Users', undefined, { authorization: `Bearer ${key}` })).status).toBe(403)
  expect((await scim('GET', '/Users', undefined, { authorization: 'Bearer gwa_wrong' })).status).toBe(401)
})

test('erasing a person deletes its requests from the log', async () => {
  const userName = name('erased')
  const id = await addUser(userName)
  await scim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`)
  const named = async () => {
    const { data } = (await scene.do('GET', '/admin/scim-log?page_size=1000')) as { data: Json[] }
    return data.filter((one) => decodeURIComponent(JSON.stringify(one)).includes(userName)).length
  }
  expect(await named()).toBe(2)
  await scene.do('POST', '/privacy/erasures', { account_id: id })
  await eventually('the requests are deleted', async () => (await named()) === 0)
})

test('changes are audited, and requests are in the log', async () => {
  const id = await addUser()
  await patch(`/Users/${id}`, { op: 'replace', value: { active: false } })
  await scim('GET', '/Users/0')
  const { records } = (await scene.do('GET', '/audit-logs?page_size=20')) as unknown as { records: Json[] }
  expect(JSON.stringify(records)).toContain('scim_user.update')
  const { data } = (await scene.do('GET', '/admin/scim-log')) as { data: Json[] }
  expect(data[0]).toMatchObject({ method: 'GET', path: '/scim/v2/Users/0', status: 404 })
  expect(data[1]).toMatchObject({ method: 'PATCH', path: `/scim/v2/Users/${id}`, status: 200, error: null })
  const failed = (await scene.do('GET', '/admin/scim-log?result=failed&page_size=5')) as { data: Json[] }
  expect(failed.data.every(({ status }) => Number(status) >= 400)).toBe(true)
})
