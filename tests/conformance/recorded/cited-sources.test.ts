/** Web sources that providers cite reach callers of every format, whole and streamed. */

import { expect, test } from 'bun:test'
import { checkRecording } from './check-recording.ts'
import type { JsonObject } from './facts.ts'

const [A, B] = ['https://a.example/one', 'https://b.example/two']

const SEARCH = { type: 'web_search_result_location', cited_text: 'x', encrypted_index: 'RW5j' }
const CITED = { ...SEARCH, url: A, title: 'One' }
const GROUNDING = {
  webSearchQueries: ['q'],
  groundingChunks: [{ web: { uri: A, title: 'One' } }, { web: { uri: B } }],
  groundingSupports: [{ segment: { startIndex: 3, endIndex: 8, text: 'höre' }, groundingChunkIndices: [0, 1] }],
}
const GEMINI_END = { finishReason: 'STOP', groundingMetadata: GROUNDING }
const GEMINI_USAGE = { promptTokenCount: 3, candidatesTokenCount: 4, totalTokenCount: 7 }
const CHAT = { id: 'c', object: 'chat.completion', created: 1, model: 'm' }
const CHAT_USAGE = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 }
const annotation = (url: string) => ({
  type: 'url_citation',
  url_citation: { url, title: 'One', start_index: 0, end_index: 2 },
})
const choice = (content: string, more: object = {}) => ({
  ...CHAT,
  choices: [{ index: 0, message: { role: 'assistant', content, ...more }, finish_reason: 'stop' }],
  usage: CHAT_USAGE,
})
const chunk = (delta: object, reason: string | null = null, more: object = {}) => ({
  ...CHAT,
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: reason }],
  ...more,
})
const WEB = { title: 'One', location: { web: { url: A, domain: 'a.example' } } }

const WHOLE: Readonly<Record<string, JsonObject>> = {
  'Anthropic’s web search': {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } },
      { type: 'text', text: 'As 😀 said: ' },
      { type: 'text', text: 'höre', citations: [CITED, { ...CITED, url: B, title: null }] },
    ],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 3, output_tokens: 4 },
  },
  'Gemini’s grounding': {
    candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'So höre' }] }, ...GEMINI_END }],
    usageMetadata: GEMINI_USAGE,
    responseId: 'r',
  },
  'Gemini’s URL context': {
    candidates: [
      {
        index: 0,
        content: { role: 'model', parts: [{ text: 'The page says so.' }] },
        urlContextMetadata: {
          urlMetadata: [{ retrievedUrl: A, urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS' }],
        },
        finishReason: 'STOP',
      },
    ],
    usageMetadata: GEMINI_USAGE,
    responseId: 'r',
  },
  'Gemini’s citations': {
    candidates: [
      {
        index: 0,
        content: { role: 'model', parts: [{ text: 'quoted text' }] },
        citationMetadata: {
          citationSources: [
            { endIndex: 6, uri: A },
            { startIndex: 7, endIndex: 11 },
          ],
        },
        finishReason: 'STOP',
      },
    ],
    usageMetadata: GEMINI_USAGE,
    responseId: 'r',
  },
  'OpenAI’s annotations': choice('Hi there', { annotations: [annotation(A), annotation(B)] }),
  'Perplexity’s results': {
    ...choice('It is so.[2]'),
    citations: [A, B],
    search_results: [{ title: 'One', url: A }, { url: B }],
  },
  'xAI’s citations': { ...choice('It is so.'), citations: [A] },
  'Bedrock’s web citations': {
    output: {
      message: {
        role: 'assistant',
        content: [{ text: 'So: ' }, { citationsContent: { content: [{ text: 'hi' }], citations: [WEB] } }],
      },
    },
    stopReason: 'end_turn',
    usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7 },
  },
}

const text = (value: string) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: value } })
const STREAMS: Readonly<Record<string, readonly JsonObject[]>> = {
  'Anthropic’s web search': [
    {
      type: 'message_start',
      message: { ...WHOLE['Anthropic’s web search']!, content: [], stop_reason: null },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    text('hö'),
    { type: 'content_block_delta', index: 0, delta: { type: 'citations_delta', citation: CITED } },
    text('re'),
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 4 } },
    { type: 'message_stop' },
  ],
  'Gemini’s grounding': [
    { candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'So hö' }] } }], responseId: 'r' },
    {
      candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 're' }] }, ...GEMINI_END }],
      usageMetadata: GEMINI_USAGE,
      responseId: 'r',
    },
  ],
  'OpenAI’s annotations': [
    chunk({ role: 'assistant', content: 'Hi' }),
    chunk({ annotations: [annotation(A)] }),
    chunk({}, 'stop'),
    { ...CHAT, object: 'chat.completion.chunk', choices: [], usage: CHAT_USAGE },
  ],
  'Perplexity’s results': [
    chunk({ role: 'assistant', content: 'It is so' }, null, { citations: [A, B], usage: CHAT_USAGE }),
    chunk({ content: '[2]' }, 'stop', { citations: [A, B], usage: CHAT_USAGE }),
  ],
  'xAI’s citations': [
    chunk({ role: 'assistant', content: 'It is so' }),
    chunk({}, 'stop'),
    { ...CHAT, object: 'chat.completion.chunk', choices: [], usage: CHAT_USAGE, citations: [A] },
  ],
  'Bedrock’s web citations': [
    { messageStart: { role: 'assistant' } },
    { contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'So' } } },
    { contentBlockDelta: { contentBlockIndex: 0, delta: { citation: WEB } } },
    { contentBlockStop: { contentBlockIndex: 0 } },
    { messageStop: { stopReason: 'end_turn' } },
    { metadata: { usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7 } } },
  ],
}

test.each(Object.entries(WHOLE))('%s, whole', (_name, response) => {
  expect(checkRecording(JSON.stringify(response), false)).toMatchObject({ tried: 4, losses: [] })
})

test.each(Object.entries(STREAMS))('%s, streamed', (_name, events) => {
  const lines = events.map((event) => JSON.stringify(event)).join('\n')
  expect(checkRecording(lines, true)).toMatchObject({ tried: 4, losses: [] })
})
