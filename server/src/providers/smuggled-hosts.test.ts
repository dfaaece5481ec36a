import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../tests/harness/property-runs.ts'
import { GatewayError } from '../core/errors.ts'
import type { Call, Settings } from './adapter.ts'
import { findProvider } from './registry.ts'

/**
 * Values of a region, project or resource name that try to send a signed request or a token to another host or path.
 */
const SMUGGLED = [
  'x.evil.com/',
  'evil.com',
  'x.evil.com#',
  'x.evil.com?',
  'x.evil.com:443',
  'evil.com/%2e%2e',
  'user@evil.com',
  'user:secret@evil.com',
  '@evil.com',
  '//evil.com',
  '\\\\evil.com',
  '\\evil.com',
  'https://evil.com/',
  '#',
  '?',
  '/',
  '..',
  '../..',
  '.',
  '%2e%2e',
  '%2f',
  '%00',
  'us-east-1.',
  '.us-east-1',
  'us-east-1\r\nhost: evil.com',
  'us-east-1\n',
  'us-east-1\0',
  'us-east-1 ',
  ' us-east-1',
  '',
  'ｕｓ-east-1',
  'us。east',
  'us．evil．com',
  'eѵil',
  'ß',
  'xn--é',
  'xn--',
  '[::1]',
  '127.0.0.1',
  '169.254.169.254',
  '2130706433/',
  'a'.repeat(64),
  'US-EAST-1\u0130',
  '{region}',
  '$' + '{region}',
  'eu;evil.com',
  'eu,evil.com',
]

type Place = { readonly slug: string; readonly key: string; readonly around: Settings; readonly host: RegExp }

const KEYS: Settings = { cloud_c_access_key_id: 'AKIA', cloud_c_secret_access_key: 's' }
const PLACES: readonly Place[] = [
  {
    slug: 'azure-openai',
    key: 'cloud_a_resource_name',
    around: { cloud_a_deployment_id: 'dep' },
    host: /^[a-z0-9-]{1,63}\.openai\.azure\.com$/,
  },
  {
    slug: 'bedrock',
    key: 'cloud_c_region',
    around: KEYS,
    host: /^bedrock-runtime\.[a-z0-9-]{1,63}\.amazonaws\.com(\.cn)?$/,
  },
  {
    slug: 'vertex-ai',
    key: 'cloud_b_region',
    around: { cloud_b_project_id: 'proj' },
    host: /^([a-z0-9-]{1,63}-)?aiplatform(\.(us|eu)\.rep)?\.googleapis\.com$/,
  },
  {
    slug: 'azure-ai',
    key: 'cloud_a_foundry_url',
    around: {},
    host: /^([a-z0-9-]{1,63}\.){1,4}((services|models)\.ai|inference\.ml|cognitiveservices|openai)\.azure\.com$/,
  },
  {
    slug: 'sagemaker',
    key: 'cloud_c_region',
    around: KEYS,
    host: /^runtime\.sagemaker\.[a-z0-9-]{1,63}\.amazonaws\.com(\.cn)?$/,
  },
  {
    slug: 'cortex',
    key: 'snowflake_account',
    around: {},
    host: /^[a-z0-9-]{1,63}\.snowflakecomputing\.com$/,
  },
  {
    slug: 'oracle',
    key: 'oracle_region',
    around: {},
    host: /^inference\.generativeai\.[a-z0-9-]{1,63}\.oci\.oraclecloud\.com$/,
  },
]

/** Settings used as a path segment or query parameter. Dots are allowed, delimiters are not. */
const SEGMENTS: readonly (Place & { readonly path: RegExp })[] = [
  {
    slug: 'azure-openai',
    key: 'cloud_a_deployment_id',
    around: { cloud_a_resource_name: 'res' },
    host: /^res\.openai\.azure\.com$/,
    path: /^\/openai\/deployments\/[^/]+\/chat\/completions$/,
  },
  {
    slug: 'azure-openai',
    key: 'cloud_a_api_version',
    around: { cloud_a_resource_name: 'res', cloud_a_deployment_id: 'dep' },
    host: /^res\.openai\.azure\.com$/,
    path: /^\/openai\/(v1|deployments\/dep)\/chat\/completions$/,
  },
  {
    slug: 'vertex-ai',
    key: 'cloud_b_project_id',
    around: { cloud_b_region: 'europe-west4' },
    host: /^europe-west4-aiplatform\.googleapis\.com$/,
    path: /^\/v1\/projects\/[^/]+\/locations\/europe-west4\/publishers\/google\/models\/gemini-2\.5-flash:generateContent$/,
  },
  {
    slug: 'workers-ai',
    key: 'workers_ai_account_id',
    around: {},
    host: /^api\.cloudflare\.com$/,
    path: /^\/client\/v4\/accounts\/[^/]+\/ai\/v1\/chat\/completions$/,
  },
  {
    slug: 'predibase',
    key: 'predibase_tenant_id',
    around: {},
    host: /^serving\.app\.predibase\.com$/,
    path: /^\/[^/]+\/deployments\/v2\/llms\/gemini-2\.5-flash\/v1\/chat\/completions$/,
  },
]

const CALL: Call = {
  endpoint: 'chat.completions',
  path: '/chat/completions',
  search: '',
  model: 'gemini-2.5-flash',
  isStream: false,
  body: { model: 'gemini-2.5-flash' },
  customHost: null,
}

function isTaken({ slug, key }: Place, value: string): boolean {
  return findProvider(slug)!.settings.safeParse({ [key]: value }).success
}

function locate({ slug, key, around }: Place, value: string): URL {
  return new URL(findProvider(slug)!.locate(CALL, { ...around, [key]: value }))
}

const cases = PLACES.flatMap((place) => SMUGGLED.map((value) => [place.key, value, place] as const))

test.each(cases)('%s rejects %j', (_key, value, place) => {
  expect(isTaken(place, value)).toBe(false)
})

const segmentCases = SEGMENTS.flatMap((place) => SMUGGLED.map((value) => [place.key, value, place] as const))

test.each(segmentCases)('%s stays in its path segment with %j', (_key, value, place) => {
  if (!isTaken(place, value)) return
  const { hostname, pathname, username } = locate(place, value)
  expect(hostname).toMatch(place.host)
  expect(pathname).toMatch(place.path)
  expect(username).toBe('')
})

test("every accepted value leads to the provider's host", () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.stringMatching(/^[a-z0-9.@:/#?\\%-]{1,20}$/),
    fc.stringMatching(/^[a-z0-9-]{1,63}$/),
  )
  let taken = 0
  fc.assert(
    fc.property(fc.constantFrom(...PLACES, ...SEGMENTS), anything, (place, value) => {
      if (!isTaken(place, value)) return
      taken++
      const { protocol, hostname, username, port } = locate(place, value)
      expect(protocol).toBe('https:')
      expect(hostname).toMatch(place.host)
      expect([username, port]).toEqual(['', ''])
    }),
    { numRuns: propertyRuns(2_000) },
  )
  expect(taken).toBeGreaterThan(100)
})

test.each([
  ['bedrock', { ...KEYS }],
  ['google', {}],
  ['predibase', { predibase_tenant_id: 'ten' }],
  ['vertex-ai', { cloud_b_project_id: 'proj', cloud_b_region: 'europe-west4' }],
  ['azure-openai', { cloud_a_resource_name: 'res', cloud_a_api_version: '2024-10-21' }],
  ['segmind', {}],
  ['stability-ai', {}],
])('a model that looks like an address does not change the host of %s', (slug, settings) => {
  const provider = findProvider(slug)!
  const isImages = provider.endpoints.has('images.generations') && !provider.endpoints.has('chat.completions')
  const asked: Call = isImages ? { ...CALL, endpoint: 'images.generations' } : CALL
  const home = new URL(provider.locate(asked, settings)).host
  for (const model of SMUGGLED) {
    try {
      const { host, username } = new URL(provider.locate({ ...asked, model, body: { model } }, settings))
      expect([host, username]).toEqual([home, ''])
    } catch (error) {
      expect(error).toBeInstanceOf(GatewayError)
    }
  }
})

test.each([
  'https://sts.evil.com/path',
  'https://user@sts.amazonaws.com',
  'https://sts.amazonaws.com#',
  'https://sts.amazonaws.com?x',
  'ftp://sts.amazonaws.com',
  'sts.amazonaws.com',
  'https://sts.amazonaws.com\\@evil.com',
  'https://ѕts.amazonaws.com',
])('cloud_c_sts_endpoint refuses %j', (value) => {
  expect(findProvider('bedrock')!.settings.safeParse({ cloud_c_sts_endpoint: value }).success).toBe(false)
})

test.each([
  'http://res.services.ai.azure.com/models',
  'https://services.ai.azure.com.evil.com',
  'https://evil.com/services.ai.azure.com',
  'https://evil.com#.services.ai.azure.com',
  'https://evil.com?.services.ai.azure.com',
  'https://user@res.services.ai.azure.com',
  'https://res.services.ai.azure.com@evil.com',
  'https://res.services.ai.azure.com:8443',
  'https://res.services.ai.azure.com/../x',
  'https://res.services.ai.azure.com/%2e%2e',
  'https://res.services.ai.azure.com/a?b',
  'https://res.services.ai.azure.com/a#b',
  'https://res.services.ai.azure.com\\@evil.com',
  'https://rеs.services.ai.azure.com',
  'https://res.services.ai.azure.com/models\n',
  'https://xservices.ai.azure.com.',
])('cloud_a_foundry_url refuses %j', (value) => {
  expect(findProvider('azure-ai')!.settings.safeParse({ cloud_a_foundry_url: value }).success).toBe(false)
})
