import { afterAll, expect, test } from 'bun:test'
import { keyHasher } from '../../stores/master-key.ts'
import { startControl } from '../test-control.ts'
import { resetToken, userOfReset } from './password-reset.ts'

const control = await startControl([])
afterAll(() => control[Symbol.asyncDispose]())

test('a password link expires, and ends with a new password or if the user is disabled or deleted', async () => {
  const { store } = control
  const vault = { hash: keyHasher(new Uint8Array(32).fill(7)) }
  const { id: organisationId } = await store.stores.organisations.readOfDeployment()
  const user = {
    id: 'u1',
    organisationId,
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: '',
    role: 'member',
    passwordHash: 'first',
    isDisabled: false,
    lastActiveAtMs: null,
    createdAtMs: 0,
    updatedAtMs: 0,
  } as const
  await store.stores.users.insert(user)
  const token = resetToken(user, 1_000, vault)
  expect(token).toMatch(/^[A-Za-z0-9_-]+$/)
  const use = (nowMs: number) => userOfReset(token, store.stores, vault, nowMs)
  expect(await use(999)).toEqual(user)
  await expect(use(1_000)).rejects.toMatchObject({ code: 'link_invalid' })
  await store.stores.users.update({ ...user, isDisabled: true })
  await expect(use(1)).rejects.toMatchObject({ code: 'link_invalid' })
  await store.stores.users.update({ ...user, passwordHash: 'second' })
  await expect(use(1)).rejects.toMatchObject({ code: 'link_invalid' })
  await store.stores.users.update(user)
  expect(await use(1)).toEqual(user)
  await store.stores.users.remove(user.id)
  await expect(use(1)).rejects.toMatchObject({ code: 'link_invalid' })
})
