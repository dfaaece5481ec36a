import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../../harness/eventually.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { type Gateway, startGateway } from '../../harness/start-gateway.ts'
import { startGatewayProcess } from '../../harness/start-gateway-process.ts'
import { DONE, data, NEVER, named, type Scripted, scriptedProvider } from './scripted-provider.ts'

const gateway = await shareGateway()
const words = (count: number) => Array.from({ length: count }, () => ' day').join('')
const chunk = (content: string) =>
  data({ object: 'chat.completion.chunk', model: 'gpt-4o', choices: [{ index: 0, delta: { content } }] })
const TEN: Scripted = { pieces: [chunk(words(6)), chunk(words(4))], cutAfter: NEVER }

type Asked = {
  readonly provider?: string
  readonly path?: string
  readonly body?: object
  readonly on?: Gateway
}

async function open(
  url: string,
  { provider = 'openai', path = '/v1/chat/completions', body = {}, on = gateway }: Asked = {},
) {
  const trace = crypto.randomUUID()
  const left = new AbortController()
  const reply = await on.fetch(path, {
    method: 'POST',
    headers: {
      'x-gateway-config': JSON.stringify({ provider, custom_host: `${url}/v1`, api_key: 'sk' }),
      'x-gateway-trace-id': trace,
    },
    body: { model: 'gpt-4o', messages: [{ role: 'user', content: 'hello world' }], stream: true, ...body },
    signal: left.signal,
  })
  const reader = reply.body!.getReader()
  let read = ''
  /** Reads until the text has arrived or the stream has ended. */
  const until = async (text: string): Promise<string> => {
    while (!read.includes(text)) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
      if (done) break
      read += Buffer.from(value ?? []).toString()
    }
    return read
  }
  return { trace, left, until }
}

/** Loads the tokenizer, so that the gateway counts the next streams with it. */
async function warmUp(on: Gateway): Promise<void> {
  await using provider = scriptedProvider(TEN)
  const { trace, left, until } = await open(provider.url, { on })
  await until(words(4))
  left.abort()
  expect((await on.waitForLog(trace)).usage).toMatchObject({ output_tokens: 10, is_estimate: true })
}

test('a stream whose caller disconnects is counted up to that point', async () => {
  const log = await eventually('the tokenizer is loaded and counts a stream in time', async () => {
    await warmUp(gateway)
    const newest = (await gateway.logs({})).data[0]
    return newest?.warnings.length === 0 && newest
  })
  expect(log).toMatchObject({ ending: 'abandoned', warnings: [] })
  expect(log?.cost).toBeGreaterThan(0)
})

test('a stream that the provider cuts is counted or estimated up to that point', async () => {
  await warmUp(gateway)
  const { promise, resolve } = Promise.withResolvers<void>()
  await using provider = scriptedProvider({ ...TEN, cutAfter: promise })
  const { trace, until } = await open(provider.url)
  await until(words(4))
  resolve()
  await until('never')
  const log = await gateway.waitForLog(trace)
  expect(log).toMatchObject({ ending: 'broken', usage: { is_estimate: true } })
  // Ten words of four bytes: counting tokens and estimating from bytes give the same result.
  expect(log.usage?.output_tokens).toBe(10)
})

test('a cut stream keeps the usage that was reported at its start', async () => {
  const start = {
    type: 'message_start',
    message: { id: 'm', content: [], usage: { input_tokens: 77, cache_read_input_tokens: 20, output_tokens: 1 } },
  }
  const pieces = [
    named(start),
    named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: words(10) } }),
  ]
  for (const path of ['/v1/messages', '/v1/chat/completions', '/v1/responses']) {
    await using provider = scriptedProvider({ pieces, cutAfter: NEVER })
    const input = path === '/v1/responses' ? { input: 'hi', messages: undefined } : { max_tokens: 99 }
    const asked = { provider: 'anthropic', path, body: { model: 'claude-sonnet-4-5', ...input } }
    const { trace, left, until } = await open(provider.url, asked)
    await until(words(10))
    left.abort()
    expect((await gateway.waitForLog(trace)).usage).toMatchObject({
      input_tokens: 97,
      cached_tokens: 20,
      output_tokens: 10,
      total_tokens: 107,
      is_estimate: true,
    })
  }
})

test('a stream whose caller disconnects after the usage is not estimated', async () => {
  const usage = { prompt_tokens: 40, completion_tokens: 9, total_tokens: 49 }
  const last = data({ object: 'chat.completion.chunk', choices: [], usage })
  await using provider = scriptedProvider({ pieces: [chunk(words(3)), last], cutAfter: NEVER })
  const { trace, left, until } = await open(provider.url, { body: { stream_options: { include_usage: true } } })
  await until('total_tokens')
  left.abort()
  expect(await gateway.waitForLog(trace)).toMatchObject({
    ending: 'abandoned',
    usage: { total_tokens: 49, is_estimate: false },
  })
})

test('the count of a long stream is extrapolated from its beginning', async () => {
  const long = Array.from({ length: 400 }, () => chunk(words(250)))
  await using provider = scriptedProvider({ pieces: [...long, chunk('the last')], cutAfter: NEVER })
  const { trace, left, until } = await open(provider.url)
  const text = await until('the last')
  expect(text.length).toBeGreaterThan(400 * 1_000)
  left.abort()
  const { usage } = await gateway.waitForLog(trace)
  // 100,002 words.
  expect(usage?.output_tokens).toBeGreaterThan(99_000)
  expect(usage?.output_tokens).toBeLessThan(101_000)
})

test('many concurrent streams without usage all end with a count', async () => {
  await warmUp(gateway)
  await using provider = scriptedProvider({ pieces: [chunk(words(10)), DONE] })
  const body = { stream_options: { include_usage: false } }
  const streams = await Promise.all(Array.from({ length: 100 }, () => open(provider.url, { body })))
  await Promise.all(streams.map(({ until }) => until('[DONE]')))
  for (const { trace } of streams)
    expect((await gateway.waitForLog(trace)).usage).toMatchObject({ output_tokens: 10, is_estimate: true })
})

test('a stream that is open at shutdown is counted before the process exits', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-usage-'))
  await using provider = scriptedProvider(TEN)
  const environment = { GATEWAY_DRAIN_MS: '300' }
  const first = await startGatewayProcess({ dataDirectory, environment })
  const { trace, until } = await open(provider.url, { on: first })
  await until(words(4))
  const stopped = first.stop()
  await until('never')
  expect(await stopped).toBe(0)
  const second = await startGateway({ dataDirectory, environment })
  const log = await second.waitForLog(trace)
  expect(log).toMatchObject({ ending: 'broken', usage: { output_tokens: 10, is_estimate: true } })
  await second.stop()
  await rm(dataDirectory, { recursive: true, force: true })
})
