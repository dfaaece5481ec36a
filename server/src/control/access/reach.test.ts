import { expect, test } from 'bun:test'
import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import type { Member, Workspace } from '../../core/stores/workspaces.ts'
import { endpoint, type Permission } from '../endpoint.ts'
import { anonymousPrincipal, type Principal, userPrincipal } from './principal.ts'
import { findReach, permit } from './reach.ts'

/** Two workspaces. The first is the default workspace. */
const ids = ['w1', 'w2']
const stores = {
  workspaces: {
    find: async (_organisation: string, id: string) => (ids.includes(id) ? ({ id } as Workspace) : undefined),
    findDefault: async () => ({ id: 'w1' }) as Workspace,
  },
} as unknown as Stores

function operation(permission: Permission) {
  return endpoint({
    name: 'x.y',
    method: 'GET',
    path: '/x',
    summary: 'Do it',
    permission,
    reply: z.null(),
    handle: async () => null,
  })
}

function member(...workspaceIds: string[]): Principal {
  const user = { id: 'u', organisationId: 'o', email: 'u@example.com', role: 'member' } as User
  return userPrincipal(
    user,
    workspaceIds.map((workspaceId) => ({ workspaceId, userId: 'u', role: 'manager' }) as Member),
  )
}

const owner = userPrincipal({ id: 'u', organisationId: 'o', email: 'u@example.com', role: 'owner' } as User, [])

async function reachOf(principal: Principal, permission: Permission, named: string | null) {
  const found = await findReach(principal, operation(permission), named, stores).catch((error: unknown) => error)
  return found instanceof GatewayError ? found.code : (found as { workspaceId: string | null }).workspaceId
}

const SCOPE = { scope: 'configs.read' }

test.each<[string, Principal, Permission, string | null, string | null]>([
  ['an owner reaches every workspace', owner, SCOPE, null, null],
  ['an owner reaches the one it names', owner, SCOPE, 'w2', 'w2'],
  ['an owner does not reach what is not there', owner, SCOPE, 'w3', 'workspace_unknown'],
  ['a member of one reaches that one', member('w1'), SCOPE, null, 'w1'],
  ['a member does not reach another', member('w1'), SCOPE, 'w2', 'workspace_unknown'],
  ['a member of two must say which', member('w1', 'w2'), SCOPE, null, 'workspace_required'],
  ['a member of none reaches nothing', member(), SCOPE, null, 'workspace_required'],
  ['a member of two reaches no row by a call for anyone', member('w1', 'w2'), 'any caller', null, ''],
  ['a member of none reaches no row by a call for anyone', member(), 'any caller', null, ''],
  ['a member of one reaches its own by a call for anyone', member('w2'), 'any caller', null, 'w2'],
])('%s', async (_name, principal, permission, named, expected) => {
  expect(await reachOf(principal, permission, named)).toBe(expected)
})

test('an operation with several scopes accepts each of them, and the error names them all', () => {
  const doors = operation({ scope: 'audit_logs.list', or: ['configs.read'] })
  const reach = { organisationId: 'o', workspaceId: 'w1', homeWorkspaceId: 'w1' }
  expect(() => permit(member('w1'), doors, reach)).not.toThrow()
  expect(() => permit(member('w2'), doors, reach)).toThrow('one of the scopes audit_logs.list, configs.read')
  expect(() => permit(anonymousPrincipal(), operation({ scope: 'breakers.reset' }), reach)).toThrow(
    'the scope breakers.reset',
  )
})
