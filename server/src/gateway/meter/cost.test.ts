import { expect, test } from 'bun:test'
import { NO_USAGE } from '../../core/usage.ts'
import { PriceList } from '../../pricing/price-list.ts'
import { handle } from '../pipeline.ts'
import { type Answer, json, sse, target, testGateway } from '../test-gateway.ts'
import type { LocalCounter } from './local/token-counter.ts'

const RATE = { nanoUsd: 1_000_000_000, perUnits: 1_000_000 }
const book = new PriceList({
  all: async () => [
    {
      id: 'p',
      organisationId: 'o',
      workspaceId: null,
      virtualKey: null,
      provider: 'openai',
      model: 'priced*',
      list: {
        rates: { input_tokens: RATE, output_tokens: RATE, characters: RATE, images: { nanoUsd: 7, perUnits: 1 } },
        tiers: [],
        batchRates: null,
      },
      multiplier: 1,
      validFromMs: 0,
      revision: 1,
      createdBy: 'k',
      createdAtMs: 0,
      updatedAtMs: 0,
    },
  ],
})
book.refresh()
await book.settled()

type Asked = {
  readonly path?: string
  readonly config?: object
  readonly body?: object
  readonly tokens?: LocalCounter
}

async function recordOf(answers: Answer[], asked: Asked = {}) {
  const { path = '/chat/completions', config = {}, body = {}, tokens } = asked
  const { ports, records } = testGateway(answers)
  const text = JSON.stringify({ model: 'priced', messages: [], ...body })
  const request = new Request(`http://g/v1${path}`, {
    method: 'POST',
    body: text,
    headers: {
      'content-type': 'application/json',
      'content-length': String(text.length),
      'x-gateway-api-key': 'KEY',
      'x-gateway-config': JSON.stringify(target(config)),
    },
  })
  await (await handle(request, { ...ports, prices: book, ...(tokens && { tokens }) })).text().catch(() => {})
  return records[0]!
}

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`

test('a response is priced by its usage, and by the model that the target requested', async () => {
  const plain = await recordOf([json(200, { choices: [], usage: USAGE })])
  expect(plain).toMatchObject({ costNanoUsd: 120_000, priceVersion: 'own-p-1', usage: { totalTokens: 120 } })
  expect(plain.costLines.map(({ unit, quantity }) => [unit, quantity])).toEqual([
    ['input_tokens', 100],
    ['output_tokens', 20],
  ])
  const unknown = await recordOf([json(200, { usage: USAGE })], { body: { model: 'unheard-of' } })
  expect(unknown).toMatchObject({ costNanoUsd: null, priceVersion: null, costLines: [] })
  const overridden = await recordOf([json(200, { usage: USAGE })], {
    body: { model: 'unheard-of' },
    config: { override_params: { model: 'priced-too' } },
  })
  expect(overridden.costNanoUsd).toBe(120_000)
})

test('refusals by us and by the provider cost nothing; the cost of an attempt with an unknown end is unknown', async () => {
  expect((await recordOf([], { config: { provider: 'nobody' } })).costNanoUsd).toBe(0)
  expect((await recordOf([json(429, { error: {} })])).costNanoUsd).toBe(0)
  expect((await recordOf([])).costNanoUsd).toBe(0)
  const cut: Answer = async () =>
    new Response(new ReadableStream({ start: (controller) => controller.error(new Error('cut')) }), {
      headers: { 'content-type': 'application/json' },
    })
  expect((await recordOf([cut])).costNanoUsd).toBeNull()
})

test('speech is counted in characters, images by the number requested', async () => {
  const speech = await recordOf([json(200, {})], { path: '/audio/speech', body: { input: 'Grüße 👋' } })
  expect(speech).toMatchObject({ usage: { ...NO_USAGE, characters: 7 }, costNanoUsd: 7_000 })
  const images = await recordOf([json(200, { data: [] })], { path: '/images/generations', body: { n: 3 } })
  expect(images).toMatchObject({ usage: { ...NO_USAGE, images: 3 }, costNanoUsd: 21 })
})

test('a stream without counts is estimated by the length of its texts, with a warning', async () => {
  const text = event({ choices: [{ delta: { content: 'x'.repeat(400) } }] })
  const { usage, costNanoUsd, warnings } = await recordOf([sse(`${text}data: [DONE]\n\n`)], {
    body: {
      messages: [
        { role: 'user', content: 'y'.repeat(800) },
        { role: 'user', content: `data:image/png;base64,${'A'.repeat(5_000)}` },
      ],
    },
  })
  expect(usage).toMatchObject({ isEstimate: true, outputTokens: 100 })
  expect(warnings).toEqual(['usage: estimated at four bytes a token; the tokenizer was not ready in time.'])
  // The model's name and the roles are texts too.
  expect(usage?.inputTokens).toBe(Math.ceil((800 + 'priced'.length + 2 * 'user'.length) / 4))
  expect(costNanoUsd).toBe((100 + (usage?.inputTokens ?? 0)) * 1_000)
})

test('a cut stream counts what was generated; usage that the provider reported is not changed', async () => {
  const chunk = event({ choices: [{ delta: { content: 'z'.repeat(40) } }] })
  const cut: Answer = async () => {
    let sent = 0
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent++ < 5) controller.enqueue(new TextEncoder().encode(chunk))
        else controller.error(new Error('cut'))
      },
    })
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
  }
  const broken = await recordOf([cut])
  expect(broken).toMatchObject({ ending: 'broken', usage: { isEstimate: true, outputTokens: 50 } })
  expect(broken.costNanoUsd).toBe(((broken.usage?.inputTokens ?? 0) + 50) * 1_000)
  const counted = await recordOf([sse(`${chunk}${event({ choices: [], usage: USAGE })}data: [DONE]\n\n`)])
  expect(counted).toMatchObject({ usage: { isEstimate: false, totalTokens: 120 }, costNanoUsd: 120_000 })
})

test('an interrupted Messages stream counts more than the one token that its first event reports', async () => {
  const start = { type: 'message_start', message: { usage: { input_tokens: 30, output_tokens: 1 } } }
  const delta = { type: 'content_block_delta', delta: { type: 'text_delta', text: 'w'.repeat(80) } }
  const end = { type: 'message_delta', delta: {}, usage: { output_tokens: 25 } }
  const asked = { path: '/messages', config: { provider: 'anthropic' }, body: { max_tokens: 50 } }
  const cut = await recordOf([sse(event(start) + event(delta))], asked)
  expect(cut.usage).toMatchObject({ isEstimate: true, inputTokens: 30, outputTokens: 20, totalTokens: 50 })
  const whole = await recordOf([sse(event(start) + event(delta) + event(end))], asked)
  expect(whole.usage).toMatchObject({ isEstimate: false, inputTokens: 30, outputTokens: 25 })
})

const COUNTED: LocalCounter = {
  count: async ({ request, response }) => ({ inputTokens: request && 11, outputTokens: response && 5 }),
  unpack: async () => null,
  warm: () => {},
}

test('the tokenizer’s count is used only for the missing half', async () => {
  const text = event({ object: 'chat.completion.chunk', choices: [{ delta: { content: 'words' } }] })
  const uncounted = await recordOf([sse(text)], { tokens: COUNTED })
  expect(uncounted).toMatchObject({ usage: { inputTokens: 11, outputTokens: 5, isEstimate: true }, warnings: [] })
  expect(uncounted.costNanoUsd).toBe(16_000)
  const plain = await recordOf([json(200, { choices: [{ message: { content: 'words' } }] })], { tokens: COUNTED })
  expect(plain.usage).toMatchObject({ totalTokens: 16, isEstimate: true })
  const half = await recordOf([json(200, { choices: [], usage: { prompt_tokens: 100 } })], { tokens: COUNTED })
  expect(half.usage).toMatchObject({ inputTokens: 100, outputTokens: 5, totalTokens: 105, isEstimate: true })
  const told = await recordOf([json(200, { choices: [], usage: USAGE })], { tokens: COUNTED })
  expect(told.usage).toMatchObject({ totalTokens: 120, isEstimate: false })
  const embedded = await recordOf([json(200, { data: [], usage: { prompt_tokens: 0, total_tokens: 0 } })], {
    path: '/embeddings',
    body: { input: 'words' },
    tokens: COUNTED,
  })
  expect(embedded.usage).toMatchObject({ inputTokens: 11, outputTokens: null, totalTokens: 11, isEstimate: true })
})

test('a response without text is not counted', async () => {
  const silent: LocalCounter = { ...COUNTED, count: async () => ({ inputTokens: 11, outputTokens: 0 }) }
  const record = await recordOf([sse(event({ choices: [] }))], { tokens: silent })
  expect(record).toMatchObject({ usage: null, costNanoUsd: null })
})

test('an invalid count causes a warning and never lowers the cost', async () => {
  const usage = { prompt_tokens: 100, completion_tokens: -1_000_000, total_tokens: 120 }
  const record = await recordOf([json(200, { choices: [], usage })], { tokens: COUNTED })
  // The output count is the total minus the input.
  expect(record).toMatchObject({ usage: { inputTokens: 100, outputTokens: 20 }, costNanoUsd: 120_000 })
  expect(record.warnings).toEqual(['usage: the provider’s completion_tokens is not a valid count: -1000000.'])
})

test.each([
  ['/files', 0],
  ['/batches', 0],
  ['/batches/b1/cancel', 0],
  ['/responses/r1/cancel', 0],
  ['/proxy/messages/count_tokens', 0],
  ['/proxy/models/gemini-2.5-pro:countTokens', 0],
  ['/proxy/models/gemini-2.5-pro:batchGenerateContent', 0],
  ['/proxy/messages/batches', 0],
  ['/proxy/vector_stores', 0],
  // Any other path may cost something.
  ['/proxy/fine_tuning/jobs', null],
])('a call of %s without usage costs %p', async (path, costNanoUsd) => {
  expect(
    (await recordOf([json(200, { id: 'x', usage: { total_tokens: 5 } })], { path, body: { model: 'none' } }))
      .costNanoUsd,
  ).toBe(costNanoUsd)
})

test('creating a batch warns that its lines are not counted', async () => {
  for (const path of ['/batches', '/proxy/messages/batches'])
    expect((await recordOf([json(200, { id: 'b' })], { path })).warnings).toEqual([
      expect.stringContaining('creating a batch'),
    ])
})

const PLAIN_COST = 120_000
const PRIORITY_COST = 2.5 * PLAIN_COST

test('a more expensive tier costs more, with a warning if estimated; a downgrade is charged as served', async () => {
  const served = (tier: string) => [json(200, { choices: [], usage: USAGE, service_tier: tier })]
  const costs = async (answers: Answer[], body: object = {}) => {
    const { costNanoUsd, warnings } = await recordOf(answers, { body })
    return [costNanoUsd, warnings.length]
  }
  const said = await recordOf(served('priority'))
  expect(said).toMatchObject({ costNanoUsd: PRIORITY_COST, priceVersion: 'own-p-1 priority x 2.5' })
  expect(said.warnings).toEqual([expect.stringContaining('tier priority, which the price list lacks')])
  expect(await costs(served('default'), { service_tier: 'priority' })).toEqual([PLAIN_COST, 0])
  // If the response names no tier, the requested one is charged.
  expect(await costs([json(200, { usage: USAGE })], { service_tier: 'priority' })).toEqual([PRIORITY_COST, 1])
  expect(await costs([json(200, { usage: USAGE })], { service_tier: 'auto' })).toEqual([PLAIN_COST, 0])
  // The custom price has no flex price.
  const flex = await recordOf([json(200, { usage: USAGE })], { body: { service_tier: 'flex' } })
  expect(flex).toMatchObject({ costNanoUsd: PLAIN_COST, warnings: [expect.stringContaining('tier flex')] })
})

test('a tier that a target sets counts as if the caller had requested it', async () => {
  const config = { override_params: { service_tier: 'priority' } }
  expect((await recordOf([json(200, { usage: USAGE })], { config })).costNanoUsd).toBe(PRIORITY_COST)
  const dropped = { drop_params: ['service_tier'] }
  const body = { service_tier: 'priority' }
  expect((await recordOf([json(200, { usage: USAGE })], { config: dropped, body })).costNanoUsd).toBe(PLAIN_COST)
})

test('a stream is charged at the tier that its events report', async () => {
  const chunk = (tier: string) => event({ choices: [{ delta: { content: 'x' } }], service_tier: tier })
  const end = event({ choices: [], usage: USAGE, service_tier: 'priority' })
  const stream = [sse(`${chunk('auto')}${chunk('priority')}${end}data: [DONE]\n\n`)]
  expect((await recordOf(stream)).costNanoUsd).toBe(PRIORITY_COST)
})

test.each([
  ['the text of a response', { choices: [{ message: { content: '"service_tier":"default"' } }] }],
  ['the input of a tool', { content: [{ type: 'tool_use', input: { service_tier: 'default' } }] }],
  ['echoed metadata', { metadata: { service_tier: 'default', trafficType: 'ON_DEMAND' } }],
])('a tier in %s is ignored', async (_, words) => {
  const body = { service_tier: 'priority' }
  expect((await recordOf([json(200, { ...words, usage: USAGE })], { body })).costNanoUsd).toBe(PRIORITY_COST)
  const told = json(200, { usage: USAGE, service_tier: 'priority', ...words })
  expect((await recordOf([told], { body })).costNanoUsd).toBe(PRIORITY_COST)
  // Such text does not give a discount either.
  const text = JSON.stringify(words).replaceAll('default', 'flex').replaceAll('ON_DEMAND', 'ON_DEMAND_FLEX')
  expect((await recordOf([json(200, { ...JSON.parse(text), usage: USAGE })])).costNanoUsd).toBe(PLAIN_COST)
})
