import { afterAll, expect, test } from 'bun:test'
import { createOpenAI } from '@ai-sdk/openai'
import { jsonSchema, stepCountIs, streamText, tool } from 'ai'
import OpenAI from 'openai'
import type { ResponseInputItem } from 'openai/resources/responses/responses'
import type { JsonObject } from '../dialect.ts'
import { responsesInbound } from './responses-inbound.ts'

/** Chunks of a dialect: thinking and a signed call. */
const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1700000000, model: 'thinker' }
const chunk = (delta: JsonObject, finish: string | null = null) => ({
  ...head,
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const USAGE = {
  prompt_tokens: 20,
  completion_tokens: 9,
  total_tokens: 29,
  prompt_tokens_details: { cached_tokens: 4 },
  completion_tokens_details: { reasoning_tokens: 3 },
}
const DETAILS = [{ type: 'thinking', text: 'Which city?', signature: 'Eq/+==' }]
const SIGNED = { google: { thought_signature: 'Abc==' } }
const CALL = {
  id: 'call_7',
  type: 'function',
  function: { name: 'weather', arguments: '{"city":"Bern"}' },
  extra_content: SIGNED,
}

const CALLING: readonly JsonObject[] = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ reasoning_content: 'Which ' }),
  chunk({ reasoning_content: 'city?' }),
  chunk({ reasoning_details: DETAILS.map((detail, index) => ({ ...detail, index })) }),
  chunk({ content: 'I ' }),
  chunk({ content: 'look.' }),
  chunk({ tool_calls: [{ ...CALL, index: 0, function: { name: 'weather', arguments: '' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '"Bern"}' } }] }),
  chunk({}, 'tool_calls'),
  { ...head, choices: [], usage: USAGE },
]
const ANSWERING: readonly JsonObject[] = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ content: 'Sun.' }),
  chunk({}, 'stop'),
  { ...head, choices: [], usage: USAGE },
]
/** The first response, as the provider must get it back in the next request. */
const CALLING_MESSAGE = {
  role: 'assistant',
  content: 'I look.',
  reasoning_content: 'Which city?',
  reasoning_details: DETAILS,
  tool_calls: [CALL],
}

type Script = { readonly chunks: readonly JsonObject[]; readonly error?: JsonObject; readonly status?: number }

/** A minimal gateway: translates bodies to chat and sends scripted chunks as the response. */
const chats: JsonObject[] = []
const scripts: Script[] = []
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const body = (await request.json()) as JsonObject
    chats.push(responsesInbound.toChat(body))
    const { chunks, error, status } = scripts.shift()!
    if (status) return Response.json(responsesInbound.fromError(status, { error }), { status })
    if (body['stream'] !== true) return Response.json(responsesInbound.fromChat(chunks[0]!, body))
    const encoder = responsesInbound.stream(body)
    const events = chunks.map((one) => encoder.chunk(one))
    events.push(error ? encoder.error(error) : encoder.end())
    return new Response(events.join(''), { headers: { 'content-type': 'text/event-stream' } })
  },
})
afterAll(() => server.stop(true))

const baseURL = `http://127.0.0.1:${server.port}`
const client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 })
const PARAMETERS = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const } },
  required: ['city'],
  additionalProperties: false,
}
const TOOL = { type: 'function' as const, name: 'weather', parameters: PARAMETERS, strict: true }

function play(...next: Script[]): void {
  chats.length = 0
  scripts.splice(0, scripts.length, ...next)
}

test('the official stream helper runs a tool loop, and the provider gets its response back', async () => {
  play({ chunks: CALLING }, { chunks: ANSWERING })
  const input: ResponseInputItem[] = [{ role: 'user', content: 'Weather in Bern?' }]
  const stream = client.responses.stream({ model: 'thinker', input, tools: [TOOL] })
  const snapshots: string[] = []
  stream.on('response.output_text.delta', ({ snapshot }) => snapshots.push(snapshot))
  const numbers: number[] = []
  stream.on('event', (event) => numbers.push((event as { sequence_number: number }).sequence_number))
  const first = await stream.finalResponse()
  expect(snapshots).toEqual(['I ', 'I look.'])
  expect(numbers).toEqual(numbers.map((_, i) => i))
  expect(first.status).toBe('completed')
  expect(first.output_text).toBe('I look.')
  expect(first.usage).toMatchObject({ input_tokens: 20, output_tokens: 9, total_tokens: 29 })
  const call = first.output.find((item) => item.type === 'function_call')
  expect(call?.parsed_arguments).toEqual({ city: 'Bern' })

  const output = first.output as unknown as ResponseInputItem[]
  const result = { type: 'function_call_output' as const, call_id: call?.call_id ?? '', output: 'sun' }
  const second = client.responses.stream({ model: 'thinker', input: [...input, ...output, result], tools: [TOOL] })
  expect((await second.finalResponse()).output_text).toBe('Sun.')
  expect(chats[1]?.['messages']).toEqual([
    { role: 'user', content: 'Weather in Bern?' },
    CALLING_MESSAGE,
    { role: 'tool', tool_call_id: 'call_7', content: 'sun' },
  ])
})

test('the official client parses a complete response by its schema', async () => {
  const message = { role: 'assistant', content: '{"city":"Bern"}' }
  play({ chunks: [{ ...head, choices: [{ index: 0, message, finish_reason: 'stop' }], usage: USAGE }] })
  const format = { type: 'json_schema' as const, name: 'place', schema: PARAMETERS, strict: true }
  const response = await client.responses.parse({ model: 'thinker', input: 'Where?', text: { format } })
  const parsed: unknown = response.output_parsed
  expect(parsed).toEqual({ city: 'Bern' })
  expect(chats[0]?.['response_format']).toMatchObject({ json_schema: { name: 'place', schema: PARAMETERS } })
})

test('the official client throws the error of a stream and of a status', async () => {
  const error = {
    message: 'The provider closed the connection.',
    type: 'upstream_error',
    code: 'upstream_broken',
    param: null,
  }
  play({ chunks: CALLING.slice(0, 5), error }, { chunks: [], error, status: 502 })
  const stream = client.responses.stream({ model: 'thinker', input: 'Weather?' })
  const broken: unknown = await stream.finalResponse().catch((failure: unknown) => failure)
  expect(broken).toBeInstanceOf(OpenAI.APIError)
  expect(broken).toMatchObject({ message: 'The provider closed the connection.', code: 'upstream_broken' })
  const whole = client.responses.create({ model: 'thinker', input: 'Weather?' })
  const refused: unknown = await whole.catch((failure: unknown) => failure)
  expect(refused).toMatchObject({ status: 502, code: 'upstream_broken', type: 'upstream_error' })
})

test('the Vercel package runs a tool loop, and the provider gets its response back', async () => {
  play({ chunks: CALLING }, { chunks: ANSWERING })
  const result = streamText({
    model: createOpenAI({ baseURL, apiKey: 'none' }).responses('thinker'),
    prompt: 'Weather in Bern?',
    tools: { weather: tool({ inputSchema: jsonSchema<{ city: string }>(PARAMETERS), execute: () => 'sun' }) },
    stopWhen: stepCountIs(3),
    providerOptions: { openai: { store: false, include: ['reasoning.encrypted_content'] } },
  })
  const steps = await result.steps
  expect(steps.map((step) => step.finishReason)).toEqual(['tool-calls', 'stop'])
  expect(steps[0]?.reasoningText).toBe('Which city?')
  expect(steps[0]?.toolCalls[0]?.input).toEqual({ city: 'Bern' })
  expect(steps[1]?.text).toBe('Sun.')
  expect(steps[1]?.usage).toMatchObject({ inputTokens: 20, outputTokens: 9 })
  const [user, assistant, results] = chats[1]!['messages'] as JsonObject[]
  expect(user).toEqual({ role: 'user', content: 'Weather in Bern?' })
  expect(assistant).toEqual(CALLING_MESSAGE)
  expect(results).toMatchObject({ role: 'tool', tool_call_id: 'call_7' })
})
