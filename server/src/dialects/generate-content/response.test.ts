import { expect, test } from 'bun:test'
import { decodeCarried } from './carried-thinking.ts'
import { generateContentInbound } from './generate-content-inbound.ts'

type Json = Record<string, unknown>
type Part = { text?: string; thought?: boolean; thoughtSignature?: string; functionCall?: Json }
type Event = {
  candidates?: { index: number; content: { parts: Part[] }; finishReason?: string }[]
  usageMetadata?: Json
}

const THINKING = { model: 'm', generationConfig: { thinkingConfig: { includeThoughts: true } } }
const DETAIL = { type: 'thinking', text: 'hm', signature: 's', format: 'anthropic-claude-v1' }
const CALL = { id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }

function completion(message: Json, rest: Json = {}, reason = 'stop'): Json {
  return { id: 'r', model: 'm-1', choices: [{ index: 0, message, finish_reason: reason }], ...rest }
}

function partsOf(message: Json, request: Json = THINKING): Part[] {
  const { candidates } = generateContentInbound.fromChat(completion(message), request) as Event
  return candidates![0]!.content.parts
}

function streamed(chunks: readonly Json[], request: Json = THINKING): Event[] {
  const encoder = generateContentInbound.stream(request)
  const text = chunks.map((chunk) => encoder.chunk(chunk)).join('') + encoder.end()
  return text
    .split('\r\n\r\n')
    .filter((event) => event !== '')
    .map((event) => JSON.parse(event.slice('data: '.length)) as Event)
}

const chunk = (delta: Json, rest: Json = {}, index = 0): Json => ({
  id: 'r',
  model: 'm-1',
  choices: [{ index, delta, finish_reason: null, ...rest }],
})

test('thoughts are shown only if they are requested; both ways the call carries them', () => {
  const message = { content: null, reasoning_content: 'hm', reasoning_details: [DETAIL], tool_calls: [CALL] }
  const [thought, call] = partsOf(message)
  expect(thought).toEqual({ text: 'hm', thought: true })
  expect(call?.functionCall).toEqual({ id: 'c', name: 'f', args: { a: 1 } })
  const hidden = partsOf(message, { model: 'm' })
  expect(hidden).toHaveLength(1)
  for (const part of [call, hidden[0]])
    expect(decodeCarried(part!.thoughtSignature!).details).toEqual([DETAIL as never])
})

test('without calls, signed thinking is on the text; unsigned thinking is not carried', () => {
  const [, text] = partsOf({ content: 'hi', reasoning_details: [DETAIL] })
  expect(decodeCarried(text!.thoughtSignature!).details).toEqual([DETAIL as never])
  expect(partsOf({ content: 'hi', reasoning_content: 'hm' })).toEqual([{ text: 'hm', thought: true }, { text: 'hi' }])
  const [, call] = partsOf({ content: null, reasoning_content: 'hm', tool_calls: [CALL] })
  expect(decodeCarried(call!.thoughtSignature!)).toMatchObject({ reasoning: 'hm' })
})

test('a signature of Google stays as it is', () => {
  const signed = { ...CALL, extra_content: { google: { thought_signature: 'R29v' } } }
  expect(partsOf({ content: null, tool_calls: [signed, CALL] }).map((part) => part.thoughtSignature)).toEqual([
    'R29v',
    undefined,
  ])
})

test('images, several candidates, refusals, logprobs and usage', () => {
  const images = [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }]
  expect(partsOf({ content: '', images })).toEqual([{ inlineData: { mimeType: 'image/png', data: 'AA==' } }] as never)
  expect(partsOf({ content: null, refusal: 'no' })).toEqual([{ text: 'no' }])
  const usage = {
    prompt_tokens: 10,
    completion_tokens: 6,
    total_tokens: 16,
    prompt_tokens_details: { cached_tokens: 4 },
    completion_tokens_details: { reasoning_tokens: 2 },
  }
  const logprobs = { content: [{ token: 'a', logprob: -1, top_logprobs: [{ token: 'b', logprob: -2 }] }] }
  const choices = [
    { index: 0, message: { content: 'a' }, finish_reason: 'length', logprobs },
    { index: 1, message: { content: 'b' }, finish_reason: 'content_filter' },
  ]
  expect(generateContentInbound.fromChat({ choices, usage }, { model: 'asked' })).toEqual({
    candidates: [
      {
        index: 0,
        content: { role: 'model', parts: [{ text: 'a' }] },
        finishReason: 'MAX_TOKENS',
        logprobsResult: {
          chosenCandidates: [{ token: 'a', logProbability: -1 }],
          topCandidates: [{ candidates: [{ token: 'b', logProbability: -2 }] }],
        },
      },
      { index: 1, content: { role: 'model', parts: [{ text: 'b' }] }, finishReason: 'SAFETY' },
    ],
    usageMetadata: {
      promptTokenCount: 10,
      candidatesTokenCount: 4,
      totalTokenCount: 16,
      cachedContentTokenCount: 4,
      thoughtsTokenCount: 2,
    },
    modelVersion: 'asked',
  })
})

test('a stream sends texts at once, and complete calls with the finish reason and usage', () => {
  const piece = (index: number, args: string, id?: string) => ({
    tool_calls: [{ index, ...(id && { id }), function: { ...(id && { name: `f${index}` }), arguments: args } }],
  })
  const events = streamed([
    chunk({ role: 'assistant', content: '' }),
    chunk({ reasoning_content: 'h', reasoning_details: [{ ...DETAIL, text: 'h', signature: undefined, index: 0 }] }),
    chunk({ reasoning_content: 'm', reasoning_details: [{ ...DETAIL, text: 'm', signature: undefined, index: 0 }] }),
    chunk({ reasoning_details: [{ type: 'thinking', signature: 's', format: DETAIL.format, index: 0 }] }),
    chunk({ content: 'a' }),
    chunk(piece(0, '{"x"', 'c0')),
    chunk(piece(1, '{}', 'c1')),
    chunk(piece(0, ':1}')),
    chunk({}, { finish_reason: 'tool_calls' }),
    { id: 'r', choices: [], usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } },
  ])
  const parts = events.flatMap((event) => event.candidates![0]!.content.parts)
  expect(parts.map(({ text, functionCall }) => text ?? functionCall)).toEqual([
    'h',
    'm',
    'a',
    { id: 'c0', name: 'f0', args: { x: 1 } },
    { id: 'c1', name: 'f1', args: {} },
  ])
  expect(decodeCarried(parts[3]!.thoughtSignature!).details).toEqual([DETAIL as never])
  expect(events.at(-1)).toMatchObject({ candidates: [{ finishReason: 'STOP' }], usageMetadata: { totalTokenCount: 3 } })
  expect(events.slice(0, -1).every((event) => event.candidates![0]!.finishReason === undefined)).toBe(true)
})

test('candidates of a stream are separate, and one without an end is an error', () => {
  const both = [chunk({ content: 'a' }), chunk({ content: 'b' }, {}, 1), chunk({}, { finish_reason: 'stop' })]
  const events = streamed([...both, chunk({}, { finish_reason: 'length' }, 1)])
  expect(events.at(-1)?.candidates?.map(({ index, finishReason }) => [index, finishReason])).toEqual([
    [0, 'STOP'],
    [1, 'MAX_TOKENS'],
  ])
  expect(streamed(both).at(-1)).toMatchObject({ error: { code: 500, status: 'INTERNAL' } } as never)
})

test.each([
  [{ message: 'slow', type: 'rate_limit_error' }, 429, 'RESOURCE_EXHAUSTED'],
  [{ message: 'busy', type: 'overloaded_error' }, 503, 'UNAVAILABLE'],
  [{ message: 'late', code: 'upstream_idle' }, 504, 'DEADLINE_EXCEEDED'],
  [{ message: 'bad', type: 'invalid_request_error' }, 400, 'INVALID_ARGUMENT'],
  [{ message: 'odd' }, 500, 'INTERNAL'],
])('an error in a stream: %j is %d', (error, code, status) => {
  const encoder = generateContentInbound.stream({})
  const text = encoder.chunk({ error })
  expect(JSON.parse(text.slice('data: '.length))).toMatchObject({ error: { code, status, message: error.message } })
  expect([encoder.chunk(chunk({ content: 'x' })), encoder.end()]).toEqual(['', ''])
})
