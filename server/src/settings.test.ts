import { expect, test } from 'bun:test'
import { isAbsolute, resolve } from 'node:path'
import { ENVIRONMENT, type GatehouseSettings, readSettings, SettingsError } from './settings.ts'

/** Every variable emptied, so that the environment the tests run in does not matter. */
const EMPTY = Object.fromEntries([...ENVIRONMENT.map(([name]) => name), 'GATEWAY_ANNOUNCE'].map((name) => [name, '']))

function read(variables: Record<string, string> = {}): GatehouseSettings {
  return readSettings({ ...EMPTY, GATEWAY_HEADER_ALIASES: 'x-portkey', ...variables })
}

const HEX = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'

test('without any variable the defaults are those the help names', () => {
  expect(read()).toMatchObject({
    host: '127.0.0.1',
    port: 8787,
    dataDirectory: resolve('./data'),
    masterKey: null,
    adminApiKey: null,
    workspaceApiKey: null,
    trustedHosts: [],
    publicUrl: null,
    logBodies: true,
    retentionDays: 30,
    headerPrefixes: ['x-gateway-', 'x-portkey-'],
    maxBodyBytes: 33_554_432,
    idleTimeoutMs: 600_000,
    drainMs: 30_000,
    keyConcurrency: 10_000,
    bodyMemoryBytes: 268_435_456,
    cacheBytes: 134_217_728,
    announce: 'human',
  })
})

test('every number the help calls a default is the default', () => {
  const numbers = ENVIRONMENT.filter(([, fallback]) => /^[0-9]+$/.test(fallback))
  expect(numbers.length).toBeGreaterThan(5)
  for (const [name, fallback] of numbers)
    expect({ name, settings: read({ [name]: fallback }) }).toEqual({ name, settings: read() })
})

test.each([
  ['GATEWAY_HOST', '::', { host: '::' }],
  ['GATEWAY_PORT', '0', { port: 0 }],
  ['GATEWAY_DURABILITY', 'process', { durability: 'process' }],
  ['GATEWAY_DURABILITY', 'disk', { durability: 'disk' }],
  ['GATEWAY_PORT', ' 65535 ', { port: 65535 }],
  ['GATEWAY_ADMIN_API_KEY', 'sixteen-letters!', { adminApiKey: 'sixteen-letters!' }],
  ['GATEWAY_WORKSPACE_API_KEY', 'x'.repeat(512), { workspaceApiKey: 'x'.repeat(512) }],
  ['GATEWAY_TRUSTED_HOSTS', 'a.internal, 10.0.0.0/8 ,', { trustedHosts: ['a.internal', '10.0.0.0/8'] }],
  ['GATEWAY_PUBLIC_URL', 'https://ai.example.com', { publicUrl: 'https://ai.example.com' }],
  ['GATEWAY_CORS_ORIGINS', '', { corsOrigins: [] }],
  [
    'GATEWAY_CORS_ORIGINS',
    'https://App.example.com/, http://localhost:3000 ,https://app.example.com:443,tauri://localhost',
    { corsOrigins: ['https://app.example.com', 'http://localhost:3000', 'tauri://localhost'] },
  ],
  ['GATEWAY_LOG_BODIES', 'false', { logBodies: false }],
  ['GATEWAY_RETENTION_DAYS', '1', { retentionDays: 1 }],
  ['GATEWAY_HEADER_ALIASES', '', { headerPrefixes: ['x-gateway-'] }],
  ['GATEWAY_HEADER_ALIASES', 'X-Acme, x-old-', { headerPrefixes: ['x-gateway-', 'x-acme-', 'x-old-'] }],
  ['GATEWAY_MAX_BODY_BYTES', '1024', { maxBodyBytes: 1024 }],
  ['GATEWAY_IDLE_TIMEOUT_MS', '100', { idleTimeoutMs: 100 }],
  ['GATEWAY_DRAIN_MS', '0', { drainMs: 0 }],
  ['GATEWAY_KEY_CONCURRENCY', '1', { keyConcurrency: 1 }],
  ['GATEWAY_BODY_MEMORY_BYTES', '1048576', { bodyMemoryBytes: 1_048_576 }],
  ['GATEWAY_KEY_BODY_PERCENT', '100', { keyBodyPercent: 100 }],
  ['GATEWAY_WORKSPACE_BODY_PERCENT', '1', { workspaceBodyPercent: 1 }],
  ['GATEWAY_RECEIVE_TIMEOUT_MS', '100', { receiveTimeoutMs: 100 }],
  ['GATEWAY_RECEIVE_GRACE_MS', '5000', { receiveGraceMs: 5_000 }],
  ['GATEWAY_RECEIVE_BYTES_PER_SECOND', '0', { receiveBytesPerSecond: 0 }],
  ['GATEWAY_KEEP_ALIVE_SECONDS', '255', { keepAliveSeconds: 255 }],
  ['GATEWAY_MAX_RESIDENT_BYTES', '1073741824', { maxResidentBytes: 1_073_741_824 }],
  ['GATEWAY_CACHE_BYTES', '4096', { cacheBytes: 4096 }],
  ['GATEWAY_ANNOUNCE', 'json', { announce: 'json' }],
] as [string, string, Partial<GatehouseSettings>][])('%s=%s is read', (name, value, expected) => {
  expect(read({ [name]: value })).toMatchObject(expected)
})

test.each([
  ['GATEWAY_PORT', '65536'],
  ['GATEWAY_PORT', '-1'],
  ['GATEWAY_PORT', '80a'],
  ['GATEWAY_PORT', '0x50'],
  ['GATEWAY_PORT', '8e3'],
  ['GATEWAY_ADMIN_API_KEY', 'fifteen-letters'],
  ['GATEWAY_ADMIN_API_KEY', 'with a space inside it'],
  ['GATEWAY_WORKSPACE_API_KEY', 'x'.repeat(513)],
  ['GATEWAY_WORKSPACE_API_KEY', 'ümlaut-ümlaut-ümlaut'],
  ['GATEWAY_LOG_BODIES', 'yes'],
  ['GATEWAY_LOG_BODIES', 'FALSE'],
  ['GATEWAY_CORS_ORIGINS', '*'],
  ['GATEWAY_CORS_ORIGINS', 'null'],
  ['GATEWAY_CORS_ORIGINS', 'https://*.example.com'],
  ['GATEWAY_CORS_ORIGINS', 'https://a.example.com/app'],
  ['GATEWAY_CORS_ORIGINS', 'https://user@a.example.com'],
  ['GATEWAY_CORS_ORIGINS', 'a.example.com'],
  ['GATEWAY_RETENTION_DAYS', '0'],
  ['GATEWAY_RETENTION_DAYS', '1.5'],
  ['GATEWAY_MAX_BODY_BYTES', '1023'],
  ['GATEWAY_IDLE_TIMEOUT_MS', '99'],
  ['GATEWAY_IDLE_TIMEOUT_MS', '2147483648'],
  ['GATEWAY_DRAIN_MS', '3600001'],
  ['GATEWAY_KEY_CONCURRENCY', '0'],
  ['GATEWAY_BODY_MEMORY_BYTES', 'lots'],
  ['GATEWAY_CACHE_BYTES', '0'],
  ['GATEWAY_KEY_BODY_PERCENT', '0'],
  ['GATEWAY_WORKSPACE_BODY_PERCENT', '101'],
  ['GATEWAY_RECEIVE_TIMEOUT_MS', '99'],
  ['GATEWAY_RECEIVE_GRACE_MS', '-1'],
  ['GATEWAY_RECEIVE_BYTES_PER_SECOND', '1k'],
  ['GATEWAY_KEEP_ALIVE_SECONDS', '256'],
  ['GATEWAY_MASTER_KEY', HEX.slice(1)],
  ['GATEWAY_MASTER_KEY', 'ab'.repeat(32)],
  ['GATEWAY_MASTER_KEY', 'password'],
])('%s=%s is refused: the message names the variable and never a secret', (name, value) => {
  const attempt = () => read({ [name]: value })
  expect(attempt).toThrow(SettingsError)
  expect(attempt).toThrow(name)
  if (name.endsWith('KEY')) expect(attempt).not.toThrow(value)
})

test('the master key is read as hexadecimal digits of either case, or base64', () => {
  const key = Buffer.from(HEX, 'hex')
  for (const value of [HEX, HEX.toUpperCase(), key.toString('base64')]) {
    expect(Buffer.from(read({ GATEWAY_MASTER_KEY: value }).masterKey ?? []).equals(key)).toBe(true)
  }
})

test('the data folder is made absolute, so that a later change of folder does not move it', () => {
  expect(isAbsolute(read({ GATEWAY_DATA_DIR: 'some/where' }).dataDirectory)).toBe(true)
})

test('the resident limit lies below the memory there is', () => {
  const { maxResidentBytes } = read()
  expect(maxResidentBytes).toBeGreaterThan(0)
  expect(Number.isSafeInteger(maxResidentBytes)).toBe(true)
})

test('secret sources: variables are replaced, and messages name the setting but no value', () => {
  const variable = (name: string) => `$\{${name}}`
  const vault = (change: object = {}) => ({
    vault: {
      type: 'vault',
      url: 'https://vault.example:8200/',
      auth: { method: 'token', token: variable('GATEWAY_ADMIN_API_KEY') },
      ...change,
    },
  })
  const given = (sources: unknown, more: Record<string, string> = {}) =>
    read({
      GATEWAY_SECRET_SOURCES: typeof sources === 'string' ? sources : JSON.stringify(sources),
      GATEWAY_ADMIN_API_KEY: 'a-hidden-value-0123',
      ...more,
    })
  expect(given(vault()).secretSources).toMatchObject({
    vault: {
      url: 'https://vault.example:8200',
      mount: 'secret',
      kv_version: 2,
      auth: { token: 'a-hidden-value-0123' },
    },
  })
  for (const [sources, message] of [
    ['{', 'is not valid JSON'],
    ['/no/such/file', 'the file cannot be read'],
    [{ Vault: vault().vault }, 'Vault'],
    [vault({ type: 'other' }), 'vault.type'],
    [vault({ url: 'ftp://vault' }), 'vault.url'],
    [vault({ url: 'https://user@vault' }), 'vault.url'],
    [vault({ auth: { method: 'token' } }), 'vault.auth'],
    [vault({ auth: { method: 'token', token: variable('NO_SUCH_VARIABLE_1') } }), 'NO_SUCH_VARIABLE_1 is not set'],
    [vault({ surplus: 'a-hidden-value-0123' }), 'vault'],
    [vault({ workspace_paths: { '*': ['team'] } }), 'must end with'],
    [vault({ workspace_paths: { '*': ['a-{workspace_id}-'] } }), 'workspace_id'],
    [vault({ workspace_paths: { '*': ['../'] } }), 'must be a path'],
    [{ files: { type: 'file', folder: 'relative' } }, 'absolute'],
    [{ aws: { type: 'aws', region: 'eu-west-1', access_key_id: 'a-hidden-value-0123' } }, 'secret_access_key'],
  ] as const) {
    let text = ''
    try {
      given(sources)
    } catch (error) {
      text = error instanceof SettingsError ? error.message : `unexpected: ${error}`
    }
    expect(text).toStartWith('GATEWAY_SECRET_SOURCES')
    expect(text).toContain(message)
    expect(text).not.toContain('a-hidden-value')
  }
})
