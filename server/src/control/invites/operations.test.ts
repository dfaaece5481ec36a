import { afterEach, beforeEach, expect, test } from 'bun:test'
import { newKey } from '../../stores/suites/test-keys.ts'
import { user } from '../../stores/suites/test-people.ts'
import { vaultOf } from '../../stores/vault.ts'
import type { Principal } from '../access/principal.ts'
import { apiKeyOperations } from '../api-keys/operations.ts'
import { markForReview } from '../api-keys/review.ts'
import { TestSpending } from '../policies/test-spending.ts'
import { Passwords } from '../sessions/passwords.ts'
import { startControl } from '../test-control.ts'
import { endAccess } from '../users/operations.ts'
import { inviteOperations } from './operations.ts'

const PATH = '/admin/users/invites'
const CALL = { nowMs: Date.now(), announce() {} }

let control: Awaited<ReturnType<typeof startControl>>

beforeEach(async () => {
  const vault = vaultOf({ id: '0123456789abcdef', bytes: new Uint8Array(32).fill(3) })
  control = await startControl([
    ...inviteOperations({ vault, passwords: new Passwords() }),
    ...apiKeyOperations(vault.hash, new TestSpending()),
  ])
})
afterEach(() => control[Symbol.asyncDispose]())

const personal = (holderId: string): Principal => ({ ...control.principal({ keyId: `key of ${holderId}` }), holderId })

async function invited(as: Principal): Promise<string> {
  const body = JSON.stringify({ email: 'grace@example.com', role: 'admin' })
  const { status, body: made } = (await control.ask({ method: 'POST', path: PATH, body, as }))!
  expect(status).toBe(200)
  return String(made['id'])
}

const read = async (id: string) => (await control.ask({ path: `${PATH}/${id}` }))!.body

async function adminKey(createdBy: string): Promise<string> {
  const { organisation_id: organisationId, id: workspaceId } = control.home
  const key = newKey({ organisationId, workspaceId }, { kind: 'admin', type: 'organisation-service', createdBy })
  await control.store.stores.apiKeys.insert({ ...key, workspaceId: null })
  return key.id
}

test('an invitation that a personal key sent is cancelled when its user loses permissions', async () => {
  const id = await invited(personal('ann'))
  expect(await read(id)).toMatchObject({ invited_by: 'ann', status: 'pending' })
  await endAccess(CALL, control.store.stores, user('ann'))
  expect(await read(id)).toMatchObject({ status: 'cancelled' })
})

test('whoever gets the new link of an invitation becomes the inviter', async () => {
  const id = await invited(control.principal())
  expect(await read(id)).toMatchObject({ invited_by: 'key-1' })
  expect((await control.ask({ method: 'POST', path: `${PATH}/${id}/resend`, as: personal('bob') }))!.status).toBe(200)
  expect(await read(id)).toMatchObject({ invited_by: 'bob', status: 'pending' })
})

test('the invitations of a key are cancelled when the key is marked for review', async () => {
  const id = await invited(control.principal({ keyId: await adminKey('ann') }))
  await markForReview(CALL, control.store.stores, 'bob', null)
  expect(await read(id)).toMatchObject({ status: 'pending' })
  await markForReview(CALL, control.store.stores, 'ann', null)
  expect(await read(id)).toMatchObject({ status: 'cancelled' })
})

test('the invitations of a key are cancelled when the key is deleted', async () => {
  const keyId = await adminKey('ann')
  const id = await invited(control.principal({ keyId }))
  expect((await control.ask({ method: 'DELETE', path: `/api-keys/${keyId}` }))!.status).toBe(200)
  expect(await read(id)).toMatchObject({ status: 'cancelled' })
})
