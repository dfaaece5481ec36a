import { expect, test } from 'bun:test'
import { GatewayError } from '../../core/errors.ts'
import type { ConfigVersion } from '../../core/stores/configs.ts'
import { vaultOf } from '../../stores/vault.ts'
import { SavedTexts } from './saved-texts.ts'

const texts = new SavedTexts(vaultOf({ id: '0123456789abcdef', bytes: new Uint8Array(32).fill(7) }))

const KEY = 'sk-abcdefghijklmnop'
const TOKEN = 'AQoDYXdzEPT//////////wEXAMPLE'

function saved(config: unknown, id = 'v1'): ConfigVersion {
  const { text, names } = texts.seal(JSON.stringify(config), id)
  return { id, number: 1, text, names, trustedHosts: [], note: null, createdBy: 'ada', createdAtMs: 1 }
}

function shown(version: ConfigVersion): unknown {
  return JSON.parse(texts.mask(version))
}

function restored(config: unknown, before: ConfigVersion | null): unknown {
  return JSON.parse(texts.restore(JSON.stringify(config), before))
}

function refusal(config: unknown, before: ConfigVersion | null): GatewayError {
  try {
    restored(config, before)
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
  throw new Error('was not refused')
}

const EVERYWHERE = {
  strategy: {
    mode: 'conditional',
    // biome-ignore lint/suspicious/noThenProperty: the wire name of the key.
    conditions: [{ query: { 'metadata.token': 'gold' }, then: 'a' }],
    default: 'b',
  },
  targets: [
    { name: 'a', provider: 'openai', apiKey: KEY, forward_headers: ['Authorization'] },
    {
      name: 'b',
      provider: 'bedrock',
      aws_access_key_id: 'AKIAIOSFODNN7EXAMPLE',
      aws_secret_access_key: 'wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY',
      aws_session_token: TOKEN,
      aws_region: 'eu-central-1',
    },
    {
      name: 'c',
      provider: 'azure-openai',
      Authorization: `Bearer ${KEY}`,
      resource_name: 'house',
      override_params: {
        max_tokens: 5,
        tools: [
          {
            type: 'mcp',
            server_url: 'https://tools',
            authorization: 'tool-secret-value',
            headers: { 'x-api-key': 'header-secret-value' },
          },
        ],
      },
    },
  ],
}

test('neither the stored text nor the displayed text contains a secret, at any path and in any spelling', () => {
  const version = saved(EVERYWHERE)
  for (const text of [version.text, texts.mask(version)]) {
    for (const secret of [KEY, TOKEN, 'AKIAIOSFODNN7EXAMPLE', 'wJalrXUtn', 'tool-secret-value', 'header-secret-value'])
      expect(text).not.toContain(secret)
  }
  expect(JSON.parse(texts.open(version))).toEqual(EVERYWHERE)
})

test('values that are not secret are displayed as written', () => {
  const { strategy, targets } = shown(saved(EVERYWHERE)) as typeof EVERYWHERE
  expect(strategy).toEqual(EVERYWHERE.strategy)
  expect(targets[0]).toEqual({ ...EVERYWHERE.targets[0]!, apiKey: 'sk*******op' } as never)
  expect(targets[1]).toMatchObject({ provider: 'bedrock', aws_region: 'eu-central-1' })
  expect(targets[2]!.override_params).toEqual({
    max_tokens: 5,
    tools: [
      {
        type: 'mcp',
        server_url: 'https://tools',
        authorization: 'to*******ue',
        headers: { 'x-api-key': 'he*******ue' },
      },
    ],
  })
})

const AZURE = {
  data_sources: [
    {
      type: 'azure_search',
      parameters: {
        endpoint: 'https://search.example',
        key: 'search-admin-key-0001',
        authentication: { type: 'api_key', key: 'search-query-key-0002' },
        connection_string: 'AccountName=a;AccountKey=storage-key-0003',
        index_name: 'docs',
      },
    },
  ],
  tools: [
    {
      type: 'mcp',
      server_label: 'wiki',
      server_url: 'https://bot:url-password-0004@tools.example/mcp',
      headers: { 'X-Tenant': 'tenant-header-0005', Cookie: 'sid=cookie-0006' },
    },
    { type: 'mcp', server_url: 'https://tools.example/mcp?api_key=url-query-0007', allowed_tools: ['search'] },
  ],
  database: { pwd: 'database-pwd-0008', x_auth: 'x-auth-header-0009', user: 'reader' },
  dsn: 'postgres://reader:dsn-password-0010@db.example/app',
}

/** Property names in a schema, not values. */
const SCHEMA = {
  type: 'object',
  required: ['token', 'key'],
  properties: {
    key: { type: 'string', description: 'The key of the entry' },
    token: { type: 'string', enum: ['a', 'b'] },
    headers: { type: 'object', properties: { auth: { type: 'string', description: 'How to sign in' } } },
    credentials: { $ref: '#/$defs/credentials' },
  },
  $defs: { credentials: { type: 'string', description: 'A login' } },
}
const PLAIN = {
  model: 'gpt-4o',
  max_tokens: 5,
  stop: ['END'],
  prompt_cache_key: 'cache-me',
  author: 'Ada',
  tool_choice: { type: 'function', function: { name: 'find' } },
  tools: [{ type: 'function', function: { name: 'find', parameters: SCHEMA } }],
  response_format: { type: 'json_schema', json_schema: { name: 'n', schema: SCHEMA } },
  homepage: 'https://example.com/a?page=2',
}

test('service credentials in parameters are encrypted and masked, by name, container or URL', () => {
  const config = { provider: 'mock', default_params: { data_sources: AZURE.data_sources }, override_params: AZURE }
  const version = saved(config)
  for (const text of [version.text, texts.mask(version)]) expect(text.match(/[\w-]*-00\d\d/g) ?? []).toEqual([])
  expect(JSON.parse(texts.open(version))).toEqual(config)
  const sent = shown(version)
  expect(sent).toMatchObject({
    override_params: {
      data_sources: [{ type: 'azure_search', parameters: { endpoint: 'https://search.example', index_name: 'docs' } }],
      tools: [{ type: 'mcp', server_label: 'wiki' }, { allowed_tools: ['search'] }],
      database: { user: 'reader' },
    },
  })
  expect(restored(sent, version)).toEqual(config)
  expect(texts.holdsSecretParams(version)).toBe(true)
})

test('names in a JSON Schema and ordinary parameters are not changed', () => {
  const config = { provider: 'mock', override_params: PLAIN }
  const version = saved(config)
  expect(JSON.parse(version.text)).toEqual(config)
  expect(texts.holdsSecretParams(version)).toBe(false)
})

test('each recognised credential alone marks a config as containing secrets', () => {
  const [source] = AZURE.data_sources
  for (const params of [
    ...Object.entries(source!.parameters).filter(([name]) => !/endpoint|index/.test(name)),
    ...AZURE.tools.map((tool) => ['tools', [tool]] as const),
    ['dsn', AZURE.dsn] as const,
  ]) {
    const version = saved({ provider: 'mock', override_params: { nested: [Object.fromEntries([params])] } })
    expect([params[0], texts.holdsSecretParams(version)]).toEqual([params[0], true])
  }
})

test('a version saved before its path counted as secret is read unchanged and masked', () => {
  const config = { provider: 'mock', override_params: { connection_string: 'AccountKey=storage-key-0003' } }
  const old = { ...saved({ provider: 'mock' }), text: JSON.stringify(config) }
  expect(JSON.parse(texts.open(old))).toEqual(config)
  expect(texts.mask(old)).not.toContain('storage-key')
  expect(restored(shown(old), old)).toEqual(config)
})

test('a short secret is masked completely', () => {
  expect(shown(saved({ provider: 'openai', api_key: 'short' }))).toEqual({ provider: 'openai', api_key: '*********' })
})

test('an encrypted secret decrypts only in its own version and path', () => {
  const version = saved(EVERYWHERE)
  expect(() => texts.open({ ...version, id: 'v2' })).toThrow()
  const moved = JSON.parse(version.text) as typeof EVERYWHERE
  const swapped = { ...moved, targets: [moved.targets[2], moved.targets[1], moved.targets[0]] }
  expect(() => texts.open({ ...version, text: JSON.stringify(swapped) })).toThrow()
})

test('a mask sent back at its own path keeps the stored value', () => {
  const before = saved(EVERYWHERE)
  expect(restored(shown(before), before)).toEqual(EVERYWHERE)
})

test('a mask is bound to its path: at another name or target it is refused', () => {
  const before = saved(EVERYWHERE)
  const sent = shown(before) as typeof EVERYWHERE
  const turned = { ...sent, targets: sent.targets.toReversed() }
  expect(refusal(turned, before)).toMatchObject({ status: 400, param: 'targets[0].Authorization' })
  const [first, ...others] = sent.targets
  const added = { ...first, user_token: 'sk*******op' }
  expect(refusal({ ...sent, targets: [added, ...others] }, before)).toMatchObject({
    code: 'config_invalid',
    param: 'targets[0].user_token',
    message: expect.stringContaining('targets[0].apiKey'),
  })
  const params = { ...first, override_params: { metadata: { api_key: 'sk*******op' } } }
  expect(refusal({ ...sent, targets: [params, ...others] }, before).param).toBe(
    'targets[0].override_params.metadata.api_key',
  )
  // Two targets that differ only in the secret: each keeps its own.
  const twin = { provider: 'openai', api_key: 'sk-another-secret-op' }
  const pair = saved({ strategy: { mode: 'fallback' }, targets: [{ ...twin, api_key: KEY }, twin] })
  const { targets } = restored(shown(pair), pair) as { targets: (typeof twin)[] }
  expect(targets.map((target) => target.api_key)).toEqual([KEY, twin.api_key])
  expect(refusal({ provider: 'openai', api_key: 'sk*******op' }, pair).param).toBe('api_key')
})

test('a secret in inherited parameters stays with every target that inherits it', () => {
  const config = {
    strategy: { mode: 'fallback' },
    override_params: { user_token: 'a-secret-of-the-tenant' },
    targets: [{ provider: 'openai', api_key: KEY }],
  }
  const before = saved(config)
  const sent = shown(before) as typeof config
  expect(restored({ ...sent, retry: { attempts: 2 } }, before)).toEqual({ ...config, retry: { attempts: 2 } })
  const evil = { provider: 'openai-compatible', custom_host: 'https://evil.example', api_key: 'own-of-the-attacker' }
  const open = { passthrough: true }
  const named = { override_params: { model: '@evil/gpt' } }
  for (const target of [evil, open, named]) {
    const refused = refusal({ ...sent, targets: [...sent.targets, target] }, before)
    expect(refused).toMatchObject({ code: 'config_invalid', param: 'override_params.user_token' })
  }
  const alone = saved({ provider: '@team', override_params: { model: 'gpt', user_token: 'a-secret-of-the-tenant' } })
  const moved = { override_params: { model: '@evil/gpt', user_token: 'a-*******nt' } }
  expect(refusal(moved, alone).param).toBe('override_params.user_token')
})

test('a secret is bound to the URLs next to it, also to those under a secret name', () => {
  const params = { api_key: 'key-of-a-service', api_base: 'https://ours.example', temperature: 1 }
  const account = { client_secret: 'a-client-secret', token_url: 'https://ours.example/token' }
  const before = saved({ provider: 'mock', override_params: { ...params, account } })
  const sent = shown(before) as { override_params: typeof params & { account: typeof account } }
  const change = (more: object) => ({ ...sent, override_params: { ...sent.override_params, ...more } })
  expect(restored(change({ temperature: 2 }), before)).toEqual({
    provider: 'mock',
    override_params: { ...params, temperature: 2, account },
  })
  expect(refusal(change({ api_base: 'https://evil.example' }), before).param).toBe('override_params.api_key')
  const led = { ...sent.override_params.account, token_url: 'https://evil.example/token' }
  const given = change({ account: led, api_key: params.api_key })
  expect(refusal(given, before).param).toBe('override_params.account.client_secret')
})

test('a new value replaces the old one, and a config without masks is not changed', () => {
  const before = saved({ provider: 'openai', api_key: KEY })
  const text = '{ "provider": "openai", "api_key": "sk-another-one-entirely" }'
  expect(texts.restore(text, before)).toBe(text)
  expect(texts.restore('{"provider":', before)).toBe('{"provider":')
})

test.each([
  ['another provider', { provider: 'openai-compatible' }],
  ['another host', { custom_host: 'https://elsewhere.example' }],
  ['another setting that decides the address', { openai_project: 'theirs' }],
])('a mask never moves its secret to %s', (_, change) => {
  const before = saved({ provider: 'openai', api_key: KEY, custom_host: 'https://ours.example/v1' })
  const sent = { ...(shown(before) as object), ...change }
  expect(refusal(sent, before)).toMatchObject({ code: 'config_invalid', param: 'api_key' })
})

test('a host of the enclosing config counts as the target’s own', () => {
  const target = { provider: 'openai-compatible', api_key: KEY }
  const config = { strategy: { mode: 'single' }, targets: [target], custom_host: 'https://ours.example/v1' }
  const before = saved(config)
  const sent = { ...(shown(before) as typeof config), custom_host: 'https://theirs.example/v1' }
  expect(refusal(sent, before)).toMatchObject({ code: 'config_invalid', param: 'targets[0].api_key' })
})

test('the secret of a tool is bound to the tool’s server and survives changes of other parameters', () => {
  const tool = { type: 'mcp', server_url: 'https://tools', authorization: 'tool-secret-value' }
  const config = { provider: 'mock', override_params: { temperature: 1, tools: [tool] } }
  const before = saved(config)
  const sent = shown(before) as typeof config
  const warmer = { ...sent, override_params: { ...sent.override_params, temperature: 2 } }
  expect(restored(warmer, before)).toEqual({ ...config, override_params: { temperature: 2, tools: [tool] } })
  const led = { ...sent.override_params.tools[0]!, server_url: 'https://elsewhere' }
  const refused = refusal({ ...sent, override_params: { tools: [led] } }, before)
  expect(refused.param).toBe('override_params.tools[0].authorization')
})

test('a mask without a stored value is refused, also on the first save', () => {
  const sent = { provider: 'openai', api_key: 'sk*******zz' }
  expect(refusal(sent, null)).toMatchObject({ code: 'config_invalid', param: 'api_key' })
  expect(refusal(sent, saved({ provider: 'openai', api_key: KEY }))).toMatchObject({ param: 'api_key' })
})

test('two secrets with the same mask are distinguished by path, and refused if that is ambiguous', () => {
  const two = [`${KEY.slice(0, 4)}1${KEY.slice(-4)}00`, `${KEY.slice(0, 4)}2${KEY.slice(-4)}00`]
  const targets = two.map((api_key) => ({ provider: 'openai', api_key }))
  const before = saved({ strategy: { mode: 'fallback' }, targets })
  const sent = shown(before) as { targets: object[] }
  expect(restored(sent, before)).toEqual({ strategy: { mode: 'fallback' }, targets })
  const nested = { strategy: { mode: 'single' }, targets: [{ strategy: { mode: 'fallback' }, targets: sent.targets }] }
  expect(refusal(nested, before).param).toBe('targets[0].targets[0].api_key')
})

test('lists the virtual keys and hosts of a config', () => {
  const config = {
    custom_host: 'https://outer.example/v1/',
    strategy: { mode: 'fallback' },
    targets: [
      { virtual_key: 'team' },
      { provider: '@spare/gpt', custom_host: 'https://inner.example' },
      { override_params: { model: '@third/gpt-4o' } },
      { provider: 'mock', override_params: { model: '@not/one' } },
    ],
  }
  const { names, hosts } = texts.seal(JSON.stringify(config), 'v1')
  expect(names).toEqual(['team', 'spare', 'third'])
  expect(hosts).toEqual(['https://outer.example/v1', 'https://inner.example'])
})

test('masks in a text over the size limit are not read: validation refuses the text later', () => {
  const masked = (shown(saved({ provider: 'openai', api_key: KEY })) as { api_key: string }).api_key
  const filling = (length: number) => ({ provider: 'openai', api_key: masked, metadata: { a: 'x'.repeat(length) } })
  expect(refusal(filling(1_000), null).code).toBe('config_invalid')
  expect(restored(filling(64 * 1024), null)).toEqual(filling(64 * 1024))
})
