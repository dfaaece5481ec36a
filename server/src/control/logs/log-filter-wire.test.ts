import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { centsOf } from '../../core/money/nano-usd.ts'
import { filterOf, filterShape } from './log-filter-wire.ts'

const schema = z.strictObject(filterShape)
const REACH = { organisationId: 'o', workspaceId: 'w' }
const read = (given: unknown) => filterOf(REACH, schema.parse(given))

test.each([
  [{ status_code: '429' }, { statuses: ['429'] }],
  [{ status_code: '4xx, 503,' }, { statuses: ['4xx', '503'] }],
  [{ ai_model: 'a,b' }, { models: ['a', 'b'] }],
  [{ api_key_ids: ['k1', 'k2'] }, { keyIds: ['k1', 'k2'] }],
  [
    { provider: 'openai', endpoint: 'embeddings' },
    { providers: ['openai'], endpoints: ['embeddings'] },
  ],
  [
    { trace_id: 't', span_id: 's' },
    { traceIds: ['t'], spanIds: ['s'] },
  ],
  [
    { virtual_keys: 'v', configs: 'c', prompt_slug: 'p' },
    { virtualKeys: ['v'], configs: ['c'], prompts: ['p'] },
  ],
  [{ metadata: '{"_user":"u1"}' }, { metadata: { _user: 'u1' } }],
  [{ metadata: { _user: 'u1' } }, { metadata: { _user: 'u1' } }],
  [{ cache_status: 'hit,semantic hit' }, { cacheStatuses: ['HIT', 'SEMANTIC HIT'] }],
  [{ time_of_generation_min: '2026-01-02T03:04:05Z' }, { fromMs: Date.UTC(2026, 0, 2, 3, 4, 5) }],
  [{ time_of_generation_min: '2026-01-02T03:04:05+02:00' }, { fromMs: Date.UTC(2026, 0, 2, 1, 4, 5) }],
  [{ time_of_generation_max: '1767323045000' }, { toMs: 1_767_323_045_000 }],
  [{ cost_min: '0.5', cost_max: 12 }, { costNanoUsd: { min: 5_000_000, max: 120_000_000 } }],
  [{ cost_min: 0.0000001 }, { costNanoUsd: { min: 1 } }],
  [
    { prompt_token_min: 1, completion_token_max: '9' },
    { inputTokens: { min: 1 }, outputTokens: { max: 9 } },
  ],
  [{ total_units_min: 0, total_units_max: 0 }, { totalTokens: { min: 0, max: 0 } }],
  [{ weighted_feedback_min: '-10' }, { weightedFeedback: { min: -10 } }],
  [
    { response_time_min: '2000', attempt_count_max: 1 },
    { durationMs: { min: 2000 }, attempts: { max: 1 } },
  ],
  [
    { rescued: 'true', circuit_skip: false },
    { isRecovered: true, hasCircuitSkip: false },
  ],
  [{ text: ' two words ' }, { text: 'two words' }],
  [{ prompt_slug: 'a,b@3,c@x' }, { prompts: ['a', 'c@x'], promptVersions: [{ prompt: 'b', version: 3 }] }],
  [
    { not_status_code: '5xx', not_ai_model: 'a,b', not_cache_status: 'hit', not_prompt_slug: 'b@3' },
    {
      not: {
        statuses: ['5xx'],
        models: ['a', 'b'],
        cacheStatuses: ['HIT'],
        promptVersions: [{ prompt: 'b', version: 3 }],
      },
    },
  ],
  [{ not_metadata: '{"_user":"u1"}' }, { not: { metadata: { _user: 'u1' } } }],
  [{ ai_org_model: 'openai__gpt-4o, x__a__b' }, { providerModels: [pair('openai', 'gpt-4o'), pair('x', 'a__b')] }],
  [{}, {}],
])('%j becomes the store query %j', (given, expected) => {
  expect(read(given)).toEqual({ ...REACH, ...expected })
})

function pair(provider: string, model: string) {
  return { provider, model }
}

test.each([
  { status_code: '600' },
  { status_code: '429,abc' },
  { time_of_generation_min: 'yesterday' },
  { time_of_generation_min: '2026-13-01' },
  { metadata: '{' },
  { metadata: '{"n":1}' },
  { metadata: '["a"]' },
  { cost_min: '' },
  { cost_min: '1e999' },
  { cost_min: -1 },
  { total_units_min: 'many' },
  { total_units_min: true },
  { weighted_feedback_max: 11 },
  { ai_org_model: 'gpt-4o' },
  { ai_model: [1] },
  { rescued: 'yes' },
  { text: ' ' },
  { text: 'x'.repeat(257) },
  { not_status_code: '600' },
  { not_metadata: '{' },
  { response_time_min: '2s' },
  { unknown: 'x' },
])('%j is refused', (given) => {
  expect(schema.safeParse(given).success).toBe(false)
})

test('more than a hundred values are refused, as a list and as text', () => {
  const names = Array.from({ length: 101 }, (_, i) => `m${i}`)
  for (const given of [names, names.join(',')]) expect(schema.safeParse({ ai_model: given }).success).toBe(false)
  expect(schema.safeParse({ ai_model: names.slice(1) }).success).toBe(true)
})

test('a range of time that ends before it begins is refused by name', () => {
  const given = { time_of_generation_min: '2026-01-02T00:00:00Z', time_of_generation_max: '2026-01-01T00:00:00Z' }
  expect(() => read(given)).toThrow(GatewayError)
  expect(() => read({ ...given, time_of_generation_max: given.time_of_generation_min })).toThrow(/later than/)
})

test('a written filter is read back unchanged, as exports store it', () => {
  const text = fc.stringMatching(/^[a-z0-9-]{1,8}$/)
  const given = fc.record(
    {
      time_of_generation_min: fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map(String),
      status_code: fc.constantFrom('429', '4xx,5xx'),
      cost_min: fc.oneof(fc.nat(1_000), fc.nat(1_000).map(String)),
      ai_model: fc.oneof(text, fc.array(text, { maxLength: 3 })),
      ai_org_model: text.map((name) => `openai__${name}`),
      metadata: fc.oneof(fc.dictionary(text, text), fc.constant('{"_user":"u"}')),
      weighted_feedback_max: fc.integer({ min: -10, max: 10 }),
      rescued: fc.constantFrom('true', false),
      text: text.map((words) => ` ${words} `),
      not_ai_model: fc.oneof(text, fc.array(text, { maxLength: 3 })),
      prompt_slug: text.map((name) => `${name}@3,${name}`),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(given, (one) => {
      const { time_of_generation_min: when, ...rest } = one
      const once = schema.parse({
        ...rest,
        ...(when !== undefined && { time_of_generation_min: new Date(when).toISOString() }),
      })
      const again = schema.parse(JSON.parse(JSON.stringify(once)))
      expect(again).toEqual(once)
      expect(filterOf(REACH, again)).toEqual(filterOf(REACH, once))
    }),
  )
})

test('cents and nano-dollars are the same money', () => {
  expect(centsOf(1_000_000_000)).toBe(100)
  expect(centsOf(1)).toBe(1e-7)
})
