import { expect, test } from 'bun:test'
import { GatewayError } from '../core/errors.ts'
import { NOTHING_STORED, type RootDefaults, type StoredObjects } from './compilation.ts'
import { planFromHeaders } from './from-headers.ts'
import { parseConfig } from './parse-config.ts'
import type { Target } from './plan.ts'

/** `config` is the JSON text of the header. */
type PlanHeaders = RootDefaults & { readonly config: string | null }

const NONE: PlanHeaders = {
  provider: null,
  virtualKey: null,
  modelKey: null,
  config: null,
  customHost: null,
  timeoutMs: null,
  forwardHeaders: null,
  settings: {},
  hasCallerCredential: false,
  inputGuardrails: null,
  outputGuardrails: null,
}

const STORED: StoredObjects = {
  ...NOTHING_STORED,
  findVirtualKey: (slug) =>
    slug === 'team' ? { slug, provider: 'anthropic', settings: {}, customHost: null, isHostTrusted: false } : undefined,
}

function target(headers: Partial<PlanHeaders>, stored = NOTHING_STORED): Target {
  const { config, ...rest } = { ...NONE, ...headers }
  const chosen = config === null ? null : { config: parseConfig(config), saved: null }
  const { route } = planFromHeaders(rest, chosen, stored)
  if (route.kind !== 'target') throw new Error(`is a ${route.kind}`)
  return route.target
}

function refusal(headers: Partial<PlanHeaders>): GatewayError {
  try {
    target(headers)
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
  throw new Error('was not refused')
}

test('method 1: a provider slug with the caller’s own credential', () => {
  const found = target({
    provider: 'openai',
    hasCallerCredential: true,
    settings: { openai_project: 'p', cloud_c_region: 'x' },
  })
  expect([found.provider.slug, found.credential, found.configPath]).toEqual(['openai', { kind: 'caller' }, 'config'])
  expect(found.settings).toEqual({ openai_project: 'p' })
})

test('method 2: a virtual key; the form provider @slug takes precedence', () => {
  expect(target({ virtualKey: 'team' }, STORED).credential).toEqual({ kind: 'virtual_key', slug: 'team' })
  expect(target({ provider: '@team', virtualKey: 'gone' }, STORED).credential).toEqual({
    kind: 'virtual_key',
    slug: 'team',
  })
  expect(target({ provider: 'openai', virtualKey: 'team' }, STORED).provider.slug).toBe('anthropic')
  const error = refusal({ virtualKey: 'team' })
  expect([error.code, error.param]).toEqual(['virtual_key_unknown', 'x-gateway-virtual-key'])
})

test('method 3: a config; its provider takes precedence over the headers', () => {
  const config = ' {"provider":"mock","retry":{"attempts":1}} '
  const found = target({ config, provider: 'openai', virtualKey: 'team', settings: { openai_project: 'p' } }, STORED)
  expect([found.provider.slug, found.retry?.attempts, found.settings]).toEqual(['mock', 1, {}])
  const settings = { openai_project: 'header' }
  expect(target({ config: '{"provider":"openai","api_key":"k"}', settings }).settings).toEqual({})
})

test('method 4: a custom host with a provider and the caller’s own credential', () => {
  const found = target({
    provider: 'openai-compatible',
    customHost: 'http://127.0.0.1:9/v1/',
    hasCallerCredential: true,
  })
  expect([found.customHost, found.credential]).toEqual(['http://127.0.0.1:9/v1', { kind: 'caller' }])
})

test('a config without a provider takes provider, settings and credential from the headers', () => {
  const config = '{"retry":{"attempts":2},"openai_beta":"b"}'
  const found = target({ config, provider: 'openai', hasCallerCredential: true, settings: { openai_project: 'p' } })
  expect([found.provider.slug, found.retry?.attempts, found.credential]).toEqual(['openai', 2, { kind: 'caller' }])
  expect(found.settings).toEqual({ openai_beta: 'b', openai_project: 'p' })
  const keyed = target({ config: '{"api_key":"k"}', provider: 'openai', hasCallerCredential: true })
  expect(keyed.credential.kind).toBe('inline')
})

test('the caller’s credential is used for a root config, never for a target inside one', () => {
  const inside =
    '{"strategy":{"mode":"single"},"targets":[{"provider":"openai-compatible","custom_host":"http://other/v1"}]}'
  expect(target({ config: '{"provider":"openai"}', hasCallerCredential: true }).credential).toEqual({ kind: 'caller' })
  expect(target({ config: inside, hasCallerCredential: true }).credential).toEqual({ kind: 'none' })
})

const REFUSED: readonly (readonly [what: string, headers: Partial<PlanHeaders>, code: string, param: string | null])[] =
  [
    ['nothing at all', {}, 'provider_missing', null],
    ['a custom host alone', { customHost: 'http://h/v1', hasCallerCredential: true }, 'provider_missing', null],
    ['a config that names nobody', { config: '{}' }, 'provider_missing', 'provider'],
    ['an unknown provider', { provider: 'opnai', hasCallerCredential: true }, 'provider_unknown', 'x-gateway-provider'],
    ['a provider called __proto__', { provider: '__proto__' }, 'provider_unknown', 'x-gateway-provider'],
    ['a provider without credential', { provider: 'openai' }, 'credential_missing', null],
    [
      'a config with a provider and no credential',
      { config: '{"provider":"openai"}' },
      'credential_missing',
      'api_key',
    ],
    ['a broken config', { config: '{"provider":' }, 'config_invalid', 'config'],
    [
      'a malformed host',
      { provider: 'mock', customHost: 'http://u:p@h' },
      'custom_host_invalid',
      'x-gateway-custom-host',
    ],
    [
      'a malformed setting',
      { provider: 'azure-openai', hasCallerCredential: true, settings: { cloud_a_resource_name: 'a.b' } },
      'provider_settings_invalid',
      'x-gateway-cloud-a-resource-name',
    ],
  ]

for (const [what, headers, code, param] of REFUSED) {
  test(`refuses ${what}`, () => {
    const error = refusal(headers)
    expect([error.code, error.param, error.status]).toEqual([code, param, 400])
  })
}

test('a provider that needs no credential works without one', () => {
  expect(target({ provider: 'mock' }).credential).toEqual({ kind: 'none' })
})
