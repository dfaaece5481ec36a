/** Responses of every provider, complete and as event streams, as functions of a size. */

type Json = Record<string, unknown>
type Event = readonly [name: string, data: Json]

export type AnswerShapes = {
  readonly whole: Readonly<Record<string, (n: number) => Json>>
  readonly streams: Readonly<Record<string, (n: number) => readonly Event[]>>
}

const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))
const LONG = 16

const completion = (message: Json): Json => ({
  id: 'c',
  object: 'chat.completion',
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'x', ...message }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
})
const chunk = (delta: Json, finish: string | null = null): Event => [
  '',
  { id: 'c', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] },
]
const chatCall = (i: number, text = '{}'): Json => ({
  index: i,
  id: `call_${i}`,
  type: 'function',
  function: { name: 'f', arguments: text },
})
const chatStream = (n: number, delta: (i: number) => Json): Event[] => [
  ...times(n, (i) => chunk(delta(i))),
  chunk({}, 'stop'),
]

/** OpenAI's format: the responses of its hosts, and the output of every decoder. */
export const CHAT_ANSWERS: AnswerShapes = {
  whole: {
    'one long text': (n) => completion({ content: 'x'.repeat(n * LONG) }),
    'one text of escapes': (n) => completion({ content: '\\"\n'.repeat(n * 4) }),
    'parts of the content': (n) => completion({ content: times(n, () => ({ type: 'text', text: 'x' })) }),
    'parts that think and answer': (n) =>
      completion({
        content: times(n, (i) =>
          i % 2 === 0 ? { type: 'thinking', thinking: [{ type: 'text', text: 't' }] } : { type: 'text', text: 'x' },
        ),
      }),
    calls: (n) => completion({ tool_calls: times(n, (i) => chatCall(i)) }),
    thoughts: (n) =>
      completion({ reasoning_details: times(n, (i) => ({ type: 'thinking', text: 't', signature: 's', index: i })) }),
    'pieces of a thought': (n) =>
      completion({ reasoning_details: times(n, () => ({ type: 'thinking', text: 't', index: 0 })) }),
    images: (n) =>
      completion({ images: times(n, () => ({ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } })) }),
    annotations: (n) =>
      completion({
        content: 'é'.repeat(n),
        annotations: times(n, (i) => ({
          type: 'url_citation',
          url_citation: { url: `u${i}`, start_index: 0, end_index: i },
        })),
      }),
    'cited documents': (n) => completion({ content: 'é'.repeat(n), citations: times(n, cohereCitation) }),
    'cited parts of documents': (n) => completion({ content: 'x', citations: times(n, converseCitation) }),
    'listed sources': (n) => ({ ...completion({ content: '[1]'.repeat(n) }), citations: times(n, (i) => `u${i}`) }),
    'choices and sources': (n) => ({
      ...completion({}),
      choices: times(n, (index) => ({ index, message: { content: 'x[1]' }, finish_reason: 'stop' })),
      citations: times(n, (i) => `u${i}`),
    }),
    choices: (n) => ({
      ...completion({}),
      choices: times(n, (index) => ({ index, message: {}, finish_reason: 'stop' })),
    }),
  },
  streams: {
    'pieces of text': (n) => chatStream(n, () => ({ content: 'x' })),
    'pieces of a refusal': (n) => chatStream(n, () => ({ refusal: 'x' })),
    'pieces of thinking': (n) => chatStream(n, () => ({ reasoning_content: 't' })),
    'thinking and text by turns': (n) =>
      chatStream(n, (i) => (i % 2 === 0 ? { reasoning_content: 't' } : { content: 'x' })),
    'parts in lists': (n) =>
      chatStream(n, (i) => ({
        content: [
          i % 2 === 0 ? { type: 'thinking', thinking: [{ type: 'text', text: 't' }] } : { type: 'text', text: 'x' },
        ],
      })),
    'thoughts with signatures': (n) =>
      chatStream(n, (i) => ({ reasoning_details: [{ type: 'thinking', text: 't', signature: 's', index: i }] })),
    'pieces of one thought': (n) =>
      chatStream(n, () => ({ reasoning_details: [{ type: 'thinking', text: 't', index: 0 }] })),
    'complete calls': (n) => chatStream(n, (i) => ({ tool_calls: [chatCall(i)] })),
    'calls that stay open': (n) => chatStream(n, (i) => ({ tool_calls: [chatCall(i, '{"a":')] })),
    'pieces of one call': (n) =>
      chatStream(n, () => ({ tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '1' } }] })),
    'one event of many calls': (n) => chatStream(1, () => ({ tool_calls: times(n, (i) => chatCall(i)) })),
    annotations: (n) =>
      chatStream(n, () => ({ content: 'x', annotations: [{ type: 'url_citation', url_citation: { url: 'u' } }] })),
    'cited documents': (n) => chatStream(n, (i) => ({ content: 'x', citations: [cohereCitation(i)] })),
    images: (n) =>
      chatStream(n, () => ({ images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }] })),
    'one long event': (n) => chatStream(1, () => ({ content: 'x'.repeat(n * LONG) })),
  },
}

function cohereCitation(i: number): Json {
  return { start: i, end: i + 1, text: 'x', sources: [{ type: 'document', id: `doc:${i}`, document: { title: 't' } }] }
}

function converseCitation(i: number): Json {
  const location = { documentChar: { documentIndex: i, start: i, end: i + 1 } }
  return { title: 't', sourceContent: [{ text: `x${i}` }], location }
}

const message = (content: unknown): Json => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content,
  stop_reason: 'end_turn',
  usage: { input_tokens: 1, output_tokens: 1 },
})
const claude = (data: Json): Event => [String(data['type']), data]
const claudeStream = (...events: Json[]): Event[] =>
  [
    { type: 'message_start', message: message([]) },
    ...events,
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ].map(claude)
const block = (index: number, start: Json, deltas: Json[]): Json[] => [
  { type: 'content_block_start', index, content_block: start },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
]
const TEXT = { type: 'text', text: '' }
const THINKING = { type: 'thinking', thinking: '', signature: '' }

const WEB_CITATION = { type: 'web_search_result_location', url: 'https://a.example/', title: 't' }

const ANTHROPIC: AnswerShapes = {
  whole: {
    'one long text': (n) => message([{ type: 'text', text: 'x'.repeat(n * LONG) }]),
    texts: (n) => message(times(n, () => ({ type: 'text', text: 'x' }))),
    calls: (n) => message(times(n, (i) => ({ type: 'tool_use', id: `t${i}`, name: 'f', input: { i } }))),
    thoughts: (n) => message(times(n, () => ({ type: 'thinking', thinking: 't', signature: 's' }))),
    'blocks of a server tool': (n) =>
      message(times(n, (i) => ({ type: 'server_tool_use', id: `s${i}`, name: 'web_search', input: {} }))),
    'cited texts': (n) => message(times(n, () => ({ type: 'text', text: 'é', citations: [WEB_CITATION] }))),
    citations: (n) =>
      message([{ type: 'text', text: 'x', citations: times(n, (i) => ({ type: 'char_location', i })) }]),
  },
  streams: {
    'pieces of text': (n) =>
      claudeStream(
        ...block(
          0,
          TEXT,
          times(n, () => ({ type: 'text_delta', text: 'x' })),
        ),
      ),
    'blocks of text': (n) =>
      claudeStream(...times(n, (i) => block(i, TEXT, [{ type: 'text_delta', text: 'x' }])).flat()),
    'pieces of thinking': (n) =>
      claudeStream(
        ...block(
          0,
          THINKING,
          times(n, () => ({ type: 'thinking_delta', thinking: 't' })),
        ),
      ),
    'blocks of thinking': (n) =>
      claudeStream(...times(n, (i) => block(i, THINKING, [{ type: 'signature_delta', signature: 's' }])).flat()),
    calls: (n) =>
      claudeStream(
        ...times(n, (i) =>
          block(i, { type: 'tool_use', id: `t${i}`, name: 'f', input: {} }, [
            { type: 'input_json_delta', partial_json: '{}' },
          ]),
        ).flat(),
      ),
    'pieces of one call': (n) =>
      claudeStream(
        ...block(
          0,
          { type: 'tool_use', id: 't', name: 'f', input: {} },
          times(n, () => ({ type: 'input_json_delta', partial_json: '1' })),
        ),
      ),
    'blocks that never end': (n) =>
      claudeStream(...times(n, (index) => ({ type: 'content_block_start', index, content_block: { ...TEXT } }))),
    citations: (n) =>
      claudeStream(
        ...block(
          0,
          TEXT,
          times(n, (i) => ({ type: 'citations_delta', citation: { i } })),
        ),
      ),
    'cited texts': (n) =>
      claudeStream(
        ...times(n, (index) =>
          block(index, TEXT, [
            { type: 'text_delta', text: 'é' },
            { type: 'citations_delta', citation: WEB_CITATION },
          ]),
        ).flat(),
      ),
    'unknown pieces': (n) =>
      claudeStream(
        ...block(
          0,
          { type: 'compaction' },
          times(n, () => ({ type: 'compaction_delta', content: 'x' })),
        ),
      ),
    'counts under other names': (n) =>
      claudeStream(...times(n, (i) => ({ type: 'message_delta', delta: {}, usage: { [`count_${i}`]: i } }))),
  },
}

const candidate = (parts: unknown[], finishReason?: string): Json => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...(finishReason && { finishReason }) }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
})
const gemini = (parts: unknown[], finishReason?: string): Event => ['', candidate(parts, finishReason)]
const geminiStream = (n: number, part: (i: number) => Json): Event[] => [
  ...times(n, (i) => gemini([part(i)])),
  gemini([], 'STOP'),
]

const GEMINI: AnswerShapes = {
  whole: {
    'one long text': (n) => candidate([{ text: 'x'.repeat(n * LONG) }], 'STOP'),
    texts: (n) =>
      candidate(
        times(n, () => ({ text: 'x' })),
        'STOP',
      ),
    thoughts: (n) =>
      candidate(
        times(n, () => ({ text: 't', thought: true, thoughtSignature: 's' })),
        'STOP',
      ),
    calls: (n) =>
      candidate(
        times(n, (i) => ({ functionCall: { name: 'f', args: { i } }, thoughtSignature: 's' })),
        'STOP',
      ),
    images: (n) =>
      candidate(
        times(n, () => ({ inlineData: { mimeType: 'image/png', data: 'AAAA' } })),
        'STOP',
      ),
    audio: (n) =>
      candidate(
        times(n, () => ({ inlineData: { mimeType: 'audio/pcm', data: 'AA==' } })),
        'STOP',
      ),
    grounding: (n) => ({ candidates: [{ ...groundedCandidate(n), finishReason: 'STOP' }] }),
    candidates: (n) => ({
      candidates: times(n, (index) => ({ index, content: { parts: [{ text: 'x' }] }, finishReason: 'STOP' })),
    }),
  },
  streams: {
    'pieces of text': (n) => geminiStream(n, () => ({ text: 'x' })),
    'pieces of thinking': (n) => geminiStream(n, () => ({ text: 't', thought: true })),
    signatures: (n) => geminiStream(n, () => ({ text: '', thoughtSignature: 's' })),
    calls: (n) => geminiStream(n, (i) => ({ functionCall: { name: 'f', args: { i } }, thoughtSignature: 's' })),
    'pieces of one call': (n) => [
      gemini([{ functionCall: { name: 'f', willContinue: true } }]),
      ...times(n, () =>
        gemini([
          {
            functionCall: {
              partialArgs: [{ jsonPath: '$.a', stringValue: 'x', willContinue: true }],
              willContinue: true,
            },
          },
        ]),
      ),
      gemini([{ functionCall: {} }], 'STOP'),
    ],
    'arguments of one call': (n) => [
      gemini([{ functionCall: { name: 'f', willContinue: true } }]),
      ...times(n, (i) =>
        gemini([{ functionCall: { partialArgs: [{ jsonPath: `$.a${i}`, numberValue: i }], willContinue: true } }]),
      ),
      gemini([{ functionCall: {} }], 'STOP'),
    ],
    images: (n) => geminiStream(n, () => ({ inlineData: { mimeType: 'image/png', data: 'AAAA' } })),
    grounding: (n) => [['', { candidates: [groundedCandidate(n)] }], ...geminiStream(n, () => ({ text: 'é' }))],
    'one event of many parts': (n) => [gemini(times(n, () => ({ text: 'x' }))), gemini([], 'STOP')],
  },
}

const groundedCandidate = (n: number): Json => ({
  content: { parts: [{ text: 'é'.repeat(n) }] },
  groundingMetadata: {
    groundingChunks: times(n, (i) => ({ web: { uri: `u${i}` } })),
    groundingSupports: times(n, (i) => ({ segment: { endIndex: i + 1 }, groundingChunkIndices: [i] })),
  },
})

const converse = (content: unknown[]): Json => ({
  output: { message: { role: 'assistant', content } },
  stopReason: 'end_turn',
  usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
})
const converseStream = (...events: Event[]): Event[] => [
  ['messageStart', { role: 'assistant' }],
  ...events,
  ['messageStop', { stopReason: 'end_turn' }],
  ['metadata', { usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 } }],
]
const converseDelta = (contentBlockIndex: number, delta: Json): Event => [
  'contentBlockDelta',
  { contentBlockIndex, delta },
]

const CONVERSE: AnswerShapes = {
  whole: {
    'one long text': (n) => converse([{ text: 'x'.repeat(n * LONG) }]),
    texts: (n) => converse(times(n, () => ({ text: 'x' }))),
    thoughts: (n) => converse(times(n, () => ({ reasoningContent: { reasoningText: { text: 't', signature: 's' } } }))),
    calls: (n) => converse(times(n, (i) => ({ toolUse: { toolUseId: `t${i}`, name: 'f', input: { i } } }))),
    citations: (n) =>
      converse([{ citationsContent: { content: [{ text: 'x' }], citations: times(n, converseCitation) } }]),
  },
  streams: {
    'pieces of text': (n) => converseStream(...times(n, () => converseDelta(0, { text: 'x' }))),
    'blocks of text': (n) => converseStream(...times(n, (i) => converseDelta(i, { text: 'x' }))),
    'pieces of thinking': (n) =>
      converseStream(...times(n, () => converseDelta(0, { reasoningContent: { text: 't' } }))),
    'blocks of thinking': (n) =>
      converseStream(...times(n, (i) => converseDelta(i, { reasoningContent: { text: 't' } }))),
    calls: (n) =>
      converseStream(
        ...times(n, (i): Event[] => [
          ['contentBlockStart', { contentBlockIndex: i, start: { toolUse: { toolUseId: `t${i}`, name: 'f' } } }],
          converseDelta(i, { toolUse: { input: '{}' } }),
          ['contentBlockStop', { contentBlockIndex: i }],
        ]).flat(),
      ),
  },
}

const cohere = (reply: Json): Json => ({
  id: 'c',
  finish_reason: 'COMPLETE',
  message: { role: 'assistant', ...reply },
  usage: { billed_units: { input_tokens: 1, output_tokens: 1 } },
})
const cohereStream = (...events: Json[]): Event[] =>
  [
    { type: 'message-start', id: 'c' },
    ...events,
    {
      type: 'message-end',
      delta: { finish_reason: 'COMPLETE', usage: { billed_units: { input_tokens: 1, output_tokens: 1 } } },
    },
  ].map((data) => [String(data['type']), data])

const COHERE: AnswerShapes = {
  whole: {
    'one long text': (n) => cohere({ content: [{ type: 'text', text: 'x'.repeat(n * LONG) }] }),
    texts: (n) => cohere({ content: times(n, () => ({ type: 'text', text: 'x' })) }),
    thoughts: (n) => cohere({ content: times(n, () => ({ type: 'thinking', thinking: 't' })) }),
    calls: (n) => cohere({ tool_calls: times(n, (i) => chatCall(i)) }),
    citations: (n) => cohere({ content: [], citations: times(n, cohereCitation) }),
  },
  streams: {
    'pieces of text': (n) =>
      cohereStream(
        ...times(n, () => ({ type: 'content-delta', index: 0, delta: { message: { content: { text: 'x' } } } })),
      ),
    'pieces of thinking': (n) =>
      cohereStream(
        ...times(n, (index) => ({ type: 'content-delta', index, delta: { message: { content: { thinking: 't' } } } })),
      ),
    calls: (n) =>
      cohereStream(
        ...times(n, (index): Json[] => [
          { type: 'tool-call-start', index, delta: { message: { tool_calls: chatCall(index, '') } } },
          { type: 'tool-call-delta', index, delta: { message: { tool_calls: { function: { arguments: '{}' } } } } },
          { type: 'tool-call-end', index },
        ]).flat(),
      ),
    citations: (n) =>
      cohereStream(
        ...times(n, (index) => ({ type: 'citation-start', index, delta: { message: { citations: { index } } } })),
      ),
  },
}

const VECTOR = [0.1, 0.2, 0.3]
const vectors = (make: (list: unknown[]) => Json): AnswerShapes => ({
  whole: {
    vectors: (n) => make(times(n, () => VECTOR)),
    'one long vector': (n) => make([times(n * LONG, (i) => i / 7)]),
  },
  streams: {},
})
const openaiVectors = vectors((list) => ({ data: list.map((embedding, index) => ({ index, embedding })), usage: {} }))

/** Keyed by dialect name: a dialect without an entry fails the test. */
export const ANSWERS: Readonly<Record<string, AnswerShapes>> = {
  anthropic: ANTHROPIC,
  'anthropic-vertex': ANTHROPIC,
  gemini: GEMINI,
  'gemini-vertex': GEMINI,
  converse: CONVERSE,
  cohere: COHERE,
  'openai-vertex': CHAT_ANSWERS,
  'gemini-models': { whole: { models: (n) => ({ models: times(n, (i) => ({ name: `models/m${i}` })) }) }, streams: {} },
  'gemini-embeddings': vectors((list) => ({ embeddings: list.map((values) => ({ values })) })),
  'vertex-embeddings': vectors((list) => ({
    predictions: list.map((values) => ({ embeddings: { values, statistics: { token_count: 1 } } })),
  })),
  'cohere-embeddings': vectors((list) => ({ embeddings: { float: list } })),
  'bedrock-embeddings': vectors((list) => ({ embeddings: { float: list }, embedding: list[0] })),
  'jina-embeddings': openaiVectors,
  'voyage-embeddings': openaiVectors,
  'nomic-embeddings': vectors((embeddings) => ({ embeddings, usage: {} })),
  'segmind-images': {
    whole: {
      pictures: (n) => ({ image: times(n, () => 'aGk=') }),
      'one large picture': (n) => ({ image: 'aGk='.repeat(n * LONG) }),
    },
    streams: {},
  },
  'stability-images': {
    whole: { pictures: (n) => ({ artifacts: times(n, () => ({ base64: 'aGk=' })) }) },
    streams: {},
  },
  'triton-completions': {
    whole: { 'one long text': (n) => ({ text_output: 'x'.repeat(n * LONG) }) },
    streams: { deltas: (n) => times(n, (): Event => ['', { text_output: 'x' }]) },
  },
}
