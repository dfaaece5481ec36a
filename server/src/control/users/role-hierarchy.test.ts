import { describe, expect, test } from 'bun:test'
import type { Caller, KeyKind } from '../../core/caller.ts'
import type { RoleStore } from '../../core/stores/roles.ts'
import type { OrganisationRole, User } from '../../core/stores/users.ts'
import { keyPrincipal, userPrincipal } from '../access/principal.ts'
import { SCOPES } from '../access/scopes.ts'
import { requireRank, requireRoleGrant } from './role-hierarchy.ts'

function person(role: OrganisationRole) {
  return userPrincipal({ id: 'u', organisationId: 'o', email: 'a@b.c', role } as User, [])
}

function key(kind: KeyKind, scopes: readonly string[]) {
  const given = { keyId: 'k', keyName: 'k', kind, organisationId: 'o', workspaceId: 'w', createdBy: null }
  return keyPrincipal({ ...given, scopes: new Set(scopes), allowInference: true } as unknown as Caller)
}

const NO_CUSTOM_ROLES = { roles: { all: async () => [] } as unknown as RoleStore }

const ADMIN_SCOPES = SCOPES.filter((row) => row.kinds.includes('admin')).map((row) => row.name)

describe('an organisation role may be given and taken', () => {
  const roles = ['owner', 'admin', 'member'] as const
  test.each([
    ['an owner', person('owner'), 'owner admin member'],
    ['an admin', person('admin'), 'admin member'],
    ['the first Admin key', key('admin', ['*']), 'admin member'],
    ['an Admin key with every scope by name', key('admin', ADMIN_SCOPES), 'admin member'],
    [
      'an Admin key that lacks one',
      key(
        'admin',
        ADMIN_SCOPES.filter((name) => name !== 'audit_logs.list'),
      ),
      'member',
    ],
    [
      'an Admin key for people only',
      key('admin', ['organisation_users.create', 'organisation_users.update']),
      'member',
    ],
  ])('by %s', async (_, principal, allowed) => {
    const given: string[] = []
    for (const role of roles) {
      try {
        await requireRank(principal, role, 'do that', NO_CUSTOM_ROLES)
        given.push(role)
      } catch (error) {
        expect(error).toMatchObject({ code: 'scope_missing', status: 403 })
      }
    }
    expect(given.join(' ')).toBe(allowed)
  })
})

test('a key grants managers and members only rights that it could grant to a key', async () => {
  const refusal = async (principal: ReturnType<typeof key>, role: 'manager' | 'member') => {
    try {
      await requireRoleGrant(principal, role, 'w', NO_CUSTOM_ROLES)
      return null
    } catch (error) {
      return error
    }
  }
  expect(await refusal(key('admin', ['*']), 'manager')).toBeNull()
  expect(
    await refusal(key('admin', ['workspace_users.create', 'workspace_user_api_keys.create']), 'manager'),
  ).toBeNull()
  const limited = key('admin', ['workspace_users.create', 'organisation_users.create'])
  for (const role of ['manager', 'member'] as const) {
    expect(await refusal(limited, role)).toMatchObject({ code: 'scope_not_grantable', param: 'role' })
  }
})
