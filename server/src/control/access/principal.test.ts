import { expect, test } from 'bun:test'
import { type Caller, type KeyKind, NO_DEFAULTS } from '../../core/caller.ts'
import type { OrganisationRole, User } from '../../core/stores/users.ts'
import type { Member, WorkspaceRole } from '../../core/stores/workspaces.ts'
import { anonymousPrincipal, keyPrincipal, type Principal, userPrincipal } from './principal.ts'
import { ALL_SCOPES, SCOPES } from './scopes.ts'

const OWN = 'w-own'
const OTHER = 'w-other'

function person(role: OrganisationRole, roles: Readonly<Record<string, WorkspaceRole>> = {}): Principal {
  const user = { id: 'u', organisationId: 'o', email: 'u@example.com', role } as User
  const members = Object.entries(roles).map(([workspaceId, role]) => ({ userId: 'u', workspaceId, role }) as Member)
  return userPrincipal(user, members)
}

function key(kind: KeyKind, scopes: readonly string[] = [ALL_SCOPES], allowInference = true): Principal {
  return keyPrincipal(callerOf(kind, scopes, allowInference))
}

function callerOf(kind: KeyKind, scopes: readonly string[], allowInference = true): Caller {
  return {
    keyId: 'k',
    keyName: 'n',
    kind,
    organisationId: 'o',
    workspaceId: OWN,
    scopes: new Set(scopes),
    allowInference,
    expiresAtMs: null,
    defaults: NO_DEFAULTS,
    logBodies: null,
    createdBy: null,
  }
}

const ADMIN_KEYS = ['create', 'read', 'update', 'delete', 'list', 'rotate'].map(
  (verb) => `organisation_service_api_keys.${verb}`,
)
const WORKSPACE_KEYS = ['service', 'user'].map((type) => `workspace_${type}_api_keys.create`)

// The permissions of each role.
const ROLES: readonly [string, Principal, { admin: boolean; own: boolean; other: boolean }][] = [
  ['Organization Owner', person('owner'), { admin: true, own: true, other: true }],
  ['Organization Admin', person('admin'), { admin: true, own: true, other: true }],
  ['Workspace Manager', person('member', { [OWN]: 'manager' }), { admin: false, own: true, other: false }],
  ['Workspace Member', person('member', { [OWN]: 'member' }), { admin: false, own: false, other: false }],
  ['Member of nothing', person('member'), { admin: false, own: false, other: false }],
  ['Nobody', anonymousPrincipal(), { admin: false, own: false, other: false }],
]

test.each(ROLES)('%s creates and manages the expected kinds of keys', (_name, principal, may) => {
  for (const scope of ADMIN_KEYS) {
    expect(principal.holds(scope, null)).toBe(may.admin)
    expect(principal.holds(scope, OWN)).toBe(may.admin)
  }
  for (const scope of WORKSPACE_KEYS) {
    expect(principal.holds(scope, OWN)).toBe(may.own)
    expect(principal.holds(scope, OTHER)).toBe(may.other)
  }
})

test.each(ROLES)('%s reaches the expected resources', (_name, principal, may) => {
  const whole = SCOPES.filter((row) => row.kinds.includes('workspace')).map((row) => row.name)
  expect(whole.every((scope) => principal.holds(scope, OWN))).toBe(may.own)
  expect(whole.every((scope) => principal.holds(scope, OTHER))).toBe(may.other)
  expect(SCOPES.every((row) => principal.holds(row.name, null))).toBe(may.admin)
})

test('a Workspace Member has limited access: it reads, and changes nothing', () => {
  const member = person('member', { [OWN]: 'member' })
  const held = SCOPES.map((row) => row.name).filter((scope) => member.holds(scope, OWN))
  expect(held).toContain('configs.read')
  expect(held).toContain('logs.view')
  for (const scope of held) {
    expect(scope).not.toMatch(/\.(create|update|delete|rotate|publish|export)$/)
    expect(scope).not.toMatch(/api_keys|virtual_keys|users|audit|settings/)
  }
})

test('roles in two workspaces do not mix', () => {
  const both = person('member', { [OWN]: 'manager', [OTHER]: 'member' })
  expect(both.holds('configs.create', OWN)).toBe(true)
  expect(both.holds('configs.create', OTHER)).toBe(false)
  expect(both.holds('configs.read', OTHER)).toBe(true)
  expect(both.holds('configs.read', null)).toBe(false)
})

// The permissions of each kind of key. `all`: in every workspace; `single`: in its own; false: none.
const OPERATIONS: readonly [string, readonly string[], 'all' | false, 'single' | false][] = [
  ['Manage organization settings', ['organisation_settings.read', 'organisation_settings.update'], 'all', false],
  ['Create/manage workspaces', ['workspaces.create', 'workspaces.update', 'workspaces.delete'], 'all', false],
  [
    'Manage users and permissions',
    [...five('organisation_users'), ...['create', 'update', 'delete'].map((verb) => `workspace_users.${verb}`)],
    'all',
    false,
  ],
  ['Create and manage Admin API keys', ADMIN_KEYS, 'all', false],
  ['Create/manage configs', five('configs'), 'all', 'single'],
  ['Create/manage virtual keys', five('virtual_keys'), 'all', 'single'],
  ['Create Workspace API keys', WORKSPACE_KEYS, 'all', 'single'],
  ['Access analytics', ['analytics.view'], 'all', 'single'],
  ['Create/update feedback', ['logs.write'], false, 'single'],
]

function five(group: string): string[] {
  return ['create', 'read', 'update', 'delete', 'list'].map((verb) => `${group}.${verb}`)
}

test.each(OPERATIONS)('%s: allowed for the expected kinds of keys only', (_name, scopes, admin, workspace) => {
  for (const scope of scopes) {
    for (const [principal, place] of [
      [key('admin'), admin],
      [key('admin', [scope]), admin],
      [key('workspace'), workspace],
      [key('workspace', [scope]), workspace],
    ] as const) {
      expect(principal.holds(scope, OWN)).toBe(place !== false)
      expect(principal.holds(scope, OTHER)).toBe(place === 'all')
      expect(principal.holds(scope, null)).toBe(place === 'all')
    }
    expect(key('admin', []).holds(scope, OWN)).toBe(false)
    expect(key('workspace', []).holds(scope, OWN)).toBe(false)
  }
})

test('a stored scope of the wrong kind, or one that no longer exists, grants nothing', () => {
  expect(key('workspace', ['workspaces.create', 'audit_logs.list']).holds('workspaces.create', OWN)).toBe(false)
  expect(key('admin', ['logs.write']).holds('logs.write', OWN)).toBe(false)
  expect(key('admin', ['plugins.create']).holds('plugins.create', null)).toBe(false)
})

test('a personal key has the rights that its scopes and its holder’s role both allow, and grants no more', () => {
  const caller = { ...callerOf('workspace', [ALL_SCOPES]), holderId: 'u' }
  const asMember = keyPrincipal(caller, person('member', { [OWN]: 'member' }))
  expect(asMember.holderId).toBe('u')
  expect(asMember.holds('configs.read', OWN)).toBe(true)
  expect(asMember.holds('configs.update', OWN)).toBe(false)
  expect(asMember.grantable('workspace', OWN).has('configs.update')).toBe(false)
  expect(keyPrincipal(caller, person('member', { [OWN]: 'manager' })).holds('configs.update', OWN)).toBe(true)
  const elsewhere = keyPrincipal(caller, person('member', { [OTHER]: 'manager' }))
  expect(SCOPES.some(({ name }) => elsewhere.holds(name, OWN) || elsewhere.holds(name, OTHER))).toBe(false)
  // A high role adds nothing to the key's scopes.
  const ofOwner = keyPrincipal({ ...caller, scopes: new Set(['logs.list']) }, person('owner'))
  expect(SCOPES.map(({ name }) => name).filter((name) => ofOwner.holds(name, OWN))).toEqual(['logs.list'])
})

test('a workspace key grants only its own scopes, in its own workspace', () => {
  const low = key('workspace', ['logs.list', 'workspace_user_api_keys.create'])
  expect([...low.grantable('workspace', OWN)].sort()).toEqual(['logs.list', 'workspace_user_api_keys.create'])
  expect(low.grantable('workspace', OTHER).size).toBe(0)
  expect(low.grantable('admin', null).size).toBe(0)
  expect(key('workspace').grantable('admin', OWN).size).toBe(0)
})

test('an Admin key that makes workspace keys grants them every workspace scope, and Admin keys only its own', () => {
  const maker = key('admin', ['workspace_user_api_keys.create'])
  expect(maker.grantable('workspace', OTHER).has('logs.write')).toBe(true)
  expect(maker.grantable('workspace', OTHER).has('workspaces.create')).toBe(false)
  expect([...maker.grantable('admin', null)]).toEqual(['workspace_user_api_keys.create'])
  const other = key('admin', ['workspace_user_api_keys.update', 'configs.read'])
  expect([...other.grantable('workspace', OWN)].sort()).toEqual(['configs.read', 'workspace_user_api_keys.update'])
})

test('people grant within their role', () => {
  expect(person('owner').grantable('admin', null).size).toBe(SCOPES.filter((row) => row.kinds.includes('admin')).length)
  const manager = person('member', { [OWN]: 'manager' })
  expect(manager.grantable('workspace', OWN).has('configs.create')).toBe(true)
  expect(manager.grantable('workspace', OTHER).size).toBe(0)
  expect(manager.grantable('admin', OWN).size).toBe(0)
})

test('keys created by a key that cannot send requests cannot send them either, unless an Admin key creates workspace keys', () => {
  expect(key('workspace', [ALL_SCOPES], false).grantsInference('workspace', null)).toBe(false)
  expect(key('workspace').grantsInference('workspace', null)).toBe(true)
  expect(key('admin', ['configs.read'], false).grantsInference('workspace', null)).toBe(false)
  expect(key('admin', ['workspace_service_api_keys.create'], false).grantsInference('workspace', null)).toBe(true)
  expect(key('admin', ['workspace_service_api_keys.create'], false).grantsInference('admin', null)).toBe(false)
})

test('every scope has one row, a description and a kind', () => {
  expect(new Set(SCOPES.map((row) => row.name)).size).toBe(SCOPES.length)
  for (const row of SCOPES) {
    expect(row.name).toMatch(/^[a-z_]+\.[a-z]+$/)
    expect(row.about).toEndWith('.')
    expect(row.kinds.length).toBeGreaterThan(0)
  }
})

test('every documented scope is in the catalogue, for workspace keys', () => {
  const shown = ['logs.export', 'logs.list', 'logs.view', 'virtual_keys.create', 'virtual_keys.update']
  for (const scope of shown) expect(key('workspace', [scope]).holds(scope, OWN)).toBe(true)
})
