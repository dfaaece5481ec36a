import { expect, test } from 'bun:test'
import { ANTHROPIC_KEY, anthropicWire } from './anthropic/anthropic.ts'
import { COHERE_KEY, cohereWire } from './cohere/cohere.ts'
import { bedrockWire } from './converse/bedrock.ts'
import { readConverse } from './converse/request.ts'
import { EMBEDDER_KEY, jinaWire, voyageWire } from './embedders.ts'
import { GOOGLE_KEY, googleWire } from './gemini/google.ts'
import { vertexWire } from './gemini/vertex.ts'
import { azureWire, mistralWire, OPENAI_KEY, openaiWire, openWire } from './openai/openai.ts'
import { SIGNATURES, THOUGHT } from './reply-content.ts'
import { type JsonObject, startWireSimulator, type WireProvider } from './wire-server.ts'

const BEARER = { authorization: `Bearer ${OPENAI_KEY}` }
const CLAUDE = { 'x-api-key': ANTHROPIC_KEY, 'anthropic-version': '2023-06-01' }
const GOOGLE = { 'x-goog-api-key': GOOGLE_KEY }
const COHERE = { authorization: `Bearer ${COHERE_KEY}` }
const EMBEDDER = { authorization: `Bearer ${EMBEDDER_KEY}` }
const GENERATE = '/v1beta/models/gemini-3-pro-preview:generateContent'
const user = { role: 'user', content: 'hi' }
const part = { role: 'user', parts: [{ text: 'hi' }] }
const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }
const use = { type: 'tool_use', id: 'a', name: 'f', input: {} }
const called = {
  role: 'model',
  parts: [{ functionCall: { name: 'f', args: {} }, thoughtSignature: SIGNATURES.gemini }],
}
const returned = { role: 'user', parts: [{ functionResponse: { name: 'f', response: { output: '1' } } }] }

async function send(wire: WireProvider, path: string, headers: Record<string, string>, body: object) {
  await using simulator = startWireSimulator(wire)
  const reply = await fetch(simulator.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: reply.status, text: await reply.text() }
}

type Row = [what: string, wire: WireProvider, path: string, headers: Record<string, string>, body: object, said: RegExp]
const openai = (messages: object[], more: object = {}) => ({ model: 'm', messages, ...more })
const claude = (messages: object[], more: object = {}) => ({ model: 'm', max_tokens: 4_096, messages, ...more })

const embed = (more: object) => ({ model: 'm', input: ['x'], ...more })
const ranking = (more: object) => ({ model: 'm', query: 'q', documents: ['a'], ...more })

const REFUSED: Row[] = [
  [
    'Voyage, an encoding it has no word for',
    voyageWire,
    '/v1/embeddings',
    EMBEDDER,
    embed({ encoding_format: 'float' }),
    /encoding_format/,
  ],
  [
    'Voyage, OpenAI’s name for the size',
    voyageWire,
    '/v1/embeddings',
    EMBEDDER,
    embed({ dimensions: 8 }),
    /dimensions/,
  ],
  [
    'Jina, OpenAI’s name for the encoding',
    jinaWire,
    '/v1/embeddings',
    EMBEDDER,
    embed({ encoding_format: 'base64' }),
    /encoding_format/,
  ],
  [
    'Voyage, another’s name for the length of a ranking',
    voyageWire,
    '/v1/rerank',
    EMBEDDER,
    ranking({ top_n: 1 }),
    /top_n/,
  ],
  [
    'Cohere, a member of version 1',
    cohereWire,
    '/v2/rerank',
    COHERE,
    ranking({ return_documents: true }),
    /return_documents/,
  ],
  ['a keyless host, a key', openWire, '/v1/embeddings', BEARER, embed({}), /takes no credential/],
  ['OpenAI, a moderation it does not know', openaiWire, '/v1/moderations', BEARER, { input: 'x', user: 'y' }, /user/],
  ['OpenAI, speech without a voice', openaiWire, '/v1/audio/speech', BEARER, { model: 'm', input: 'x' }, /voice/],
  ['OpenAI, a picture of nothing', openaiWire, '/v1/images/generations', BEARER, { model: 'm', prompt: '' }, /prompt/],
  [
    'OpenAI, usage of what is not streamed',
    openaiWire,
    '/v1/completions',
    BEARER,
    { model: 'm', prompt: 'x', stream_options: { include_usage: true } },
    /stream_options/,
  ],
  [
    'OpenAI, a transcription that is no form',
    openaiWire,
    '/v1/audio/transcriptions',
    BEARER,
    { model: 'm' },
    /content-type/,
  ],
  [
    'Mistral, an id that another made',
    mistralWire,
    '/v1/chat/completions',
    BEARER,
    openai([
      user,
      { role: 'assistant', tool_calls: [{ ...call, id: 'toolu_1' }] },
      { role: 'tool', tool_call_id: 'toolu_1', content: 'r' },
    ]),
    /length of 9/,
  ],
  [
    'Anthropic, thinking in a loop without thinking',
    anthropicWire,
    '/v1/messages',
    CLAUDE,
    claude([
      user,
      { role: 'assistant', content: [{ type: 'thinking', thinking: THOUGHT, signature: SIGNATURES.claude }, use] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'r' }] },
    ]),
    /thinking is disabled/,
  ],
  [
    'Anthropic, a loop that lost its thinking, with a word of the user beside the results',
    anthropicWire,
    '/v1/messages',
    CLAUDE,
    claude(
      [
        user,
        { role: 'assistant', content: [use] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'a', content: 'r' },
            { type: 'text', text: 'go on' },
          ],
        },
      ],
      { thinking: { type: 'enabled', budget_tokens: 1_024 } },
    ),
    /Expected `thinking`/,
  ],
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
      { role: 'assistant', content: [{ type: 'thinking', thinking: THOUGHT, signature: `${SIGNATURES.claude}=` }] },
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

test.each(REFUSED)('the simulator rejects: %s', async (_what, wire, path, headers, body, said) => {
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

test.each(CONVERSE)('the Converse simulator rejects: %s', (_what, body, said) => {
  expect(() => readConverse(body, false)).toThrow(said)
})

test('a signature over a different body is rejected', async () => {
  const authorization =
    'AWS4-HMAC-SHA256 Credential=AKIASIMULATOR/20200101/eu-central-1/bedrock/aws4_request, SignedHeaders=host, Signature=0'
  const reply = await send(bedrockWire, '/model/m/converse', { authorization, 'x-amz-date': '20200101T000000Z' }, {})
  expect([reply.status, reply.text]).toEqual([403, '{"message":"Signature expired"}'])
})

test('a valid conversation gets a response', async () => {
  expect((await send(openaiWire, '/v1/chat/completions', BEARER, openai([user]))).status).toBe(200)
  expect((await send(anthropicWire, '/v1/messages', CLAUDE, claude([user]))).status).toBe(200)
  expect((await send(googleWire, GENERATE, GOOGLE, { contents: [part, called, returned] })).status).toBe(200)
})
