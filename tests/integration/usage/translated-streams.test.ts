import { expect, test } from 'bun:test'
import { eventFrame } from '../../../simulators/wire/converse/event-frames.ts'
import { eventually } from '../../harness/eventually.ts'
import { partOf } from '../../harness/property-runs.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { cost, LimitedScene } from '../limits/limited-gateway.ts'
import { DONE, data, NEVER, named, type Scripted, scriptedProvider } from './scripted-provider.ts'

const gateway = await shareGateway()
const scene = new LimitedScene(gateway)

const MODEL = 'dear-input'
const INPUT_TOKENS = 1_000
const PROMPT = ' day'.repeat(INPUT_TOKENS)
const PRICES = { input_tokens: { usd: 1_000 }, output_tokens: { usd: 1 } }
/** The cost of the prompt alone, in US dollars. */
const INPUT_USD = 1

const CLOUD_C = { cloud_c_region: 'r', cloud_c_access_key_id: 'a', cloud_c_secret_access_key: 's' }
const EVENT_STREAM = 'application/vnd.amazon.eventstream'
const chunk = (delta: object, reason: string | null = null) =>
  data({
    id: 'c',
    object: 'chat.completion.chunk',
    model: MODEL,
    choices: [{ index: 0, delta, finish_reason: reason }],
  })
const gemini = (text: string, more: object = {}) =>
  data({ candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, ...more }] })
const start = (usage: object) =>
  named({ type: 'message_start', message: { id: 'm', type: 'message', role: 'assistant', content: [], usage } })
const BLOCK =
  named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }) +
  named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'word' } })

type Script = {
  readonly provider: string
  readonly type?: string
  /** The first event, a piece of text and, if the format allows it, an end without usage. */
  readonly events: readonly [string | Uint8Array, string | Uint8Array, ...(string | Uint8Array)[]]
}

const SCRIPTS: readonly Script[] = [
  {
    provider: 'openai',
    events: [chunk({ role: 'assistant', content: '' }), chunk({ content: 'word' }), chunk({}, 'stop'), DONE],
  },
  {
    provider: 'anthropic',
    events: [start({ input_tokens: 1_005, output_tokens: 1 }), BLOCK],
  },
  {
    // A relay that does not know the input tokens at the start.
    provider: 'anthropic',
    events: [start({ input_tokens: 0, output_tokens: 0 }), BLOCK],
  },
  { provider: 'google', events: [gemini(''), gemini('word'), gemini('', { finishReason: 'STOP' })] },
  {
    provider: 'cohere',
    events: [
      named({ type: 'message-start', id: 'm', delta: { message: { role: 'assistant', content: [] } } }),
      named({ type: 'content-delta', index: 0, delta: { message: { content: { text: 'word' } } } }),
      named({ type: 'message-end', delta: { finish_reason: 'COMPLETE' } }),
    ],
  },
  {
    provider: 'bedrock',
    type: EVENT_STREAM,
    events: [
      eventFrame('messageStart', { role: 'assistant' }),
      eventFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'word' } }),
      eventFrame('messageStop', { stopReason: 'end_turn' }),
    ],
  },
]
for (const provider of new Set(SCRIPTS.map((script) => script.provider))) {
  await scene.control.do('POST', '/prices', { provider, model: MODEL, prices: PRICES })
}

const MESSAGES = [{ role: 'user', content: PROMPT }]
const CALLERS: readonly (readonly [string, object])[] = [
  ['/v1/chat/completions', { messages: MESSAGES, max_tokens: 10 }],
  ['/v1/chat/completions', { messages: MESSAGES, max_tokens: 10, stream_options: { include_usage: true } }],
  ['/v1/messages', { messages: MESSAGES, max_tokens: 10 }],
  ['/v1/responses', { input: PROMPT, max_output_tokens: 10 }],
]

async function open(script: Script, scripted: Scripted, path: string, body: object) {
  const provider = scriptedProvider({ ...scripted, ...(script.type && { type: script.type }) })
  const { key, id } = await scene.key(cost(100))
  const trace = crypto.randomUUID()
  const left = new AbortController()
  const isBedrock = script.provider === 'bedrock'
  const target = {
    provider: script.provider,
    custom_host: isBedrock ? provider.url : `${provider.url}/v1`,
    ...(isBedrock ? CLOUD_C : { api_key: 'sk' }),
  }
  const opening = gateway.fetch(path, {
    method: 'POST',
    key,
    headers: { 'x-gateway-config': JSON.stringify(target), 'x-gateway-trace-id': trace },
    body: { model: MODEL, stream: true, ...body },
    signal: left.signal,
  })
  return { provider, id, trace, left, opening }
}

/** A record waits up to 5 seconds for a tokenizer that has just started, so a failed wait is repeated once. */
const logOf = (trace: string) => gateway.waitForLog(trace).catch(() => gateway.waitForLog(trace))

const CASES = SCRIPTS.flatMap((script) =>
  CALLERS.flatMap(([path, body]) => [1, 2].map((count) => [script.provider, path, count, script, body] as const)),
)

// The fifth that `npm test` plays has each provider, each caller and each event.
test.each(partOf(CASES, 0))(
  '%s: a %s caller that disconnects after event %d pays at least its input',
  async (_provider, path, count, script, body) => {
    const scripted = { pieces: script.events.slice(0, count), cutAfter: NEVER }
    const { provider, id, trace, left, opening } = await open(script, scripted, path, body)
    await using _ = provider
    // The caller's format may have no equivalent for the first event. The caller then disconnects without a byte.
    const first = opening.then((reply) => reply.body!.getReader().read()).catch(() => null)
    // The gateway charges for a call from the moment it sends it.
    await eventually('the provider is called', () => provider.asked.length === 1)
    if (count === 1) await Promise.race([first, Bun.sleep(300)])
    else await first
    left.abort()
    const log = await logOf(trace)
    expect(log.ending).toBe('abandoned')
    const { current_usage, held } = await scene.usageOf(id)
    expect(current_usage).toBeGreaterThanOrEqual(INPUT_USD)
    expect(held).toBe(0)
  },
)

test.each(
  SCRIPTS.filter(({ events }) => events.length > 2).flatMap((script) =>
    CALLERS.map(([path, body]) => [script.provider, path, script, body] as const),
  ),
)(
  '%s: a complete stream to %s without usage is estimated from the provider’s text',
  async (_provider, path, script, body) => {
    const { provider, id, trace, opening } = await open(script, { pieces: script.events }, path, body)
    await using _ = provider
    expect(await (await opening).text()).toContain('word')
    const { usage } = await logOf(trace)
    expect(usage?.is_estimate).toBe(true)
    expect(usage?.input_tokens).toBeGreaterThanOrEqual(INPUT_TOKENS)
    expect(usage?.output_tokens).toBeGreaterThanOrEqual(1)
    expect((await scene.usageOf(id)).current_usage).toBeGreaterThanOrEqual(INPUT_USD)
  },
)

test.each<[string, object]>([
  ['openai', { id: 'c', choices: [{ index: 0, message: { content: 'word' }, finish_reason: 'stop' }] }],
  ['google', { candidates: [{ content: { parts: [{ text: 'word' }] }, finishReason: 'STOP' }] }],
])('%s: a complete response without usage, translated to Messages, is estimated', async (name, answer) => {
  const script: Script = { provider: name, events: ['', ''] }
  const scripted = { type: 'application/json', pieces: [JSON.stringify(answer)] }
  const body = { messages: MESSAGES, max_tokens: 10, stream: false }
  const { provider, id, trace, opening } = await open(script, scripted, '/v1/messages', body)
  await using _ = provider
  expect(await (await opening).json()).toMatchObject({ usage: { input_tokens: 0 } })
  expect((await logOf(trace)).usage?.is_estimate).toBe(true)
  expect((await scene.usageOf(id)).current_usage).toBeGreaterThanOrEqual(INPUT_USD)
})
