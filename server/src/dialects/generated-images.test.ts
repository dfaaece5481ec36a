import { expect, test } from 'bun:test'
import { withoutForeignParts } from './anthropic/foreign-parts.ts'
import type { DialectContext, InboundDialect, JsonObject } from './dialect.ts'
import { geminiChat } from './gemini/gemini-chat.ts'
import { generateContentInbound } from './generate-content/generate-content-inbound.ts'
import { messagesInbound } from './messages/messages-inbound.ts'
import { responsesInbound } from './responses/responses-inbound.ts'

const CONTEXT: DialectContext = {
  model: 'gemini-3-pro-image',
  provider: 'google',
  isStream: false,
  includeUsage: true,
  nowSeconds: 1,
  request: {},
}
const DATA = 'iVBORw0KGgo='
const RESPONSE = {
  responseId: 'r',
  candidates: [
    {
      index: 0,
      finishReason: 'STOP',
      content: {
        role: 'model',
        parts: [{ text: 'Here: ' }, { inlineData: { mimeType: 'image/png', data: DATA }, thoughtSignature: 'c2ln' }],
      },
    },
  ],
  usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 5, totalTokenCount: 9 },
}

function whole(inbound: InboundDialect, request: JsonObject): JsonObject {
  return inbound.fromChat(geminiChat.decode(RESPONSE, CONTEXT), request)
}

function streamed(inbound: InboundDialect, request: JsonObject): JsonObject[] {
  const decoder = geminiChat.stream!({ ...CONTEXT, isStream: true })
  const encoder = inbound.stream(request)
  const chunks = [...decoder.event('', RESPONSE), ...decoder.end()]
  const text = chunks.map((chunk) => encoder.chunk(chunk)).join('') + encoder.end()
  const lines = text.split(/\r?\n/).filter((line) => line.startsWith('data: {'))
  return lines.map((line) => JSON.parse(line.slice(6)) as JsonObject)
}

const IMAGE_BLOCK = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: DATA },
  extra_content: { google: { thought_signature: 'c2ln' } },
}
const QUESTION = { role: 'user', content: 'Draw' }

test('a Messages caller gets Gemini’s image as a block, complete and streamed', () => {
  const request = { model: 'm', max_tokens: 9, messages: [QUESTION] }
  expect(whole(messagesInbound, request)).toMatchObject({
    content: [{ type: 'text', text: 'Here: ' }, IMAGE_BLOCK],
    stop_reason: 'end_turn',
  })
  const events = streamed(messagesInbound, request)
  const starts = events.filter(({ type }) => type === 'content_block_start')
  expect(starts).toEqual([
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_start', index: 1, content_block: IMAGE_BLOCK },
  ])
  expect(events.filter(({ type }) => type === 'content_block_stop').map(({ index }) => index)).toEqual([0, 1])
})

test('the image of a Messages caller goes back to Gemini with its signature', () => {
  const messages = [QUESTION, { role: 'assistant', content: [{ type: 'text', text: 'Here: ' }, IMAGE_BLOCK] }, QUESTION]
  const chat = messagesInbound.toChat({ model: 'm', max_tokens: 9, messages })
  expect(geminiChat.encode(chat, CONTEXT)).toMatchObject({
    contents: [
      { role: 'user' },
      {
        role: 'model',
        parts: [{ text: 'Here: ' }, { inlineData: { mimeType: 'image/png', data: DATA }, thoughtSignature: 'c2ln' }],
      },
      { role: 'user' },
    ],
  })
})

test('Anthropic gets no images in the turns of the assistant', () => {
  const turn = { role: 'assistant', content: [{ type: 'text', text: 'Here: ' }, IMAGE_BLOCK] }
  const alone = { role: 'assistant', content: [IMAGE_BLOCK] }
  expect(withoutForeignParts({ messages: [QUESTION, turn, QUESTION, alone] } as never)?.messages).toEqual([
    QUESTION,
    { role: 'assistant', content: [{ type: 'text', text: 'Here: ' }] },
    QUESTION,
  ] as never)
})

test('a Responses caller gets Gemini’s image as an item, complete and streamed', () => {
  const request = { model: 'm', input: 'Draw' }
  const item = { type: 'image_generation_call', status: 'completed', result: DATA }
  expect(whole(responsesInbound, request)).toMatchObject({ output: [{ type: 'message' }, item, { type: 'reasoning' }] })
  const done = streamed(responsesInbound, request).filter(({ type }) => type === 'response.output_item.done')
  expect(done.map((event) => event['item'])).toMatchObject([{ type: 'message' }, item, { type: 'reasoning' }])
})

const URL_ONLY = {
  id: 'c',
  object: 'chat.completion',
  model: 'm',
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: 'Here: ',
        images: [{ type: 'image_url', image_url: { url: 'https://host.example/a.png' } }],
      },
      finish_reason: 'stop',
    },
  ],
}

test('an image at a URL reaches callers of every format', () => {
  expect(messagesInbound.fromChat(URL_ONLY, {})).toMatchObject({
    content: [{ type: 'text' }, { type: 'image', source: { type: 'url', url: 'https://host.example/a.png' } }],
  })
  const { output } = responsesInbound.fromChat(URL_ONLY, {}) as { output: { content: { text: string }[] }[] }
  expect(output[0]?.content[0]?.text).toBe('Here: \n![image](https://host.example/a.png)\n')
  expect(generateContentInbound.fromChat(URL_ONLY, {})).toMatchObject({
    candidates: [{ content: { parts: [{ text: 'Here: ' }, { fileData: { fileUri: 'https://host.example/a.png' } }] } }],
  })
})
