import { expect, test } from 'bun:test'
import type { Price } from './price.ts'
import { rateWords } from './price.ts'
import { bodyOf, draftOf, newPrice, setRate } from './price-draft.ts'

const PRICE: Price = {
  id: 'p',
  workspace_id: 'w',
  virtual_key: null,
  provider: 'openai',
  model: 'gpt-4o*',
  prices: { input_tokens: { usd: 2, per: 1_000_000 }, images: { usd: 0.04, per: 1 } },
  tiers: [{ over_input_tokens: 200_000, prices: { input_tokens: { usd: 4, per: 1_000_000 } } }],
  batch_prices: { input_tokens: { usd: 1, per: 1_000_000 } },
  multiplier: 1.2,
  valid_from: '2026-01-01T00:00:00Z',
  last_updated_at: '2026-01-01T00:00:00Z',
}

test('an unchanged price is sent back complete, with tiers and batch prices', () => {
  expect(bodyOf(draftOf(PRICE))).toEqual({
    model: 'gpt-4o*',
    provider: 'openai',
    virtual_key: null,
    workspace_id: 'w',
    multiplier: 1.2,
    prices: PRICE.prices ?? {},
    tiers: PRICE.tiers,
    batch_prices: PRICE.batch_prices,
  })
})

test('an empty rate is left out, and what is no number is left for the gateway to refuse', () => {
  const typed = setRate(setRate(newPrice('openai', 'x'), 'input_tokens', '3'), 'output_tokens', ' ')
  expect(bodyOf(typed).prices).toEqual({ input_tokens: { usd: 3, per: 1_000_000 } })
  expect(bodyOf(setRate(typed, 'images', 'cheap')).prices).toHaveProperty('images.usd', 'cheap')
})

test('a multiple of the list price sends no list', () => {
  const body = bodyOf({ ...newPrice('', 'claude-*'), isOwnList: false, multiplier: '0.8' })
  expect(body).toEqual({ model: 'claude-*', provider: null, virtual_key: null, multiplier: 0.8 })
})

test('rates name their amount', () => {
  expect(rateWords('input_tokens', { usd: 2, per: 1_000_000 })).toBe('Input $2.00 per 1M tokens')
  expect(rateWords('images', { usd: 0.04, per: 1 })).toBe('Images $0.040 per image')
})
