/** Official clients with tools: placeholders are restored in the arguments, and denied arguments do not arrive. */

import { describe, expect, test } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI, Type } from '@google/genai'
import OpenAI from 'openai'
import type { PlainAnswer } from '../../simulators/answer.ts'
import type { ReceivedRequest } from '../../simulators/received-request.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { shareSimulator } from '../harness/share-simulator.ts'

const ASKED = 'Write to ada@example.org.'
/** Arguments in which the model repeats its placeholder; once with the last character as an escape. */
const ARGUMENTS = '{"to":"[EMAIL_ADDRESS_1","n":12345678901234567890,"text":"Dear [EMAIL_ADDRESS_1\\u005d"}'.replace(
  '_1",',
  '_1]",',
)
const PIECES = [ARGUMENTS.slice(0, 14), ARGUMENTS.slice(14, 70), ARGUMENTS.slice(70)]
const RESTORED = { to: 'ada@example.org', n: Number('12345678901234567890'), text: 'Dear ada@example.org' }

const JSON_TYPE = { 'content-type': 'application/json' }
const EVENTS = { 'content-type': 'text/event-stream' }

function sse(events: readonly object[]): string {
  return events
    .map((event) => ('type' in event ? `event: ${String(event.type)}\n` : '') + `data: ${JSON.stringify(event)}\n\n`)
    .join('')
}

function whole(text: string): PlainAnswer {
  return { body: text, headers: JSON_TYPE }
}

const HEAD = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm' }

function chatReply(isStream: boolean): PlainAnswer {
  const call = { id: 'call_1', type: 'function', function: { name: 'send', arguments: ARGUMENTS } }
  const message = { role: 'assistant', content: null, tool_calls: [call] }
  const choice = { index: 0, message, finish_reason: 'tool_calls' }
  if (!isStream) return whole(JSON.stringify({ ...HEAD, object: 'chat.completion', choices: [choice] }))
  const chunk = (delta: object, reason: string | null = null) => ({
    ...HEAD,
    choices: [{ index: 0, delta, finish_reason: reason }],
  })
  const start = { index: 0, id: 'call_1', type: 'function', function: { name: 'send', arguments: '' } }
  const events = [
    chunk({ role: 'assistant', content: null, tool_calls: [start] }),
    ...PIECES.map((piece) => chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
    chunk({}, 'tool_calls'),
  ]
  return { body: `${sse(events)}data: [DONE]\n\n`, headers: EVENTS }
}

function messagesReply(isStream: boolean): PlainAnswer {
  const usage = { input_tokens: 1, output_tokens: 1 }
  const base = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_sequence: null, usage }
  const use = { type: 'tool_use', id: 'toolu_1', name: 'send' }
  if (!isStream)
    return whole(
      JSON.stringify({ ...base, stop_reason: 'tool_use', content: [{ ...use, input: 'ARGUMENTS' }] }).replace(
        '"ARGUMENTS"',
        ARGUMENTS,
      ),
    )
  const events = [
    { type: 'message_start', message: { ...base, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: { ...use, input: {} } },
    ...PIECES.map((piece) => ({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'input_json_delta', partial_json: piece },
    })),
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ]
  return { body: sse(events), headers: EVENTS }
}

function responsesReply(isStream: boolean): PlainAnswer {
  const item = { id: 'fc_1', type: 'function_call', call_id: 'call_1', name: 'send', arguments: ARGUMENTS }
  const response = { id: 'resp_1', object: 'response', created_at: 1, model: 'm', status: 'completed', output: [item] }
  if (!isStream) return whole(JSON.stringify(response))
  const at = { item_id: 'fc_1', output_index: 0 }
  const events = [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, arguments: '' } },
    ...PIECES.map((delta) => ({ type: 'response.function_call_arguments.delta', ...at, delta })),
    { type: 'response.function_call_arguments.done', ...at, arguments: ARGUMENTS },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response },
  ].map((event, i) => ({ ...event, sequence_number: i }))
  return { body: sse(events), headers: EVENTS }
}

function geminiReply(isStream: boolean): PlainAnswer {
  const part = { functionCall: { name: 'send', args: 'ARGUMENTS' } }
  const body = { candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }] }
  const text = JSON.stringify(body).replace('"ARGUMENTS"', ARGUMENTS)
  return isStream ? { body: `data: ${text}\r\n\r\n`, headers: EVENTS } : whole(text)
}

function reply(request: ReceivedRequest): PlainAnswer {
  const { target, text } = request
  if (target.includes('generateContent')) return geminiReply(false)
  if (target.includes('streamGenerateContent')) return geminiReply(true)
  const isStream = /"stream":\s*true/.test(text)
  if (target.endsWith('/messages')) return messagesReply(isStream)
  return target.endsWith('/responses') ? responsesReply(isStream) : chatReply(isStream)
}

const gateway = await shareGateway()
const provider = await shareSimulator({ answers: [reply] })

const NATIVE = {
  openai: { provider: 'openai-compatible', custom_host: `${provider.url}/v1`, api_key: 'sk' },
  anthropic: { provider: 'anthropic', custom_host: `${provider.url}/v1`, api_key: 'sk' },
  google: { provider: 'google', custom_host: `${provider.url}/v1beta`, api_key: 'sk' },
}
/** A provider with chat completions only. */
const TRANSLATED = { provider: 'cerebras', custom_host: `${provider.url}/v1`, api_key: 'sk' }

const TOKENISING = { input_guardrails: [{ 'default.pii': { action: 'tokenise' }, deny: false }] }
const DENYING = {
  output_guardrails: [{ 'default.contains': { words: ['Dear [EMAIL_ADDRESS_1]'], operator: 'none' }, deny: true }],
}
const SOFT = {
  output_guardrails: [{ ...DENYING.output_guardrails[0], soft_deny: true }],
}

const PARAMETERS = { type: 'object', properties: { to: { type: 'string' } } } as const

/** The arguments of the only call, read by a client; null if there is no call. */
type Reader = (target: object, isStream: boolean) => Promise<unknown>

function headersOf(target: object) {
  return { 'x-gateway-api-key': gateway.workspaceKey, 'x-gateway-config': JSON.stringify(target) }
}

const chatReader: Reader = async (target, isStream) => {
  const client = new OpenAI({
    baseURL: gateway.baseURL,
    apiKey: 'unused',
    maxRetries: 0,
    defaultHeaders: headersOf(target),
  })
  const params = {
    model: 'm',
    messages: [{ role: 'user' as const, content: ASKED }],
    tools: [{ type: 'function' as const, function: { name: 'send', parameters: PARAMETERS } }],
  }
  const completion = isStream
    ? await client.chat.completions.stream(params).finalChatCompletion()
    : await client.chat.completions.create(params)
  const [call] = completion.choices[0]?.message.tool_calls ?? []
  return call?.type === 'function' ? JSON.parse(call.function.arguments) : null
}

const responsesReader: Reader = async (target, isStream) => {
  const client = new OpenAI({
    baseURL: gateway.baseURL,
    apiKey: 'unused',
    maxRetries: 0,
    defaultHeaders: headersOf(target),
  })
  const params = {
    model: 'm',
    input: ASKED,
    tools: [{ type: 'function' as const, name: 'send', parameters: PARAMETERS, strict: false }],
  }
  const response = isStream
    ? await client.responses.stream(params).finalResponse()
    : await client.responses.create(params)
  const call = response.output.find(({ type }) => type === 'function_call')
  return call?.type === 'function_call' ? JSON.parse(call.arguments) : null
}

const messagesReader: Reader = async (target, isStream) => {
  const client = new Anthropic({
    baseURL: gateway.url,
    apiKey: 'unused',
    maxRetries: 0,
    defaultHeaders: headersOf(target),
  })
  const params = {
    model: 'm',
    max_tokens: 99,
    messages: [{ role: 'user' as const, content: ASKED }],
    tools: [{ name: 'send', input_schema: PARAMETERS }],
  }
  const message = isStream ? await client.messages.stream(params).finalMessage() : await client.messages.create(params)
  const block = message.content.find(({ type }) => type === 'tool_use')
  return block?.type === 'tool_use' ? block.input : null
}

const geminiReader: Reader = async (target, isStream) => {
  const client = new GoogleGenAI({
    apiKey: gateway.workspaceKey,
    httpOptions: { baseUrl: gateway.url, headers: { 'x-gateway-config': JSON.stringify(target) } },
  })
  const declaration = { name: 'send', parameters: { type: Type.OBJECT, properties: { to: { type: Type.STRING } } } }
  const params = { model: 'm', contents: ASKED, config: { tools: [{ functionDeclarations: [declaration] }] } }
  if (!isStream) return (await client.models.generateContent(params)).functionCalls?.[0]?.args ?? null
  let args: unknown = null
  for await (const chunk of await client.models.generateContentStream(params))
    args ??= chunk.functionCalls?.[0]?.args ?? null
  return args
}

const CASES: [string, Reader, object][] = [
  ['openai chat', chatReader, NATIVE.openai],
  ['openai responses', responsesReader, NATIVE.openai],
  ['openai responses, translated', responsesReader, TRANSLATED],
  ['anthropic', messagesReader, NATIVE.anthropic],
  ['anthropic, translated', messagesReader, TRANSLATED],
  ['google', geminiReader, NATIVE.google],
  ['google, translated', geminiReader, TRANSLATED],
]

describe.each(CASES)('%s', (_name, read, target) => {
  test.each([
    ['whole', false],
    ['stream', true],
  ])('%s: reads the restored arguments of a call', async (_mode, isStream) => {
    provider.script([reply])
    expect(await read({ ...target, ...TOKENISING }, isStream)).toEqual(RESTORED)
    const sent = provider.requests.at(-1)?.text ?? ''
    expect(sent).toContain('[EMAIL_ADDRESS_1]')
    expect(sent).not.toContain('ada@example.org')
  })

  test.each([
    ['whole', false],
    ['stream', true],
  ])('%s: gets no call with denied arguments', async (_mode, isStream) => {
    provider.script([reply])
    const outcome = await read({ ...target, ...DENYING }, isStream).then(
      (args) => ({ args }),
      (error: unknown) => ({ error: error as Error & { readonly status?: number } }),
    )
    expect('error' in outcome && outcome.error.status).toBe(446)
  })

  test.each([
    ['whole', false],
    ['stream', true],
  ])('%s: gets no call with softly denied arguments', async (_mode, isStream) => {
    provider.script([reply])
    expect(await read({ ...target, ...SOFT }, isStream)).toBeNull()
  })
})
