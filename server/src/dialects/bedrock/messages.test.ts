// Expected blocks follow https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ContentBlock.html.
import { expect, test } from 'bun:test'
import type { JsonObject } from '../dialect.ts'
import { type Conversation, encodeMessages } from './messages.ts'

const SONNET = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
const USER = { role: 'user', content: 'Hi' }
const HI = { role: 'user' as const, content: [{ text: 'Hi' }] }
const PNG = 'data:image/png;base64,iVBORw0KGgo='

function encode(body: { messages: JsonObject[] }): Conversation {
  return encodeMessages(body.messages, SONNET)
}

function messages(...list: JsonObject[]): JsonObject[] {
  return encode({ messages: list }).messages
}

const parts = (...content: unknown[]) => ({ role: 'user', content })

test('system and developer messages become system blocks with their cache points', () => {
  const cached = [{ type: 'text', text: 'B', cache_control: { type: 'ephemeral', ttl: '1h' } }]
  const body = encode({ messages: [{ role: 'system', content: 'A' }, USER, { role: 'developer', content: cached }] })
  expect(body.system).toEqual([{ text: 'A' }, { text: 'B' }, { cachePoint: { type: 'default', ttl: '1h' } }])
  expect(body.messages).toEqual([HI])
})

test('merges adjacent messages of one role, and leaves out empty texts and turns', () => {
  const list = [
    USER,
    { role: 'assistant', content: '' },
    parts({ type: 'text', text: '' }, { type: 'text', text: 'B' }),
  ]
  expect(messages(...list)).toEqual([{ role: 'user', content: [{ text: 'Hi' }, { text: 'B' }] }])
})

test.each<[string, unknown, JsonObject]>([
  ['a text', { type: 'text', text: 'A' }, { text: 'A' }],
  [
    'an image',
    { type: 'image_url', image_url: { url: PNG } },
    { image: { format: 'png', source: { bytes: 'iVBORw0KGgo=' } } },
  ],
  [
    'a jpg',
    { type: 'image_url', image_url: { url: 'data:image/jpg;base64,AA' } },
    { image: { format: 'jpeg', source: { bytes: 'AA' } } },
  ],
  [
    'an image in S3',
    { type: 'image_url', image_url: { url: 's3://b/a.webp' } },
    { image: { format: 'webp', source: { s3Location: { uri: 's3://b/a.webp' } } } },
  ],
  [
    'a pdf as data URL',
    { type: 'file', file: { filename: 'a_b!.pdf', file_data: 'data:application/pdf;base64,JVBE' } },
    { document: { format: 'pdf', name: 'a-b-', source: { bytes: 'JVBE' } } },
  ],
  [
    'a file by its ending',
    { type: 'file', file: { filename: 'Q3  report (1).docx', file_data: 'AAAA' } },
    { document: { format: 'docx', name: 'Q3 report (1)', source: { bytes: 'AAAA' } } },
  ],
  [
    'a plain data URL',
    { type: 'file', file: { file_data: 'data:text/plain,a%20b' } },
    { document: { format: 'txt', name: 'document', source: { bytes: 'YSBi' } } },
  ],
  [
    'a video',
    { type: 'image_url', image_url: 'data:video/mp4;base64,AA' },
    { video: { format: 'mp4', source: { bytes: 'AA' } } },
  ],
  [
    'audio',
    { type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } },
    { audio: { format: 'wav', source: { bytes: 'AA' } } },
  ],
  ['a block of Converse itself', { guardContent: { text: { text: 'x' } } }, { guardContent: { text: { text: 'x' } } }],
])('%s becomes one block', (_name, part, block) => {
  expect(messages(parts(part))).toEqual([{ role: 'user', content: [block] }])
})

test('documents of the same name get different names', () => {
  const file = { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA' } }
  expect(JSON.stringify(messages(parts(file, file)))).toContain('"name":"a (2)"')
})

const CALL = { id: 'tooluse_1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }
const ASSISTANT = {
  role: 'assistant',
  content: 'Let me see.',
  tool_calls: [CALL, { ...CALL, id: 'tooluse_2', function: { name: 'now', arguments: '' } }],
}

test('parallel calls and their results, with errors and images, form two turns', () => {
  const results = [
    { role: 'tool', tool_call_id: 'tooluse_1', content: '2' },
    {
      role: 'tool',
      tool_call_id: 'tooluse_2',
      is_error: true,
      content: [
        { type: 'text', text: 'broken' },
        { type: 'image_url', image_url: { url: PNG } },
      ],
    },
    { role: 'tool', tool_call_id: 'tooluse_1', content: '' },
  ]
  expect(messages(USER, ASSISTANT, ...results, USER)).toEqual([
    HI,
    {
      role: 'assistant',
      content: [
        { text: 'Let me see.' },
        { toolUse: { toolUseId: 'tooluse_1', name: 'add', input: { a: 1 } } },
        { toolUse: { toolUseId: 'tooluse_2', name: 'now', input: {} } },
      ],
    },
    {
      role: 'user',
      content: [
        { toolResult: { toolUseId: 'tooluse_1', content: [{ text: '2' }] } },
        {
          toolResult: {
            toolUseId: 'tooluse_2',
            status: 'error',
            content: [{ text: 'broken' }, { image: { format: 'png', source: { bytes: 'iVBORw0KGgo=' } } }],
          },
        },
        { toolResult: { toolUseId: 'tooluse_1', content: [{ text: '(no output)' }] } },
        { text: 'Hi' },
      ],
    },
  ])
})

test('replaces an id that Converse rejects with the same unique id in call and result', () => {
  const ids = ['call.1:ü', 'call.1:ä', 'x'.repeat(65)]
  const encoded = ids.map((id) => {
    const list = messages(
      { role: 'assistant', tool_calls: [{ ...CALL, id }] },
      { role: 'tool', tool_call_id: id, content: 'r' },
    )
    const [use, result] = JSON.stringify(list).match(/"toolUseId":"[^"]*"/g)!
    expect(use).toBe(result!)
    expect(use).toMatch(/^"toolUseId":"[A-Za-z0-9_-]{1,64}"$/)
    return use
  })
  expect(new Set(encoded).size).toBe(ids.length)
})
