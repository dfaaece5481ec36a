import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { dependencies } from '../../../package.json'
import { costOf } from '../core/money/cost-of.ts'
import type { UnitPrices } from '../core/money/price-card.ts'
import type { PricedModel } from '../core/money/prices.ts'
import type { CustomPrice } from '../core/stores/prices.ts'
import { usageFrom } from '../core/usage.ts'
import { CATALOGUE_VERSION, cataloguePrice } from './catalogue.ts'
import { PriceList } from './price-list.ts'

const NOW_MS = Date.UTC(2026, 10, 1)

function listOf(nanoUsd: number): UnitPrices {
  const rate = { nanoUsd, perUnits: 1_000_000 }
  return { rates: { input_tokens: rate, output_tokens: rate }, tiers: [], batchRates: null }
}

function customPrice(more: Partial<CustomPrice>): CustomPrice {
  return {
    id: 'p1',
    organisationId: 'o',
    workspaceId: null,
    virtualKey: null,
    provider: null,
    model: '*',
    list: listOf(1),
    multiplier: 1,
    validFromMs: 0,
    revision: 1,
    createdBy: 'k',
    createdAtMs: 0,
    updatedAtMs: 0,
    ...more,
  }
}

const called = (more: Partial<PricedModel> = {}): PricedModel => ({
  organisationId: 'o',
  workspaceId: 'w',
  virtualKey: 'vk',
  provider: 'openai',
  model: 'gpt-4o',
  responseModel: null,
  ...more,
})

async function bookOf(...own: CustomPrice[]): Promise<PriceList> {
  const book = new PriceList({ all: async () => own })
  book.refresh()
  await book.settled()
  return book
}

test('the list price version is the installed package version', async () => {
  const found = (await bookOf()).priceOf(called(), NOW_MS)
  expect(found?.card).toMatchObject({
    version: CATALOGUE_VERSION,
    isFree: false,
    rates: { input_tokens: { perUnits: 1_000_000 }, output_tokens: { perUnits: 1_000_000 } },
  })
  expect(found?.card.rates.input_tokens?.nanoUsd).toBeGreaterThan(0)
  expect(CATALOGUE_VERSION).toStartWith(`genai-prices-${dependencies['@pydantic/genai-prices']}-`)
})

test('list prices have a rate for cached audio', () => {
  const mini = cataloguePrice('openai', 'gpt-realtime-mini', Date.now())
  const { cached_audio_tokens, cached_tokens, audio_input_tokens } = mini!.rates
  expect(cached_audio_tokens?.nanoUsd).toBeGreaterThan(cached_tokens!.nanoUsd)
  expect(cached_audio_tokens?.nanoUsd).toBeLessThan(audio_input_tokens!.nanoUsd)
})

test('list prices have tiers and cached rates', async () => {
  const gemini = (await bookOf()).priceOf(called({ provider: 'google', model: 'gemini-2.5-pro' }), NOW_MS)?.card
  const [tier] = gemini?.tiers ?? []
  expect(tier?.overInputTokens).toBe(200_000)
  expect(tier?.rates.input_tokens?.nanoUsd).toBeGreaterThan(gemini?.rates.input_tokens?.nanoUsd ?? Number.NaN)
  expect(gemini?.rates.cached_tokens?.nanoUsd).toBeLessThan(gemini?.rates.input_tokens?.nanoUsd ?? Number.NaN)
})

test('one-hour cache writes of Claude cost twice the input price on every host', async () => {
  const book = await bookOf()
  const models = [
    ['anthropic', 'claude-sonnet-4-5'],
    ['bedrock', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'],
    ['openrouter', 'anthropic/claude-sonnet-4.5'],
  ] as const
  for (const [provider, model] of models) {
    const { rates, tiers } = book.priceOf(called({ provider, model }), NOW_MS)!.card
    for (const { input_tokens, cached_write_long_tokens } of [rates, ...tiers.map((tier) => tier.rates)])
      expect(cached_write_long_tokens?.nanoUsd).toBe(2 * (input_tokens?.nanoUsd ?? Number.NaN))
  }
  const nova = book.priceOf(called({ provider: 'bedrock', model: 'amazon.nova-pro-v1:0' }), NOW_MS)?.card
  expect(nova?.rates.cached_write_long_tokens).toBeUndefined()
})

test('hosts with prices in the catalogue are priced under our slugs', async () => {
  const book = await bookOf()
  const models = [
    ['ovhcloud', 'DeepSeek-R1-Distill-Llama-70B'],
    ['workers-ai', '@cf/ai4bharat/indictrans2-en-indic-1B'],
    ['z-ai', 'GLM-5.2'],
  ] as const
  for (const [provider, model] of models) {
    expect(book.priceOf(called({ provider, model }), NOW_MS)?.card.rates.input_tokens?.nanoUsd).toBeGreaterThan(0)
  }
})

test('the mock provider is free for any model; an unknown model has no price', async () => {
  const book = await bookOf()
  const mock = book.priceOf(called({ provider: 'mock', model: null }), NOW_MS)
  expect(mock && costOf(null, mock.card)).toEqual({ nanoUsd: 0, lines: [] })
  expect(book.priceOf(called({ model: 'nobody-knows' }), NOW_MS)).toBeNull()
  expect(book.priceOf(called({ provider: 'ollama' }), NOW_MS)).toBeNull()
  expect(book.priceOf(called({ model: null }), NOW_MS)).toBeNull()
})

test('the response model is used if the requested model has no price', async () => {
  const deployment = called({ provider: 'azure-openai', model: 'our-deployment', responseModel: 'gpt-4o-2024-08-06' })
  expect((await bookOf()).priceOf(deployment, NOW_MS)?.card.version).toBe(CATALOGUE_VERSION)
})

const RANKED: readonly CustomPrice[] = [
  customPrice({ id: 'any' }),
  customPrice({ id: 'pattern', model: 'gpt-*' }),
  customPrice({ id: 'name', model: 'gpt-4o' }),
  customPrice({ id: 'provider', provider: 'openai' }),
  customPrice({ id: 'workspace', workspaceId: 'w' }),
  customPrice({ id: 'workspace-provider', workspaceId: 'w', provider: 'openai' }),
  customPrice({ id: 'key', workspaceId: 'w', virtualKey: 'vk' }),
  customPrice({ id: 'key-name', workspaceId: 'w', virtualKey: 'vk', model: 'gpt-4o' }),
]

test('the most specific custom price wins, in any order of creation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...RANKED], { minLength: 1 }), async (prices) => {
      const best = prices.reduce((left, right) => (RANKED.indexOf(right) > RANKED.indexOf(left) ? right : left))
      expect((await bookOf(...prices)).priceOf(called(), NOW_MS)?.custom?.id).toBe(best.id)
    }),
  )
})

test.each([
  [{ workspaceId: 'other' }],
  [{ organisationId: 'other' }],
  [{ virtualKey: 'other', workspaceId: 'w' }],
  [{ provider: 'anthropic' }],
  [{ model: 'gpt-4o-mini' }],
  [{ model: 'gpt*mini' }],
  [{ validFromMs: NOW_MS + 1 }],
])('a custom price for %j does not concern the call', async (elsewhere) => {
  expect((await bookOf(customPrice(elsewhere))).priceOf(called(), NOW_MS)?.custom).toBeNull()
})

test('calls that differ in one field each get their own price, in any order', async () => {
  const own = [
    customPrice({ id: 'org', organisationId: 'p', list: listOf(2) }),
    customPrice({ id: 'workspace', workspaceId: 'v', list: listOf(3) }),
    customPrice({ id: 'key', virtualKey: 'other', list: listOf(4) }),
    customPrice({ id: 'provider', provider: 'azure', list: listOf(5) }),
    customPrice({ id: 'model', model: 'o3', list: listOf(6) }),
    customPrice({ id: 'given', model: 'given', list: listOf(7) }),
  ]
  const calls = [
    called({ model: 'nobody-knows' }),
    called({ model: 'nobody-knows', organisationId: 'p' }),
    called({ model: 'nobody-knows', workspaceId: 'v' }),
    called({ model: 'nobody-knows', virtualKey: 'other' }),
    called({ model: 'nobody-knows', provider: 'azure' }),
    called({ model: 'o3' }),
    called({ model: 'nobody-knows', responseModel: 'given' }),
  ]
  const book = await bookOf(...own)
  fc.assert(
    fc.property(fc.array(fc.nat({ max: calls.length - 1 }), { maxLength: 30 }), (order) => {
      const priced = order.map((at) => book.priceOf({ ...calls[at]! }, NOW_MS)?.custom?.id ?? null)
      expect(priced).toEqual(order.map((at) => [null, 'org', 'workspace', 'key', 'provider', 'model', 'given'][at]!))
    }),
  )
})

test('the price in force is the latest that has begun', async () => {
  const prices = [customPrice({ id: 'old', validFromMs: 1 }), customPrice({ id: 'new', validFromMs: NOW_MS })]
  const book = await bookOf(...prices)
  expect(book.priceOf(called(), NOW_MS - 60_000)?.card.version).toBe('own-old-1')
  expect(book.priceOf(called(), NOW_MS)?.card.version).toBe('own-new-1')
})

test('a multiplier scales the list price, and the version names both', async () => {
  const list = (await bookOf()).priceOf(called(), NOW_MS)!.card
  const card = (await bookOf(customPrice({ list: null, multiplier: 1.1 }))).priceOf(called(), NOW_MS)!.card
  const plain = list.rates.input_tokens!.nanoUsd
  expect(card.rates.input_tokens!.nanoUsd).toBe(Math.ceil((plain * 11) / 10))
  expect(card.version).toBe(`own-p1-1 x ${CATALOGUE_VERSION}`)
})

test('a model with a base model has the price of the base model, own or listed', async () => {
  const tuned = customPrice({ model: 'ft:a', list: null, baseModel: 'gpt-4o', virtualKey: 'vk' })
  const book = await bookOf(tuned)
  const price = (model: string, more: Partial<PricedModel> = {}) => book.priceOf(called({ model, ...more }), NOW_MS)
  const base = price('gpt-4o')!
  const expected = { custom: null, card: { ...base.card, version: `${CATALOGUE_VERSION} of gpt-4o` } }
  expect(price('ft:a')).toEqual(expected)
  expect(price('ft:a', { responseModel: 'gpt-4o-mini' })).toEqual(expected)
  // Another virtual key has no base model for this name.
  expect(price('ft:a', { virtualKey: 'other' })).toBeNull()
  const own = customPrice({ id: 'base', model: 'gpt-4o', list: listOf(7) })
  expect((await bookOf(tuned, own)).priceOf(called({ model: 'ft:a' }), NOW_MS)?.custom?.id).toBe('base')
  // A loop of base models has no price.
  const loop = [
    customPrice({ ...tuned, baseModel: 'ft:b' }),
    customPrice({ ...tuned, model: 'ft:b', baseModel: 'ft:a' }),
  ]
  expect((await bookOf(...loop)).priceOf(called({ model: 'ft:a' }), NOW_MS)).toBeNull()
})

test('a listed model whose base model differs has the price of the base model', async () => {
  const aliased = customPrice({ model: 'gpt-4o', list: null, baseModel: 'gpt-4o-mini' })
  const book = await bookOf(aliased)
  const row = book.listModels(called(), NOW_MS).find(({ listed }) => listed.model === 'gpt-4o')
  expect(row?.price.card.rates).toEqual(book.priceOf(called({ model: 'gpt-4o-mini' }), NOW_MS)!.card.rates)
  expect(book.priceOf(called(), NOW_MS)).toEqual(row!.price)
})

test('there is no price before the first load, and a failed load is retried', async () => {
  let failures = 1
  const book = new PriceList({
    all: async () => {
      if (failures-- > 0) throw new Error('not now')
      return [customPrice({})]
    },
  })
  book.refresh()
  await book.settled()
  expect(book.priceOf(called(), NOW_MS)).toBeNull()
  await book.settled()
  expect(book.priceOf(called(), NOW_MS)?.custom?.id).toBe('p1')
})

test('no model name or pattern causes an error or a slow match', async () => {
  const book = await bookOf(customPrice({ model: '*a*a*a*a*a*a*a*b' }))
  const usage = usageFrom({ prompt_tokens: 3, completion_tokens: 4 })
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('openai', 'google', 'bedrock', '__proto__'),
      (model, provider) => {
        const found = book.priceOf(called({ model, responseModel: model, provider }), NOW_MS)
        if (found) expect(costOf(usage, found.card)?.nanoUsd ?? 0).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})

test('a price that begins within a minute applies from its start, despite the cache', async () => {
  const book = await bookOf(customPrice({ model: 'house', validFromMs: NOW_MS + 30_000 }))
  const house = called({ model: 'house' })
  expect(book.priceOf(house, NOW_MS + 29_999)).toBeNull()
  expect(book.priceOf(house, NOW_MS + 30_000)?.custom?.id).toBe('p1')
  expect(book.priceOf(house, NOW_MS + 29_999)).toBeNull()
})

test('a stored price in force applies to later calls even if the clock of this node is behind', async () => {
  const [HOUR_MS, stored] = [3_600_000, [] as CustomPrice[]]
  let clockMs = NOW_MS
  const open = async () => {
    const book = new PriceList({ all: async () => [...stored] }, () => clockMs)
    book.refresh()
    await book.settled()
    return book
  }
  const book = await open()
  const dated = (id: string, validFromMs: number, updatedAtMs: number) =>
    customPrice({ id, model: id, validFromMs, createdAtMs: updatedAtMs, updatedAtMs })
  stored.push(dated('now', NOW_MS + HOUR_MS, NOW_MS + HOUR_MS), dated('later', NOW_MS + HOUR_MS + 1, NOW_MS + HOUR_MS))
  const idOf = (model: string, atMs: number, of = book) => of.priceOf(called({ model }), atMs)?.custom?.id
  for (clockMs of [NOW_MS + 1_000, NOW_MS + 9_000]) {
    book.refresh()
    await book.settled()
    // The price does not apply to calls from before the node read it.
    expect(idOf('now', NOW_MS + 999)).toBeUndefined()
    expect(idOf('now', NOW_MS + 1_000)).toBe('now')
    expect(idOf('later', NOW_MS + 9_000)).toBeUndefined()
  }
  expect(idOf('later', NOW_MS + HOUR_MS + 1)).toBe('later')
  expect(idOf('now', clockMs, await open())).toBe('now')
})

test('a future price that is changed after its start begins then, not when it was first read', async () => {
  const stored = [customPrice({ model: 'house', validFromMs: NOW_MS + 10, updatedAtMs: NOW_MS })]
  let clockMs = NOW_MS
  const book = new PriceList({ all: async () => [...stored] }, () => clockMs)
  book.refresh()
  await book.settled()
  clockMs = NOW_MS + 50
  stored[0] = customPrice({ model: 'house', validFromMs: NOW_MS + 10, updatedAtMs: NOW_MS + 50, revision: 2 })
  book.refresh()
  await book.settled()
  expect(book.priceOf(called({ model: 'house' }), NOW_MS + 9)).toBeNull()
  expect(book.priceOf(called({ model: 'house' }), NOW_MS + 10)?.card.version).toBe('own-p1-2')
})

test('a listed model has the price that a request for it has', async () => {
  const book = await bookOf(customPrice({ provider: 'groq', model: '*', list: null, multiplier: 2 }))
  const providers = ['openai', 'anthropic', 'bedrock', 'google', 'vertex-ai', 'groq', 'deepseek', 'mistral-ai', 'x-ai']
  for (const provider of providers) {
    const call = called({ provider, virtualKey: null })
    const models = book.listModels(call, NOW_MS)
    expect([provider, models.length > 0]).toEqual([provider, true])
    for (const { listed, price } of models) {
      expect([provider, listed.model, price]).toEqual([
        provider,
        listed.model,
        book.priceOf({ ...call, model: listed.model }, NOW_MS)!,
      ])
    }
  }
  const names = (provider: string) => book.listModels(called({ provider }), NOW_MS).map(({ listed }) => listed.model)
  expect(names('openai')).toContain('gpt-4o')
  // Names of classes of models cannot be sent.
  expect(names('openai').filter((name) => name.startsWith('ft:'))).toEqual([])
  expect(names('bedrock').filter((name) => name.startsWith('regional.'))).toEqual([])
  expect(names('ollama')).toEqual([])
})
