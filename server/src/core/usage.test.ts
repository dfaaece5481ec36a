import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { usageFrom } from './usage.ts'

test('reasoning counted beside the output shows in the total, and is output then', () => {
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
  // A proxy that repeats Anthropic's words beside OpenAI's count: prompt_tokens are all of it.
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

test('whatever a provider says, counts are exact, and a part is never more than its whole', () => {
  fc.assert(
    fc.property(given, (told) => {
      const usage = usageFrom(told)
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
      expect(totalTokens ?? 0).toBeGreaterThanOrEqual(totalTokens === null ? 0 : sum)
    }),
    { numRuns: 1_000 },
  )
})
