import { afterAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claimOwner } from '../../harness/claim-owner.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { ANN, BROWSERS_HAVE_ADDRESSES, SsoScene } from '../sso/sso-scene.ts'
import { askCommand, runCommand } from './run-command.ts'

const gateway = await shareGateway({ environment: { ...BROWSERS_HAVE_ADDRESSES } })
const owner = await claimOwner(gateway)
const scene = await SsoScene.open(gateway)
const folder = await mkdtemp(join(tmpdir(), 'gatehouse-cli-sso-'))
afterAll(async () => {
  await scene.issuer[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const SECRET = 'the-secret-of-the-cli-client'
const asKey = { gateway, folder, key: gateway.adminKey, environment: { CLIENT_SECRET: SECRET } }
const ask = <Reply = Record<string, unknown>>(...words: string[]) => askCommand<Reply>(words, asKey)
const run = (...words: string[]) => runCommand(words, asKey)
const ISSUER = ['--issuer', 'https://login.example.com', '--client-id', 'gatehouse']

type Plan = { create: number; update: number; unchanged: number }

test('a connection is created, changed, listed and deleted; its secret is never shown', async () => {
  const made = await ask(
    ...['sso-connections', 'create', 'Okta', ...ISSUER, '--secret-env', 'CLIENT_SECRET', '--domain', 'a.example'],
    ...['--scope', 'openid', '--scope', 'groups', '--no-groups', '--new-users', 'yes', '--trust-email', 'yes'],
  )
  expect(made).toMatchObject({
    auth_method: 'client_secret',
    scopes: ['openid', 'groups'],
    claims: { groups: null },
    domains: ['a.example'],
    allow_new_users: true,
    trust_email: true,
    is_enabled: false,
  })
  const changes = ['--groups-claim', 'roles', '--new-users', 'no', '--enable', '--name', 'Okta 2']
  expect(await ask('sso-connections', 'update', 'Okta', ...changes)).toMatchObject({
    name: 'Okta 2',
    claims: { groups: 'roles', email: 'email' },
    allow_new_users: false,
    is_enabled: true,
  })
  expect(await ask('sso-connections', 'update', 'Okta 2', '--private-key')).toMatchObject({
    auth_method: 'private_key_jwt',
    jwks_url: expect.any(String),
  })
  const listed = await run('sso-connections', 'list')
  expect(listed.out).toContain('Okta 2')
  expect(JSON.stringify([made, listed])).not.toContain(SECRET)
  expect((await run('sso-connections', 'delete', 'Okta 2')).code).not.toBe(0)
  await ask('sso-connections', 'delete', 'Okta 2', '--yes')
  expect((await run('sso-connections', 'list')).out).not.toContain('Okta 2')
})

test('mappings are created, changed, listed and deleted, and apply at once', async () => {
  const ann = await scene.signIn({ ...ANN, groups: ['cli-group'] })
  const { id } = ann.reply.body['user'] as { id: string }
  const roleOf = async () => (await scene.control.do('GET', `/admin/users/${id}`))['role']
  const [one, two] = [await scene.control.workspace(), await scene.control.workspace()]
  await ask('group-mappings', 'create', 'cli-group', '--organisation-role', 'admin')
  expect(await roleOf()).toBe('admin')
  const roles = ['--organisation-role', 'none', '--for-workspace', one, '--workspace-role', 'manager']
  const changed = await ask('group-mappings', 'update', 'cli-group', ...roles)
  expect(changed).toMatchObject({ organisation_role: null, workspace_id: one, workspace_role: 'manager' })
  expect(await roleOf()).toBe('member')
  await ask('group-mappings', 'create', 'cli-group', '--for-workspace', two, '--workspace-role', 'member')
  const unclear = await run('group-mappings', 'delete', 'cli-group', '--yes')
  expect(unclear.problem).toContain('The group "cli-group" has 2 mappings.')
  expect((await run('group-mappings', 'list')).out).toContain('cli-group')
  for (const row of await ask<{ id: string }[]>('group-mappings', 'list'))
    await ask('group-mappings', 'delete', row.id, '--yes')
  expect(await ask<unknown[]>('group-mappings', 'list')).toEqual([])
})

test.each([
  [['sso-connections', 'create', 'X'], '--issuer'],
  [['sso-connections', 'create', 'X', '--issuer', 'https://x.example'], '--client-id'],
  [['sso-connections', 'create', 'X', ...ISSUER], 'client_secret is missing'],
  [['sso-connections', 'create', 'X', ...ISSUER, '--secret-env', 'NOT_SET'], 'NOT_SET'],
  [['sso-connections', 'create', 'X', ...ISSUER, '--secret-env', 'CLIENT_SECRET', '--private-key'], '--private-key'],
  [['sso-connections', 'create', 'X', ...ISSUER, '--new-users', 'maybe'], '--new-users'],
  [['sso-connections', 'update', 'X'], 'Nothing to change'],
  [['sso-connections', 'delete', 'X', '--yes'], 'No single sign-on connection has the ID or name "X"'],
  [['group-mappings', 'create', 'X'], 'gives no role'],
  [['group-mappings', 'create', 'X', '--organisation-role', 'owner'], 'Only an owner may'],
  [['group-mappings', 'update', 'X'], 'Nothing to change'],
  [['group-mappings', 'delete', 'X', '--yes'], 'No group mapping has the ID or group "X"'],
])('%p is refused', async (words, reason) => {
  const { code, problem } = await run(...words)
  expect([code === 0, problem.includes(reason) || problem]).toEqual([false, true])
})

test('connections, mappings and enforcement are applied from files, and enforcement locks nobody out', async () => {
  const write = async (path: string, content: object) => {
    await mkdir(join(folder, 'gatehouse', path, '..'), { recursive: true })
    await writeFile(join(folder, 'gatehouse', path), JSON.stringify(content))
  }
  const connection = {
    name: 'Filed',
    issuer: scene.issuer.url,
    client_id: 'filed',
    domains: ['B.example', 'a.example'],
  }
  await write('sso-connections/filed.json', { ...connection, client_secret: SECRET })
  expect((await run('apply', '--yes')).problem).toContain('"client_secret" must not contain a secret')
  const filed = { ...connection, client_secret: { env: 'CLIENT_SECRET' } }
  await write('sso-connections/filed.json', filed)
  await write('group-mappings/staff.json', { group_name: 'staff', organisation_role: 'admin' })
  await write('group-mappings/home.json', {
    group_name: 'staff',
    workspace: 'default-workspace',
    workspace_role: 'member',
  })
  await ask('apply', '--yes')
  expect(await ask<Plan>('plan')).toMatchObject({ create: 0, update: 0, unchanged: 3 })
  await write('group-mappings/staff.json', { group_name: 'staff', organisation_role: 'member' })
  await write('sso-connections/filed.json', { ...filed, claims: { groups: 'roles' } })
  expect(await ask<Plan>('plan')).toMatchObject({ create: 0, update: 2 })
  await ask('apply', '--yes')
  const rows = await ask<{ name: string; claims: object }[]>('sso-connections', 'list')
  expect(rows.find(({ name }) => name === 'Filed')).toMatchObject({ claims: { groups: 'roles', email: 'email' } })

  const isEnforced = async () => (await scene.control.do('GET', '/admin/organisation'))['enforce_sso']
  await write('sso-enforcement/organisation.json', { enforce_sso: false })
  expect((await run('apply', '--yes')).problem).toContain(
    'sso-enforcement/organisation.json must contain {"enforce_sso": true}',
  )
  await write('sso-enforcement/organisation.json', { enforce_sso: true })
  const untested = await run('apply', '--yes')
  expect([untested.code === 0, untested.problem.includes('a successful test')]).toEqual([false, true])
  expect((await scene.test(owner, ANN)).body['refusal']).toBeNull()
  const alone = await run('apply', '--yes')
  expect([alone.code === 0, alone.problem.includes('break-glass owner')]).toEqual([false, true])
  expect(await isEnforced()).toBe(false)
  const path = `/admin/users/${owner.id}`
  expect((await scene.control.call(owner, 'PUT', path, { is_break_glass: true })).status).toBe(200)
  await ask('apply', '--yes')
  expect(await isEnforced()).toBe(true)
  expect(await ask<Plan>('plan')).toMatchObject({ create: 0, update: 0 })

  await ask('export', 'exported')
  const files = await Array.fromAsync(new Bun.Glob('{sso,group}-*/*.json').scan(join(folder, 'exported')))
  expect(files.sort()).toEqual([
    'group-mappings/staff-default-workspace.json',
    'group-mappings/staff.json',
    'sso-connections/Filed.json',
    'sso-connections/Test-issuer.json',
    'sso-enforcement/organisation.json',
  ])

  await rm(join(folder, 'gatehouse/sso-enforcement'), { recursive: true })
  await ask('apply', '--prune', '--yes')
  expect(await isEnforced()).toBe(false)
})

test('a changed name keeps the result of the test; a changed claim does not', async () => {
  expect((await scene.test(owner, ANN)).body['refusal']).toBeNull()
  const same = { name: 'Renamed', scopes: ['openid', 'email', 'profile'], claims: { groups: 'groups' } }
  expect(await scene.change(same)).toMatchObject({ tested_at: expect.any(String) })
  expect(await scene.change({ claims: { groups: 'roles' } })).toMatchObject({ tested_at: null })
})
