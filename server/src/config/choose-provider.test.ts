import { expect, test } from 'bun:test'
import { GatewayError } from '../core/errors.ts'
import { NOTHING_STORED, type RootDefaults, type StoredObjects } from './compilation.ts'
import { compile } from './compile.ts'
import { parseConfigValue } from './parse-config.ts'
import type { Route, SavedSource, Target } from './plan.ts'

const ROOT: RootDefaults = {
  provider: null,
  virtualKey: null,
  modelKey: null,
  customHost: null,
  timeoutMs: null,
  forwardHeaders: null,
  settings: {},
  hasCallerCredential: false,
  inputGuardrails: null,
  outputGuardrails: null,
}

const SAVED: SavedSource = {
  slug: 'pc-a',
  versionId: 'v7',
  versionNumber: 3,
  trustedHosts: ['http://10.0.0.1/v1'],
}

const STORED: StoredObjects = {
  ...NOTHING_STORED,
  findVirtualKey: (slug) =>
    ({
      team: { slug: 'team', provider: 'openai', settings: {}, customHost: null, isHostTrusted: false },
      house: {
        slug: 'house',
        provider: 'openai-compatible',
        settings: {},
        customHost: 'http://10.0.0.9/v1',
        isHostTrusted: true,
      },
      '0197-id-of-team': { slug: 'team', provider: 'openai', settings: {}, customHost: null, isHostTrusted: false },
    })[slug],
}

function targets(config: unknown, root: Partial<RootDefaults> = {}, saved: SavedSource | null = null): Target[] {
  const leaves = (route: Route): Target[] =>
    route.kind === 'target' ? [route.target] : route.routes.flatMap((child) => leaves(child))
  return leaves(compile(parseConfigValue(config), { ...ROOT, ...root }, STORED, saved).route)
}

function refusal(config: unknown, root: Partial<RootDefaults> = {}, saved: SavedSource | null = null): GatewayError {
  try {
    targets(config, root, saved)
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
  throw new Error('was not refused')
}

const only = (...given: Parameters<typeof targets>): Target => targets(...given)[0]!
const TEAM = { kind: 'virtual_key', slug: 'team' }

test('the model in the body names a virtual key if neither config nor headers name a provider', () => {
  const target = only({}, { modelKey: 'team' })
  expect([target.credential, target.provider.slug, target.stripsModel]).toEqual([TEAM as never, 'openai', true])
  expect(only({}, { modelKey: 'team', provider: 'anthropic', hasCallerCredential: true }).credential).toEqual(
    TEAM as never,
  )
})

test.each([
  ['a virtual key', {}, { virtualKey: 'house' }],
  ['a provider @slug', {}, { provider: '@house' }],
  ['a config with a provider', { provider: 'mock' }, {}],
  ['a config with a virtual key', { virtual_key: 'house' }, {}],
])('%s takes precedence over the model in the body, which is then not changed', (_, config, root) => {
  const target = only(config, { modelKey: 'team', ...root })
  expect(target.credential).not.toEqual(TEAM as never)
  expect(target.stripsModel).toBe(false)
})

test('an unknown virtual key in the model is refused, or ignored if the request names a provider', () => {
  const target = only({}, { modelKey: 'cf', provider: 'openai', hasCallerCredential: true })
  expect([target.provider.slug, target.stripsModel]).toEqual(['openai', false])
  expect(refusal({}, { modelKey: 'cf' })).toMatchObject({ code: 'virtual_key_unknown', param: 'model' })
})

test('a target with passthrough takes the virtual key from the model in the body', () => {
  const config = { strategy: { mode: 'fallback' }, targets: [{ passthrough: true }, { provider: 'mock' }] }
  const [first, second] = targets(config, { modelKey: 'team' })
  expect([first?.credential, first?.stripsModel]).toEqual([TEAM as never, true])
  expect([second?.credential.kind, second?.stripsModel]).toEqual(['none', false])
})

test('a model in override_params names a virtual key, and the provider receives the part after the slash', () => {
  const config = {
    strategy: { mode: 'fallback' },
    targets: [
      { override_params: { model: '@team/gpt-4o/mini', top_p: 1 } },
      { provider: 'mock', override_params: { model: '@team/as-it-is' } },
    ],
  }
  const [first, second] = targets(config)
  expect(first?.credential).toEqual(TEAM as never)
  expect([...first!.changes!.overrides]).toEqual([
    ['model', 'gpt-4o/mini'],
    ['top_p', 1],
  ])
  expect(second?.changes?.overrides.get('model')).toBe('@team/as-it-is')
  const gone = refusal({ strategy: { mode: 'single' }, targets: [{ override_params: { model: '@gone/m' } }] })
  expect(gone).toMatchObject({ code: 'virtual_key_unknown', param: 'targets[0].override_params.model' })
})

test('a saved credential is never sent to a host from the request', () => {
  const host = 'https://elsewhere.example/v1'
  const own = { provider: 'openai', api_key: 'sk-1' }
  const keyed = { provider: 'bedrock', aws_access_key_id: 'a', aws_secret_access_key: 'b', aws_region: 'eu-central-1' }
  for (const config of [own, keyed, { ...own, custom_host: 'https://ours.example/v1' }]) {
    const refused = refusal(config, { customHost: host }, SAVED)
    expect(refused).toMatchObject({ code: 'credential_origin_mismatch', param: 'x-gateway-custom-host', status: 403 })
  }
  expect(only(own, { customHost: host }).customHost).toBe(host)
  expect(only({ ...own, custom_host: host }, { customHost: `${host}/` }, SAVED).customHost).toBe(host)
  expect(only({}, { provider: 'openai', hasCallerCredential: true, customHost: host }, SAVED).customHost).toBe(host)
})

test.each([
  ['a provider without credential', { provider: 'mock' }],
  ['the caller’s own credential', { provider: 'openai' }],
  ['a saved credential', { provider: 'openai', api_key: 'sk-1' }],
])('a secret among saved parameters pins the host, beside %s', (_, target) => {
  const host = 'https://elsewhere.example/v1'
  const root = { customHost: host, hasCallerCredential: true }
  const nested = { tools: [{ type: 'mcp', server_url: 'https://tools.example', headers: { 'x-api-key': 'secret' } }] }
  const pinned = { code: 'credential_origin_mismatch', param: 'x-gateway-custom-host', status: 403 }
  for (const params of [{ user_token: 'secret' }, nested]) {
    for (const key of ['override_params', 'default_params']) {
      expect(refusal({ ...target, [key]: params }, root, SAVED)).toMatchObject(pinned)
      const leaf = { api_key: 'sk-1', ...target }
      const group = { strategy: { mode: 'single' }, targets: [leaf], [key]: params }
      expect(refusal(group, root, SAVED)).toMatchObject(pinned)
      // If the config is not saved, the secrets are the caller's own, so the header may choose the host.
      expect(only({ ...target, [key]: params }, root).customHost).toBe(host)
      expect(only({ ...target, [key]: params }, { hasCallerCredential: true }, SAVED).customHost).toBeNull()
      const own = { ...target, [key]: params, custom_host: 'https://elsewhere.example/other' }
      expect(only(own, root, SAVED).customHost).toBe(host)
    }
  }
  expect(only({ ...target, override_params: { max_tokens: 5 } }, { hasCallerCredential: true }, SAVED)).toBeDefined()
})

test('a saved config with secrets must name the provider that receives them', () => {
  const root = { provider: 'openai-compatible', customHost: 'https://elsewhere.example/v1', hasCallerCredential: true }
  const secret = { override_params: { user_token: 'secret' } }
  const refused = { code: 'credential_origin_mismatch', status: 403 }
  expect(refusal(secret, root, SAVED)).toMatchObject({ ...refused, param: 'provider' })
  expect(refusal(secret, { virtualKey: 'team' }, SAVED)).toMatchObject({ ...refused, param: 'provider' })
  expect(refusal(secret, { modelKey: 'team' }, SAVED)).toMatchObject({ ...refused, param: 'provider' })
  const group = { ...secret, strategy: { mode: 'single' }, targets: [{ passthrough: true }] }
  expect(refusal(group, { virtualKey: 'team' }, SAVED)).toMatchObject({ ...refused, param: 'targets[0].provider' })
  expect(only(secret, { virtualKey: 'team' }).credential).toEqual(TEAM as never)
})

test('a virtual key named by its id is identified by its slug in the plan', () => {
  const id = '0197-id-of-team'
  for (const root of [{ virtualKey: id }, { provider: `@${id}` }, { modelKey: id }])
    expect(only({}, root).credential).toEqual(TEAM as never)
  for (const config of [{ virtual_key: id }, { provider: `@${id}` }, { override_params: { model: `@${id}/gpt` } }])
    expect(only(config).credential).toEqual(TEAM as never)
})

test('a saved credential is not used for a provider from the request', () => {
  const root = { provider: 'openai-compatible', customHost: 'https://elsewhere.example/v1', hasCallerCredential: true }
  for (const config of [{ api_key: 'sk-1' }, { Authorization: 'Bearer sk-1' }, { aws_session_token: 'secret' }])
    expect(refusal(config, root, SAVED)).toMatchObject({ code: 'credential_origin_mismatch', param: 'provider' })
})

test('a host is trusted only if an Admin key saved it', () => {
  const trusted = { provider: 'openai-compatible', custom_host: 'http://10.0.0.1/v1' }
  expect(only(trusted, {}, SAVED).isHostTrusted).toBe(true)
  expect(only(trusted).isHostTrusted).toBe(false)
  expect(only({ ...trusted, custom_host: 'http://10.0.0.1/v2' }, {}, SAVED).isHostTrusted).toBe(false)
  expect(only({ virtual_key: 'house' }).isHostTrusted).toBe(true)
  expect(only({ virtual_key: 'house', custom_host: 'http://10.0.0.1/v1' }).isHostTrusted).toBe(false)
  const sent = { provider: 'openai-compatible', customHost: 'http://10.0.0.1/v1' }
  expect(only({}, sent, SAVED).isHostTrusted).toBe(false)
})

test('a target belongs to the saved config version that names it, and to none if the request names it', () => {
  expect(only({ provider: 'mock' }, {}, SAVED).savedIn).toBe('v7')
  expect(only({ virtual_key: 'team' }, {}, SAVED).savedIn).toBe('v7')
  expect(only({ provider: 'mock' }).savedIn).toBeNull()
  expect(only({}, { provider: 'mock' }, SAVED).savedIn).toBeNull()
  expect(only({}, { virtualKey: 'team' }, SAVED).savedIn).toBeNull()
  expect(only({}, { modelKey: 'team' }, SAVED).savedIn).toBeNull()
})

test('a virtual key next to its own provider is the virtual key', () => {
  for (const provider of ['openai', '@team', '@0197-id-of-team', '@team/gpt-4o'])
    expect(only({ provider, virtual_key: 'team' }).credential).toEqual(TEAM as never)
})

test.each(['anthropic', '@house', 'opnai'])('provider %s next to a virtual key of openai is an error', (provider) => {
  const error = refusal({ provider, virtual_key: 'team' })
  expect([error.code, error.param]).toEqual(['config_invalid', 'provider'])
})

test('a custom host needs no key, in the config, above it or in the header', () => {
  const host = 'https://llm.example/v1'
  const fallback = (...list: object[]) => ({ strategy: { mode: 'fallback' }, targets: list })
  const keyless = [
    only({ provider: 'openai', custom_host: host }),
    only({ provider: 'openai' }, { customHost: host }),
    only(fallback({ provider: 'openai', custom_host: host, forward_headers: ['Authorization'] })),
    only({ ...fallback({ provider: 'anthropic' }), custom_host: host }),
  ]
  for (const target of keyless) expect([target.credential.kind, target.customHost]).toEqual(['none', host])
})

test('the key of the caller goes to the custom host of a root config, and to no target', () => {
  const keyless = { provider: 'openai', custom_host: 'https://llm.example/v1' }
  const root = { hasCallerCredential: true }
  expect(only(keyless, root).credential.kind).toBe('caller')
  expect(only({ strategy: { mode: 'fallback' }, targets: [keyless] }, root).credential.kind).toBe('none')
})

test('a provider that signs requests needs a key on a custom host too', () => {
  for (const provider of ['bedrock', 'vertex-ai'])
    expect(refusal({ provider, custom_host: 'https://llm.example/v1' }).code).toBe('credential_missing')
})

test('targets without a strategy are those of mode single', () => {
  const config = { targets: [{ virtual_key: 'team' }, { virtual_key: 'house' }] }
  const plan = compile(parseConfigValue(config), ROOT, STORED)
  expect(targets(config).map(({ credential }) => credential)).toEqual([TEAM as never])
  expect(plan.warnings).toEqual(['targets: mode "single" uses the first only.'])
})

test('ignored keys are accepted with a warning at any level', () => {
  const config = { fetchIntegratedModels: true, targets: [{ provider: 'mock', metadata: { retry: { attemps: 1 } } }] }
  const warnings = compile(parseConfigValue(config), ROOT, STORED).warnings.map((text) => text.split(';', 1)[0])
  expect(warnings).toEqual(['fetch_integrated_models: ignored', 'targets[0].metadata: ignored'])
})

test('a service account may be an object', () => {
  const file = { client_email: 'a@p.iam', private_key: '-----BEGIN PRIVATE KEY-----', tokenUri: 'x' }
  const target = only({ provider: 'vertex-ai', vertex_service_account_json: file, vertexRegion: 'us-central1' })
  expect(JSON.parse(target.settings['cloud_b_service_account_json']!)).toEqual(file)
})
