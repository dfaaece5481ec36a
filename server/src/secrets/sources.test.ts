import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SecretStores, WRITTEN_AT_MS } from '../../../simulators/secret-stores.ts'
import { NO_IDENTITIES } from '../core/ambient-identities.ts'
import { SECRET_SOURCES } from '../core/secrets/source-settings.ts'
import { verifySignature } from '../providers/bedrock/test-verify-signature.ts'
import { testKeyFile } from '../providers/vertex-ai/test-key-file.ts'
import { openSources } from './open-sources.ts'
import { fieldOf, SecretSourceError } from './secret-source.ts'

const stores = new SecretStores()
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-sources-'))
const jwtFile = join(folder, 'jwt')
writeFileSync(jwtFile, 'service-account-jwt\n')
const opened: { close(): void }[] = []

beforeEach(() => {
  stores.fault = 'none'
  stores.asked.length = 0
  stores.leaseSeconds = 3_600
})
afterAll(async () => {
  for (const one of opened) one.close()
  await stores[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

function open(settings: object) {
  const azure = { ...NO_IDENTITIES.azure, authority: stores.url }
  const made = openSources(SECRET_SOURCES.parse({ one: settings }), { ...NO_IDENTITIES, azure })
  opened.push(made)
  return made.sources.get('one')!
}

async function failureOf(reading: Promise<unknown>): Promise<SecretSourceError> {
  const error = await reading.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(SecretSourceError)
  return error as SecretSourceError
}

const VAULT = { type: 'vault', url: stores.url }
const TOKEN = { method: 'token', token: 'root-token' }
const SOURCES = {
  'vault, KV 2, token': { ...VAULT, auth: TOKEN },
  'openbao, KV 1, token': { ...VAULT, type: 'openbao', mount: 'kv', kv_version: 1, auth: TOKEN },
  'vault, AppRole': { ...VAULT, auth: { method: 'approle', role_id: 'role-1', secret_id: 'secret-id-1' } },
  'vault, Kubernetes': { ...VAULT, auth: { method: 'kubernetes', role: 'gatehouse', token_file: jwtFile } },
  'vault, namespace': { ...VAULT, namespace: 'team/a', auth: TOKEN },
  aws: {
    type: 'aws',
    region: 'eu-central-1',
    url: stores.url,
    access_key_id: 'AKIATEST',
    secret_access_key: 'aws-secret',
  },
  gcp: { type: 'gcp', project: 'p-1', url: stores.url, metadata_url: stores.url },
  azure: {
    type: 'azure',
    url: stores.url,
    tenant_id: 't',
    client_id: 'c',
    client_secret: 'entra-secret-1',
  },
  kubernetes: { type: 'kubernetes', namespace: 'prod', url: stores.url, token_file: jwtFile, ca_file: undefined },
} as const

/** Where each store's API has the secret `openai`. */
const PLACES: Record<keyof typeof SOURCES, string> = {
  'vault, KV 2, token': 'secret/data/openai',
  'openbao, KV 1, token': 'kv/openai',
  'vault, AppRole': 'secret/data/openai',
  'vault, Kubernetes': 'secret/data/openai',
  'vault, namespace': 'team/a:secret/data/openai',
  aws: 'openai',
  gcp: '/v1/projects/p-1/secrets/openai/versions/latest:access',
  azure: 'openai',
  kubernetes: '/api/v1/namespaces/prod/secrets/openai',
}

// The CA of the cluster is a file that this test does not have.
const caFile = join(folder, 'ca.crt')
writeFileSync(caFile, '')

for (const name of Object.keys(SOURCES) as (keyof typeof SOURCES)[]) {
  const settings = name === 'kubernetes' ? { ...SOURCES[name], ca_file: caFile } : SOURCES[name]
  describe(name, () => {
    test('reads a field, its version and when it was written', async () => {
      stores.set(PLACES[name], { api_key: 'sk-1', other: 'x' })
      const found = await open(settings).read('openai')
      expect(fieldOf(found.content, 'api_key')).toBe('sk-1')
      if (name !== 'openbao, KV 1, token')
        expect(found.version).toEndWith(String(stores.secrets.get(PLACES[name])!.version))
      if (name !== 'gcp' && name !== 'openbao, KV 1, token') expect(found.rotatedAtMs).toBe(WRITTEN_AT_MS)
    })

    test('reports a missing secret, a refusal and an outage differently', async () => {
      const source = open(settings)
      expect((await failureOf(source.read('missing'))).failure).toBe('not_found')
      for (const [fault, failure] of [
        ['denied', 'denied'],
        ['down', 'unavailable'],
        ['huge', 'unavailable'],
        ['not-json', 'unavailable'],
      ] as const) {
        stores.fault = fault
        expect({ fault, failure: (await failureOf(source.read('openai'))).failure }).toEqual({ fault, failure })
      }
    })

    test('follows no redirect', async () => {
      stores.set(PLACES[name], { api_key: 'sk-1', other: 'x' })
      const source = open(settings)
      await source.read('openai')
      stores.fault = 'redirect'
      await failureOf(source.read('openai'))
      expect(stores.calls(/\/stolen/)).toBe(0)
    })
  })
}

test('Vault: one login serves many reads, and a revoked token is replaced', async () => {
  stores.set('secret/data/openai', 'sk-1')
  const source = open(SOURCES['vault, AppRole'])
  await source.read('openai')
  await source.read('openai')
  expect(stores.calls(/auth\/approle\/login/)).toBe(1)
  stores.vaultTokens.clear()
  await source.read('openai')
  expect(stores.calls(/auth\/approle\/login/)).toBe(2)
  stores.vaultTokens.add('root-token')
})

test('AWS: the signature is right', async () => {
  stores.set('openai', 'sk-1')
  await open(SOURCES.aws).read('openai')
  const { headers, body } = stores.asked.at(-1)!
  const received = { method: 'POST', path: '/', search: '', headers, body: Buffer.from(body) }
  expect(verifySignature(received, 'aws-secret')).toMatchObject({ service: 'secretsmanager', region: 'eu-central-1' })
})

test('GCP: a service account file instead of the metadata service', async () => {
  stores.set(PLACES.gcp, 'sk-1')
  const file = join(folder, 'account.json')
  writeFileSync(file, await testKeyFile({ token_uri: `${stores.url}/token` }))
  const { metadata_url: _, ...settings } = SOURCES.gcp
  const found = await open({ ...settings, service_account_file: file }).read('openai')
  expect(fieldOf(found.content, null)).toBe('sk-1')
  expect(stores.calls(/computeMetadata/)).toBe(0)
})

test('a wrong credential of the gateway is named without its value', async () => {
  const auth = { method: 'approle', role_id: 'role-1', secret_id: 'wrong-secret-id' }
  const vault = await failureOf(open({ ...VAULT, auth }).read('openai'))
  const azure = await failureOf(open({ ...SOURCES.azure, client_secret: 'wrong-entra' }).read('openai'))
  expect([vault.failure, azure.failure]).toEqual(['denied', 'denied'])
  expect(`${vault.message} ${azure.message}`).not.toMatch(/wrong-/)
})

test('fields: the only one, `value`, JSON in a text; clear errors without values', () => {
  const fields = (record: Record<string, string>) => new Map(Object.entries(record))
  expect(fieldOf('sk-1\n', null)).toBe('sk-1')
  expect(fieldOf('{"a":{"b":1}}', 'a')).toBe('{"b":1}')
  expect(fieldOf(fields({ only: 'x' }), null)).toBe('x')
  expect(fieldOf(fields({ value: 'x', other: 'y' }), null)).toBe('x')
  expect(() => fieldOf(fields({ a: 'hidden', b: 'y' }), null)).toThrow('has 2 fields')
  expect(() => fieldOf(fields({ a: 'x' }), 'b')).toThrow('not its field "b"')
  expect(() => fieldOf('hidden text', 'b')).toThrow('not a JSON object')
  expect(() => fieldOf('\n', null)).toThrow('empty value')
})

describe('files', () => {
  const root = join(folder, 'secrets')
  mkdirSync(join(root, 'openai'), { recursive: true })
  writeFileSync(join(folder, 'outside'), 'outside')
  writeFileSync(join(root, 'plain'), 'sk-file\n')
  writeFileSync(join(root, 'large'), 'x'.repeat(70_000))
  symlinkSync(join(folder, 'outside'), join(root, 'link'))
  symlinkSync('plain', join(root, 'inside'))
  // As Kubernetes mounts a secret.
  mkdirSync(join(root, 'openai', '..2026'))
  writeFileSync(join(root, 'openai', '..2026', 'api_key'), 'sk-mounted')
  symlinkSync('..2026', join(root, 'openai', '..data'))
  symlinkSync('..data/api_key', join(root, 'openai', 'api_key'))
  const source = open({ type: 'file', folder: root })

  test('reads files, links inside the folder and mounted secrets', async () => {
    expect(fieldOf((await source.read('plain')).content, null)).toBe('sk-file')
    expect(fieldOf((await source.read('inside')).content, null)).toBe('sk-file')
    expect(fieldOf((await source.read('openai')).content, 'api_key')).toBe('sk-mounted')
    expect(fieldOf((await source.read('openai/api_key')).content, null)).toBe('sk-mounted')
  })

  test.each(['link', '../outside', 'openai/../../outside', 'missing', '/etc/hostname'])(
    'does not read %s',
    async (path) => {
      expect((await failureOf(source.read(path))).failure).toBe('not_found')
    },
  )

  test('does not read large and special files', async () => {
    expect((await failureOf(source.read('large'))).failure).toBe('invalid')
    expect(Bun.spawnSync(['mkfifo', join(root, 'fifo')]).exitCode).toBe(0)
    expect((await failureOf(source.read('fifo'))).failure).toBe('invalid')
  })
})
