import { expect, test } from 'bun:test'
import type { CustomRole } from '../../core/stores/roles.ts'
import { member, user } from '../../stores/suites/test-people.ts'
import { keyPrincipal, userPrincipal } from '../access/principal.ts'
import { TestSpending } from '../policies/test-spending.ts'
import { startControl } from '../test-control.ts'
import type { SecretPorts } from '../virtual-keys/refusals.ts'
import { memberOperations } from './members.ts'
import { workspaceOperations } from './operations.ts'

/** Not used here: only the creation of workspaces uses these ports. */
const NO_SECRETS = {} as SecretPorts
const ROLE = { id: 'r', slug: 'staff', level: 'organisation', permissions: ['workspace_users.delete'] }

test('a personal Admin key removes a member with a higher role only if its user may', async () => {
  await using control = await startControl(memberOperations())
  const { organisation_id: organisationId, id } = control.home
  const { users, workspaces } = control.store.stores
  for (const name of ['ann', 'boss']) await users.insert(user(name, { organisationId }))
  for (const name of ['ann', 'boss']) await workspaces.putMember(member(id, name, { role: 'manager' }))
  const role = { ...ROLE, organisationId } as unknown as CustomRole
  const ann = userPrincipal(user('ann', { organisationId, role: 'staff' }), [], [role])
  const key = keyPrincipal(control.principal().caller!, ann)
  const remove = async (name: string, as: typeof key) =>
    (await control.ask({ method: 'DELETE', path: `/admin/workspaces/${id}/users/${name}`, as }))!
  expect((await remove('boss', key)).error?.code).toBe('scope_not_grantable')
  expect((await remove('ann', key)).status).toBe(200)
  const owner = userPrincipal(user('owner', { organisationId, role: 'owner' }), [])
  expect((await remove('boss', keyPrincipal(control.principal().caller!, owner))).status).toBe(200)
})

test('a user with a custom role without workspaces.list lists the workspaces of its memberships', async () => {
  await using control = await startControl(workspaceOperations(new TestSpending(), NO_SECRETS))
  const { organisation_id: organisationId, id } = control.home
  const role = { ...ROLE, organisationId } as unknown as CustomRole
  const staff = user('ann', { organisationId, role: 'staff' })
  const list = async (memberships: ReturnType<typeof member>[]) =>
    (await control.ask({ path: '/admin/workspaces', as: userPrincipal(staff, memberships, [role]) }))!
  expect((await list([])).status).toBe(403)
  expect((await list([member(id, 'ann')])).body).toMatchObject({ total: 1, data: [{ id }] })
})
