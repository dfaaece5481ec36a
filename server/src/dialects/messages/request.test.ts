import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { GatewayError } from '../../core/errors.ts'
import { anthropicChat } from '../anthropic/anthropic-chat.ts'
import { plainChat } from '../chat/plain-chat.ts'
import type { JsonObject } from '../dialect.ts'
import { messagesInbound } from './messages-inbound.ts'

const ephemeral = { type: 'ephemeral' }

function toChat(body: JsonObject): JsonObject {
  return messagesInbound.toChat({ model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'hi' }], ...body })
}

function messagesOf(...messages: JsonObject[]): unknown {
  return toChat({ messages }).messages
}

// A coding agent's request in the format of https://platform.claude.com/docs/en/api/messages.
const AGENT_REQUEST: JsonObject = {
  model: 'gpt-5',
  max_tokens: 32_000,
  stream: true,
  thinking: { type: 'enabled', budget_tokens: 10_000 },
  system: [
    { type: 'text', text: 'You are an agent.' },
    { type: 'text', text: 'Rules.', cache_control: ephemeral },
  ],
  metadata: { user_id: `user_${'0123456789'.repeat(10)}` },
  context_management: { edits: [] },
  tools: [
    {
      name: 'Read',
      description: 'Reads.',
      input_schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
      eager_input_streaming: true,
      cache_control: ephemeral,
    },
  ],
  tool_choice: { type: 'auto', disable_parallel_tool_use: true },
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'Fix it.', cache_control: ephemeral }] },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'I read.', signature: 'Sig==' },
        { type: 'redacted_thinking', data: 'R==' },
        { type: 'text', text: 'Reading.' },
        { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { path: '/a' } },
        { type: 'tool_use', id: 'toolu_2', name: 'Read', input: { path: '/b' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'toolu_1', content: 'one' },
        {
          type: 'tool_result',
          tool_use_id: 'toolu_2',
          is_error: true,
          content: [{ type: 'text', text: 'gone' }],
          cache_control: ephemeral,
        },
        { type: 'text', text: 'Go on.' },
      ],
    },
  ],
}

test('translates a coding agent’s request with tools, thinking, cache markers and results', () => {
  expect(messagesInbound.toChat(AGENT_REQUEST)).toEqual({
    model: 'gpt-5',
    max_completion_tokens: 32_000,
    stream: true,
    stream_options: { include_usage: true },
    thinking: { type: 'enabled', budget_tokens: 10_000 },
    user: `user_${'0123456789'.repeat(5)}012345678`,
    parallel_tool_calls: false,
    tool_choice: 'auto',
    tools: [
      {
        type: 'function',
        function: {
          name: 'Read',
          description: 'Reads.',
          parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
        },
        cache_control: ephemeral,
      },
    ],
    messages: [
      {
        role: 'system',
        content: [
          { type: 'text', text: 'You are an agent.' },
          { type: 'text', text: 'Rules.', cache_control: ephemeral },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: 'Fix it.', cache_control: ephemeral }] },
      {
        role: 'assistant',
        content: 'Reading.',
        reasoning_content: 'I read.',
        reasoning_details: [
          { type: 'thinking', text: 'I read.', signature: 'Sig==', format: 'anthropic-claude-v1' },
          { type: 'redacted', data: 'R==', format: 'anthropic-claude-v1' },
        ],
        tool_calls: [
          { id: 'toolu_1', type: 'function', function: { name: 'Read', arguments: '{"path":"/a"}' } },
          { id: 'toolu_2', type: 'function', function: { name: 'Read', arguments: '{"path":"/b"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'toolu_1', content: 'one' },
      {
        role: 'tool',
        tool_call_id: 'toolu_2',
        content: [{ type: 'text', text: 'gone', cache_control: ephemeral }],
        is_error: true,
      },
      { role: 'user', content: 'Go on.' },
    ],
  })
})

test('the same request, translated to chat and back, equals the original', () => {
  const context = { model: 'claude-sonnet-4-5', provider: 'x', isStream: true, includeUsage: true, nowSeconds: 1 }
  const sent = anthropicChat.encode(messagesInbound.toChat(AGENT_REQUEST), context)
  const { system, thinking, tool_choice, messages } = AGENT_REQUEST
  expect(sent).toMatchObject({ system, thinking, tool_choice, max_tokens: 32_000, stream: true } as JsonObject)
  const [user, response] = messages as JsonObject[]
  expect((sent.messages as JsonObject[]).slice(0, 2)).toEqual([user!, response!])
})

test('plainChat removes the members that OpenAI’s format does not have', () => {
  const plain = plainChat(messagesInbound.toChat(AGENT_REQUEST))
  const text = JSON.stringify(plain)
  for (const extra of ['cache_control', 'is_error', 'thinking', 'content_blocks']) {
    expect(text).not.toContain(`"${extra}":`)
  }
  expect((plain.messages as JsonObject[]).map((message) => message.content)).toEqual([
    'You are an agent.\nRules.',
    'Fix it.',
    'Reading.',
    'one',
    'gone',
    'Go on.',
  ])
})

const BLOCKS: [string, JsonObject, JsonObject][] = [
  [
    'an image in base64',
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA' } },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
  ],
  [
    'an image by address',
    { type: 'image', source: { type: 'url', url: 'https://example.com/a' } },
    { type: 'image_url', image_url: { url: 'https://example.com/a' } },
  ],
  [
    'a PDF',
    { type: 'document', title: 'a.pdf', source: { type: 'base64', media_type: 'application/pdf', data: 'JV' } },
    { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JV' } },
  ],
  [
    'a text document',
    { type: 'document', title: 'Notes', source: { type: 'text', media_type: 'text/plain', data: 'abc' } },
    { type: 'text', text: 'Notes\nabc' },
  ],
  [
    'a search result',
    { type: 'search_result', title: 'T', source: 'https://s', content: [{ type: 'text', text: 'found' }] },
    { type: 'text', text: 'T\nhttps://s\nfound' },
  ],
]

test.each(BLOCKS)('translates %s', (_name, block, part) => {
  const content = [{ type: 'text', text: 'see' }, block]
  expect(messagesOf({ role: 'user', content })).toEqual([{ role: 'user', content: [content[0]!, part] }])
})

test('an image in a tool result follows the results in a user message', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA' } }
  const content = [{ type: 'tool_result', tool_use_id: 'a', content: [image] }]
  expect(messagesOf({ role: 'user', content })).toEqual([
    { role: 'tool', tool_call_id: 'a', content: 'The result is attached below.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Attached to the result of tool call a:' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
      ],
    },
  ])
})

const CHOICES: [JsonObject, unknown][] = [
  [{ type: 'auto' }, 'auto'],
  [{ type: 'any' }, 'required'],
  [{ type: 'none' }, 'none'],
  [
    { type: 'tool', name: 'f' },
    { type: 'function', function: { name: 'f' } },
  ],
]

test.each(CHOICES)('the tool choice %p becomes %p', (choice, expected) => {
  expect(toChat({ tools: [{ name: 'f', input_schema: {} }], tool_choice: choice }).tool_choice).toEqual(
    expected as string,
  )
})

test('output_config becomes response_format and reasoning_effort, strict only for closed schemas', () => {
  const closed = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }
  const open = { ...closed, required: [] }
  const format = (schema: JsonObject) => ({ output_config: { effort: 'max', format: { type: 'json_schema', schema } } })
  expect(toChat(format(closed))).toMatchObject({
    reasoning_effort: 'xhigh',
    response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: closed, strict: true } },
  })
  expect(toChat(format(open)).response_format).toEqual({
    type: 'json_schema',
    json_schema: { name: 'answer', schema: open },
  })
})

test('forwards sampling, stop sequences and unknown members', () => {
  const body = { temperature: 0.2, top_p: 0.9, top_k: 3, stop_sequences: ['X'], new_member: 1 }
  expect(toChat(body)).toMatchObject({ temperature: 0.2, top_p: 0.9, top_k: 3, stop: ['X'], new_member: 1 })
})

test('leaves Anthropic’s own tools unchanged', () => {
  const search = { type: 'web_search_20250305', name: 'web_search' }
  expect(toChat({ tools: [search] }).tools).toEqual([search])
})

const REFUSALS: [string, JsonObject][] = [
  ['mcp_servers', { mcp_servers: [{ url: 'https://x' }] }],
  ['inference_geo', { inference_geo: 'us' }],
  ['messages', { messages: null }],
  ['messages[0].role', { messages: [{ role: 'tool', content: 'x' }] }],
  ['messages[0].content[0].type', { messages: [{ role: 'user', content: [{ type: 'container_upload' }] }] }],
  [
    'messages[0].content[0].source',
    { messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'file' } }] }] },
  ],
  ['messages[0].content[0].tool_use_id', { messages: [{ role: 'user', content: [{ type: 'tool_result' }] }] }],
  ['tool_choice.type', { tools: [{ name: 'f' }], tool_choice: { type: 'some' } }],
]

test.each(REFUSALS)('rejects an unsupported member by name: %s in %p', (param, body) => {
  let error: unknown
  try {
    toChat(body)
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(GatewayError)
  expect((error as GatewayError).param).toBe(param)
})

test('translates or rejects hostile bodies, and never throws another error', () => {
  const block = fc.record(
    {
      type: fc.constantFrom('text', 'image', 'document', 'tool_use', 'tool_result', 'thinking', 'search_result', 'x'),
      text: fc.jsonValue(),
      source: fc.jsonValue(),
      content: fc.jsonValue(),
      input: fc.jsonValue(),
      tool_use_id: fc.constantFrom('a', 1),
    },
    { requiredKeys: [] },
  )
  const message = fc.record({
    role: fc.constantFrom('user', 'assistant', 'system'),
    content: fc.oneof(fc.array(block), fc.jsonValue()),
  })
  const body = fc.record({
    messages: fc.array(message),
    tools: fc.jsonValue(),
    system: fc.jsonValue(),
    output_config: fc.jsonValue(),
  })
  fc.assert(
    fc.property(body, (value) => {
      try {
        const chat = messagesInbound.toChat(value as JsonObject)
        expect(Array.isArray(plainChat(chat).messages)).toBe(true)
      } catch (error) {
        expect(error).toBeInstanceOf(GatewayError)
      }
    }),
    { numRuns: propertyRuns(500) },
  )
})
