import { expect, test } from 'bun:test'
import { anthropicChat } from '../anthropic/anthropic-chat.ts'
import type { DialectContext, InboundDialect, JsonObject } from '../dialect.ts'
import { geminiChat } from '../gemini/gemini-chat.ts'
import { generateContentInbound } from '../generate-content/generate-content-inbound.ts'
import { messagesInbound } from '../messages/messages-inbound.ts'
import { responsesInbound } from '../responses/responses-inbound.ts'
import { convertPositions, located, TextPositions } from './sources.ts'

const CONTEXT: DialectContext = { model: 'm', provider: 'p', isStream: false, includeUsage: true, nowSeconds: 0 }
const A = 'https://a.example/'

function messageOf(completion: JsonObject): JsonObject {
  return (completion['choices'] as { message: JsonObject }[])[0]!.message
}

test('positions count code points', () => {
  const blocks = [
    { type: 'text', text: 'As 😀 said: ' },
    { type: 'text', text: 'höre', citations: [{ type: 'web_search_result_location', url: A, title: 'One' }] },
    { type: 'text', text: 'x', citations: [{ type: 'char_location', document_title: 'no URL' }] },
  ]
  const response = { id: 'msg_1', content: blocks, stop_reason: 'end_turn' }
  const cited = { url: A, title: 'One', start_index: 11, end_index: 15 }
  expect(messageOf(anthropicChat.decode(response, CONTEXT))['annotations']).toEqual([
    { type: 'url_citation', url_citation: cited },
  ])
  const metadata = {
    groundingChunks: [{ web: { uri: A, title: 'One' } }],
    groundingSupports: [{ segment: { startIndex: 14, endIndex: 19 }, groundingChunkIndices: [0] }],
  }
  const text = 'As 😀 said: höre'
  const candidate = { content: { parts: [{ text }] }, finishReason: 'STOP', groundingMetadata: metadata }
  const decoded = geminiChat.decode({ candidates: [candidate] }, CONTEXT)
  expect(messageOf(decoded)['annotations']).toEqual([{ type: 'url_citation', url_citation: cited }])
  // Translated back, the positions equal Gemini’s own.
  expect(generateContentInbound.fromChat(decoded, { model: 'm' })).toMatchObject({
    candidates: [{ groundingMetadata: metadata }],
  })
  expect(convertPositions(text, [0, 3, 7, 99], 'bytes')).toEqual(
    new Map([
      [0, 0],
      [3, 3],
      [7, 4],
      [99, 15],
    ]),
  )
})

test('a growing text is counted once', () => {
  const positions = new TextPositions()
  positions.add('a😀')
  expect([positions.length, positions.at(1), positions.at(3)]).toEqual([3, 1, 2])
  positions.add('b')
  expect([positions.length, positions.at(0), positions.at(99)]).toEqual([4, 2, 3])
})

test('listed sources are found by their numbers', () => {
  const source = (url: string) => ({ url, title: url, span: null })
  expect(located([source('a'), source('b')], 'So.[2] And 😀[2]').map(({ span }) => span)).toEqual([
    null,
    { start: 3, end: 6 },
  ])
})

test('Gemini’s metadata is shown to callers who want more than OpenAI’s format', () => {
  const metadata = { webSearchQueries: ['q'] }
  const candidate = { content: { parts: [{ text: 'a' }] }, finishReason: 'STOP', groundingMetadata: metadata }
  const choices = (strict: boolean | null) => {
    const context = { ...CONTEXT, strict }
    const stream = geminiChat.stream!(context)
    const chunks = [...stream.event('', { candidates: [candidate] }), ...stream.end()]
    return [geminiChat.decode({ candidates: [candidate] }, context), ...chunks]
      .flatMap(({ choices: list }) => list as JsonObject[])
      .filter(({ finish_reason: reason }) => reason === 'stop')
      .map(({ groundingMetadata }) => groundingMetadata)
  }
  expect(choices(false)).toEqual([metadata, metadata])
  expect(choices(null)).toEqual([undefined, undefined])
})

const ANNOTATION = { type: 'url_citation', url_citation: { url: A, title: 'One', start_index: 0, end_index: 2 } }

function eventsOf(inbound: InboundDialect, ...chunks: JsonObject[]): JsonObject[] {
  const encoder = inbound.stream({ model: 'm' })
  const text = chunks.map((chunk) => encoder.chunk({ id: 'x', model: 'm', ...chunk })).join('') + encoder.end()
  return text.split(/\r?\n/).flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : []))
}

const delta = (value: JsonObject, reason: string | null = null) => ({
  choices: [{ index: 0, delta: value, finish_reason: reason }],
})

test('citations of a stream belong to the open text block', () => {
  const events = eventsOf(
    messagesInbound,
    delta({ content: 'Hi' }),
    delta({ annotations: [ANNOTATION] }),
    delta({}, 'stop'),
    { choices: [], citations: ['https://b.example/'] },
  )
  const kinds = events.map(({ type, delta: given }) => (given as JsonObject | undefined)?.['type'] ?? type)
  expect(kinds).toEqual([
    'message_start',
    'content_block_start',
    'text_delta',
    'citations_delta',
    'citations_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ])
  expect(events[3]).toMatchObject({
    index: 0,
    delta: {
      citation: { type: 'web_search_result_location', url: A, title: 'One', cited_text: '', encrypted_index: '' },
    },
  })
})

test('listed sources annotate the text of a response', () => {
  const events = eventsOf(responsesInbound, delta({ content: 'So' }), delta({ content: '[1]' }, 'stop'), {
    choices: [],
    search_results: [{ url: A, title: 'One' }],
  })
  const annotation = { type: 'url_citation', url: A, title: 'One', start_index: 2, end_index: 5 }
  expect(events.find(({ type }) => type === 'response.output_text.annotation.added')).toMatchObject({ annotation })
  expect(events.at(-1)).toMatchObject({ response: { output: [{ content: [{ annotations: [annotation] }] }] } })
})
