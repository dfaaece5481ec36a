import { expect, test } from 'bun:test'
import { anthropicChat } from '../anthropic/anthropic-chat.ts'
import { withoutForeignParts } from '../anthropic/foreign-parts.ts'
import { converseChat } from '../bedrock/converse-chat.ts'
import { cohereChat } from '../cohere/cohere-chat.ts'
import type { Dialect, DialectContext, InboundDialect, JsonObject } from '../dialect.ts'
import { generateContentInbound } from '../generate-content/generate-content-inbound.ts'
import { messagesInbound } from '../messages/messages-inbound.ts'
import { responsesInbound } from '../responses/responses-inbound.ts'
import { plainChat } from './plain-chat.ts'

const CONTEXT: DialectContext = { model: 'm', provider: 'p', isStream: false, includeUsage: true, nowSeconds: 0 }
const TEXT = 'Ölpreise 😀 steigen.'

/** https://docs.cohere.com/docs/rag-citations */
const COHERE_CITATIONS = [
  {
    start: 0,
    end: 8,
    text: 'Ölpreise',
    type: 'TEXT_CONTENT',
    sources: [{ type: 'document', id: 'doc:1', document: { id: 'doc:1', title: 'Oil', text: 'Prices rise.' } }],
  },
  { start: 0, end: 2, text: 'Hm', type: 'THINKING_CONTENT', sources: [{ type: 'document', id: 'doc:0' }] },
]
const COHERE = {
  id: 'c',
  finish_reason: 'COMPLETE',
  message: { role: 'assistant', content: [{ type: 'text', text: TEXT }], citations: COHERE_CITATIONS },
}
const COHERE_EVENTS = [
  { type: 'message-start', id: 'c' },
  { type: 'content-delta', index: 0, delta: { message: { content: { text: TEXT } } } },
  ...COHERE_CITATIONS.map((citations) => ({ type: 'citation-start', index: 0, delta: { message: { citations } } })),
  { type: 'message-end', delta: { finish_reason: 'COMPLETE' } },
]

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Citation.html */
const CONVERSE_CITATIONS = [
  {
    title: 'Oil',
    sourceContent: [{ text: 'Prices rise.' }],
    location: { documentChar: { documentIndex: 1, start: 3, end: 15 } },
  },
  { title: 'Gas', sourceContent: [{ text: 'p' }], location: { documentPage: { documentIndex: 2, start: 4, end: 5 } } },
  { title: 'Web', location: { web: { url: 'https://a.example/' } } },
  { title: 'Unplaced', location: { web: {} } },
]
const CONVERSE = {
  output: {
    message: { content: [{ citationsContent: { content: [{ text: TEXT }], citations: CONVERSE_CITATIONS } }] },
  },
  stopReason: 'end_turn',
}

/** Pairs of event name and data. Bedrock sends the name in the frame. */
const CONVERSE_EVENTS: readonly (readonly [string, JsonObject])[] = [
  ['contentBlockDelta', { contentBlockIndex: 0, delta: { text: TEXT } }],
  ...CONVERSE_CITATIONS.map(
    (citation) => ['contentBlockDelta', { contentBlockIndex: 0, delta: { citation } }] as readonly [string, JsonObject],
  ),
  ['messageStop', { stopReason: 'end_turn' }],
]

function streamed(
  dialect: Dialect,
  events: readonly (readonly [string, JsonObject])[],
  inbound: InboundDialect,
): JsonObject[] {
  const decoder = dialect.stream!({ ...CONTEXT, isStream: true })
  const encoder = inbound.stream({ model: 'm' })
  const chunks = [...events.flatMap(([name, data]) => decoder.event(name, data)), ...decoder.end()]
  const text = chunks.map((chunk) => encoder.chunk(chunk)).join('') + encoder.end()
  const lines = text.split(/\r?\n/).filter((line) => line.startsWith('data: {'))
  return lines.map((line) => JSON.parse(line.slice(6)) as JsonObject)
}

const unnamed = COHERE_EVENTS.map((event) => ['', event] as const)

const COHERE_LOCATION = {
  type: 'char_location',
  cited_text: '',
  document_index: 1,
  document_title: 'Oil',
  file_id: null,
  start_char_index: 0,
  end_char_index: 0,
}
const WEB = {
  type: 'web_search_result_location',
  url: 'https://a.example/',
  title: 'Web',
  cited_text: '',
  encrypted_index: '',
}
const CONVERSE_LOCATIONS = [
  {
    type: 'char_location',
    cited_text: 'Prices rise.',
    document_index: 1,
    document_title: 'Oil',
    file_id: null,
    start_char_index: 3,
    end_char_index: 15,
  },
  {
    type: 'page_location',
    cited_text: 'p',
    document_index: 2,
    document_title: 'Gas',
    file_id: null,
    start_page_number: 4,
    end_page_number: 5,
  },
  { ...COHERE_LOCATION, document_index: 0, document_title: 'Unplaced' },
]

test('a Messages caller gets the citations of documents', () => {
  expect(messagesInbound.fromChat(cohereChat.decode(COHERE, CONTEXT), {})).toMatchObject({
    content: [{ type: 'text', text: TEXT, citations: [COHERE_LOCATION] }],
  })
  expect(messagesInbound.fromChat(converseChat.decode(CONVERSE, CONTEXT), {})).toMatchObject({
    content: [{ type: 'text', text: TEXT, citations: [WEB, ...CONVERSE_LOCATIONS] }],
  })
  const citedIn = (events: JsonObject[]) =>
    events.flatMap(({ delta }) => {
      const { type, citation } = (delta ?? {}) as JsonObject
      return type === 'citations_delta' ? [citation] : []
    })
  expect(citedIn(streamed(cohereChat, unnamed, messagesInbound))).toEqual([COHERE_LOCATION])
  expect(citedIn(streamed(converseChat, CONVERSE_EVENTS, messagesInbound))).toEqual([
    ...CONVERSE_LOCATIONS.slice(0, 2),
    WEB,
    CONVERSE_LOCATIONS[2],
  ])
})

test('Anthropic gets only citations that have the text they cite', () => {
  const [known] = CONVERSE_LOCATIONS
  const content = [{ type: 'text', text: TEXT, citations: [COHERE_LOCATION, known] }]
  const cleaned = withoutForeignParts({ messages: [{ role: 'assistant', content }] } as never)
  expect(cleaned?.messages).toEqual([
    { role: 'assistant', content: [{ type: 'text', text: TEXT, citations: [known] }] },
  ] as never)
})

test('Anthropic gets no citation whose place is not known, and a missing title as null', () => {
  const text = [{ text: 'Prices rise.' }]
  const citations = [
    { title: 'Oil', sourceContent: text },
    { sourceContent: text, location: { documentChar: { documentIndex: 0, start: 0, end: 12 } } },
    { sourceContent: text, location: { searchResultLocation: { searchResultIndex: 0, start: 0, end: 1 } } },
  ]
  const response = {
    output: { message: { content: [{ citationsContent: { content: [{ text: TEXT }], citations } }] } },
  }
  const { content } = messagesInbound.fromChat(converseChat.decode(response, CONTEXT), {})
  const placed = [
    {
      type: 'char_location',
      cited_text: 'Prices rise.',
      document_index: 0,
      document_title: null,
      file_id: null,
      start_char_index: 0,
      end_char_index: 12,
    },
    {
      type: 'search_result_location',
      cited_text: 'Prices rise.',
      source: '',
      title: null,
      search_result_index: 0,
      start_block_index: 0,
      end_block_index: 1,
    },
  ]
  const cleaned = withoutForeignParts({ messages: [{ role: 'assistant', content }] } as never)
  expect(cleaned?.messages).toEqual([
    { role: 'assistant', content: [{ type: 'text', text: TEXT, citations: placed }] },
  ] as never)
})

const file = (file_id: string, filename: string, index: number) => ({ type: 'file_citation', file_id, filename, index })

test('a Responses caller gets the citations of documents', () => {
  const annotationsIn = (response: JsonObject) => {
    const [message] = response['output'] as { content: { annotations: JsonObject[] }[] }[]
    return message!.content[0]!.annotations
  }
  const fromCohere = [file('doc:1', 'Oil', 1)]
  expect(annotationsIn(responsesInbound.fromChat(cohereChat.decode(COHERE, CONTEXT), {}))).toEqual(fromCohere)
  const added = streamed(cohereChat, unnamed, responsesInbound).filter(
    ({ type }) => type === 'response.output_text.annotation.added',
  )
  expect(added.map((event) => event['annotation'])).toEqual(fromCohere)
  expect(annotationsIn(responsesInbound.fromChat(converseChat.decode(CONVERSE, CONTEXT), {}))).toMatchObject([
    { type: 'url_citation', url: 'https://a.example/' },
    file('document_1', 'Oil', 1),
    file('document_2', 'Gas', 2),
    file('document_0', 'Unplaced', 0),
  ])
})

test('a Gemini caller gets the citations of documents', () => {
  const grounding = {
    groundingChunks: [{ retrievedContext: { title: 'Oil' } }],
    groundingSupports: [{ segment: { startIndex: 0, endIndex: 9 }, groundingChunkIndices: [0] }],
  }
  expect(generateContentInbound.fromChat(cohereChat.decode(COHERE, CONTEXT), {})).toMatchObject({
    candidates: [{ groundingMetadata: grounding }],
  })
  expect(streamed(cohereChat, unnamed, generateContentInbound).at(-1)).toMatchObject({
    candidates: [{ groundingMetadata: grounding }],
  })
  expect(generateContentInbound.fromChat(converseChat.decode(CONVERSE, CONTEXT), {})).toMatchObject({
    candidates: [
      {
        groundingMetadata: {
          groundingChunks: [
            { web: { uri: 'https://a.example/' } },
            { retrievedContext: { title: 'Oil', text: 'Prices rise.' } },
            { retrievedContext: { title: 'Gas', text: 'p' } },
            { retrievedContext: { title: 'Unplaced' } },
          ],
        },
      },
    ],
  })
})

test('a source of Cohere’s with a URL is a web source in every format', () => {
  const sources = [{ type: 'tool', id: 't:0', tool_output: { url: 'https://b.example/', title: 'B' } }]
  const citations = [{ start: 0, end: 8, sources }]
  const response = { ...COHERE, message: { ...COHERE.message, citations } }
  const chat = cohereChat.decode(response, CONTEXT)
  expect(chat).toMatchObject({
    choices: [
      {
        message: {
          citations,
          annotations: [{ url_citation: { url: 'https://b.example/', title: 'B', end_index: 8 } }],
        },
      },
    ],
  })
  expect(messagesInbound.fromChat(chat, {})).toMatchObject({
    content: [{ citations: [{ url: 'https://b.example/' }] }],
  })
})

test('a Messages caller switches citations on at Bedrock and Anthropic, and hosts of OpenAI’s format never see the switch', () => {
  const source = { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' }
  const document = { type: 'document', title: 'a.pdf', source, citations: { enabled: true } }
  const chat = messagesInbound.toChat({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: [document] }] })
  expect(converseChat.encode(chat, CONTEXT)).toMatchObject({
    messages: [{ content: [{ document: { citations: { enabled: true } } }] }],
  })
  expect(anthropicChat.encode(chat, CONTEXT)).toMatchObject({ messages: [{ content: [document] }] })
  expect(JSON.stringify(plainChat(chat))).not.toContain('citations')
})
