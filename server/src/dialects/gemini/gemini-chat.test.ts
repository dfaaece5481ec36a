import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { GatewayError } from '../../core/errors.ts'
import type { JsonObject } from '../dialect.ts'
import parallelCalls from './fixtures/parallel-calls.json'
import thinking from './fixtures/thinking.json'
import { geminiChat, vertexGeminiChat } from './gemini-chat.ts'
import { type Choice, CONTEXT, chunksOf, concatenate, type Message } from './test-stream.ts'

test('keeps thinking, signatures and every usage class', () => {
  expect(geminiChat.decode(thinking.response, CONTEXT)).toEqual({
    id: 'r-thinking',
    object: 'chat.completion',
    created: 7,
    model: 'gemini-3-pro-preview',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: 'Three: stRawbeRRy. 🍓',
          refusal: null,
          reasoning_content: '**Counting**\n\nI spell the word.',
          reasoning_details: [
            { type: 'thinking', text: '**Counting**\n\nI spell the word.', format: 'google-gemini-v1' },
            { type: 'thinking', signature: 'c2lnbmF0dXJlIG9mIHRleHQ=', format: 'google-gemini-v1' },
          ],
        },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: {
      prompt_tokens: 40,
      completion_tokens: 29,
      total_tokens: 69,
      prompt_tokens_details: { cached_tokens: 32, audio_tokens: 10 },
      completion_tokens_details: { reasoning_tokens: 21 },
    },
  })
})

function backOf(response: JsonObject, dialect = geminiChat): unknown {
  const { choices } = dialect.decode(response, CONTEXT) as { choices: Choice[] }
  const message = JSON.parse(JSON.stringify(choices[0]!.message)) as Message
  const results = (message.tool_calls ?? []).map((call) => ({ role: 'tool', tool_call_id: call['id'], content: 'r' }))
  const { contents } = dialect.encode({ messages: [{ role: 'user', content: 'q' }, message, ...results] }, CONTEXT) as {
    contents: unknown[]
  }
  return contents.slice(1)
}

test.each([
  ['thinking', thinking],
  ['parallel calls', parallelCalls],
])('%s: the next turn sends Gemini’s parts back unchanged', (_name, { response }) => {
  const sent = response.candidates[0]!.content
  expect(JSON.stringify((backOf(response) as { parts: unknown }[])[0]!.parts)).toBe(JSON.stringify(sent.parts))
})

test('the next turn after a stream keeps the empty signed part separate', () => {
  const events = [
    { candidates: [{ content: { parts: [{ text: 'Hello' }] } }], responseId: 'r' },
    { candidates: [{ content: { parts: [{ text: '', thoughtSignature: 'c2ln' }] }, finishReason: 'STOP' }] },
  ]
  const { choices } = concatenate(chunksOf(events))
  const messages = [{ role: 'user', content: 'q' }, choices[0]!['message']]
  expect((geminiChat.encode({ messages }, CONTEXT)['contents'] as unknown[])[1]).toEqual({
    role: 'model',
    parts: [{ text: 'Hello' }, { text: '', thoughtSignature: 'c2ln' }],
  })
})

test('uses Gemini’s call ids, or generates stable ids that are never sent back', () => {
  const given = structuredClone(parallelCalls.response) as { candidates: { content: { parts: JsonObject[] } }[] }
  ;(given.candidates[0]!.content.parts[1]!['functionCall'] as JsonObject)['id'] = 'own-1'
  const { choices } = geminiChat.decode(given as JsonObject, CONTEXT) as { choices: Choice[] }
  const again = geminiChat.decode(given as JsonObject, CONTEXT) as { choices: Choice[] }
  const ids = choices[0]!.message.tool_calls!.map((call) => call['id'] as string)
  expect(ids[0]).toBe('own-1')
  expect(ids[1]).toMatch(/^call_gm_[0-9a-f]{24}$/)
  expect(again.choices[0]!.message.tool_calls!.map((call) => call['id'] as string)).toEqual(ids)
  const back = JSON.stringify(backOf(given as JsonObject))
  expect(back).toContain('"functionResponse":{"name":"get_weather","response":{"output":"r"},"id":"own-1"}')
  expect(back).not.toContain('call_gm_')
  expect(JSON.stringify(backOf(given as JsonObject, vertexGeminiChat))).not.toContain('own-1')
})

test('keeps generated images and sends them back with their signature', () => {
  const parts = [{ text: 'Here.' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' }, thoughtSignature: 'c2ln' }]
  const response = { candidates: [{ content: { parts }, finishReason: 'STOP' }], responseId: 'r' }
  const { choices } = geminiChat.decode(response, CONTEXT) as { choices: Choice[] }
  expect(choices[0]!.message['images']).toEqual([
    {
      type: 'image_url',
      image_url: { url: 'data:image/png;base64,AAAA' },
      extra_content: { google: { thought_signature: 'c2ln' } },
    },
  ])
  expect((backOf(response) as { parts: unknown }[])[0]!.parts).toEqual(parts)
})

test('a blocked prompt is content_filter, complete and streamed', () => {
  const blocked = {
    promptFeedback: { blockReason: 'SAFETY' },
    usageMetadata: { promptTokenCount: 4, totalTokenCount: 4 },
    responseId: 'r',
  }
  expect(geminiChat.decode(blocked, CONTEXT)).toMatchObject({
    choices: [
      { message: { content: null, refusal: 'The prompt was blocked (SAFETY).' }, finish_reason: 'content_filter' },
    ],
    usage: { prompt_tokens: 4, completion_tokens: 0, total_tokens: 4 },
  })
  const { choices } = concatenate(chunksOf([blocked]))
  expect(choices).toMatchObject([
    { finish_reason: 'content_filter', message: { refusal: 'The prompt was blocked (SAFETY).' } },
  ])
})

test.each([
  ['STOP', 'stop'],
  ['MAX_TOKENS', 'length'],
  ['SAFETY', 'content_filter'],
  ['PROHIBITED_CONTENT', 'content_filter'],
  ['SPII', 'content_filter'],
  ['RECITATION', 'content_filter'],
  ['IMAGE_RECITATION', 'content_filter'],
  ['MALFORMED_FUNCTION_CALL', 'stop'],
  ['toString', 'stop'],
])('finishReason %s becomes %s', (finishReason, expected) => {
  const response = { candidates: [{ content: { parts: [{ text: 'x' }] }, finishReason }] }
  expect(geminiChat.decode(response, CONTEXT)).toMatchObject({ choices: [{ finish_reason: expected }] })
})

test.each([
  ['STOP', 'tool_calls'],
  ['MAX_TOKENS', 'length'],
  ['SAFETY', 'content_filter'],
])('finishReason %s of a response with a call becomes %s', (finishReason, expected) => {
  const parts = [{ functionCall: { name: 'look', args: {} } }]
  const response = { candidates: [{ content: { parts }, finishReason }] }
  expect(geminiChat.decode(response, CONTEXT)).toMatchObject({ choices: [{ finish_reason: expected }] })
  expect(concatenate(chunksOf([response])).choices).toMatchObject([{ finish_reason: expected }])
})

test('decodes log probabilities', () => {
  const logprobsResult = {
    chosenCandidates: [{ token: 'é', logProbability: -0.1 }],
    topCandidates: [
      {
        candidates: [
          { token: 'é', logProbability: -0.1 },
          { token: 'e', logProbability: -2 },
        ],
      },
    ],
  }
  const response = { candidates: [{ content: { parts: [{ text: 'é' }] }, finishReason: 'STOP', logprobsResult }] }
  const { choices } = geminiChat.decode(response, CONTEXT) as { choices: JsonObject[] }
  expect(choices[0]!['logprobs']).toEqual({
    content: [
      {
        token: 'é',
        logprob: -0.1,
        bytes: [195, 169],
        top_logprobs: [
          { token: 'é', logprob: -0.1, bytes: [195, 169] },
          { token: 'e', logprob: -2, bytes: [101] },
        ],
      },
    ],
    refusal: null,
  })
})

test.each([
  [
    429,
    { error: { code: 429, message: 'quota', status: 'RESOURCE_EXHAUSTED' } },
    { message: 'quota', type: 'rate_limit_error', param: null, code: 'RESOURCE_EXHAUSTED' },
  ],
  [
    400,
    [
      {
        error: {
          message: 'bad',
          status: 'INVALID_ARGUMENT',
          details: [{ fieldViolations: [{ field: 'contents[0].parts' }] }],
        },
      },
    ],
    { message: 'bad', type: 'invalid_request_error', param: 'contents[0].parts', code: 'INVALID_ARGUMENT' },
  ],
  [
    400,
    { error: { message: 'key', status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] } },
    { message: 'key', type: 'authentication_error', param: null, code: 'API_KEY_INVALID' },
  ],
  [502, 'Bad gateway', { message: 'Bad gateway', type: 'server_error', param: null, code: null }],
  [
    404,
    null,
    { message: 'The provider returned HTTP 404 without a message.', type: 'not_found_error', param: null, code: null },
  ],
])('an error of status %i', (status, body, error) => {
  expect(geminiChat.decodeError(status, body)).toEqual({ error })
})

test('a body without candidates is upstream_broken', () => {
  expect(() => geminiChat.decode({}, CONTEXT)).toThrow(expect.objectContaining({ code: 'upstream_broken' }))
})

test('hostile responses, events and requests throw only GatewayError', () => {
  const words = [
    'candidates',
    'content',
    'parts',
    'text',
    'functionCall',
    'name',
    'args',
    'partialArgs',
    'jsonPath',
    'willContinue',
    'usageMetadata',
    'promptFeedback',
    'blockReason',
    'index',
    'inlineData',
    'error',
    'messages',
    'role',
    'tool_calls',
    'function',
    'tools',
    'tool_choice',
    'stop',
    'response_format',
    'thinking',
    'n',
    '__proto__',
  ]
  const leaf = fc.oneof(
    fc.jsonValue({ maxDepth: 0 }),
    fc.constantFrom('$.a[99999999].b', '$.__proto__.x', 'user', 'assistant', 'tool', 'text'),
  )
  const { node } = fc.letrec((tie) => ({
    node: fc.oneof(
      { depthSize: 'medium' },
      leaf,
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...words), tie('node'), { maxKeys: 5 }),
    ),
  }))
  const calm = (work: () => unknown) => {
    try {
      JSON.stringify(work())
    } catch (error) {
      expect(error).toBeInstanceOf(GatewayError)
    }
  }
  const body = fc.dictionary(fc.constantFrom(...words), node, { maxKeys: 6 })
  fc.assert(
    fc.property(body, fc.array(body, { maxLength: 3 }), (one, events) => {
      calm(() => geminiChat.encode(one, CONTEXT))
      calm(() => geminiChat.encode({ ...one, messages: [one, { role: 'assistant', tool_calls: [one] }] }, CONTEXT))
      calm(() => geminiChat.decode(one, CONTEXT))
      calm(() => geminiChat.decode({ ...one, candidates: [{ content: { parts: [one] } }] }, CONTEXT))
      calm(() => geminiChat.decodeError(500, one))
      expect(() => JSON.stringify(chunksOf([...events, { candidates: [{ content: { parts: [one] } }] }]))).not.toThrow()
    }),
    { numRuns: propertyRuns(1_000) },
  )
  expect(({} as JsonObject)['x']).toBeUndefined()
})

test('generated audio is the audio of the message, not an image', () => {
  const part = (mimeType: string, data: string) => ({ inlineData: { mimeType, data } })
  const parts = [part('audio/L16;codec=pcm;rate=24000', 'AAEC'), part('image/png', 'iVBO')]
  const candidates = [{ content: { parts }, finishReason: 'STOP' }]
  const { choices } = geminiChat.decode({ responseId: 'r', candidates }, CONTEXT) as {
    choices: { message: Record<string, unknown> }[]
  }
  expect(choices[0]!.message).toMatchObject({
    audio: { id: 'audio_r_0', data: 'AAEC', expires_at: 0, transcript: '' },
    images: [{ image_url: { url: 'data:image/png;base64,iVBO' } }],
  })
  const stream = geminiChat.stream!(CONTEXT)
  const sent = [
    ...stream.event('', { responseId: 'r', candidates: [{ content: { parts: [part('audio/pcm', 'AAEC')] } }] }),
    ...stream.event('', { candidates: [{ content: { parts: [part('audio/pcm', 'AwQF')] }, finishReason: 'STOP' }] }),
    ...stream.end(),
  ] as { choices: { delta: { audio?: { data: string }; images?: unknown } }[] }[]
  const deltas = sent.flatMap((chunk) => chunk.choices.map(({ delta }) => delta))
  expect(deltas.flatMap(({ audio }) => (audio ? [audio.data] : []))).toEqual(['AAEC', 'AwQF'])
  expect(deltas.some(({ images }) => images !== undefined)).toBe(false)
})
