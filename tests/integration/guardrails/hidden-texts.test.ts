/** Texts that a caller could hide from guardrails: in unusual members, types, encodings and carriers. */

import { describe, expect, test } from 'bun:test'
import { shareGateway } from '../../harness/share-gateway.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'

const gateway = await shareGateway()
const provider = await shareSimulator({ answers: ['unused'] })

const MARK = 'zebra-falcon'
const DENY = { 'default.contains': { words: [MARK], operator: 'none' }, deny: true }

type Json = Record<string, unknown>
type Case = readonly [name: string, path: string, made: (text: string) => Json]

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')
const chat = (name: string, made: (text: string) => Json): Case => [name, '/v1/chat/completions', made]
const said = (content: unknown) => ({ messages: [{ role: 'user', content }] })
const user = { role: 'user', content: 'hi' }

const CASES: readonly Case[] = [
  chat('a text block with a file beside it', (text) => said([{ type: 'text', text, file: {} }])),
  chat('a thinking block with a text', (text) => said([{ type: 'thinking', thinking: 'a', text }])),
  chat('a refusal block with a text', (text) => said([{ type: 'refusal', refusal: 'a', text }])),
  chat('a block of an unknown type with its text in `data`', (text) => said([{ type: 'note', data: `a ${text}` }])),
  chat('a list in a list', (text) => said([[{ type: 'text', text }]])),
  chat('content that is a list of texts in a member `text`', (text) => said([{ type: 'text', text: [text] }])),
  chat('messages that are one text', (text) => ({ messages: text })),
  chat('messages that are texts', (text) => ({ messages: [text] })),
  chat('messages that are an object', (text) => ({ messages: { 0: { role: 'user', content: text } } })),
  chat('a member of a message in another case', (text) => ({ messages: [{ ...user, Content: text }] })),
  chat('messages in another case', (text) => ({ messages: [user], Messages: [{ role: 'user', content: text }] })),
  chat('a prompt in a chat request', (text) => ({ messages: [user], prompt: text })),
  chat('a member that only some providers read', (text) => ({ messages: [user], guided_choice: ['a', text] })),
  chat('a nested member that only some providers read', (text) => ({
    messages: [user],
    chat_template_kwargs: { preamble: { note: text } },
  })),
  chat('reasoning that is a list', (text) => ({
    messages: [{ role: 'assistant', content: 'a', reasoning_content: [{ text }] }, user],
  })),
  chat('a name of a function that is a sentence', (text) => ({
    messages: [
      { role: 'assistant', tool_calls: [{ id: 'c', type: 'function', function: { name: text, arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'c', content: 'a' },
    ],
  })),
  chat('tool calls that are an object', (text) => ({
    messages: [user, { role: 'assistant', content: null, tool_calls: { function: { arguments: text } } }],
  })),
  chat('a text file of an unusual type', (text) =>
    said([{ type: 'file', file: { filename: 'a', file_data: `data:application/sql;base64,${base64(text)}` } }]),
  ),
  chat('a file without a type', (text) => said([{ type: 'file', file: { file_data: base64(text) } }])),
  chat('a data URL with many parameters', (text) =>
    said([{ type: 'file', file: { file_data: `data:text/plain;a=b;c=d;e=f;g=h;i=j;base64,${base64(text)}` } }]),
  ),
  chat('a data URL without base64', (text) =>
    said([{ type: 'file', file: { file_data: `data:text/plain,${encodeURIComponent(`a ${text}`)}` } }]),
  ),
  chat('a text file in UTF-16', (text) =>
    said([
      {
        type: 'file',
        file: { file_data: `data:text/plain;charset=utf-16le;base64,${base64(Buffer.from(text, 'utf16le'))}` },
      },
    ]),
  ),
  chat('the name of a file', (text) => said([{ type: 'file', file: { filename: `${text}.txt`, file_id: 'f-1' } }])),
  ['suffix that is a list', '/v1/completions', (text) => ({ prompt: 'a', suffix: [text] })],
  ['a prompt that is an object', '/v1/completions', (text) => ({ prompt: { text } })],
  ['an unknown member', '/v1/embeddings', (text) => ({ input: 'a', instruction: text })],
  ['an input that is an object', '/v1/embeddings', (text) => ({ input: { text } })],
  ['a prompt that is a list', '/v1/images/generations', (text) => ({ prompt: [text] })],
  [
    'a text document under another media type',
    '/v1/messages',
    (text) => ({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'document', source: { type: 'base64', media_type: 'application/sql', data: base64(text) } },
          ],
        },
      ],
      max_tokens: 1,
    }),
  ],
  [
    'the text of a document of an unknown kind',
    '/v1/messages',
    (text) => ({
      messages: [{ role: 'user', content: [{ type: 'document', source: { type: 'note', data: text } }] }],
      max_tokens: 1,
    }),
  ],
  [
    'an image with a text',
    '/v1/messages',
    (text) => ({
      messages: [
        {
          role: 'user',
          content: [{ type: 'image', text, source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }],
        },
      ],
      max_tokens: 1,
    }),
  ],
  [
    'a tool result with its text beside the content',
    '/v1/messages',
    (text) => ({
      messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'a', output: text }] }],
      max_tokens: 1,
    }),
  ],
  ['instructions that are items', '/v1/responses', (text) => ({ input: 'a', instructions: [user, { content: text }] })],
  ['an input that is an object', '/v1/responses', (text) => ({ input: { role: 'user', content: text } })],
  ['an input of texts', '/v1/responses', (text) => ({ input: [text] })],
  [
    'a list in a list of content',
    '/v1/responses',
    (text) => ({ input: [{ role: 'user', content: [[{ type: 'input_text', text }]] }] }),
  ],
  [
    'reasoning that the gateway unpacks',
    '/v1/responses',
    (text) => ({
      input: [
        { role: 'user', content: 'a' },
        {
          type: 'reasoning',
          summary: [],
          encrypted_content: `gatehouse.1.${base64(JSON.stringify({ blocks: [{ type: 'text', text }] }))}`,
        },
        { role: 'assistant', content: [{ type: 'output_text', text: 'b' }] },
        { role: 'user', content: 'c' },
      ],
    }),
  ],
  [
    'a part that is a text',
    '/v1beta/models/m:generateContent',
    (text) => ({ contents: [{ role: 'user', parts: [text, { text: 'a' }] }] }),
  ],
  [
    'a system instruction that is a list',
    '/v1beta/models/m:generateContent',
    (text) => ({ systemInstruction: [{ parts: [{ text }] }], contents: [{ parts: [{ text: 'a' }] }] }),
  ],
  [
    'contents of contents',
    '/v1beta/models/m:generateContent',
    (text) => ({ contents: [[{ role: 'user', parts: [{ text }] }]] }),
  ],
  [
    'a signature that the gateway unpacks',
    '/v1beta/models/m:generateContent',
    (text) => ({
      contents: [
        { role: 'user', parts: [{ text: 'a' }] },
        {
          role: 'model',
          parts: [{ text: 'b', thoughtSignature: base64(`gatehouse:${JSON.stringify({ reasoning: text })}`) }],
        },
        { role: 'user', parts: [{ text: 'c' }] },
      ],
    }),
  ],
  [
    'a file of an unusual type',
    '/v1beta/models/m:generateContent',
    (text) => ({
      contents: [
        { role: 'user', parts: [{ text: 'a' }, { inlineData: { mimeType: 'application/x-sh', data: base64(text) } }] },
      ],
    }),
  ],
  [
    'messages of an assistant thread, which have another format',
    '/v1/proxy/threads/t-1/messages',
    (text) => ({ role: 'user', content: text }),
  ],
]

async function send(path: string, body: Json, headers: Record<string, string> = {}) {
  provider.script(['hello'])
  const before = provider.requests.length
  const isGemini = path.startsWith('/v1beta')
  const host = {
    provider: isGemini ? 'google' : 'openai-compatible',
    custom_host: `${provider.url}/${isGemini ? 'v1beta' : 'v1'}`,
  }
  const response = await gateway.fetch(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-gateway-config': JSON.stringify({ ...host, api_key: 'sk-1', input_guardrails: [DENY] }),
      ...headers,
    },
    body: JSON.stringify(isGemini ? body : { model: 'm', ...body }),
  })
  const text = await response.text()
  return { status: response.status, text, calls: provider.requests.length - before }
}

describe.each(CASES)('%s (%s)', (_, path, made) => {
  test('is denied, and the same request without the text is not', async () => {
    const { status, calls } = await send(path, made(MARK))
    expect([status, calls]).toEqual([446, 0])
    expect((await send(path, made('harmless'))).status).not.toBe(446)
  })
})

test.each(['utf-7', 'UTF-16', 'cp1252', '"utf-7"'])('a body that claims the charset %s is denied', async (charset) => {
  const headers = { 'content-type': `application/json; charset=${charset}` }
  expect(await send('/v1/chat/completions', said('hi'), headers)).toMatchObject({ status: 446, calls: 0 })
})

test.each(['utf-8', 'UTF8', '"utf-8"', 'us-ascii'])('a body that claims the charset %s is checked', async (charset) => {
  const headers = { 'content-type': `application/json; charset=${charset}` }
  expect(await send('/v1/chat/completions', said('hi'), headers)).toMatchObject({ status: 200, calls: 1 })
})

test('members that are no text for the model are not checked', async () => {
  const body = {
    messages: [{ ...user, id: MARK }],
    user: MARK,
    metadata: { team: MARK },
    stop: [MARK],
    service_tier: MARK,
    safety_identifier: MARK,
  }
  expect(await send('/v1/chat/completions', body)).toMatchObject({ status: 200, calls: 1 })
})
