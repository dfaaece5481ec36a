/** Streams in every format for tests, guarded streams, and the texts that a client reads from them. */

import { DEFAULT_ACTIONS, type GuardrailActions } from '../../../core/guardrails/guardrails.ts'
import type { JsonObject } from '../../../core/json.ts'
import type { Check, CheckServices, Span, SpanAction, SpanCheck } from '../../../guardrails/check.ts'
import type { Guardrail } from '../../../guardrails/guardrail.ts'
import { Placeholders } from '../../../guardrails/placeholders.ts'
import { ResponseBody } from '../../relay/response-body.ts'
import { type GuardRun, runGuardrails } from '../run-guardrails.ts'
import { chatFormat, completionsFormat } from './formats/chat.ts'
import { geminiArrayFormat, geminiFormat } from './formats/gemini.ts'
import { messagesFormat } from './formats/messages.ts'
import { responsesFormat } from './formats/responses.ts'
import { GuardedStream, type StreamGuard } from './guarded-stream.ts'
import type { StreamFormat } from './stream-format.ts'

/** What a client has read. */
export type Read = { text: string; reasoning: string; calls: string[] }

export type Sample = {
  readonly name: string
  readonly format: StreamFormat
  /** A stream whose text and whose call's arguments come in these pieces. */
  readonly stream: (text: readonly string[], args?: readonly string[]) => string
  /** Throws if the events are not what the format's clients accept. */
  readonly read: (stream: string) => Read
  /** False for a format without tools. */
  readonly hasCalls: boolean
}

function sse(events: readonly (JsonObject | string)[], isNamed = false, end = '\n'): string {
  return events
    .map((event) => {
      const data = typeof event === 'string' ? event : JSON.stringify(event)
      const name = isNamed && typeof event !== 'string' ? `event: ${String(event['type'])}${end}` : ''
      return `${name}data: ${data}${end}${end}`
    })
    .join('')
}

function dataOf(stream: string): JsonObject[] {
  return stream
    .split(/\r\n\r\n|\n\n/)
    .flatMap((block) => block.split(/\r\n|\n/).filter((line) => line.startsWith('data:')))
    .map((line) => line.slice(5).trim())
    .filter((data) => data !== '[DONE]')
    .map((data) => JSON.parse(data) as JsonObject)
}

/** The members of events that clients read. */
type Loose = {
  readonly type: string
  readonly choices?: readonly {
    readonly text: string
    readonly delta: {
      readonly content?: string
      readonly reasoning_content?: string
      readonly tool_calls?: readonly { readonly index: number; readonly function: { readonly arguments: string } }[]
    }
  }[]
  readonly delta: string & { readonly text?: string; readonly partial_json?: string }
  readonly text?: string
  readonly part?: { readonly text?: string }
  readonly item?: Item
  readonly arguments?: string
  readonly response: { readonly output: readonly Item[] }
  readonly candidates: readonly {
    readonly content: {
      readonly parts: readonly { readonly text?: string; readonly functionCall?: { readonly args: unknown } }[]
    }
  }[]
}

type Item = { readonly content?: readonly { readonly text?: string }[]; readonly arguments?: string }

const HEAD = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm' }

const chat: Sample = {
  name: 'chat',
  format: chatFormat,
  hasCalls: true,
  stream: (text, args = []) =>
    sse([
      { ...HEAD, choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] },
      ...text.map((content) => ({ ...HEAD, choices: [{ index: 0, delta: { content }, finish_reason: null }] })),
      ...args.map((piece, i) => ({
        ...HEAD,
        choices: [
          {
            index: 0,
            delta: {
              tool_calls: [
                {
                  index: 0,
                  ...(i === 0 && { id: 'call_1', type: 'function' }),
                  function: { ...(i === 0 && { name: 'send' }), arguments: piece },
                },
              ],
            },
            finish_reason: null,
          },
        ],
      })),
      { ...HEAD, choices: [{ index: 0, delta: {}, finish_reason: args.length > 0 ? 'tool_calls' : 'stop' }] },
      { ...HEAD, choices: [], usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } },
      '[DONE]',
    ]),
  read: (stream) => {
    const read: Read = { text: '', reasoning: '', calls: [] }
    for (const { choices } of dataOf(stream) as unknown as Loose[]) {
      for (const { delta } of choices ?? []) {
        read.text += delta.content ?? ''
        read.reasoning += delta.reasoning_content ?? ''
        for (const call of delta.tool_calls ?? [])
          read.calls[call.index] = (read.calls[call.index] ?? '') + call.function.arguments
      }
    }
    return read
  },
}

const completions: Sample = {
  name: 'completions',
  format: completionsFormat,
  hasCalls: false,
  stream: (text) =>
    sse([
      ...text.map((piece) => ({ id: 'cmpl-1', object: 'text_completion', choices: [{ index: 0, text: piece }] })),
      { id: 'cmpl-1', object: 'text_completion', choices: [{ index: 0, text: '', finish_reason: 'stop' }] },
      '[DONE]',
    ]),
  read: (stream) => ({
    text: (dataOf(stream) as unknown as Loose[]).map(({ choices }) => choices?.[0]?.text ?? '').join(''),
    reasoning: '',
    calls: [],
  }),
}

const messages: Sample = {
  name: 'messages',
  format: messagesFormat,
  hasCalls: true,
  stream: (text, args = []) =>
    sse(
      [
        { type: 'message_start', message: { id: 'msg_1', role: 'assistant', content: [], usage: { input_tokens: 1 } } },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'ping' },
        ...text.map((piece) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: piece } })),
        { type: 'content_block_stop', index: 0 },
        ...(args.length === 0
          ? []
          : [
              {
                type: 'content_block_start',
                index: 1,
                content_block: { type: 'tool_use', id: 'toolu_1', name: 'send', input: {} },
              },
              ...args.map((piece) => ({
                type: 'content_block_delta',
                index: 1,
                delta: { type: 'input_json_delta', partial_json: piece },
              })),
              { type: 'content_block_stop', index: 1 },
            ]),
        { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 2 } },
        { type: 'message_stop' },
      ],
      true,
    ),
  read: (stream) => {
    const read: Read = { text: '', reasoning: '', calls: [] }
    for (const event of dataOf(stream) as unknown as Loose[]) {
      if (event.type !== 'content_block_delta') continue
      read.text += event.delta.text ?? ''
      if (event.delta.partial_json !== undefined) read.calls[0] = (read.calls[0] ?? '') + event.delta.partial_json
    }
    return read
  },
}

const responses: Sample = {
  name: 'responses',
  format: responsesFormat,
  hasCalls: true,
  stream: (text, args = []) => {
    const whole = text.join('')
    const part = { type: 'output_text', text: whole, annotations: [] }
    const item = { id: 'msg_1', type: 'message', status: 'completed', role: 'assistant', content: [part] }
    const at = { item_id: 'msg_1', output_index: 0, content_index: 0 }
    const call = { id: 'fc_1', type: 'function_call', call_id: 'call_1', name: 'send', arguments: args.join('') }
    const output = args.length === 0 ? [item] : [item, call]
    const response = { id: 'resp_1', object: 'response', instructions: 'Be brief.', output: [] as unknown[] }
    return sse(
      [
        { type: 'response.created', response },
        { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
        { type: 'response.content_part.added', ...at, part: { ...part, text: '' } },
        ...text.map((delta) => ({ type: 'response.output_text.delta', ...at, delta, logprobs: [] })),
        { type: 'response.output_text.done', ...at, text: whole, logprobs: [] },
        { type: 'response.content_part.done', ...at, part },
        { type: 'response.output_item.done', output_index: 0, item },
        ...(args.length === 0
          ? []
          : [
              { type: 'response.output_item.added', output_index: 1, item: { ...call, arguments: '' } },
              ...args.map((delta) => ({
                type: 'response.function_call_arguments.delta',
                item_id: 'fc_1',
                output_index: 1,
                delta,
              })),
              {
                type: 'response.function_call_arguments.done',
                item_id: 'fc_1',
                output_index: 1,
                arguments: call.arguments,
              },
              { type: 'response.output_item.done', output_index: 1, item: call },
            ]),
        { type: 'response.completed', response: { ...response, output, usage: { input_tokens: 1 } } },
      ],
      true,
    )
  },
  read: (stream) => {
    const read: Read = { text: '', reasoning: '', calls: [] }
    for (const event of dataOf(stream) as unknown as Loose[]) {
      if (event.type === 'response.output_text.delta') read.text += event.delta
      if (event.type === 'response.function_call_arguments.delta')
        read.calls[0] = (read.calls[0] ?? '') + String(event.delta)
      const repeated = event.text ?? event.part?.text ?? event.item?.content?.[0]?.text
      const isDone = /\.done$/.test(event.type)
      if (isDone && repeated !== undefined && repeated !== read.text) throw new Error(`${event.type} differs`)
      const args = event.arguments ?? event.item?.arguments
      if (isDone && args !== undefined && args !== (read.calls[0] ?? '')) throw new Error(`${event.type} differs`)
      if (event.type === 'response.completed') {
        const [item, call] = event.response.output
        if (item?.content?.[0]?.text !== read.text) throw new Error('response.completed differs')
        if (call && call.arguments !== (read.calls[0] ?? '')) throw new Error('response.completed differs')
      }
    }
    return read
  },
}

function geminiEvents(text: readonly string[], args: readonly string[]): JsonObject[] {
  const event = (parts: unknown[], more: JsonObject = {}) => ({
    candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
    modelVersion: 'm',
  })
  return [
    ...text.map((piece) => event([{ text: piece }])),
    ...(args.length === 0 ? [] : [event([{ functionCall: { name: 'send', args: argsOf(args.join('')) } }])]),
    { ...event([{ text: '' }], { finishReason: 'STOP' }), usageMetadata: { promptTokenCount: 1 } },
  ]
}

function argsOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return { raw: text }
  }
}

function readGemini(events: readonly JsonObject[]): Read {
  const read: Read = { text: '', reasoning: '', calls: [] }
  for (const { candidates } of events as unknown as Loose[]) {
    for (const part of candidates[0]?.content.parts ?? []) {
      read.text += part.text ?? ''
      if (part.functionCall) read.calls.push(JSON.stringify(part.functionCall.args))
    }
  }
  return read
}

const gemini: Sample = {
  name: 'gemini',
  format: geminiFormat,
  hasCalls: true,
  stream: (text, args = []) => sse(geminiEvents(text, args), false, '\r\n'),
  read: (stream) => readGemini(dataOf(stream)),
}

const geminiArray: Sample = {
  name: 'gemini array',
  format: geminiArrayFormat,
  hasCalls: true,
  stream: (text, args = []) =>
    `[${geminiEvents(text, args)
      .map((event) => JSON.stringify(event))
      .join('\r\n,\r\n')}\r\n]`,
  read: (stream) => readGemini(JSON.parse(stream) as JsonObject[]),
}

export const SAMPLES: readonly Sample[] = [chat, completions, messages, responses, gemini, geminiArray]

export function guardrail(checks: readonly Check[], actions: Partial<GuardrailActions> = {}): Guardrail {
  const specs = checks.map(({ id }) => ({ id, parameters: {}, isEnabled: true }))
  const spec = { id: 'g', versionId: null, source: 'config', checks: specs } as const
  return { spec: { ...spec, actions: { ...DEFAULT_ACTIONS, ...actions } }, checks }
}

/** Finds words. A text is settled up to its longest suffix that begins a word. */
export function words(
  list: readonly string[],
  action: SpanAction = { kind: 'report' },
): SpanCheck & { readonly work: number[] } {
  const longest = Math.max(...list.map((word) => word.length))
  const work: number[] = []
  const find = (text: string, from: number): Span[] => {
    const spans: Span[] = []
    for (let at = from; at < text.length; ) {
      const word = list.find((one) => text.startsWith(one, at))
      if (word !== undefined) spans.push({ start: at, end: at + word.length, label: 'word', action })
      at += word?.length ?? 1
    }
    return spans
  }
  return {
    id: 'test.words',
    kind: 'spans',
    messages: 'all',
    failsOnFinding: action.kind === 'report',
    work,
    find: (text, from) => {
      work.push(text.length - from)
      return find(text, from)
    },
    settledUntil: (text, from) => {
      work.push(text.length - from)
      const last = find(text, from).at(-1)?.end ?? from
      for (let at = Math.max(last, text.length - longest + 1); at < text.length; at++) {
        const rest = text.slice(at)
        if (list.some((word) => word.startsWith(rest))) return at
      }
      return text.length
    },
  }
}

const NO_SERVICES = {} as CheckServices
const CONTEXT = {
  direction: 'output',
  request: {
    endpoint: 'chat.completions',
    model: 'm',
    provider: 'p',
    isStream: true,
    metadata: {},
    headers: {},
    organisationId: 'o',
    workspaceId: 'w',
  },
  requestBody: null,
} as const

class Denied extends Error {
  constructor(readonly run: GuardRun) {
    super('denied')
  }
}

export type Guarded = {
  readonly stream: GuardedStream
  /** What was sent, and what was logged. */
  readonly sent: () => string
  readonly logged: () => string
  readonly received: () => number
}

export function chunksOf(bytes: Uint8Array, ends: readonly number[]): Uint8Array[] {
  const places = [...new Set(ends.map((end) => end % (bytes.length + 1)))].sort((a, b) => a - b)
  return [0, ...places]
    .map((start, i) => bytes.subarray(start, places[i] ?? bytes.length))
    .filter(({ length }) => length > 0)
}

export function guard(
  format: StreamFormat,
  chunks: Iterable<Uint8Array> | ResponseBody,
  guardrails: readonly Guardrail[],
  placeholders = new Placeholders(),
  more: Partial<StreamGuard> = {},
): Guarded & { readonly take: (chunk: Uint8Array) => void } {
  const source = chunks instanceof ResponseBody ? chunks : bodyOf(chunks)
  const sent: Uint8Array[] = []
  const logged: Uint8Array[] = []
  let received = 0
  const stream = new GuardedStream(source, {
    format,
    guardrails,
    placeholders,
    run: (some, subject) =>
      runGuardrails(some, subject, { ...CONTEXT, placeholders }, NO_SERVICES, new AbortController().signal),
    refusal: (run) => new Denied(run),
    isLarge: ({ length }) => length > 256 * 1024,
    readLarge: (text) => Promise.resolve(JSON.parse(text) as JsonObject),
    onReceived: (chunk) => {
      received += chunk.length
    },
    onGuarded: (bytes) => logged.push(bytes),
    onReleased: null,
    memory: null,
    before: Buffer.alloc(0),
    after: () => Buffer.alloc(0),
    ...more,
  })
  const text = (list: Uint8Array[]) => Buffer.concat(list).toString('utf8')
  return {
    stream,
    take: (chunk) => sent.push(chunk),
    sent: () => text(sent),
    logged: () => text(logged),
    received: () => received,
  }
}

function bodyOf(chunks: Iterable<Uint8Array>): ResponseBody {
  const iterator = chunks[Symbol.iterator]()
  return new ResponseBody(() => {
    const { value, done } = iterator.next()
    return Promise.resolve(done ? null : value)
  })
}

export type Result = {
  readonly isDenied: boolean
  readonly sent: string
  readonly logged: string
  readonly run: GuardRun
  readonly stream: GuardedStream
}

/** Reads a guarded stream to its end. */
export async function readGuarded(
  format: StreamFormat,
  chunks: Iterable<Uint8Array>,
  guardrails: readonly Guardrail[],
  placeholders?: Placeholders,
  more?: Partial<StreamGuard>,
): Promise<Result> {
  const guarded = guard(format, chunks, guardrails, placeholders, more)
  const { stream } = guarded
  try {
    for (;;) {
      const chunk = await stream.body.read()
      if (chunk === null) break
      guarded.take(chunk)
    }
  } catch (error) {
    if (!(error instanceof Denied)) throw error
    return { isDenied: true, sent: guarded.sent(), logged: guarded.logged(), run: error.run, stream }
  }
  return { isDenied: stream.isRefused, sent: guarded.sent(), logged: guarded.logged(), run: stream.runSoFar(), stream }
}
