import { expect, test } from 'bun:test'
import { GatewayError } from '../errors.ts'
import type { HeaderMap } from '../headers.ts'
import { type GatewayOptions, readGatewayOptions } from './gateway-options.ts'
import { OPTIONS, optionsContract } from './option-table.ts'

const SETTINGS = new Set(['cloud_a_resource_name', 'cloud_b_region', 'cloud_c_access_key_id', 'openai_organization'])

function read(headers: HeaderMap): GatewayOptions {
  return readGatewayOptions(headers, { prefixes: ['x-gateway-', 'x-portkey-'], isSetting: (key) => SETTINGS.has(key) })
}

function refused(headers: HeaderMap): { code: string; param: string | null } {
  try {
    read(headers)
  } catch (error) {
    if (error instanceof GatewayError) return { code: error.code, param: error.param }
    throw error
  }
  throw new Error('not refused')
}

test('without gateway headers the defaults apply', () => {
  expect(read({ accept: '*/*', 'x-other': '1' })).toEqual({
    apiKey: null,
    provider: null,
    virtualKey: null,
    config: null,
    customHost: null,
    traceId: null,
    metadata: null,
    cacheForceRefresh: false,
    cacheNamespace: null,
    requestTimeoutMs: null,
    forwardHeaders: null,
    debug: true,
    workspaceId: null,
    isStrict: null,
    defaultInputGuardrails: null,
    defaultOutputGuardrails: null,
    settings: {},
    aliases: [],
    warnings: [],
  })
})

test.each([
  ['api-key', 'gww_x', { apiKey: 'gww_x' }],
  ['provider', 'openai', { provider: 'openai' }],
  ['virtual-key', 'my-key', { virtualKey: 'my-key' }],
  ['config', '{"retry":{}}', { config: '{"retry":{}}' }],
  ['custom-host', 'https://host/v1', { customHost: 'https://host/v1' }],
  ['trace-id', 'a b/~', { traceId: 'a b/~' }],
  ['metadata', '{"_user":"u","n":1}', { metadata: { _user: 'u', n: 1 } }],
  ['cache-force-refresh', 'true', { cacheForceRefresh: true }],
  ['cache-force-refresh', 'false', { cacheForceRefresh: false }],
  ['cache-namespace', 'n', { cacheNamespace: 'n' }],
  ['request-timeout', '1', { requestTimeoutMs: 1 }],
  ['request-timeout', '30000', { requestTimeoutMs: 30_000 }],
  ['forward-headers', 'X-One, cookie', { forwardHeaders: ['x-one', 'cookie'] }],
  ['forward-headers', '["X-One","Cookie"]', { forwardHeaders: ['x-one', 'cookie'] }],
  ['forward-headers', "['X-One']", { forwardHeaders: ['x-one'] }],
  ['forward-headers', '[]', { forwardHeaders: [] }],
  ['debug', 'false', { debug: false }],
  ['workspace-id', 'w1', { workspaceId: 'w1' }],
] as [string, string, Partial<GatewayOptions>][])(
  'x-gateway-%s: %s is read, under the alias too',
  (name, value, expected) => {
    expect(read({ [`x-gateway-${name}`]: value })).toMatchObject(expected)
    expect(read({ [`x-portkey-${name}`]: value })).toMatchObject({ ...expected, aliases: ['x-portkey-'] })
  },
)

test.each([
  ['cache-force-refresh', 'True'],
  ['cache-force-refresh', '1'],
  ['debug', 'no'],
  ['request-timeout', '0'],
  ['request-timeout', '-5'],
  ['request-timeout', '1.5'],
  ['request-timeout', '1e3'],
  ['request-timeout', '30s'],
  ['request-timeout', '12345678901'],
  ['metadata', '[1]'],
  ['metadata', 'null'],
  ['metadata', '"x"'],
  ['metadata', '{"a":'],
  ['metadata', `{"a":"${'x'.repeat(4096)}"}`],
  ['metadata', JSON.stringify(Object.fromEntries(Array.from({ length: 65 }, (_, i) => [i, 1])))],
  ['forward-headers', '["x-one"'],
  ['forward-headers', '[1]'],
  ['forward-headers', 'x-one,,x-two'],
  ['forward-headers', 'content-length'],
  ['forward-headers', 'x-gateway-api-key'],
  ['forward-headers', 'X-Portkey-Config'],
  ['trace-id', 'tab\there'],
  ['trace-id', 'ümlaut'],
  ['trace-id', 'x'.repeat(129)],
  ['cache-namespace', 'x'.repeat(257)],
  ['custom-host', `https://${'x'.repeat(2048)}`],
  ['config', 'x'.repeat(48 * 1024 + 1)],
  ['provider', ''],
  ['api-key', 'x'.repeat(8193)],
])('x-gateway-%s with a wrong value is refused by name', (name, value) => {
  expect(refused({ [`x-gateway-${name}`]: value })).toEqual({ code: 'invalid_header', param: `x-gateway-${name}` })
})

test('values at their limits are accepted', () => {
  const config = `{"x":"${'x'.repeat(48 * 1024 - 8)}"}`
  expect(read({ 'x-gateway-config': config }).config).toHaveLength(48 * 1024)
  expect(read({ 'x-gateway-trace-id': 't'.repeat(128) }).traceId).toHaveLength(128)
  const metadata = JSON.stringify(Object.fromEntries(Array.from({ length: 64 }, (_, i) => [`k${i}`, 1])))
  expect(Object.keys(read({ 'x-gateway-metadata': metadata }).metadata ?? {})).toHaveLength(64)
})

test('the same option under two prefixes is accepted with equal values and refused with different ones', () => {
  expect(read({ 'x-gateway-provider': 'mock', 'x-portkey-provider': 'mock' })).toMatchObject({
    provider: 'mock',
    aliases: ['x-portkey-'],
  })
  expect(refused({ 'x-gateway-provider': 'mock', 'x-portkey-provider': 'openai' }).code).toBe('header_conflict')
})

test.each([
  ['x-gateway-cloud-a-resource-name', 'cloud_a_resource_name'],
  ['x-gateway-azure-resource-name', 'cloud_a_resource_name'],
  ['x-portkey-azure-resource-name', 'cloud_a_resource_name'],
  ['x-gateway-vertex-region', 'cloud_b_region'],
  ['x-gateway-aws-access-key-id', 'cloud_c_access_key_id'],
  ['x-gateway-openai-organization', 'openai_organization'],
])('the provider setting %s is %s', (header, key) => {
  expect(read({ [header]: 'value' }).settings).toEqual({ [key]: 'value' })
})

test('a setting under both names conflicts like any other option', () => {
  const headers = { 'x-gateway-azure-resource-name': 'a', 'x-gateway-cloud-a-resource-name': 'b' }
  expect(refused(headers).code).toBe('header_conflict')
})

test('an unknown gateway header is ignored with a warning that suggests the right one', () => {
  expect(read({ 'x-gateway-provder': 'mock' }).warnings).toEqual([
    'Header x-gateway-provder is not known and was ignored. Did you mean "provider"?',
  ])
})

test('headers that standard clients send about themselves cause no warning', () => {
  expect(read({ 'x-portkey-runtime': 'node', 'x-portkey-package-version': '1' }).warnings).toEqual([])
})

test('the published table lists every option once, in both client spellings', () => {
  const contract = optionsContract(new Map([['cloud_a_resource_name', 'The resource.']])) as {
    options: { header: string; snake_case: string; camelCase: string }[]
    provider_settings: { header: string; camelCase: string }[]
  }
  expect(new Set(contract.options.map((row) => row.header)).size).toBe(OPTIONS.length)
  expect(contract.options).toContainEqual(
    expect.objectContaining({
      header: 'x-gateway-cache-force-refresh',
      snake_case: 'cache_force_refresh',
      camelCase: 'cacheForceRefresh',
    }),
  )
  expect(contract.provider_settings).toEqual([
    expect.objectContaining({ header: 'x-gateway-cloud-a-resource-name', camelCase: 'cloudAResourceName' }),
  ])
})
