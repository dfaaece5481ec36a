import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { DEFAULT_SEMANTIC_RULES } from '../../config/semantic-rules.ts'
import type { DryRequest, DryRun } from '../../core/configs/config-examiner.ts'
import type { PriceCard } from '../../core/money/price-card.ts'
import { ExamineConfigs } from './examine-configs.ts'
import { SAMPLE_REQUEST, WITHOUT_GUARDRAILS } from './sample-request.ts'

const HOME = { organisationId: 'o', workspaceId: 'w' }
const CARD: PriceCard = {
  version: 'test',
  // One nano-dollar per input token and a thousand per output token, so that the sum shows both counts.
  rates: { input_tokens: { nanoUsd: 1, perUnits: 1 }, output_tokens: { nanoUsd: 1_000, perUnits: 1 } },
  tiers: [],
  batchRates: null,
  isFree: false,
}
const PROMPT = {
  virtualKey: null,
  string: 'x'.repeat(5_000),
  parameters: { max_tokens: 7 },
  model: 'gpt-4o',
  tools: null,
  functions: null,
}

const examiner = new ExamineConfigs(
  { find: () => undefined },
  WITHOUT_GUARDRAILS,
  { find: () => ({ content: PROMPT }), slugs: async () => [] },
  {
    priceOf: ({ provider, model }) => {
      if (provider === 'mock') return { card: { ...CARD, rates: {}, isFree: true }, custom: null }
      return model === 'gpt-4o' ? { card: CARD, custom: null } : null
    },
  },
  { idleTimeoutMs: 600_000, maxCalls: 20, semanticRules: DEFAULT_SEMANTIC_RULES },
)

const PARAMS = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }], max_tokens: 10 }
const REQUEST: DryRequest = { ...SAMPLE_REQUEST, params: PARAMS }

const explain = (config: unknown, more: Partial<DryRequest> = {}): Promise<DryRun> =>
  examiner.explain(HOME, JSON.stringify(config), { ...REQUEST, ...more })
const cost = async (config: unknown, more: Partial<DryRequest> = {}) => (await explain(config, more)).worst.costNanoUsd

const OPENAI = { provider: 'openai', api_key: 'sk-x' }
const ANTHROPIC = { provider: 'anthropic', api_key: 'sk-x' }
const fallback = (...targets: object[]) => ({ strategy: { mode: 'fallback' }, targets })

/** Assumes one token per byte, plus 64 for the request and 16 for its one message. */
const readFor = (params: object) => JSON.stringify(params).length + 64 + 16

test('the cost is the sum of the holds of every attempt that can happen', async () => {
  const one = readFor(PARAMS) + 10 * 1_000
  expect(await cost(OPENAI)).toBe(one)
  expect(await cost({ ...OPENAI, retry: { attempts: 2 } })).toBe(3 * one)
  expect(await cost(fallback(OPENAI, { provider: 'mock' }, OPENAI))).toBe(2 * one)
  expect(await cost({ strategy: { mode: 'loadbalance' }, targets: [OPENAI, { provider: 'mock' }] })).toBe(one)
  expect(await cost({ provider: 'mock' })).toBe(0)
})

test('parameters count as they are sent: defaults, overrides, drops, and the model of a virtual key', async () => {
  expect(await cost({ ...OPENAI, override_params: { max_tokens: 100 } })).toBe(
    readFor({ ...PARAMS, max_tokens: 100 }) + 100 * 1_000,
  )
  // Without max_tokens, the model's own maximum counts.
  expect(await cost({ ...OPENAI, drop_params: ['max_tokens'] })).toBeGreaterThan(16_384 * 1_000)
  expect(await cost(OPENAI, { params: { ...PARAMS, n: 3 } })).toBe(readFor({ ...PARAMS, n: 3 }) + 3 * 10 * 1_000)
  expect(await cost(OPENAI, { pathname: '/v1/files/x' })).toBe(0)
})

test('an attempt without a price makes the cost unknown, and is named', async () => {
  const unknown = await explain(fallback(OPENAI, { ...OPENAI, override_params: { model: 'house-model' } }))
  expect(unknown.worst.costNanoUsd).toBeNull()
  expect(unknown.unpriced).toEqual(['config.targets[1]: model "house-model" of openai has no price.'])
  const upload = await explain(OPENAI, { pathname: '/v1/audio/transcriptions' })
  expect(upload.unpriced).toEqual(['config: the cost depends on the upload.'])
  const strange = await explain(OPENAI, { pathname: '/v1/proxy/video/generations' })
  expect(strange.unpriced).toEqual(['config: the cost of /video/generations is not known in advance.'])
  // A target that is never called needs no price.
  const stuck = {
    strategy: { mode: 'fallback', on_status_codes: [] },
    targets: [OPENAI, { ...OPENAI, override_params: { model: 'no' } }],
  }
  expect(await explain(stuck)).toMatchObject({ unpriced: [], worst: { calls: 1 } })
})

test('a translated body counts in the provider’s format, and an impossible attempt causes a warning', async () => {
  expect(await cost({ ...ANTHROPIC, override_params: { model: 'gpt-4o' } })).toBeGreaterThan(10 * 1_000)
  const refused = await explain(ANTHROPIC, { pathname: '/v1/embeddings', params: { model: 'gpt-4o', input: 'x' } })
  expect(refused.worst.costNanoUsd).toBe(0)
  expect(refused.warnings.join()).toContain('config: Provider anthropic does not support POST /v1/embeddings.')
})

test('a prompt’s template, model and parameters count where the request has none', async () => {
  const pathname = '/v1/prompts/pp-x/completions'
  const bound = (await cost(OPENAI, { pathname, params: {} })) ?? 0
  expect(bound).toBeWithin(5_000 + 7 * 1_000, 5_300 + 7 * 1_000)
})

test('a cache hit ends the run without a call, at targets that have a cache', async () => {
  const cache = { mode: 'simple' }
  const config = fallback({ provider: 'mock', name: 'plain' }, { provider: 'mock', cache, name: 'kept' })
  const outcomes = new Map([['plain', [{ end: 503, durationMs: 0, retryAfterMs: null }]]])
  const hit = await explain(config, { outcomes, cacheHits: 'everywhere' })
  expect(hit.attempts.map(({ target }) => target)).toEqual(['config.targets[0]'])
  expect([hit.status, hit.target, hit.decisions.at(-1)?.reason]).toEqual([200, 'config.targets[1]', 'hit: as assumed'])
  const named = await explain(config, { outcomes, cacheHits: new Map([['kept', 'hit']]) })
  expect(named.decisions).toEqual(hit.decisions)
  // The worst case does not assume the cache hit.
  expect(hit.worst.calls).toBe(2)
  const missed = await explain(config, { outcomes })
  expect(missed.attempts).toHaveLength(2)
  await expect(explain(config, { cacheHits: new Map([['kep', 'hit']]) })).rejects.toThrow('Did you mean "kept"?')
})

test('no parameters of a caller break the bound, and more text never costs less', async () => {
  const property = fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), async (params, text) => {
    const asked = { ...params, model: 'gpt-4o', max_tokens: 1, n: 1, best_of: 1, max_completion_tokens: 1 }
    const messages = (content: string) => [{ role: 'user', content }]
    const short = await cost(OPENAI, { params: { ...asked, messages: messages('') } })
    const long = await cost(OPENAI, { params: { ...asked, messages: messages(text) } })
    expect(long ?? Number.NaN).toBeGreaterThanOrEqual(short ?? Number.NaN)
  })
  await fc.assert(property, { numRuns: propertyRuns(200) })
})
