import { expect, test } from 'bun:test'
import type { DialectContext, JsonObject } from '../dialect.ts'
import { anthropicChat } from './anthropic-chat.ts'

const context: DialectContext = {
  model: 'claude-sonnet-4-6',
  provider: 'anthropic',
  isStream: false,
  includeUsage: false,
  nowSeconds: 1_700_000_000,
}

const user = { role: 'user', content: 'hi' }

function encodeMessages(...messages: JsonObject[]): JsonObject {
  return anthropicChat.encode({ messages }, context)
}

test('system and developer messages at any position become system blocks with their cache markers', () => {
  const mark = { type: 'ephemeral', ttl: '1h' }
  const encoded = encodeMessages(
    { role: 'system', content: [{ type: 'text', text: 'one', cache_control: mark }] },
    user,
    { role: 'developer', content: 'two' },
  )
  expect(encoded.system).toEqual([
    { type: 'text', text: 'one', cache_control: mark },
    { type: 'text', text: 'two' },
  ])
  expect(encoded.messages).toEqual([{ role: 'user', content: 'hi' }])
})

test('a system message alone becomes the user’s turn', () => {
  expect(encodeMessages({ role: 'system', content: 'do it' })).toMatchObject({
    messages: [{ role: 'user', content: 'do it' }],
  })
})

test('merges adjacent messages of one role and leaves out empty texts', () => {
  const encoded = encodeMessages(
    { role: 'user', content: 'a' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'b' },
        { type: 'text', text: ' ' },
      ],
    },
    { role: 'assistant', content: '' },
    { role: 'assistant', content: 'Well ' },
  )
  expect(encoded.messages).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    },
    { role: 'assistant', content: 'Well' },
  ])
})

const PARTS: [string, JsonObject, JsonObject][] = [
  [
    'an image in base64',
    { type: 'image_url', image_url: { url: 'data:image/jpg;base64,AAAA' }, cache_control: { type: 'ephemeral' } },
    {
      type: 'image',
      source: { type: 'base64', media_type: 'image/jpeg', data: 'AAAA' },
      cache_control: { type: 'ephemeral' },
    },
  ],
  [
    'an image by address',
    { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'low' } },
    { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
  ],
  [
    'a PDF given as an image',
    { type: 'image_url', image_url: { url: 'data:application/pdf;base64,JVBE' } },
    { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' } },
  ],
  [
    'a PDF as a file',
    { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' } },
    { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' }, title: 'a.pdf' },
  ],
  [
    'a text file',
    { type: 'file', file: { filename: 'a.txt', file_data: 'data:text/plain;charset=utf-8;base64,aMOp' } },
    { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'hé' }, title: 'a.txt' },
  ],
  [
    'a document by address',
    { type: 'file', file: { file_url: 'https://example.com/a.pdf' } },
    { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } },
  ],
  [
    'an uploaded file',
    { type: 'file', file: { file_id: 'file_1' } },
    { type: 'document', source: { type: 'file', file_id: 'file_1' } },
  ],
  [
    'a block in Anthropic’s own words',
    { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' }, citations: { enabled: true } },
    { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' }, citations: { enabled: true } },
  ],
]

test.each(PARTS)('translates %s', (_name, part, block) => {
  const encoded = encodeMessages({ role: 'user', content: [{ type: 'text', text: 'see' }, part] })
  expect(encoded.messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'see' }, block] }])
})

test('a tool loop becomes calls and results; results come first in the user’s turn', () => {
  const call = (id: string, args: string) => ({ id, type: 'function', function: { name: 'weather', arguments: args } })
  const encoded = encodeMessages(
    user,
    { role: 'assistant', content: 'Looking.', tool_calls: [call('toolu_1', '{"city":"Rome"}'), call('call:2', '')] },
    { role: 'user', content: 'quick' },
    { role: 'tool', tool_call_id: 'toolu_1', content: 'sun', cache_control: { type: 'ephemeral' } },
    { role: 'tool', tool_call_id: 'call:2', content: [{ type: 'text', text: 'no' }], is_error: true },
  )
  expect(encoded.messages).toEqual([
    { role: 'user', content: 'hi' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Looking.' },
        { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Rome' } },
        { type: 'tool_use', id: 'call_2', name: 'weather', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'toolu_1', content: 'sun', cache_control: { type: 'ephemeral' } },
        { type: 'tool_result', tool_use_id: 'call_2', content: [{ type: 'text', text: 'no' }], is_error: true },
        { type: 'text', text: 'quick' },
      ],
    },
  ])
})

test('keeps arguments that are not a JSON object', () => {
  const call = { id: 'a', type: 'function', function: { name: 'weather', arguments: '{"city":' } }
  const encoded = encodeMessages(user, { role: 'assistant', tool_calls: [call] })
  expect(encoded.messages).toMatchObject([{}, { content: [{ input: { arguments: '{"city":' } }] }])
})

test('sends thinking and redacted thinking back unchanged, with stream pieces joined', () => {
  const assistant = {
    role: 'assistant',
    content: 'Sun.',
    reasoning_content: 'ab',
    reasoning_details: [
      { type: 'thinking', text: 'a', index: 0 },
      { type: 'thinking', text: 'b', signature: 'sig+/=', index: 0 },
      { type: 'redacted', data: 'ENC==', index: 1 },
      { type: 'thinking', text: '', signature: 'hidden', index: 2 },
      { type: 'thinking', text: 'nobody signed this', index: 3 },
    ],
  }
  const encoded = encodeMessages(user, assistant, user)
  expect(encoded.messages).toMatchObject([
    {},
    {
      content: [
        { type: 'thinking', thinking: 'ab', signature: 'sig+/=' },
        { type: 'redacted_thinking', data: 'ENC==' },
        { type: 'thinking', thinking: '', signature: 'hidden' },
        { type: 'text', text: 'Sun.' },
      ],
    },
    {},
  ])
})

test('leaves out thinking that Google signed', () => {
  const call = {
    id: 'a',
    type: 'function',
    function: { name: 'weather', arguments: '{}' },
    extra_content: { google: { thought_signature: 'g' } },
  }
  const details = [{ type: 'thinking', text: 't', signature: 'g' }]
  const encoded = encodeMessages(user, { role: 'assistant', tool_calls: [call], reasoning_details: details })
  expect(encoded.messages).toEqual([
    user,
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'weather', input: {} }] },
  ])
})

test('sends content_blocks back unchanged unless the caller changed the calls', () => {
  const blocks = [
    { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'q' } },
    { type: 'web_search_tool_result', tool_use_id: 's', content: [] },
    { type: 'text', text: 'found', citations: [{ type: 'web_search_result_location', url: 'u' }] },
  ]
  const message = { role: 'assistant', content: 'found', content_blocks: blocks }
  expect(encodeMessages(user, message).messages).toEqual([user, { role: 'assistant', content: blocks }])
  const call = { id: 'b', type: 'function', function: { name: 'weather', arguments: '{}' } }
  expect(encodeMessages(user, { ...message, tool_calls: [call] }).messages).toMatchObject([
    {},
    {
      content: [
        { type: 'text', text: 'found' },
        { type: 'tool_use', id: 'b' },
      ],
    },
  ])
})

test('citations of other providers are removed from content_blocks', () => {
  const citation = { type: 'web_search_result_location', url: 'u', encrypted_index: '' }
  const message = { role: 'assistant', content_blocks: [{ type: 'text', text: 'found', citations: [citation] }] }
  expect(encodeMessages(user, message).messages).toEqual([user, { role: 'assistant', content: 'found' }])
})
