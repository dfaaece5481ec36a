/** One case for each path, format, direction and part that guardrails cover. The docs table is made from them. */

import type { Answer } from '../../../simulators/answer.ts'

/** The text that is denied. It is not pure ASCII, because a translation may escape it. */
export const MARK = 'hunter2-grün'

type Json = Readonly<Record<string, unknown>>

/** Whether the provider has the caller's format. */
export type Dialect = 'native' | 'translated' | 'pass-through'

export type CoverageCase = {
  readonly path: string
  readonly dialect: Dialect
  readonly direction: 'input' | 'output'
  readonly isStream: boolean
  readonly part: string
  readonly provider: 'cerebras' | 'openai-compatible' | 'anthropic' | 'google'
  readonly request: (mark: string) => Json
  /** True if the request is a form with a file. */
  readonly isForm?: boolean
  readonly answer: (mark: string) => Answer
  /** The status of a denial, which is that of the provider if it returned an error. Absent: 446. */
  readonly deniedStatus?: number
}

const JSON_TYPE = { 'content-type': 'application/json' }
const json = (body: Json): Answer => ({ body: JSON.stringify(body), headers: JSON_TYPE })
const events = (...list: readonly (Json & { readonly type?: string })[]): Answer => ({
  body: list.map((data) => `${data.type ? `event: ${data.type}\n` : ''}data: ${JSON.stringify(data)}\n\n`).join(''),
  headers: { 'content-type': 'text/event-stream' },
})
const split = (text: string) => [text.slice(0, 4), text.slice(4)] as const
const file = (text: string) => Buffer.from(text).toString('base64')

const PATHS = {
  chat: '/v1/chat/completions',
  completions: '/v1/completions',
  messages: '/v1/messages',
  responses: '/v1/responses',
  gemini: '/v1beta/models/m:generateContent',
  geminiStream: '/v1beta/models/m:streamGenerateContent?alt=sse',
  geminiArray: '/v1beta/models/m:streamGenerateContent',
} as const

/** An assistant message that calls a tool with these arguments. */
const chatTool = (args: string) => ({
  role: 'assistant',
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: args } }],
})
const user = { role: 'user', content: 'hi' }
/** The text is in the description of a parameter. */
const schema = (mark: string) => ({
  type: 'object',
  properties: { city: { type: 'string', description: `The city. ${mark}` } },
})

const INPUTS: Readonly<Record<string, Readonly<Record<string, (mark: string) => Json>>>> = {
  [PATHS.chat]: {
    'first message': (mark) => ({
      messages: [{ role: 'user', content: mark }, { role: 'assistant', content: 'a' }, user],
    }),
    'last message': (mark) => ({
      messages: [user, { role: 'assistant', content: 'a' }, { role: 'user', content: mark }],
    }),
    'text part': (mark) => ({ messages: [{ role: 'user', content: [{ type: 'text', text: mark }] }] }),
    system: (mark) => ({ messages: [{ role: 'system', content: mark }, user] }),
    'tool arguments': (mark) => ({
      messages: [
        user,
        chatTool(JSON.stringify({ a: [mark] })),
        { role: 'tool', tool_call_id: 'c', content: 'r' },
        user,
      ],
    }),
    'tool result': (mark) => ({
      messages: [user, chatTool('{}'), { role: 'tool', tool_call_id: 'c', content: mark }, user],
    }),
    document: (mark) => ({
      messages: [
        {
          role: 'user',
          content: [{ type: 'file', file: { filename: 'a.txt', file_data: `data:text/plain;base64,${file(mark)}` } }],
        },
      ],
    }),
    'name of the author': (mark) => ({ messages: [{ ...user, name: mark }] }),
    'tool definition': (mark) => ({
      messages: [user],
      tools: [{ type: 'function', function: { name: 'f', description: mark, parameters: schema('') } }],
    }),
    'tool parameters': (mark) => ({
      messages: [user],
      tools: [{ type: 'function', function: { name: 'f', parameters: schema(mark) } }],
    }),
    'function definition': (mark) => ({ messages: [user], functions: [{ name: 'f', parameters: schema(mark) }] }),
    'response schema': (mark) => ({
      messages: [user],
      response_format: { type: 'json_schema', json_schema: { name: 'r', schema: schema(mark) } },
    }),
  },
  [PATHS.completions]: { prompt: (mark) => ({ prompt: mark }), suffix: (mark) => ({ prompt: 'a', suffix: mark }) },
  [PATHS.messages]: {
    'first message': (mark) => ({
      messages: [{ role: 'user', content: mark }, { role: 'assistant', content: 'a' }, user],
    }),
    'text part': (mark) => ({ messages: [{ role: 'user', content: [{ type: 'text', text: mark }] }] }),
    system: (mark) => ({ system: mark, messages: [user] }),
    'tool arguments': (mark) => ({
      messages: [
        user,
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: { a: { b: mark } } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'r' }] },
      ],
    }),
    'tool result': (mark) => ({
      messages: [
        user,
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: mark }] }] },
      ],
    }),
    document: (mark) => ({
      messages: [
        {
          role: 'user',
          content: [{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: mark } }],
        },
      ],
    }),
    'tool definition': (mark) => ({
      messages: [user],
      tools: [{ name: 'f', description: mark, input_schema: schema('') }],
    }),
    'tool parameters': (mark) => ({ messages: [user], tools: [{ name: 'f', input_schema: schema(mark) }] }),
    'response schema': (mark) => ({
      messages: [user],
      output_config: { format: { type: 'json_schema', schema: schema(mark) } },
    }),
  },
  [PATHS.responses]: {
    text: (mark) => ({ input: mark }),
    'text part': (mark) => ({ input: [{ role: 'user', content: [{ type: 'input_text', text: mark }] }] }),
    instructions: (mark) => ({ instructions: mark, input: 'hi' }),
    'tool arguments': (mark) => ({
      input: [
        user,
        { type: 'function_call', call_id: 'c', name: 'f', arguments: JSON.stringify({ a: mark }) },
        { type: 'function_call_output', call_id: 'c', output: 'r' },
      ],
    }),
    'tool result': (mark) => ({
      input: [
        user,
        { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c', output: mark },
      ],
    }),
    document: (mark) => ({
      input: [
        {
          role: 'user',
          content: [{ type: 'input_file', filename: 'a.txt', file_data: `data:text/plain;base64,${file(mark)}` }],
        },
      ],
    }),
    'tool definition': (mark) => ({
      input: 'hi',
      tools: [{ type: 'function', name: 'f', description: mark, parameters: schema('') }],
    }),
    'tool parameters': (mark) => ({
      input: 'hi',
      tools: [{ type: 'function', name: 'f', parameters: schema(mark) }],
    }),
    'response schema': (mark) => ({
      input: 'hi',
      text: { format: { type: 'json_schema', name: 'r', schema: schema(mark) } },
    }),
  },
  [PATHS.gemini]: {
    'text part': (mark) => ({ contents: [{ role: 'user', parts: [{ text: mark }] }] }),
    system: (mark) => ({
      systemInstruction: { parts: [{ text: mark }] },
      contents: [{ role: 'user', parts: [{ text: 'a' }] }],
    }),
    'tool arguments': (mark) => ({
      contents: [
        { role: 'user', parts: [{ text: 'a' }] },
        { role: 'model', parts: [{ functionCall: { name: 'f', args: { a: mark } } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'f', response: { r: 1 } } }] },
      ],
    }),
    'tool result': (mark) => ({
      contents: [
        { role: 'user', parts: [{ text: 'a' }] },
        { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'f', response: { r: mark } } }] },
      ],
    }),
    document: (mark) => ({
      contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'text/plain', data: file(mark) } }] }],
    }),
    'tool definition': (mark) => ({
      contents: [{ role: 'user', parts: [{ text: 'a' }] }],
      tools: [{ functionDeclarations: [{ name: 'f', description: mark, parameters: schema('') }] }],
    }),
    'tool parameters': (mark) => ({
      contents: [{ role: 'user', parts: [{ text: 'a' }] }],
      tools: [{ function_declarations: [{ name: 'f', parameters: schema(mark) }] }],
    }),
    'response schema': (mark) => ({
      contents: [{ role: 'user', parts: [{ text: 'a' }] }],
      generationConfig: { responseMimeType: 'application/json', responseSchema: schema(mark) },
    }),
  },
  '/v1/embeddings': { text: (mark) => ({ input: mark }), list: (mark) => ({ input: ['a', mark] }) },
  '/v1beta/models/m:embedContent': { 'text part': (mark) => ({ content: { parts: [{ text: mark }] } }) },
  '/v1/moderations': { text: (mark) => ({ input: mark }) },
  '/v1/images/generations': { prompt: (mark) => ({ prompt: mark }) },
  '/v1/audio/speech': { text: (mark) => ({ input: mark, voice: 'v' }) },
  '/v1/rerank': {
    query: (mark) => ({ query: mark, documents: ['a', 'b'] }),
    document: (mark) => ({ query: 'a', documents: ['a', { text: mark }] }),
  },
  '/v1/audio/transcriptions': { prompt: (mark) => ({ prompt: mark }) },
  '/v1/audio/translations': { prompt: (mark) => ({ prompt: mark }) },
  '/v1/images/edits': { prompt: (mark) => ({ prompt: mark }) },
  '/v1/messages/count_tokens': { message: (mark) => ({ messages: [{ role: 'user', content: mark }] }) },
  '/v1/responses/input_tokens': { text: (mark) => ({ input: mark }) },
}

const MODEL = { model: 'm', max_tokens: 16 }

function requestFor(path: string, made: (mark: string) => Json): (mark: string) => Json {
  if (path.startsWith('/v1beta')) return made
  if (path === '/v1/messages' || path === PATHS.chat) return (mark) => ({ ...MODEL, ...made(mark) })
  return (mark) => ({ model: 'm', ...made(mark) })
}

const PLAIN = (): Answer => 'hello'

const FORMS: ReadonlySet<string> = new Set(['/v1/audio/transcriptions', '/v1/audio/translations', '/v1/images/edits'])

/** The pass-through path for the same request. */
const PASSED: Readonly<Record<string, string>> = {
  [PATHS.chat]: '/v1/proxy/chat/completions',
  [PATHS.completions]: '/v1/proxy/completions',
  [PATHS.messages]: '/v1/proxy/messages',
  [PATHS.responses]: '/v1/proxy/responses',
  '/v1/embeddings': '/v1/proxy/embeddings',
  '/v1/audio/transcriptions': '/v1/proxy/audio/transcriptions',
  '/v1/images/edits': '/v1/proxy/images/edits',
}

const inputs: CoverageCase[] = Object.entries(INPUTS).flatMap(([path, parts]) =>
  Object.entries(parts).flatMap(([part, made]) => {
    const base = {
      path,
      direction: 'input',
      isStream: false,
      part,
      request: requestFor(path, made),
      answer: PLAIN,
      ...(FORMS.has(path) && { isForm: true }),
    } as const
    const isOpenAi = path.startsWith('/v1/') && !path.startsWith('/v1/messages')
    const own = path.startsWith('/v1beta') ? 'google' : isOpenAi ? 'openai-compatible' : 'anthropic'
    const native: CoverageCase = { ...base, dialect: path === '/v1/rerank' ? 'pass-through' : 'native', provider: own }
    const passed = PASSED[path]
    return passed === undefined
      ? [native]
      : [native, { ...native, path: passed, dialect: 'pass-through' } satisfies CoverageCase]
  }),
)

/** Responses of the chat format. */
const chatAnswer = (message: Json) =>
  json({ id: 'x', object: 'chat.completion', model: 'm', choices: [{ index: 0, message, finish_reason: 'stop' }] })
const chunk = (delta: Json, reason: string | null = null) => ({
  id: 'x',
  object: 'chat.completion.chunk',
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: reason }],
})
const chatStream = (...deltas: readonly Json[]): Answer => {
  const { body, headers } = events(
    chunk({ role: 'assistant' }),
    ...deltas.map((delta) => chunk(delta)),
    chunk({}, 'stop'),
  ) as {
    body: string
    headers: Record<string, string>
  }
  return { body: `${body}data: [DONE]\n\n`, headers }
}
const call = (args: string) => [{ index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: args } }]

const CHAT_OUTPUTS: Readonly<Record<string, readonly [(mark: string) => Answer, (mark: string) => Answer]>> = {
  text: [
    (mark) => chatAnswer({ role: 'assistant', content: mark }),
    (mark) => chatStream(...split(mark).map((content) => ({ content }))),
  ],
  'tool arguments': [
    (mark) => chatAnswer({ role: 'assistant', content: null, tool_calls: call(JSON.stringify({ a: mark })) }),
    (mark) => {
      const [start, end] = split(JSON.stringify({ a: mark }))
      return chatStream({ tool_calls: call(start) }, { tool_calls: [{ index: 0, function: { arguments: end } }] })
    },
  ],
  reasoning: [
    (mark) => chatAnswer({ role: 'assistant', content: 'a', reasoning_content: mark }),
    (mark) => chatStream(...split(mark).map((text) => ({ reasoning_content: text })), { content: 'a' }),
  ],
}

const GEMINI_ASK = {
  contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
  generationConfig: { thinkingConfig: { includeThoughts: true } },
}
const ASK: Readonly<Record<string, Json>> = {
  [PATHS.chat]: { model: 'm', messages: [user] },
  [PATHS.messages]: { ...MODEL, messages: [user] },
  [PATHS.responses]: { model: 'm', input: 'hi' },
  [PATHS.gemini]: GEMINI_ASK,
  [PATHS.geminiStream]: GEMINI_ASK,
  [PATHS.geminiArray]: GEMINI_ASK,
}

const fromChat: CoverageCase[] = Object.keys(ASK).flatMap((path) =>
  Object.entries(CHAT_OUTPUTS).flatMap(([part, [whole, streamed]]) => {
    const isGemini = path.startsWith('/v1beta')
    const base = {
      path,
      dialect: path === PATHS.chat ? 'native' : 'translated',
      direction: 'output',
      part,
      provider: 'cerebras',
    } as const
    const ask = ASK[path]!
    const isOnlyStream = path === PATHS.geminiStream || path === PATHS.geminiArray
    const cases: CoverageCase[] = []
    if (!isOnlyStream) cases.push({ ...base, isStream: false, request: () => ask, answer: whole })
    if (isOnlyStream || !isGemini)
      cases.push({
        ...base,
        isStream: true,
        request: () => (isGemini ? ask : { ...ask, stream: true }),
        answer: streamed,
      })
    return cases
  }),
)

const GOOGLE = (part: Json) => ({ candidates: [{ index: 0, content: { role: 'model', parts: [part] } }] })
const ANTHROPIC = (block: Json) => json({ id: 'x', type: 'message', role: 'assistant', model: 'm', content: [block] })
const started = {
  type: 'message_start',
  message: { id: 'x', type: 'message', role: 'assistant', model: 'm', content: [] },
}

type Own = Pick<CoverageCase, 'path' | 'part' | 'isStream' | 'answer'>

function own(provider: CoverageCase['provider'], { path, part, isStream, answer }: Own): CoverageCase {
  const ask = ASK[path] ?? { model: 'm', prompt: 'hi' }
  const request = () => (isStream && !path.startsWith('/v1beta') ? { ...ask, stream: true } : ask)
  return { path, part, isStream, answer, provider, request, dialect: 'native', direction: 'output' }
}

const natives: CoverageCase[] = [
  own('openai-compatible', {
    path: PATHS.completions,
    part: 'text',
    isStream: false,
    answer: (mark) => json({ object: 'text_completion', choices: [{ index: 0, text: mark }] }),
  }),
  own('openai-compatible', {
    path: PATHS.completions,
    part: 'text',
    isStream: true,
    answer: (mark) => events(...split(mark).map((text) => ({ choices: [{ index: 0, text }] }))),
  }),
  own('openai-compatible', {
    path: PATHS.responses,
    part: 'text',
    isStream: false,
    answer: (mark) =>
      json({
        object: 'response',
        output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: mark }] }],
      }),
  }),
  own('openai-compatible', {
    path: PATHS.responses,
    part: 'tool arguments',
    isStream: false,
    answer: (mark) =>
      json({
        object: 'response',
        output: [{ type: 'function_call', name: 'f', arguments: JSON.stringify({ a: mark }) }],
      }),
  }),
  own('openai-compatible', {
    path: PATHS.responses,
    part: 'text',
    isStream: true,
    answer: (mark) =>
      events(
        { type: 'response.created', response: { id: 'r', output: [] } },
        ...split(mark).map((delta) => ({
          type: 'response.output_text.delta',
          item_id: 'i',
          output_index: 0,
          content_index: 0,
          delta,
        })),
      ),
  }),
  own('anthropic', {
    path: PATHS.messages,
    part: 'text',
    isStream: false,
    answer: (mark) => ANTHROPIC({ type: 'text', text: mark }),
  }),
  own('anthropic', {
    path: PATHS.messages,
    part: 'tool arguments',
    isStream: false,
    answer: (mark) => ANTHROPIC({ type: 'tool_use', id: 't', name: 'f', input: { a: mark } }),
  }),
  own('anthropic', {
    path: PATHS.messages,
    part: 'reasoning',
    isStream: false,
    answer: (mark) => ANTHROPIC({ type: 'thinking', thinking: mark, signature: 's' }),
  }),
  own('anthropic', {
    path: PATHS.messages,
    part: 'text',
    isStream: true,
    answer: (mark) =>
      events(
        started,
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        ...split(mark).map((text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
        { type: 'content_block_stop', index: 0 },
        { type: 'message_stop' },
      ),
  }),
  own('anthropic', {
    path: PATHS.messages,
    part: 'tool arguments',
    isStream: true,
    answer: (mark) =>
      events(
        started,
        { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 't', name: 'f', input: {} } },
        ...split(JSON.stringify({ a: mark })).map((text) => ({
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'input_json_delta', partial_json: text },
        })),
        { type: 'content_block_stop', index: 0 },
        { type: 'message_stop' },
      ),
  }),
  own('google', { path: PATHS.gemini, part: 'text', isStream: false, answer: (mark) => json(GOOGLE({ text: mark })) }),
  own('google', {
    path: PATHS.gemini,
    part: 'tool arguments',
    isStream: false,
    answer: (mark) => json(GOOGLE({ functionCall: { name: 'f', args: { a: mark } } })),
  }),
  own('google', {
    path: PATHS.geminiStream,
    part: 'text',
    isStream: true,
    answer: (mark) => events(...split(mark).map((text) => GOOGLE({ text }))),
  }),
  own('google', {
    path: PATHS.geminiStream,
    part: 'tool arguments',
    isStream: true,
    answer: (mark) => events(GOOGLE({ functionCall: { name: 'f', args: { a: mark } } })),
  }),
  own('google', {
    path: PATHS.geminiArray,
    part: 'text',
    isStream: true,
    answer: (mark) => ({
      body: `[${split(mark)
        .map((text) => JSON.stringify(GOOGLE({ text })))
        .join('\n,\n')}]`,
      headers: JSON_TYPE,
    }),
  }),
]

const message = (part: Json) => ({ type: 'message', role: 'assistant', content: [part] })
const item = (one: Json) => json({ object: 'response', output: [one] })
const made = { type: 'response.created', response: { id: 'r', output: [] } }
const blockOf = (start: Json, deltas: readonly Json[]) =>
  events(
    started,
    { type: 'content_block_start', index: 0, content_block: start },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index: 0, delta })),
    { type: 'content_block_stop', index: 0 },
    { type: 'message_stop' },
  )
const arrayOf = (...parts: readonly Json[]): Answer => ({
  body: `[${parts.map((part) => JSON.stringify(GOOGLE(part))).join('\n,\n')}]`,
  headers: JSON_TYPE,
})

/** Other parts of responses: path, provider, part, and the whole and the streamed response. */
const OTHERS: readonly (readonly [
  path: string,
  provider: CoverageCase['provider'],
  part: string,
  whole: ((mark: string) => Answer) | null,
  streamed: ((mark: string) => Answer) | null,
])[] = [
  [
    PATHS.chat,
    'openai-compatible',
    'refusal',
    (mark) => chatAnswer({ role: 'assistant', content: null, refusal: mark }),
    (mark) => chatStream(...split(mark).map((refusal) => ({ refusal }))),
  ],
  [
    PATHS.chat,
    'openai-compatible',
    'annotation',
    (mark) => chatAnswer({ role: 'assistant', content: 'a', annotations: [{ url_citation: { title: mark } }] }),
    (mark) => chatStream({ content: 'a', annotations: [{ url_citation: { title: mark } }] }),
  ],
  [
    PATHS.responses,
    'openai-compatible',
    'tool arguments',
    null,
    (mark) =>
      events(
        made,
        { type: 'response.output_item.added', output_index: 0, item: { type: 'function_call', arguments: '' } },
        ...split(JSON.stringify({ a: mark })).map((delta) => ({
          type: 'response.function_call_arguments.delta',
          output_index: 0,
          delta,
        })),
      ),
  ],
  [
    PATHS.responses,
    'openai-compatible',
    'reasoning',
    (mark) => item({ type: 'reasoning', summary: [{ type: 'summary_text', text: mark }] }),
    (mark) =>
      events(
        made,
        ...split(mark).map((delta) => ({
          type: 'response.reasoning_summary_text.delta',
          output_index: 0,
          summary_index: 0,
          delta,
        })),
      ),
  ],
  [
    PATHS.responses,
    'openai-compatible',
    'refusal',
    (mark) => item(message({ type: 'refusal', refusal: mark })),
    (mark) =>
      events(
        made,
        ...split(mark).map((delta) => ({ type: 'response.refusal.delta', output_index: 0, content_index: 0, delta })),
      ),
  ],
  [
    PATHS.responses,
    'openai-compatible',
    'annotation',
    (mark) => item(message({ type: 'output_text', text: 'a', annotations: [{ type: 'url_citation', title: mark }] })),
    (mark) =>
      events(made, {
        type: 'response.output_text.annotation.added',
        output_index: 0,
        content_index: 0,
        annotation: { type: 'url_citation', title: mark },
      }),
  ],
  [
    PATHS.messages,
    'anthropic',
    'reasoning',
    null,
    (mark) =>
      blockOf(
        { type: 'thinking', thinking: '', signature: '' },
        split(mark).map((thinking) => ({ type: 'thinking_delta', thinking })),
      ),
  ],
  [
    PATHS.messages,
    'anthropic',
    'annotation',
    (mark) => ANTHROPIC({ type: 'text', text: 'a', citations: [{ type: 'char_location', cited_text: mark }] }),
    (mark) =>
      blockOf({ type: 'text', text: '' }, [
        { type: 'citations_delta', citation: { type: 'char_location', cited_text: mark } },
      ]),
  ],
  [PATHS.gemini, 'google', 'reasoning', (mark) => json(GOOGLE({ text: mark, thought: true })), null],
  [
    PATHS.geminiStream,
    'google',
    'reasoning',
    null,
    (mark) => events(...split(mark).map((text) => GOOGLE({ text, thought: true }))),
  ],
  [
    PATHS.geminiArray,
    'google',
    'tool arguments',
    null,
    (mark) => arrayOf({ functionCall: { name: 'f', args: { a: mark } } }),
  ],
  [
    PATHS.geminiArray,
    'google',
    'reasoning',
    null,
    (mark) => arrayOf(...split(mark).map((text) => ({ text, thought: true }))),
  ],
]

const others: CoverageCase[] = OTHERS.flatMap(([path, provider, part, whole, streamed]) => [
  ...(whole ? [own(provider, { path, part, isStream: false, answer: whole })] : []),
  ...(streamed ? [own(provider, { path, part, isStream: true, answer: streamed })] : []),
])

/** Errors of providers: with a status of their own, and as an event of a stream. */
const chatError = (mark: string) => ({ error: { message: `Invalid: ${mark}`, type: 'invalid_request_error' } })
const anthropicError = (mark: string) => ({
  type: 'error',
  error: { type: 'invalid_request_error', message: `Invalid: ${mark}` },
})
const googleError = (mark: string) => ({
  error: { code: 400, message: `Invalid: ${mark}`, status: 'INVALID_ARGUMENT' },
})

type ErrorPath = readonly [
  path: string,
  provider: CoverageCase['provider'],
  dialect: Dialect,
  error: (mark: string) => Json,
]

const ERRORS: readonly ErrorPath[] = [
  [PATHS.chat, 'openai-compatible', 'native', chatError],
  [PATHS.completions, 'openai-compatible', 'native', chatError],
  [PATHS.responses, 'openai-compatible', 'native', chatError],
  [PATHS.messages, 'anthropic', 'native', anthropicError],
  [PATHS.gemini, 'google', 'native', googleError],
  [PATHS.geminiStream, 'google', 'native', googleError],
  [PATHS.messages, 'cerebras', 'translated', chatError],
  [PATHS.responses, 'cerebras', 'translated', chatError],
  [PATHS.gemini, 'cerebras', 'translated', chatError],
  [PATHS.geminiStream, 'cerebras', 'translated', chatError],
]

const errors: CoverageCase[] = ERRORS.flatMap(([path, provider, dialect, error]) => {
  const isGemini = path.startsWith('/v1beta')
  const forms = !isGemini ? [false, true] : [path === PATHS.geminiStream]
  return forms.flatMap((isStream) => {
    const base = { ...own(provider, { path, part: 'error', isStream, answer: PLAIN }), dialect }
    const whole: CoverageCase = {
      ...base,
      answer: (mark) => ({ status: 400, body: JSON.stringify(error(mark)), headers: JSON_TYPE }),
      deniedStatus: 400,
    }
    if (!isStream) return [whole]
    return [whole, { ...base, part: 'error event', answer: (mark: string) => events(error(mark)) }]
  })
})

const EMBEDDED: CoverageCase = {
  path: '/v1/embeddings',
  dialect: 'native',
  direction: 'output',
  isStream: false,
  part: 'error',
  provider: 'openai-compatible',
  request: () => ({ model: 'm', input: 'hi' }),
  answer: (mark) => ({ status: 400, body: JSON.stringify(chatError(mark)), headers: JSON_TYPE }),
  deniedStatus: 400,
}

/** The same responses through the pass-through paths of the formats. */
const passed: CoverageCase[] = [...fromChat, ...natives, ...others, ...errors].flatMap((one) => {
  if (one.dialect !== 'native' || one.path.startsWith('/v1beta')) return []
  const provider = one.provider === 'cerebras' ? 'openai-compatible' : one.provider
  return [{ ...one, provider, path: one.path.replace('/v1/', '/v1/proxy/'), dialect: 'pass-through' as const }]
})

export const COVERAGE_CASES: readonly CoverageCase[] = [
  ...inputs,
  ...fromChat,
  ...natives,
  ...others,
  ...errors,
  EMBEDDED,
  ...passed,
]
