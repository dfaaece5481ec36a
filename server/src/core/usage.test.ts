import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../tests/harness/property-runs.ts'
import { usageFrom } from './usage.ts'

test('reasoning tokens counted in addition to the output are visible in the total, and count as output', () => {
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 35 }
  expect(usageFrom({ ...usage, completion_tokens_details: { reasoning_tokens: 20 } })).toMatchObject({
    outputTokens: 25,
    reasoningTokens: 20,
    totalTokens: 35,
  })
  const within = { prompt_tokens: 10, completion_tokens: 25, total_tokens: 35 }
  expect(usageFrom({ ...within, completion_tokens_details: { reasoning_tokens: 20 } })).toMatchObject({
    outputTokens: 25,
    reasoningTokens: 20,
  })
})

test.each([
  [
    { prompt_tokens: 9, completion_tokens: 1, prompt_cache_hit_tokens: 4 },
    { inputTokens: 9, cachedTokens: 4 },
  ],
  [
    { prompt_tokens: 9, completion_tokens: 1, cached_tokens: 4 },
    { inputTokens: 9, cachedTokens: 4 },
  ],
  // A proxy that adds Anthropic's fields to OpenAI's count: prompt_tokens include all of them.
  [
    { prompt_tokens: 9, completion_tokens: 1, cache_read_input_tokens: 4 },
    { inputTokens: 9, cachedTokens: 4 },
  ],
  [{ total_tokens: 12 }, { inputTokens: 12, totalTokens: 12 }],
  [
    { input_tokens: 50, output_tokens: 9, input_token_details: { audio_tokens: 50, text_tokens: 0 } },
    { inputTokens: 50, audioInputTokens: 50 },
  ],
  [
    { input_tokens: 5, output_tokens: 1, server_tool_use: { web_search_requests: 2 } },
    { inputTokens: 5, searchUnits: 2 },
  ],
  [
    {
      promptTokenCount: 30,
      toolUsePromptTokenCount: 7,
      candidatesTokenCount: 5,
      thoughtsTokenCount: 8,
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 20 },
        { modality: 'AUDIO', tokenCount: 10 },
      ],
    },
    { inputTokens: 37, outputTokens: 13, totalTokens: 50, reasoningTokens: 8, audioInputTokens: 10 },
  ],
])('%j counts as %j', (given, expected) => {
  expect(usageFrom(given)).toMatchObject(expected)
})

test.each([
  // A missing part is computed from the total.
  [
    { prompt_tokens: 5, total_tokens: 12 },
    { inputTokens: 5, outputTokens: 7, totalTokens: 12 },
  ],
  [
    { completion_tokens: 7, total_tokens: 12 },
    { inputTokens: 5, outputTokens: 7, totalTokens: 12 },
  ],
  [
    { prompt_tokens: 8, total_tokens: 8 },
    { inputTokens: 8, outputTokens: null, totalTokens: 8 },
  ],
  [
    { inputTokens: 10, outputTokens: 5, cacheWriteInputTokens: 8, cacheDetails: [{ ttl: '1h', inputTokens: 3 }] },
    { inputTokens: 18, cachedWriteTokens: 8, cachedWriteLongTokens: 3 },
  ],
  [{ prompt_audio_seconds: 36.2, prompt_tokens: 13, completion_tokens: 1 }, { audioSeconds: 37 }],
  [{ type: 'duration', seconds: 8.01 }, { audioSeconds: 9 }],
  [
    {
      input_tokens: 10,
      output_tokens: 5,
      iterations: [
        { type: 'compaction', input_tokens: 7, output_tokens: 3, cache_read_input_tokens: 2 },
        { type: 'message', input_tokens: 10, output_tokens: 5 },
      ],
    },
    { inputTokens: 19, outputTokens: 8, cachedTokens: 2, totalTokens: 27 },
  ],
  // A fallback model responded: the totals count only its iteration.
  [
    {
      input_tokens: 1300,
      output_tokens: 400,
      cache_read_input_tokens: 50,
      iterations: [
        { type: 'message', model: 'claude-fable-5', input_tokens: 1000, output_tokens: 0 },
        {
          type: 'fallback_message',
          model: 'claude-opus-4-8',
          input_tokens: 1300,
          output_tokens: 400,
          cache_read_input_tokens: 50,
        },
      ],
    },
    { inputTokens: 1350, outputTokens: 400, cachedTokens: 50, totalTokens: 1750 },
  ],
  [
    { prompt_tokens: 19, completion_tokens: 4, total_tokens: 23, citation_tokens: 6, reasoning_tokens: 9 },
    { inputTokens: 25, outputTokens: 13, reasoningTokens: 9, totalTokens: 38 },
  ],
])('%j is valid and counts as %j', (told, expected) => {
  const flaws: string[] = []
  expect(usageFrom(told, (flaw) => flaws.push(flaw))).toMatchObject(expected)
  expect(flaws).toEqual([])
})

test.each([
  [{ prompt_tokens: -5, completion_tokens: 2 }, 'prompt_tokens is not a valid count: -5'],
  [{ prompt_tokens: 5, completion_tokens: 1.5 }, 'completion_tokens is not a valid count: 1.5'],
  [{ prompt_tokens: Number.NaN, completion_tokens: 2 }, 'prompt_tokens is not a valid count: NaN'],
  [{ prompt_tokens: 1e12, completion_tokens: 2 }, 'prompt_tokens is not a valid count: 1000000000000'],
  [{ prompt_tokens: 'x'.repeat(99), completion_tokens: 2 }, `prompt_tokens is not a valid count: "${'x'.repeat(40)}"`],
  [{ inputTokens: [], outputTokens: 2 }, 'inputTokens is not a valid count: object'],
  [{ prompt_tokens: 5, completion_tokens: 2, total_tokens: 6 }, 'the total of 6 tokens is not the sum of its parts, 7'],
  [
    { prompt_tokens: 5, completion_tokens: 2, total_tokens: 99 },
    'the total of 99 tokens is not the sum of its parts, 7',
  ],
  [
    { prompt_tokens: 5, completion_tokens: 2, completion_tokens_details: { reasoning_tokens: 3 } },
    'reasoning tokens: 3 are more than the 2 they are part of',
  ],
])('%j is reported: %s', (told, flaw) => {
  const flaws: string[] = []
  usageFrom(told, (said) => flaws.push(said))
  expect(flaws).toContain(flaw)
})

test('negative zero, which JSON can represent, counts as zero', () => {
  expect(usageFrom(JSON.parse('{"prompt_tokens":-0,"completion_tokens":-0,"total_tokens":-0}'))).toMatchObject({
    inputTokens: 0,
    outputTokens: 0,
    totalTokens: 0,
  })
})

const NAMES = [
  'prompt_tokens',
  'completion_tokens',
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'prompt_cache_hit_tokens',
  'search_units',
  'promptTokenCount',
  'candidatesTokenCount',
  'thoughtsTokenCount',
  'cachedContentTokenCount',
  'inputTokens',
  'outputTokens',
  'cacheReadInputTokens',
  'cacheWriteInputTokens',
]
const DETAILS = ['cached_tokens', 'cache_write_tokens', 'reasoning_tokens', 'audio_tokens', 'image_tokens']
const hostile = fc.oneof(
  fc.nat(),
  fc.maxSafeInteger(),
  fc.double(),
  fc.constantFrom(-1, 1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, '12', null, true, [], {}),
)
const hostileDetails = fc.oneof(hostile, fc.dictionary(fc.constantFrom(...DETAILS), hostile))
const given = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...NAMES), hostile),
    fc.dictionary(
      fc.constantFrom('prompt_tokens_details', 'output_tokens_details', 'billed_units', 'cache_creation'),
      hostileDetails,
    ),
  )
  .map(([counts, details]) => ({ ...counts, ...details }))

test('for any provider usage, counts are exact, and a part never exceeds its total', () => {
  fc.assert(
    fc.property(given, (told) => {
      const flaws: string[] = []
      const usage = usageFrom(told, (flaw) => flaws.push(flaw))
      for (const flaw of flaws) expect(flaw.length).toBeLessThan(200)
      if (usage === null) return
      const { isEstimate, ...counts } = usage
      expect(isEstimate).toBe(false)
      for (const value of Object.values(counts))
        expect(value === null || (Number.isSafeInteger(value) && value >= 0)).toBe(true)
      const { inputTokens, outputTokens, totalTokens } = usage
      if (inputTokens !== null) {
        expect((usage.cachedTokens ?? 0) + (usage.cachedWriteTokens ?? 0)).toBeLessThanOrEqual(inputTokens)
        expect(usage.audioInputTokens ?? 0).toBeLessThanOrEqual(inputTokens)
      }
      if (outputTokens !== null) expect(usage.reasoningTokens ?? 0).toBeLessThanOrEqual(outputTokens)
      const sum = Math.min((inputTokens ?? 0) + (outputTokens ?? 0), Number.MAX_SAFE_INTEGER)
      expect(totalTokens ?? 0).toBe(totalTokens === null ? 0 : sum)
    }),
    { numRuns: propertyRuns(1_000) },
  )
})
