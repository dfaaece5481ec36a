import { expect, test } from 'bun:test'
import { changeBody } from '../../core/body/change-body.ts'
import type { JsonObject } from '../../core/body/json-text.ts'
import type { EndpointName } from '../../core/endpoints.ts'
import type { ProviderAdapter } from '../../providers/adapter.ts'
import { findProvider, providerSlugs } from '../../providers/registry.ts'
import { callOf, changeFor, finalBody, modelIn } from './make-body.ts'
import { encodeBody, translationOf } from './translation.ts'

const TOOL = {
  type: 'function',
  function: {
    name: 'look',
    description: 'd',
    parameters: {
      type: 'object',
      properties: { a: { type: ['string', 'null'], enum: ['x', null] }, b: { anyOf: [{ type: 'number' }] } },
      required: ['a'],
    },
  },
}
const CALL = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"a":"x"}' } }
const IMAGE = 'data:image/png;base64,aGVsbG8='

/** Requests with every kind of member that a translation reads. */
const REQUESTS: readonly (readonly [EndpointName, JsonObject])[] = [
  [
    'chat.completions',
    {
      model: 'some-model',
      messages: [
        { role: 'developer', content: 'be brief' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'hi' },
            { type: 'image_url', image_url: { url: IMAGE } },
          ],
        },
        { role: 'assistant', content: null, reasoning_content: 'thinking', tool_calls: [CALL] },
        { role: 'tool', tool_call_id: 'call_1', content: 'seen' },
        { role: 'user', content: 'and now?' },
      ],
      tools: [TOOL],
      tool_choice: 'auto',
      max_completion_tokens: 100,
      stop: ['END'],
      stream: true,
      stream_options: { include_usage: false },
      response_format: { type: 'json_schema', json_schema: { name: 's', schema: { type: 'object', properties: {} } } },
    },
  ],
  [
    'messages',
    {
      model: 'some-model',
      max_tokens: 100,
      system: [{ type: 'text', text: 'be brief', cache_control: { type: 'ephemeral' } }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'hi' }] },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 't', signature: 's' },
            { type: 'tool_use', id: 'call_1', name: 'look', input: { a: 'x' } },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'seen' }] },
      ],
      tools: [{ name: 'look', input_schema: { type: 'object', properties: { a: { type: 'string' } } } }],
    },
  ],
  [
    'responses',
    {
      model: 'some-model',
      instructions: 'be brief',
      input: [
        { role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
        { type: 'function_call', call_id: 'call_1', name: 'look', arguments: '{"a":"x"}' },
        { type: 'function_call_output', call_id: 'call_1', output: 'seen' },
      ],
      tools: [{ type: 'function', name: 'look', parameters: { type: 'object', properties: {} } }],
      max_output_tokens: 100,
    },
  ],
  ['embeddings', { model: 'cohere.embed-english-v3', input: ['a', 'b'], encoding_format: 'float' }],
]

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) frozen(member)
  return Object.freeze(value)
}

/** Null if the provider accepts the request untranslated, or cannot serve it. */
function translationFor(endpoint: EndpointName, provider: ProviderAdapter, params: JsonObject) {
  try {
    return translationOf(endpoint, provider, modelIn(params), params)
  } catch {
    return null
  }
}

test.each(REQUESTS)(
  '%s is translated for every provider from its parsed parameters, which stay unchanged',
  (endpoint, request) => {
    let translated = 0
    for (const slug of providerSlugs()) {
      const provider = findProvider(slug)!
      const params = frozen(structuredClone(request))
      const given = Buffer.from(JSON.stringify(request))
      const translation = translationFor(endpoint, provider, params)
      if (!translation) continue
      translated++
      const target = { provider, settings: {}, customHost: 'https://host.test/v1' }
      const destination = { endpoint, path: `/${endpoint}`, search: '' }
      const call = callOf(destination, target, params, translation.endpoint)
      const parts = { given, params, call, destination, target, translation, boundary: null }
      // The same result in separate steps: translated to bytes, parsed, then changed as the adapter requires.
      const encoded = encodeBody(given, translation)
      const change = changeFor({ ...call, body: JSON.parse(encoded.toString()) as JsonObject }, target)
      const drops = [...(change?.drop ?? [])].map((name) => [name])
      const expected = change ? changeBody(encoded, null, change.set, drops) : encoded
      expect([slug, String(finalBody(parts).body)]).toEqual([slug, String(expected)])
    }
    expect(translated).toBeGreaterThan(0)
  },
)

test('a body that could not be parsed is refused by the translation with the reason', () => {
  const provider = findProvider('anthropic')!
  const translation = translationOf('chat.completions', provider, 'm', null)
  const target = { provider, settings: {}, customHost: null }
  const destination = { endpoint: 'chat.completions', path: '/chat/completions', search: '' } as const
  const call = callOf(destination, target, null, 'chat.completions')
  const parts = { given: Buffer.from('{'), params: null, call, destination, target, translation, boundary: null }
  expect(() => finalBody(parts)).toThrow('not a JSON object')
})
