import { expect, test } from 'bun:test'
import type { DialectContext, JsonObject } from '../dialect.ts'
import { geminiChat, vertexGeminiChat } from './gemini-chat.ts'

const CONTEXT: DialectContext = {
  model: 'gemini-2.5-flash',
  provider: 'google',
  isStream: false,
  includeUsage: false,
  nowSeconds: 1,
}
const HI = { role: 'user', content: 'hi' }
const HI_CONTENT = { role: 'user', parts: [{ text: 'hi' }] }

function encode(body: JsonObject, model = CONTEXT.model): JsonObject {
  return geminiChat.encode({ messages: [HI], ...body }, { ...CONTEXT, model })
}

function userParts(...content: unknown[]): unknown {
  const { contents } = encode({ messages: [{ role: 'user', content }] }) as { contents: { parts: unknown }[] }
  return contents[0]!.parts
}

test('system and developer messages at any position become the system instruction', () => {
  const messages = [
    { role: 'system', content: 'a' },
    HI,
    { role: 'developer', content: [{ type: 'text', text: 'b', cache_control: { type: 'ephemeral' } }] },
  ]
  expect(encode({ messages })).toEqual({
    systemInstruction: { parts: [{ text: 'a' }, { text: 'b' }] },
    contents: [HI_CONTENT],
  })
})

test('a single system message becomes the user’s turn', () => {
  expect(encode({ messages: [{ role: 'system', content: 'a' }] })).toEqual({
    contents: [{ role: 'user', parts: [{ text: 'a' }] }],
  })
})

test('merges adjacent messages of one role', () => {
  const messages = [HI, HI, { role: 'assistant', content: 'x' }, { role: 'assistant', content: 'y' }, HI]
  expect(encode({ messages })['contents']).toEqual([
    { role: 'user', parts: [{ text: 'hi' }, { text: 'hi' }] },
    { role: 'model', parts: [{ text: 'x' }, { text: 'y' }] },
    HI_CONTENT,
  ])
})

test.each([
  [
    'an image by data URL',
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
    { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
  ],
  [
    'an image by https URL',
    { type: 'image_url', image_url: { url: 'https://x.example/a.webp?s=1.gif' } },
    { fileData: { mimeType: 'image/webp', fileUri: 'https://x.example/a.webp?s=1.gif' } },
  ],
  [
    'an image without an ending',
    { type: 'image_url', image_url: 'https://x.example/a' },
    { fileData: { mimeType: 'image/jpeg', fileUri: 'https://x.example/a' } },
  ],
  [
    'an image with its type given',
    { type: 'image_url', image_url: { url: 'gs://b/a', mime_type: 'image/png' } },
    { fileData: { mimeType: 'image/png', fileUri: 'gs://b/a' } },
  ],
  [
    'sound',
    { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
    { inlineData: { mimeType: 'audio/mp3', data: 'AAAA' } },
  ],
  [
    'a document by data URL',
    { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' } },
    { inlineData: { mimeType: 'application/pdf', data: 'AAAA' } },
  ],
  [
    'a document as bare base64',
    { type: 'file', file: { filename: 'a.csv', file_data: 'AAAA' } },
    { inlineData: { mimeType: 'text/csv', data: 'AAAA' } },
  ],
  [
    'a document by URL',
    { type: 'file', file: { file_url: 'https://x.example/a.txt' } },
    { fileData: { mimeType: 'text/plain', fileUri: 'https://x.example/a.txt' } },
  ],
  [
    'a data URL without base64',
    { type: 'file', file: { file_data: 'data:text/plain,a%20b' } },
    { inlineData: { mimeType: 'text/plain', data: 'YSBi' } },
  ],
] as const)('sends %s', (_name, part, expected) => {
  expect(userParts({ type: 'text', text: 'see' }, part)).toEqual([{ text: 'see' }, expected])
})

const CALLS = {
  role: 'assistant',
  content: null,
  tool_calls: [
    { id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } },
    { id: 'b', type: 'function', function: { name: 'f', arguments: '' } },
  ],
}

test('parallel results form one turn in the order of their calls, separate from the next user message', () => {
  const messages = [
    HI,
    CALLS,
    { role: 'tool', tool_call_id: 'b', content: [{ type: 'text', text: '{"ok":1}' }], is_error: true },
    { role: 'tool', tool_call_id: 'a', content: 'sunny' },
    HI,
  ]
  expect(encode({ messages })['contents']).toEqual([
    HI_CONTENT,
    {
      role: 'model',
      parts: [
        { functionCall: { name: 'f', args: { x: 1 }, id: 'a' } },
        { functionCall: { name: 'f', args: {}, id: 'b' } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { name: 'f', response: { output: 'sunny' }, id: 'a' } },
        { functionResponse: { name: 'f', response: { error: '{"ok":1}' }, id: 'b' } },
      ],
    },
    HI_CONTENT,
  ])
})

test('sends no call ids to Vertex', () => {
  const messages = [HI, CALLS, { role: 'tool', tool_call_id: 'a', content: 'x' }]
  expect(JSON.stringify(vertexGeminiChat.encode({ messages }, CONTEXT))).not.toContain('"id"')
})

test('an image in a result is nested for Gemini 3 and a separate part for earlier models', () => {
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }
  const messages = [HI, CALLS, { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 't' }, image] }]
  const part = { inlineData: { mimeType: 'image/png', data: 'AAAA' } }
  const functionResponse = { name: 'f', response: { output: 't' }, id: 'a' }
  const last = (model: string) => (encode({ messages }, model)['contents'] as JsonObject[]).at(-1)!['parts']
  expect(last('gemini-2.5-pro')).toEqual([{ functionResponse }, part])
  expect(last('gemini-3-pro-preview')).toEqual([{ functionResponse: { ...functionResponse, parts: [part] } }])
})

test('calls of another model get Google’s documented signature, on Gemini 3 only', () => {
  const partsOf = (model: string) =>
    (encode({ messages: [HI, CALLS] }, model)['contents'] as JsonObject[])[1]!['parts'] as JsonObject[]
  expect(partsOf('gemini-3-pro-preview').map((part) => part['thoughtSignature'])).toEqual([
    'skip_thought_signature_validator',
    undefined,
  ])
  expect(partsOf('gemini-2.5-pro').map((part) => part['thoughtSignature'])).toEqual([undefined, undefined])
})
