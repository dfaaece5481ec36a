import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GatewayError } from '../../core/errors.ts'
import { CREDENTIAL_HEADERS, type HeaderMap } from '../../core/headers.ts'
import { newKeySecret } from '../../core/key-secret.ts'
import { keyHasher } from '../../stores/master-key.ts'
import { type ControlDatabase, openControlDatabase } from '../../stores/sql/control-database.ts'
import { type FirstKeys, makeFirstKeys } from '../../stores/sql/first-keys.ts'
import { SqlApiKeys } from '../../stores/sql/repositories/api-keys.ts'
import type { ApiKeyTable } from '../../stores/sql/schema.ts'
import { authenticate } from './authenticate.ts'
import { Directory } from './directory.ts'

const PREFIXES = ['x-gateway-', 'x-portkey-']
const hash = keyHasher(new Uint8Array(32).fill(7))

let folder: string
let database: ControlDatabase
let keys: FirstKeys
let directory: Directory

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-authenticate-'))
  database = await openControlDatabase(folder)
  keys = (await makeFirstKeys(database, {
    given: { admin: null, workspace: null },
    hash,
    scopes: ['*'],
    nowMs: 1,
  }))!
  directory = new Directory(new SqlApiKeys(database), hash)
})

afterAll(async () => {
  await directory.close()
  await database.destroy()
  await rm(folder, { recursive: true })
})

/** The caller's kind, and which headers are left for the provider. */
async function admitted(headers: HeaderMap) {
  const left = { ...headers }
  const caller = await authenticate(left, PREFIXES, directory)
  return { kind: caller.kind, left: Object.keys(left).sort() }
}

async function refused(headers: HeaderMap): Promise<GatewayError> {
  const attempt = async () => authenticate(headers, PREFIXES, directory)
  const error: unknown = await attempt().catch((thrown: unknown) => thrown)
  if (error instanceof GatewayError) return error
  throw new Error('not refused')
}

test.each(PREFIXES)('%sapi-key is the gateway key', async (prefix) => {
  expect(await admitted({ [`${prefix}api-key`]: keys.workspace })).toMatchObject({ kind: 'workspace' })
  expect(await admitted({ [`${prefix}api-key`]: keys.admin })).toMatchObject({ kind: 'admin' })
})

test('without it, the bearer value is the gateway key and is taken out', async () => {
  expect(await admitted({ authorization: `Bearer ${keys.workspace}` })).toEqual({ kind: 'workspace', left: [] })
  expect(await admitted({ authorization: `bearer  ${keys.workspace} ` })).toEqual({ kind: 'workspace', left: [] })
})

test('both and equal: Authorization is taken out', async () => {
  const headers = {
    'x-gateway-api-key': keys.workspace,
    authorization: `Bearer ${keys.workspace}`,
    'x-api-key': keys.workspace,
  }
  expect(await admitted(headers)).toEqual({ kind: 'workspace', left: ['x-gateway-api-key'] })
})

test('both and different: Authorization stays as the provider’s credential', async () => {
  const headers = { 'x-gateway-api-key': keys.workspace, authorization: 'Bearer sk-mine', 'x-api-key': 'sk-other' }
  expect(await admitted(headers)).toEqual({
    kind: 'workspace',
    left: ['authorization', 'x-api-key', 'x-gateway-api-key'],
  })
})

test('x-api-key counts as gateway key when the lookup succeeds, and Authorization is then the credential', async () => {
  expect(await admitted({ 'x-api-key': keys.workspace })).toEqual({ kind: 'workspace', left: [] })
  const both = { 'x-api-key': keys.workspace, authorization: 'Bearer sk-mine' }
  expect(await admitted(both)).toEqual({ kind: 'workspace', left: ['authorization'] })
})

test.each(['api-key', 'x-goog-api-key'])('%s counts as gateway key too', async (name) => {
  expect(await admitted({ [name]: keys.workspace })).toEqual({ kind: 'workspace', left: [] })
  const both = { [name]: keys.workspace, authorization: 'Bearer sk-mine' }
  expect(await admitted(both)).toEqual({ kind: 'workspace', left: ['authorization'] })
  expect(await refused({ [name]: 'of-a-provider' })).toMatchObject({ code: 'api_key_invalid' })
})

test('a gateway key is taken out of every header that repeats it, whatever its name', async () => {
  const repeated = Object.fromEntries(
    [...CREDENTIAL_HEADERS, 'x-custom', 'cookie'].map((name) => [name, `Token ${keys.workspace}; x`]),
  )
  const headers = { 'x-gateway-api-key': keys.workspace, ...repeated, 'x-other': 'stays' }
  expect(await admitted(headers)).toEqual({ kind: 'workspace', left: ['x-gateway-api-key', 'x-other'] })
  const byBearer = { ...repeated, authorization: `Bearer ${keys.workspace}`, 'x-other': 'stays' }
  expect(await admitted(byBearer)).toEqual({ kind: 'workspace', left: ['x-other'] })
})

test('a known bearer wins over x-api-key, which stays as the provider’s credential', async () => {
  const headers = { authorization: `Bearer ${keys.admin}`, 'x-api-key': 'sk-ant-mine' }
  expect(await admitted(headers)).toEqual({ kind: 'admin', left: ['x-api-key'] })
  expect(await admitted({ authorization: `Bearer ${keys.admin}`, 'x-api-key': keys.admin })).toEqual({
    kind: 'admin',
    left: [],
  })
})

test('an unknown x-gateway-api-key is refused even with a valid bearer token', async () => {
  const error = await refused({ 'x-gateway-api-key': 'wrong', authorization: `Bearer ${keys.workspace}` })
  expect(error).toMatchObject({ code: 'api_key_invalid', status: 401 })
})

test('the same key under two prefixes is fine, two different keys conflict', async () => {
  const twice = { 'x-gateway-api-key': keys.workspace, 'x-portkey-api-key': keys.workspace }
  expect(await admitted(twice)).toMatchObject({ kind: 'workspace' })
  expect(await refused({ ...twice, 'x-portkey-api-key': keys.admin })).toMatchObject({
    code: 'header_conflict',
    status: 400,
  })
})

test.each([
  [{}],
  [{ authorization: 'Basic dXNlcjpwYXNz' }],
  [{ authorization: 'Bearer ' }],
  [{ 'x-gateway-provider': 'mock' }],
] as [HeaderMap][])('with the headers %j a key is missing', async (headers) => {
  expect(await refused(headers)).toMatchObject({ code: 'api_key_missing', status: 401 })
})

test('the message distinguishes a typo, a key of another gateway and a provider’s key', async () => {
  const last = keys.workspace.at(-1)
  const damaged = keys.workspace.slice(0, -1) + (last === 'a' ? 'b' : 'a')
  expect((await refused({ 'x-gateway-api-key': damaged })).message).toContain('checksum')
  expect((await refused({ authorization: `Bearer ${newKeySecret('workspace')}` })).message).toContain(
    'does not know the API key',
  )
  expect((await refused({ authorization: 'Bearer sk-proj-123' })).message).toContain('looks like a provider key')
  expect((await refused({ 'x-api-key': 'sk-ant-123' })).message).toContain('looks like a provider key')
})

test('the kind comes from the row, not from the letters of the key', async () => {
  expect((await refused({ 'x-gateway-api-key': keys.workspace.replace('gww_', 'gwa_') })).code).toBe('api_key_invalid')
})

test('a huge value is refused without being looked up', async () => {
  expect(await refused({ 'x-gateway-api-key': 'x'.repeat(8000) })).toMatchObject({ code: 'api_key_invalid' })
  expect(await refused({ authorization: `Bearer ${'x'.repeat(8000)}` })).toMatchObject({ code: 'api_key_invalid' })
})

async function addKey(changes: Partial<ApiKeyTable>): Promise<string> {
  const secret = newKeySecret('workspace')
  const row = await database
    .selectFrom('api_keys')
    .selectAll()
    .where('kind', '=', 'workspace')
    .executeTakeFirstOrThrow()
  await database
    .insertInto('api_keys')
    .values({ ...row, id: secret, hash: hash(secret), ...changes })
    .execute()
  return secret
}

test('an expired key is refused as expired, one that expires later works', async () => {
  const expired = await addKey({ expires_at_ms: Date.now() - 1 })
  expect(await refused({ authorization: `Bearer ${expired}` })).toMatchObject({ code: 'api_key_expired', status: 401 })
  expect(await refused({ 'x-gateway-api-key': expired })).toMatchObject({ code: 'api_key_expired' })
  expect(await refused({ 'x-api-key': expired })).toMatchObject({ code: 'api_key_expired' })
  const valid = await addKey({ expires_at_ms: Date.now() + 3_600_000 })
  expect(await admitted({ 'x-gateway-api-key': valid })).toMatchObject({ kind: 'workspace' })
})

test('a revoked key is not known', async () => {
  const revoked = await addKey({ revoked_at_ms: 1 })
  expect(await refused({ 'x-gateway-api-key': revoked })).toMatchObject({ code: 'api_key_invalid' })
})

test('neither the stored hash nor the id of a key authenticates', async () => {
  const rows = await database.selectFrom('api_keys').select(['hash', 'hint', 'id']).execute()
  for (const { hash, hint, id } of rows) {
    if (id.startsWith('gww_')) continue
    for (const stored of [hash, hint, id])
      expect(await refused({ 'x-gateway-api-key': stored })).toMatchObject({ code: 'api_key_invalid' })
  }
})

test('the secret before a rotation works until its expiry, and not longer', async () => {
  const older = newKeySecret('workspace')
  const running = await addKey({ previous_hash: hash(older), previous_hash_expires_at_ms: Date.now() + 3_600_000 })
  expect(await admitted({ 'x-gateway-api-key': older })).toMatchObject({ kind: 'workspace' })
  expect(await admitted({ 'x-gateway-api-key': running })).toMatchObject({ kind: 'workspace' })
  const gone = newKeySecret('workspace')
  const rotated = await addKey({ previous_hash: hash(gone), previous_hash_expires_at_ms: Date.now() - 1 })
  expect(await refused({ 'x-gateway-api-key': gone })).toMatchObject({ code: 'api_key_expired' })
  expect(await admitted({ 'x-gateway-api-key': rotated })).toMatchObject({ kind: 'workspace' })
})

test('an Admin key counts to the default workspace, a workspace key to its own', async () => {
  const workspace = await database
    .selectFrom('workspaces')
    .select('id')
    .where('is_default', '=', 1)
    .executeTakeFirstOrThrow()
  for (const key of [keys.admin, keys.workspace]) {
    expect((await authenticate({ 'x-gateway-api-key': key }, PREFIXES, directory)).workspaceId).toBe(workspace.id)
  }
})

const DISTANT_MS = Number.MAX_SAFE_INTEGER

async function addCertificate(entry: string, changes: Partial<ApiKeyTable> = {}): Promise<string> {
  const secret = await addKey({ client_certificates: JSON.stringify([entry]), ...changes })
  directory.forgetAll()
  return secret
}

function byCertificate(headers: HeaderMap, names: readonly string[], expiresAtMs = DISTANT_MS) {
  return authenticate(headers, PREFIXES, directory, { names, expiresAtMs }).catch((error: unknown) => error)
}

test('a certificate stands for the key that names it, if no header has a key', async () => {
  const id = await addCertificate('dns:svc.example')
  const names = ['sha256:00', 'dns:svc.example']
  expect(await byCertificate({}, names)).toMatchObject({ keyId: id, certificate: 'dns:svc.example' })
  expect(await byCertificate({ authorization: 'Basic x' }, names)).toMatchObject({ keyId: id })
  expect(await byCertificate({ 'x-gateway-api-key': keys.admin }, names)).toMatchObject({ kind: 'admin' })
  for (const headers of [{ 'x-gateway-api-key': 'wrong' }, { authorization: 'Bearer sk-x' }, { 'x-api-key': 'y' }])
    expect(await byCertificate(headers, names)).toMatchObject({ code: 'api_key_invalid' })
})

test.each([{ origin: 'null' }, { 'sec-fetch-site': 'same-origin' }] as HeaderMap[])(
  'a request of a browser (%j) cannot use a certificate',
  async (headers) => {
    await addCertificate('dns:browser.example')
    expect(await byCertificate(headers, ['sha256:00', 'dns:browser.example'])).toMatchObject({
      code: 'api_key_missing',
    })
  },
)

test('unknown and expired certificates, and those of expired and revoked keys, are refused', async () => {
  expect(await byCertificate({}, ['sha256:99'])).toMatchObject({ code: 'api_key_missing', status: 401 })
  await addCertificate('dns:old.example', { expires_at_ms: 1 })
  expect(await byCertificate({}, ['sha256:00', 'dns:old.example'])).toMatchObject({ code: 'api_key_expired' })
  await addCertificate('dns:revoked.example', { revoked_at_ms: 1 })
  expect(await byCertificate({}, ['sha256:00', 'dns:revoked.example'])).toMatchObject({ code: 'api_key_missing' })
  await addCertificate('dns:valid.example')
  const expired = await byCertificate({}, ['sha256:00', 'dns:valid.example'], Date.now() - 1)
  expect(expired).toMatchObject({ code: 'api_key_expired' })
})
