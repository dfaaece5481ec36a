import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { type Caller, INFERENCE, type KeyKind } from '../../core/caller.ts'
import { BUILT_IN_ROLES, type CustomRole, type RoleStore } from '../../core/stores/roles.ts'
import type { User } from '../../core/stores/users.ts'
import type { Member } from '../../core/stores/workspaces.ts'
import { actingAs, holdsIn, keyPrincipal, type Principal, userPrincipal } from '../access/principal.ts'
import { permissionsOf, scopesOf } from '../access/roles.ts'
import { SCOPES } from '../access/scopes.ts'
import { requirePermissions, requireRank, requireRoleGrant } from '../users/role-hierarchy.ts'

const NAMES = SCOPES.map((row) => row.name)

const level = fc.constantFrom('organisation' as const, 'workspace' as const)
/** Often nearly all or nearly no permissions, which are the edge cases of the rules. */
const permissions = fc
  .record({ chosen: fc.subarray(NAMES), isInverse: fc.boolean() })
  .map(({ chosen, isInverse }) => (isInverse ? NAMES.filter((name) => !chosen.slice(0, 3).includes(name)) : chosen))
const roles = fc.array(fc.record({ level, permissions }), { minLength: 1, maxLength: 4 }).map((all) =>
  all.map(
    (one, i): CustomRole => ({
      id: `id-${i}`,
      organisationId: 'o',
      slug: `role-${i}`,
      name: `Role ${i}`,
      description: null,
      ...one,
      createdAtMs: 1,
      updatedAtMs: 1,
    }),
  ),
)
const index = fc.nat({ max: 9 })

function storeOf(custom: readonly CustomRole[]) {
  return { roles: { all: async () => custom } as unknown as RoleStore }
}

function namesOf(custom: readonly CustomRole[], of: 'organisation' | 'workspace'): readonly string[] {
  return [...BUILT_IN_ROLES[of], ...custom.filter((role) => role.level === of).map((role) => role.slug)]
}

function person(role: string, inWorkspace: string | null, custom: readonly CustomRole[]): Principal {
  const user = { id: 'u', organisationId: 'o', email: 'u@example.com', role } as User
  const members = inWorkspace === null ? [] : [{ userId: 'u', workspaceId: 'w', role: inWorkspace } as Member]
  return userPrincipal(user, members, custom)
}

function keyOf(kind: KeyKind, scopes: readonly string[], holder: Principal | null): Principal {
  const given = { keyId: 'k', keyName: 'k', organisationId: 'o', workspaceId: 'w', createdBy: null }
  return keyPrincipal({ ...given, kind, scopes: new Set(scopes), allowInference: true } as unknown as Caller, holder)
}

function adminKey(scopes: readonly string[]): Principal {
  return keyOf('admin', scopes, null)
}

async function isAllowed(work: () => Promise<void> | void): Promise<boolean> {
  try {
    await work()
    return true
  } catch {
    return false
  }
}

const callerOf = fc.record({ role: index, inWorkspace: fc.option(index), scopes: permissions })

/** `whole`: the user. `acting`: the principal that makes the call, with the role that has the needed permission. */
function usersOf(
  { role, inWorkspace }: { readonly role: number; readonly inWorkspace: number | null },
  custom: readonly CustomRole[],
  needed: string,
): { readonly whole: Principal; readonly acting: Principal } {
  const organisation = namesOf(custom, 'organisation')
  const workspace = namesOf(custom, 'workspace')
  const whole = person(
    organisation[role % organisation.length]!,
    inWorkspace === null ? null : workspace[inWorkspace % workspace.length]!,
    custom,
  )
  return { whole, acting: actingAs(whole, [needed]) }
}

test('no user can give, in the organisation, a role with more than its own permissions', async () => {
  await fc.assert(
    fc.asyncProperty(roles, callerOf, index, async (custom, given, target) => {
      const { acting, whole } = usersOf(given, custom, 'organisation_users.update')
      const names = namesOf(custom, 'organisation')
      const role = names[target % names.length]!
      if (!(await isAllowed(() => requireRank(acting, role, 'do that', storeOf(custom))))) return
      expect(role === 'owner' && whole.role !== 'owner').toBe(false)
      for (const scope of scopesOf('organisation', role, custom)) expect(whole.holds(scope, null)).toBe(true)
    }),
    { numRuns: propertyRuns(300) },
  )
})

test('no user can give, in a workspace, a role with more than its own permissions there', async () => {
  await fc.assert(
    fc.asyncProperty(roles, callerOf, index, async (custom, given, target) => {
      const { acting, whole } = usersOf(given, custom, 'workspace_users.update')
      const names = namesOf(custom, 'workspace')
      const role = names[target % names.length]!
      if (!(await isAllowed(() => requireRoleGrant(acting, role, 'w', storeOf(custom))))) return
      for (const scope of scopesOf('workspace', role, custom)) expect(holdsIn(whole, scope, 'w')).toBe(true)
      // In a workspace where the user has no role, it can assign a role only with organisation-wide permissions.
      const elsewhere = await isAllowed(() => requireRoleGrant(acting, role, 'other', storeOf(custom)))
      if (elsewhere && scopesOf('workspace', role, custom).size > 0)
        for (const scope of scopesOf('workspace', role, custom)) expect(whole.holds(scope, null)).toBe(true)
    }),
    { numRuns: propertyRuns(300) },
  )
})

test('editing a role, also one’s own, cannot add what the caller does not hold everywhere', async () => {
  await fc.assert(
    fc.asyncProperty(roles, callerOf, permissions, async (custom, given, wanted) => {
      const { acting, whole } = usersOf(given, custom, 'roles.update')
      const changed = custom[0]!
      const after = wanted.filter((scope) => permissionsOf(changed.level).has(scope))
      const touched = [...scopesOf(changed.level, changed.slug, custom), ...after]
      if (!(await isAllowed(() => requirePermissions(acting, touched, 'update it')))) return
      const edited = custom.map((role) => (role === changed ? { ...role, permissions: after } : role))
      const then = usersOf(given, edited, 'roles.update').whole
      for (const scope of NAMES)
        if (then.holds(scope, null)) expect(whole.holds(scope, null)).toBe(true)
        else if (holdsIn(then, scope, 'w')) expect(holdsIn(whole, scope, 'w')).toBe(true)
    }),
    { numRuns: propertyRuns(300) },
  )
})

test('keys that a user creates, and keys that those create, do no more than the user', async () => {
  await fc.assert(
    fc.asyncProperty(roles, callerOf, async (custom, given) => {
      const { acting, whole } = usersOf(given, custom, 'organisation_service_api_keys.create')
      // An Admin key with everything that the user may grant, and a workspace key with everything that it may grant.
      const key = adminKey([...acting.grantable('admin', null)])
      const reachable = [...acting.grantable('workspace', 'w'), ...key.grantable('workspace', 'w')]
      for (const scope of reachable) expect(holdsIn(whole, scope, 'w')).toBe(true)
      for (const scope of acting.grantable('admin', null)) expect(whole.holds(scope, null)).toBe(true)
      if (acting.grantsInference('workspace', 'w')) expect(holdsIn(whole, INFERENCE, 'w')).toBe(true)
      // A personal key never does more than its user, whatever its scopes are.
      const personal = keyOf('workspace', ['*'], whole)
      for (const scope of NAMES) if (personal.holds(scope, 'w')) expect(holdsIn(whole, scope, 'w')).toBe(true)
    }),
    { numRuns: propertyRuns(300) },
  )
})

/** Personal keys of both kinds, often with all scopes. */
const personalKey = fc.record({
  kind: fc.constantFrom('admin' as const, 'workspace' as const),
  scopes: fc.oneof(fc.constant(['*']), permissions),
})

test('a personal key holds and grants no more than its user', async () => {
  await fc.assert(
    fc.asyncProperty(roles, callerOf, personalKey, async (custom, given, { kind, scopes }) => {
      const { whole } = usersOf(given, custom, 'logs.list')
      const key = keyOf(kind, scopes, whole)
      for (const workspaceId of ['w', null])
        for (const scope of NAMES)
          if (key.holds(scope, workspaceId)) expect(holdsIn(whole, scope, workspaceId)).toBe(true)
      for (const scope of key.grantable('workspace', 'w')) expect(holdsIn(whole, scope, 'w')).toBe(true)
      // An existing service key can get these scopes and be rotated.
      const granted = key.grantable('admin', null)
      expect([...granted.difference(whole.grantable('admin', null))]).toEqual([])
      for (const scope of adminKey([...granted]).grantable('workspace', 'w'))
        expect(holdsIn(whole, scope, 'w')).toBe(true)
      if (key.grantsInference('workspace', 'w')) expect(holdsIn(whole, INFERENCE, 'w')).toBe(true)
      if (key.grantsInference('admin', null)) expect(whole.holds(INFERENCE, null)).toBe(true)
      expect(key.isTrusted && !whole.isTrusted).toBe(false)
    }),
    { numRuns: propertyRuns(300) },
  )
})

test('a personal key gives and edits no role with more than the permissions of its user', async () => {
  await fc.assert(
    fc.asyncProperty(roles, callerOf, personalKey, permissions, async (custom, given, { kind, scopes }, wanted) => {
      const { whole } = usersOf(given, custom, 'logs.list')
      const key = keyOf(kind, scopes, whole)
      for (const role of namesOf(custom, 'organisation')) {
        if (!(await isAllowed(() => requireRank(key, role, 'do that', storeOf(custom))))) continue
        for (const scope of scopesOf('organisation', role, custom)) expect(whole.holds(scope, null)).toBe(true)
      }
      for (const role of namesOf(custom, 'workspace')) {
        if (!(await isAllowed(() => requireRoleGrant(key, role, 'w', storeOf(custom))))) continue
        for (const scope of scopesOf('workspace', role, custom)) expect(holdsIn(whole, scope, 'w')).toBe(true)
      }
      if (await isAllowed(() => requirePermissions(key, wanted, 'update it')))
        for (const scope of wanted) expect(whole.holds(scope, null)).toBe(true)
    }),
    { numRuns: propertyRuns(300) },
  )
})

test('an Admin key gives custom roles only permissions that it may grant', async () => {
  await fc.assert(
    fc.asyncProperty(roles, permissions, async (custom, scopes) => {
      const key = adminKey(scopes)
      for (const role of custom) {
        const isGiven =
          role.level === 'organisation'
            ? await isAllowed(() => requireRank(key, role.slug, 'do that', storeOf(custom)))
            : await isAllowed(() => requireRoleGrant(key, role.slug, 'w', storeOf(custom)))
        if (!isGiven) continue
        for (const scope of scopesOf(role.level, role.slug, custom))
          expect(key.holds(scope, 'w') || key.grantable('workspace', 'w').has(scope)).toBe(true)
      }
    }),
    { numRuns: propertyRuns(300) },
  )
})

test('custom roles hold nothing that can make a user someone else, whatever is stored', () => {
  const all: CustomRole = {
    id: 'i',
    organisationId: 'o',
    slug: 'all',
    name: 'All',
    description: null,
    level: 'organisation',
    permissions: NAMES,
    createdAtMs: 1,
    updatedAtMs: 1,
  }
  const holder = person('all', null, [all])
  for (const scope of ['scim.provision', 'sso_connections.create', 'sso_connections.update'])
    expect(holder.holds(scope, null)).toBe(false)
  expect(holder.holds('audit_logs.list', null)).toBe(true)
  // A role of another level, or one that does not exist, holds nothing.
  for (const role of ['all', 'gone']) expect(person('member', role, [all]).holds('logs.list', 'w')).toBe(false)
})
