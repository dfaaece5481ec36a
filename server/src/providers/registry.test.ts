import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../tests/harness/property-runs.ts'
import { GatewayError } from '../core/errors.ts'
import { CREDENTIAL_HEADERS } from '../core/headers.ts'
import { Secret } from '../core/secret.ts'
import type { Call, Outgoing, ProviderAdapter, Settings } from './adapter.ts'
import { originOfProvider } from './credential-origins.ts'
import { OPENAI_COMPATIBLE_HOSTS } from './openai-compatible-hosts.ts'
import { findProvider, providerSlugs, settingKeys } from './registry.ts'

const SETTINGS: Settings = {
  cloud_a_resource_name: 'res',
  cloud_a_foundry_url: 'https://res.services.ai.azure.com/models',
  cloud_b_region: 'europe-west4',
  cloud_b_project_id: 'proj',
  oracle_region: 'us-chicago-1',
  predibase_tenant_id: 'tenant',
  snowflake_account: 'org-account',
  workers_ai_account_id: 'account',
}
const adapters = providerSlugs().map((slug) => findProvider(slug)!)

const hostile = fc.oneof(
  fc.constantFrom(
    '..',
    '.',
    '%2e%2E',
    '//',
    '\\',
    '@evil.example',
    '?',
    '#',
    ':80',
    '\t',
    '\n',
    ' ',
    '%00',
    '%2f',
    'é',
  ),
  fc.string({ maxLength: 8 }),
)
const hostilePath = fc.array(hostile, { maxLength: 6 }).map((parts) => parts.join('/'))
const anyPath = fc.oneof(
  hostilePath.map((path) => `/${path}`),
  hostilePath,
  fc.constantFrom('/chat/completions', '/v1/messages', '/v2/rerank', '/openai/deployments/x', '/projects/p/x'),
)

function callFor(adapter: ProviderAdapter, change: Partial<Call>): Call {
  const customHost = originOfProvider(adapter, SETTINGS, null) === null ? 'https://own.example/v1' : null
  return {
    endpoint: 'chat.completions',
    path: '/chat/completions',
    search: '',
    model: 'm',
    isStream: false,
    body: null,
    customHost,
    ...change,
  }
}

function outgoing(headers: Record<string, string>): Outgoing {
  return { method: 'POST', url: 'https://x.example/', headers, body: null }
}

test('rows of the table of OpenAI-compatible providers are in alphabetical order', () => {
  const slugs = OPENAI_COMPATIBLE_HOSTS.map((host) => host.slug)
  expect(slugs).toEqual([...slugs].sort())
})

/** The slugs of the Portkey gateway 1.15.2 (VALID_PROVIDERS). Configs written for it name them. */
const PORTKEY_SLUGS =
  '302ai ai21 aibadgr anthropic anyscale azure-ai azure-openai bedrock bytez cerebras cohere cometapi cortex dashscope ' +
  'deepbricks deepinfra deepseek featherless-ai fireworks-ai github google groq huggingface hyperbolic inference-net ' +
  'iointelligence jina kluster-ai krutrim lambda lemonfox-ai lepton lingyi matterai meshy milvus mistral-ai modal ' +
  'monsterapi moonshot ncompass nebius nextbit nomic novita-ai nscale ollama openai openrouter oracle ovhcloud palm ' +
  'perplexity-ai portkey predibase qdrant recraft-ai reka-ai replicate sagemaker sambanova segmind siliconflow ' +
  'stability-ai together-ai tripo3d triton upstage vertex-ai voyage workers-ai x-ai z-ai zhipu'

test('every provider of Portkey is known by its slug there', () => {
  const known = PORTKEY_SLUGS.split(' ').filter((slug) => findProvider(slug)?.slug === slug)
  expect([known.length, known.join(' ')]).toEqual([74, PORTKEY_SLUGS])
})

test('aliases find the same adapter and no name is taken twice', () => {
  const names = adapters.flatMap((adapter) => [adapter.slug, ...(adapter.aliases ?? [])])
  expect(new Set(names).size).toBe(names.length)
  expect(findProvider('cloud-a')?.slug).toBe('azure-openai')
  expect(findProvider('cloud-b')?.slug).toBe('vertex-ai')
  expect(findProvider('cloud-c')?.slug).toBe('bedrock')
  for (const name of ['__proto__', 'constructor', 'toString', '']) expect(findProvider(name)).toBeUndefined()
})

test('every setting is snake_case and described; providers that share one share its schema', () => {
  const schemas = new Map<string, unknown>()
  for (const adapter of adapters) {
    for (const [key, schema] of Object.entries(adapter.settings.shape)) {
      expect(schemas.get(key) ?? schema).toBe(schema)
      schemas.set(key, schema)
    }
  }
  expect([...settingKeys().keys()].sort()).toEqual([...schemas.keys()].sort())
  for (const [key, description] of settingKeys()) {
    expect(key).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)+$/)
    expect(description.length).toBeGreaterThan(10)
  }
})

for (const adapter of adapters) {
  test(`${adapter.slug} has a title and an https documentation link`, () => {
    expect(adapter.title.length).toBeGreaterThan(2)
    expect(new URL(adapter.docs).protocol).toBe('https:')
  })

  test(`${adapter.slug} keeps its origin and the base path of a custom host whatever path, query and model are sent`, () => {
    const origin = new URL(adapter.locate(callFor(adapter, {}), SETTINGS)).origin
    const search = fc.oneof(
      fc.constant(''),
      hostilePath.map((text) => `?${text}`),
    )
    const endpoint = fc.constantFrom<Call['endpoint']>('chat.completions', 'files.read', 'proxy')
    let located = 0
    const locate = (call: Call) => {
      try {
        const url = adapter.locate(call, { ...SETTINGS, cloud_a_api_version: '2024-10-21' })
        located += 1
        return new URL(url)
      } catch (error) {
        expect(error).toBeInstanceOf(GatewayError)
        return null
      }
    }
    fc.assert(
      fc.property(anyPath, search, fc.oneof(hostile, hostilePath), endpoint, (path, query, model, name) => {
        const own = locate(callFor(adapter, { path, search: query, model, endpoint: name }))
        if (own) expect(own.origin).toBe(origin)
        const customHost = 'https://own.example/tenant/v1'
        const custom = locate(callFor(adapter, { path, search: query, model, endpoint: name, customHost }))
        if (custom) expect(custom.href).toStartWith('https://own.example/tenant/v1')
      }),
      { numRuns: propertyRuns(500) },
    )
    expect(located).toBeGreaterThan(50)
  })

  test(`${adapter.slug} refuses settings that could leave their place in a host, a path or a header`, () => {
    for (const [key, schema] of Object.entries(adapter.settings.shape)) {
      const isHost = /resource_name|region/.test(key)
      const bad = ['a\nb', 'a\r', '\u0000', 'é', '']
      if (isHost) bad.push('a.b', 'a/b', 'evil.example#', 'a@b', 'a:1', 'A', '127.0.0.1', 'x'.repeat(64), ' ', '%2e')
      for (const value of bad) {
        expect({ key, value, ok: adapter.settings.safeParse({ [key]: value }).success }).toEqual({
          key,
          value,
          ok: false,
        })
      }
      expect(schema).toBeDefined()
    }
  })

  // SageMaker takes no API key. Its signatures are tested in sagemaker.test.ts.
  if (adapter.slug === 'sagemaker') continue

  test(`${adapter.slug} leaves at most one credential header, and never the caller's`, async () => {
    const headers = Object.fromEntries(CREDENTIAL_HEADERS.map((name) => [name, 'Bearer of-the-caller']))
    const request = outgoing(headers)
    await adapter.authorize(request, { secret: new Secret('provider-key') }, SETTINGS)
    const left = CREDENTIAL_HEADERS.filter((name) => request.headers[name] !== undefined)
    expect(left.length).toBe(adapter.slug === 'mock' ? 0 : 1)
    expect(JSON.stringify(request.headers)).not.toContain('of-the-caller')
  })

  test(`${adapter.slug} names every header that depends on the credential`, async () => {
    const [one, other] = [outgoing({}), outgoing({})]
    await adapter.authorize(one, { secret: new Secret('one-key') }, SETTINGS)
    await adapter.authorize(other, { secret: new Secret('other-key') }, SETTINGS)
    const differing = Object.keys(one.headers).filter((name) => one.headers[name] !== other.headers[name])
    expect(differing).toEqual([...(one.credentialHeaders ?? [])])
    expect(one.url).toBe(other.url)
  })

  test(`${adapter.slug} ${adapter.needsCredential ? 'asks for' : 'works without'} a credential`, async () => {
    const authorize = async () => adapter.authorize(outgoing({}), null, SETTINGS)
    if (adapter.needsCredential) expect(authorize()).rejects.toMatchObject({ code: 'credential_missing' })
    else expect(await authorize()).toBeUndefined()
  })

  test(`${adapter.slug} never puts a line break from a credential into a header`, async () => {
    const request = outgoing({})
    const secret = new Secret('key\r\nx-evil: 1')
    const refused = await Promise.resolve()
      .then(() => adapter.authorize(request, { secret }, SETTINGS))
      .then(() => null)
      .catch((error: unknown) => error)
    if (adapter.slug !== 'mock') expect(refused).toMatchObject({ code: 'credential_missing' })
    expect(JSON.stringify(request.headers)).not.toContain('evil')
    expect(String(refused)).not.toContain('evil')
  })
}
