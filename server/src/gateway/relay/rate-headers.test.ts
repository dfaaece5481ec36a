import { expect, test } from 'bun:test'
import type { WindowView } from '../../core/money/budget-service.ts'
import { windowTerms } from '../../core/money/budget-terms.ts'
import type { RateLimit } from '../../core/stores/limits.ts'
import { addRateHeaders } from './response-headers.ts'

const owner = { holder: { kind: 'api_key', id: 'k' }, name: 'k', organisationId: 'o', workspaceId: null } as const
const view = (limit: RateLimit, remainingUnits: number, resetAtMs: number): WindowView => ({
  terms: windowTerms(owner, limit),
  remainingUnits,
  resetAtMs,
})

test('the tightest limit of each kind is sent, and other headers stay as they are', () => {
  const headers: Record<string, string> = { 'x-ratelimit-limit-tokens': 'the provider’s' }
  addRateHeaders(
    headers,
    [
      view({ type: 'requests', unit: 'rpm', value: 10 }, 4, 30_000),
      view({ type: 'requests', unit: 'rpd', value: 100 }, 2, 5_400_000),
    ],
    0,
  )
  expect(headers).toEqual({
    'x-ratelimit-limit-tokens': 'the provider’s',
    'x-ratelimit-limit-requests': '100',
    'x-ratelimit-remaining-requests': '2',
    'x-ratelimit-reset-requests': '1h30m0s',
  })
})

test('times are written as OpenAI writes them', () => {
  const reset = (ms: number) => {
    const headers: Record<string, string> = {}
    addRateHeaders(headers, [view({ type: 'tokens', unit: 'rpm', value: 1 }, 0, ms)], 0)
    return headers['x-ratelimit-reset-tokens']
  }
  expect([-5, 350, 999.5, 12_000, 360_000, 3_600_000].map(reset)).toEqual([
    '0ms',
    '350ms',
    '1000ms',
    '12s',
    '6m0s',
    '1h0m0s',
  ])
})
