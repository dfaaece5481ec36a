import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { ApiKey } from '../../core/stores/api-keys.ts'
import type { User } from '../../core/stores/users.ts'
import { newKey } from '../../stores/suites/test-keys.ts'
import { TestKeyControl, type TestResponse } from './test-key-control.ts'

let control: TestKeyControl
let admin: string

beforeAll(async () => {
  control = await TestKeyControl.open()
  ;({ admin } = control.keys)
})
afterAll(() => control.close())

let target: ApiKey
let count = 0
beforeEach(async () => {
  target = await insert({ createdBy: 'somebody' })
})

async function insert(more: Partial<ApiKey>): Promise<ApiKey> {
  const key = newKey(control.home, { scopes: ['logs.list'], allowInference: false, ...more })
  await control.store.stores.apiKeys.insert(key)
  return key
}

async function adminKey(body: object = {}): Promise<{ readonly id: string; readonly key: string }> {
  const scopes = ['workspace_service_api_keys.create', 'update', 'rotate'].map((name, i) =>
    i === 0 ? name : `workspace_service_api_keys.${name}`,
  )
  const made = await control.call(admin, 'POST', '/api-keys/organisation/service', { name: 'Ops', scopes, ...body })
  return made.body as { id: string; key: string }
}

async function person(role: User['role'], isManager = false): Promise<string> {
  const { users, workspaces } = control.store.stores
  const id = Bun.randomUUIDv7()
  const times = { createdAtMs: 1, updatedAtMs: 1 }
  const names = { firstName: 'A', lastName: 'B', email: `${id}@example.com`, passwordHash: 'x', isDisabled: false }
  await users.insert({
    id,
    organisationId: control.home.organisationId,
    role,
    lastActiveAtMs: null,
    ...names,
    ...times,
  })
  const { workspaceId } = control.home
  if (isManager) await workspaces.putMember({ userId: id, workspaceId, role: 'manager', source: 'manual', ...times })
  return id
}

async function read({ id }: { readonly id: string } = target): Promise<ApiKey> {
  const reach = { organisationId: control.home.organisationId, workspaceId: null }
  return (await control.store.stores.apiKeys.find(reach, id)) ?? expect.unreachable()
}

async function mark({ id }: { readonly id: string } = target): Promise<void> {
  await control.store.stores.apiKeys.update({ ...(await read({ id })), reviewSinceMs: 5 })
}

const newEntry = () => `dns:p${++count}.example.com`
const byUser = (id: string) => ({ 'x-test-user': id })
const put = (secret: string, body: object, headers = {}): Promise<TestResponse> =>
  control.call(secret, 'PUT', `/api-keys/${target.id}`, body, headers)
const certify = (secret: string, headers = {}, entries = [newEntry()]) =>
  put(secret, { client_certificates: entries }, headers)
const rotate = (secret: string) => control.call(secret, 'POST', `/api-keys/${target.id}/rotate`, {})

test('a key records who added its certificates until none of theirs can be left', async () => {
  const [ann, ops, first, second] = [await person('admin'), await adminKey(), newEntry(), newEntry()]
  expect((await certify('', byUser(ann), [first])).status).toBe(200)
  expect((await read()).certifiedBy).toEqual([ann])
  await certify(ops.key, {}, [first, second])
  expect((await read()).certifiedBy).toEqual([ann, ops.id])
  // Sending the same entries again, or removing one, adds nobody.
  await certify(admin, {}, [second])
  expect((await read()).certifiedBy).toEqual([ann, ops.id])
  await certify(ops.key, {}, [newEntry()])
  expect((await read()).certifiedBy).toEqual([ops.id])
  await put(admin, { client_certificates: null })
  expect((await read()).certifiedBy).toEqual([])
})

test('a removed user who added a certificate has the key marked', async () => {
  const ann = await person('admin')
  await certify('', byUser(ann))
  const { apiKeys } = control.store.stores
  expect((await apiKeys.markForReview([ann], null, 7)).map(({ id }) => id)).toEqual([target.id])
})

test('a rotation removes the mark only from a key without certificates', async () => {
  await certify(admin)
  await mark()
  expect((await rotate(admin)).status).toBe(200)
  expect((await read()).reviewSinceMs).toBe(5)
  await put(admin, { client_certificates: [] })
  await rotate(admin)
  expect((await read()).reviewSinceMs).toBeNull()
})

test('a key with limits adds certificates only to keys within these limits', async () => {
  const expiring = await adminKey({ expires_at: '2098-01-01T00:00:00.000Z' })
  const refused = { status: 400, code: 'invalid_body', body: { error: { param: 'expires_at' } } }
  expect(await certify(expiring.key)).toMatchObject(refused)
  expect((await read()).clientCertificates).toEqual([])
  const within = { expires_at: '2097-01-01T00:00:00.000Z', client_certificates: [newEntry()] }
  expect((await put(expiring.key, within)).status).toBe(200)
  const budgeted = await adminKey({ usage_limits: { type: 'cost', credit_limit: 10 } })
  expect(await certify(budgeted.key)).toMatchObject({ status: 400, body: { error: { param: 'usage_limits' } } })
})

test('a key that needs a review marks the keys that it rotates or adds certificates to', async () => {
  const ops = await adminKey()
  await mark(ops)
  expect((await put(ops.key, { name: 'Renamed' })).status).toBe(200)
  expect((await read()).reviewSinceMs).toBeNull()
  expect((await certify(ops.key)).status).toBe(200)
  expect((await read()).reviewSinceMs).toBeNumber()
  target = await insert({ createdBy: 'somebody' })
  expect((await rotate(ops.key)).status).toBe(200)
  expect((await read()).reviewSinceMs).toBeNumber()
})

test('marking a key as reviewed needs the right to grant all that the key can do', async () => {
  const manager = await person('member', true)
  await control.store.stores.apiKeys.update({ ...target, scopes: ['logs.list'], allowInference: true })
  await mark()
  const weak = await control.call(admin, 'POST', '/api-keys/workspace/service', {
    name: 'weak',
    scopes: ['workspace_service_api_keys.update'],
    allow_inference: false,
  })
  const refused = { status: 403, code: 'scope_not_grantable' }
  expect(await put(String(weak.body['key']), { needs_review: false })).toMatchObject(refused)
  expect((await read()).reviewSinceMs).toBe(5)
  expect((await put('', { needs_review: false }, byUser(manager))).status).toBe(200)
  expect((await read()).reviewSinceMs).toBeNull()
})

test.each(['createdBy', 'rotatedBy', 'certifiedBy'] as const)(
  'the user in %s cannot mark the key as reviewed, except an owner',
  async (field) => {
    for (const [role, status] of [
      ['member', 403],
      ['admin', 403],
      ['owner', 200],
    ] as const) {
      const ann = await person(role, true)
      target = await insert({ createdBy: 'somebody', [field]: field === 'certifiedBy' ? ['bob', ann] : ann })
      await mark()
      const answer = await put('', { needs_review: false }, byUser(ann))
      expect(answer.status).toBe(status)
      if (status === 403) expect(answer).toMatchObject({ body: { error: { param: 'needs_review' } } })
      expect((await read()).reviewSinceMs).toBe(status === 200 ? null : 5)
      expect((await put('', { name: 'Renamed' }, byUser(ann))).status).toBe(200)
    }
  },
)
