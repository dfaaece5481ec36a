import { afterAll, expect, test } from 'bun:test'
import { shareGateway } from '../harness/share-gateway.ts'
import { ANTHROPIC_CASES } from './golden-costs/anthropic-cases.ts'
import { CLOUD_CASES } from './golden-costs/cloud-cases.ts'
import type { Answer, GoldenCase } from './golden-costs/golden-case.ts'
import { HOST_CASES } from './golden-costs/host-cases.ts'
import { OPENAI_CASES } from './golden-costs/openai-cases.ts'
import { OPENAI_CHAT_CASES } from './golden-costs/openai-chat-cases.ts'

const CASES = [...OPENAI_CHAT_CASES, ...OPENAI_CASES, ...ANTHROPIC_CASES, ...CLOUD_CASES, ...HOST_CASES]
const NANO_PER_CENT = 10_000_000
/** From the warning of a record that was estimated coarsely, because the tokenizer was still loading. */
const COARSE = 'not ready in time'

const gateway = await shareGateway()
const asked = new Map<string, number>()

/** The provider finds the case by a header of the caller, which the gateway forwards. */
const upstream = Bun.serve({
  port: 0,
  idleTimeout: 0,
  fetch(request) {
    const trace = request.headers.get('x-golden-case') ?? ''
    const golden = CASES[Number(trace.split(':')[0])]
    const nth = asked.get(trace) ?? 0
    asked.set(trace, nth + 1)
    const answer = golden?.answers[Math.min(nth, golden.answers.length - 1)]
    return answer ? play(answer) : new Response(null, { status: 501 })
  },
})
afterAll(() => upstream.stop(true))

function play({ status = 200, type, body, headers, stalls }: Answer): Response {
  const init = { status, headers: { 'content-type': type, ...headers } }
  if (!stalls) return new Response(body as Bun.BodyInit, init)
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return new Response(new ReadableStream({ start: (controller) => controller.enqueue(bytes) }), init)
}

const CLOUD_C = {
  cloud_c_region: 'us-east-1',
  cloud_c_access_key_id: 'AKIDEXAMPLE',
  cloud_c_secret_access_key: 'secret',
}

function configOf({ provider, config = {}, answers }: GoldenCase): object {
  const host = `${upstream.url.origin}${provider === 'bedrock' ? '' : '/v1'}`
  const credential = provider === 'bedrock' ? CLOUD_C : { api_key: 'sk-golden' }
  const target = { provider, custom_host: host, ...credential }
  return 'strategy' in config ? { ...config, targets: answers.map(() => target) } : { ...target, ...config }
}

const OWN_PRICES = [
  {
    provider: 'openai',
    model: 'own-batch',
    prices: { input_tokens: { usd: 0.1 }, output_tokens: { usd: 0.4 } },
    batch_prices: { input_tokens: { usd: 0.05 }, output_tokens: { usd: 0.1 } },
  },
  {
    provider: 'deepseek',
    model: 'own-deepseek',
    prices: { input_tokens: { usd: 0.27 }, cached_tokens: { usd: 0.07 }, output_tokens: { usd: 1.1 } },
  },
  { provider: 'openai', model: 'own-speech', prices: { characters: { usd: 15, per: 1_000_000 } } },
  { provider: 'cohere', model: 'own-rerank', prices: { search_units: { usd: 2, per: 1_000 } } },
]
for (const body of OWN_PRICES) {
  const reply = await gateway.fetch('/v1/prices', { method: 'POST', key: gateway.adminKey, body })
  if (reply.status >= 300) throw new Error(`The custom price was refused: ${await reply.text()}`)
}

async function call(golden: GoldenCase, index: number, attempt: number): Promise<string> {
  const trace = crypto.randomUUID()
  const left = new AbortController()
  const reply = await gateway.fetch(golden.path, {
    method: 'POST',
    headers: {
      'x-gateway-config': JSON.stringify(configOf(golden)),
      'x-gateway-trace-id': trace,
      'x-golden-case': `${index}:${attempt}`,
      'accept-encoding': 'gzip',
    },
    body: golden.body,
    signal: left.signal,
  })
  if (golden.leavesAfter === undefined) await reply.arrayBuffer()
  else await readUntil(reply, golden.leavesAfter, left)
  return trace
}

async function readUntil(reply: Response, text: string, left: AbortController): Promise<void> {
  let read = ''
  const decoder = new TextDecoder()
  const reader = reply.body?.getReader()
  for (;;) {
    const piece = await reader?.read()
    if (!piece || piece.done) break
    read += decoder.decode(piece.value, { stream: true })
    if (read.includes(text)) return left.abort()
  }
  throw new Error(`The answer ended without ${text}: ${read}`)
}

/** Sends the request until the tokenizer counts in time: on a busy machine, its thread may have to wait for a core. */
async function recordOf(golden: GoldenCase, index: number) {
  for (let attempt = 0; ; attempt++) {
    const log = await gateway.waitForLog(await call(golden, index, attempt))
    if (!log.warnings.some((warning) => warning.includes(COARSE))) return log
    await Bun.sleep(20)
  }
}

const NAMED = CASES.map((golden, index) => [`${golden.provider}: ${golden.name}`, golden, index] as const)

test.each(NAMED)('%s', async (_, golden, index) => {
  const log = await recordOf(golden, index)
  const money = log.warnings.filter((warning) => /^(usage|cost):/.test(warning))
  expect({ nanoUsd: log.cost === null ? null : Math.round(log.cost * NANO_PER_CENT), money }).toEqual({
    nanoUsd: golden.nanoUsd === null ? null : Math.round(golden.nanoUsd),
    money: golden.warns === undefined ? [] : expect.arrayContaining([expect.stringContaining(golden.warns)]),
  })
  if (golden.usage === null) expect(log.usage).toBeNull()
  else if (golden.usage) expect(log.usage).toMatchObject(golden.usage)
  const lines = log.cost_lines.reduce((sum, line) => sum + Math.round(line.cost * NANO_PER_CENT), 0)
  expect(lines).toBe(log.cost === null ? 0 : Math.round(log.cost * NANO_PER_CENT))
})

test('there are at least 60 cases, for all formats', () => {
  expect(CASES.length).toBeGreaterThanOrEqual(60)
  expect(new Set(CASES.map(({ provider }) => provider)).size).toBeGreaterThanOrEqual(15)
})
