import { expect, test } from 'bun:test'
import { ANTHROPIC_KEY, anthropicWire } from './anthropic/anthropic.ts'
import { COHERE_KEY, cohereWire } from './cohere/cohere.ts'
import { bedrockWire } from './converse/bedrock.ts'
import { readConverse } from './converse/request.ts'
import { GOOGLE_KEY, googleWire } from './gemini/google.ts'
import { vertexWire } from './gemini/vertex.ts'
import { azureWire, OPENAI_KEY, openaiWire } from './openai/openai.ts'
import { SIGNATURE, THOUGHT } from './story.ts'
import { type JsonObject, startWireSimulator, type WireProvider } from './wire-server.ts'

const BEARER = { authorization: `Bearer ${OPENAI_KEY}` }
const CLAUDE = { 'x-api-key': ANTHROPIC_KEY, 'anthropic-version': '2023-06-01' }
const GOOGLE = { 'x-goog-api-key': GOOGLE_KEY }
const COHERE = { authorization: `Bearer ${COHERE_KEY}` }
const GENERATE = '/v1beta/models/gemini-3-pro-preview:generateContent'
const user = { role: 'user', content: 'hi' }
const part = { role: 'user', parts: [{ text: 'hi' }] }
const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }
const use = { type: 'tool_use', id: 'a', name: 'f', input: {} }
const called = { role: 'model', parts: [{ functionCall: { name: 'f', args: {} }, thoughtSignature: SIGNATURE }] }
const returned = { role: 'user', parts: [{ functionResponse: { name: 'f', response: { output: '1' } } }] }

async function send(wire: WireProvider, path: string, headers: Record<string, string>, body: object) {
  await using simulator = startWireSimulator(wire)
  const reply = await fetch(simulator.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: reply.status, text: await reply.text() }
}

type Row = [what: string, wire: WireProvider, path: string, headers: Record<string, string>, body: object, said: RegExp]
const openai = (messages: object[], more: object = {}) => ({ model: 'm', messages, ...more })
const claude = (messages: object[], more: object = {}) => ({ model: 'm', max_tokens: 4_096, messages, ...more })

const REFUSED: Row[] = [
  ['OpenAI, a wrong key', openaiWire, '/v1/chat/completions', {}, openai([user]), /API key/],
  [
    'OpenAI, a member it does not know',
    openaiWire,
    '/v1/chat/completions',
    BEARER,
    openai([{ ...user, cache_control: {} }]),
    /cache_control/,
  ],
  [
    'OpenAI, reasoning it does not know',
    openaiWire,
    '/v1/chat/completions',
    BEARER,
    openai([user, { role: 'assistant', content: 'x', reasoning_details: [] }]),
    /reasoning_details/,
  ],
  [
    'OpenAI, a call without a result',
    openaiWire,
    '/v1/chat/completions',
    BEARER,
    openai([user, { role: 'assistant', tool_calls: [call] }, user]),
    /no result for a/,
  ],
  [
    'OpenAI, a result of no call',
    openaiWire,
    '/v1/chat/completions',
    BEARER,
    openai([user, { role: 'tool', tool_call_id: 'b', content: '' }]),
    /no call .* id b/,
  ],
  [
    'OpenAI, an open strict schema',
    openaiWire,
    '/v1/chat/completions',
    BEARER,
    openai([user], {
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'n', strict: true, schema: { type: 'object', properties: {} } },
      },
    }),
    /additionalProperties/,
  ],
  [
    'Azure, no version',
    azureWire,
    '/openai/deployments/my-deployment/chat/completions',
    { 'api-key': OPENAI_KEY },
    openai([user]),
    /api-version/,
  ],
  [
    'Anthropic, no version',
    anthropicWire,
    '/v1/messages',
    { 'x-api-key': ANTHROPIC_KEY },
    claude([user]),
    /anthropic-version/,
  ],
  ['Anthropic, no max_tokens', anthropicWire, '/v1/messages', CLAUDE, { model: 'm', messages: [user] }, /max_tokens/],
  [
    'Anthropic, a call without a result',
    anthropicWire,
    '/v1/messages',
    CLAUDE,
    claude([user, { role: 'assistant', content: [use] }, user]),
    /no result for a/,
  ],
  [
    'Anthropic, a changed signature',
    anthropicWire,
    '/v1/messages',
    CLAUDE,
    claude([
      user,
      { role: 'assistant', content: [{ type: 'thinking', thinking: THOUGHT, signature: `${SIGNATURE}=` }] },
      user,
    ]),
    /Invalid `signature`/,
  ],
  [
    'Anthropic, a loop without its thinking',
    anthropicWire,
    '/v1/messages',
    CLAUDE,
    claude(
      [
        user,
        { role: 'assistant', content: [use] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] },
      ],
      { thinking: { type: 'enabled', budget_tokens: 1024 } },
    ),
    /Expected `thinking`/,
  ],
  ['Google, a key in the wrong place', googleWire, GENERATE, BEARER, { contents: [part] }, /API key not valid/],
  [
    'Google, a call without its signature',
    googleWire,
    GENERATE,
    GOOGLE,
    { contents: [part, { role: 'model', parts: [{ functionCall: { name: 'f' } }] }, returned] },
    /missing a thought_signature/,
  ],
  [
    'Google, fewer results than calls',
    googleWire,
    GENERATE,
    GOOGLE,
    { contents: [part, { role: 'model', parts: [...called.parts, ...called.parts] }, returned] },
    /number of function response parts/,
  ],
  [
    'Google, a JSON schema where OpenAPI is asked for',
    googleWire,
    GENERATE,
    GOOGLE,
    {
      contents: [part],
      tools: [{ functionDeclarations: [{ name: 'f', parameters: { type: 'object', additionalProperties: false } }] }],
    },
    /Unknown name/,
  ],
  [
    'Vertex, no token',
    vertexWire,
    '/v1/projects/my-project/locations/europe-west4/publishers/google/models/g:generateContent',
    {},
    { contents: [part] },
    /authentication/,
  ],
  [
    'Vertex, an assertion of another key',
    vertexWire,
    '/token',
    { 'content-type': 'application/x-www-form-urlencoded' },
    {},
    /unsupported_grant_type/,
  ],
  ['Bedrock, no signature', bedrockWire, '/model/m/converse', {}, { messages: [] }, /Authentication Token/],
  [
    'Cohere, a call without a result',
    cohereWire,
    '/v2/chat',
    COHERE,
    { model: 'm', stream: false, messages: [user, { role: 'assistant', tool_calls: [call] }, user] },
    /no result for a/,
  ],
  [
    'Cohere, a choice it does not know',
    cohereWire,
    '/v2/chat',
    COHERE,
    { model: 'm', stream: false, messages: [user], tool_choice: 'auto' },
    /tool_choice/,
  ],
]

test.each(REFUSED)('the simulator refuses: %s', async (_what, wire, path, headers, body, said) => {
  const { status, text } = await send(wire, path, headers, body)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(text).toMatch(said)
})

const converseUser = { role: 'user', content: [{ text: 'hi' }] }
const CONVERSE: [string, JsonObject, RegExp][] = [
  ['two turns of one role', { messages: [converseUser, converseUser] }, /must alternate/],
  ['a blank text', { messages: [{ role: 'user', content: [{ text: ' ' }] }] }, /messages\.0/],
  [
    'calls without toolConfig',
    {
      messages: [
        converseUser,
        { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name: 'f', input: {} } }] },
        converseUser,
      ],
    },
    /toolConfig/,
  ],
]

test.each(CONVERSE)('the simulator of Converse refuses: %s', (_what, body, said) => {
  expect(() => readConverse(body, false)).toThrow(said)
})

test('a signature over another body is refused', async () => {
  const authorization =
    'AWS4-HMAC-SHA256 Credential=AKIASIMULATOR/20200101/eu-central-1/bedrock/aws4_request, SignedHeaders=host, Signature=0'
  const reply = await send(bedrockWire, '/model/m/converse', { authorization, 'x-amz-date': '20200101T000000Z' }, {})
  expect([reply.status, reply.text]).toEqual([403, '{"message":"Signature expired"}'])
})

test('a conversation in order is answered', async () => {
  expect((await send(openaiWire, '/v1/chat/completions', BEARER, openai([user]))).status).toBe(200)
  expect((await send(anthropicWire, '/v1/messages', CLAUDE, claude([user]))).status).toBe(200)
  expect((await send(googleWire, GENERATE, GOOGLE, { contents: [part, called, returned] })).status).toBe(200)
})
