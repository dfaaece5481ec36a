/** The view of a conversation: every text is in it, changes are written back, and no other byte moves. */

import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { parseObject } from '../../core/body/json-text.ts'
import type { EndpointName } from '../../core/endpoints.ts'
import { isObject, type JsonObject } from '../../core/json.ts'
import { partsOfRequest, partsOfResponse, replaceParts } from './conversation.ts'

const TEXT = 'mark'

/** Requests in which every text of the conversation is `mark`, and the number of these texts. */
const REQUESTS: readonly (readonly [string, EndpointName, JsonObject, number])[] = [
  [
    'chat',
    'chat.completions',
    {
      messages: [
        { role: 'system', content: TEXT },
        {
          role: 'user',
          content: [
            { type: 'text', text: TEXT },
            { type: 'image_url', image_url: { url: 'https://x' } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          reasoning_content: TEXT,
          tool_calls: [
            { type: 'function', function: { name: 'f', arguments: `{"a":"${TEXT}","b":["${TEXT}"]}` } },
            { type: 'custom', custom: { name: 'c', input: TEXT } },
          ],
          function_call: { name: 'f', arguments: `"${TEXT}"` },
        },
        { role: 'tool', content: TEXT },
        {
          role: 'user',
          content: [{ type: 'file', file: { file_data: `data:text/plain;base64,${btoa(TEXT)}` } }],
        },
      ],
    },
    9,
  ],
  [
    'messages',
    'messages',
    {
      system: [{ type: 'text', text: TEXT }],
      messages: [
        { role: 'user', content: TEXT },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: TEXT, signature: 's' },
            { type: 'tool_use', id: 't', name: 'f', input: { a: { b: TEXT } } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: TEXT }] },
            { type: 'tool_result', tool_use_id: 't', content: TEXT },
            { type: 'document', title: TEXT, source: { type: 'text', media_type: 'text/plain', data: TEXT } },
            { type: 'document', source: { type: 'content', content: [{ type: 'text', text: TEXT }] } },
            { type: 'search_result', title: TEXT, source: TEXT, content: [{ type: 'text', text: TEXT }] },
          ],
        },
      ],
    },
    12,
  ],
  [
    'responses',
    'responses',
    {
      instructions: TEXT,
      input: [
        { role: 'user', content: TEXT },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: TEXT }] },
        { type: 'function_call', call_id: 'c', name: 'f', arguments: `{"x":"${TEXT}"}` },
        { type: 'function_call_output', call_id: 'c', output: TEXT },
        { type: 'custom_tool_call', input: TEXT },
        { type: 'reasoning', summary: [{ type: 'summary_text', text: TEXT }] },
        { type: 'unknown_call', id: 'i', action: { command: [TEXT] } },
      ],
    },
    8,
  ],
  ['responses with a text', 'responses', { input: TEXT }, 1],
  [
    'gemini',
    'gemini.generate',
    {
      systemInstruction: { parts: [{ text: TEXT }] },
      contents: [
        { role: 'user', parts: [{ text: TEXT }, { inlineData: { mimeType: 'text/plain', data: btoa(TEXT) } }] },
        { role: 'model', parts: [{ functionCall: { name: 'f', args: { a: TEXT } } }, { text: TEXT, thought: true }] },
        { role: 'user', parts: [{ function_response: { name: 'f', response: { out: [TEXT] } } }] },
      ],
    },
    6,
  ],
  ['completions', 'completions', { prompt: [TEXT, TEXT], suffix: TEXT }, 3],
  ['embeddings', 'embeddings', { input: [TEXT] }, 1],
  ['gemini embeddings', 'gemini.embedMany', { requests: [{ content: { parts: [{ text: TEXT }] } }] }, 1],
  ['moderations', 'moderations', { input: [{ type: 'text', text: TEXT }] }, 1],
  ['images', 'images.generations', { prompt: TEXT }, 1],
  ['speech', 'audio.speech', { input: TEXT, voice: 'v' }, 1],
]

function bodyOf(bytes: Uint8Array): JsonObject {
  const body = parseObject(bytes)
  if (!isObject(body)) throw new Error(body)
  return body
}

describe.each(REQUESTS)('%s', (_, format, request, count) => {
  test('every text is seen', () => {
    const { parts, unreadable } = partsOfRequest(format, request)
    expect(unreadable).toBeNull()
    expect(parts.filter(({ text }) => text === TEXT)).toHaveLength(count)
  })

  test('every text can be changed, and is read again as it was written', () => {
    const bytes = Buffer.from(JSON.stringify(request))
    const { parts } = partsOfRequest(format, request)
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 40 }), (texts) => {
        const changes = new Map<number, string>()
        // An empty text is not a part of the view, and base64 can hold only valid UTF-8.
        for (const [i, { text }] of parts.entries())
          if (text === TEXT) changes.set(i, `x${texts[i % texts.length]!.toWellFormed()}`)
        const changed = bodyOf(replaceParts(bytes, parts, changes))
        const again = partsOfRequest(format, changed).parts
        expect(again.map(({ text }) => text)).toEqual(parts.map(({ text }, i) => changes.get(i) ?? text))
        expect(JSON.stringify(changed)).not.toContain(`"${TEXT}"`)
      }),
      { numRuns: propertyRuns(50) },
    )
  })

  test('one change moves no other byte', () => {
    const bytes = Buffer.from(JSON.stringify(request))
    const { parts } = partsOfRequest(format, request)
    for (const [i, { text, slot }] of parts.entries()) {
      if (slot.form === 'base64' || slot.form === 'data_url' || text !== TEXT) continue
      const changed = Buffer.from(replaceParts(bytes, parts, new Map([[i, 'MARK']]))).toString()
      expect(changed.toLowerCase()).toBe(bytes.toString().toLowerCase())
      expect(changed).toContain('MARK')
    }
  })
})

test('responses of every format show their texts', () => {
  const shown = (format: EndpointName, body: JsonObject) => partsOfResponse(format, body).parts.map(({ text }) => text)
  const message = { content: 'a', refusal: 'b', tool_calls: [{ function: { name: 'f', arguments: '{"k":"c"}' } }] }
  expect(shown('chat.completions', { choices: [{ message }] })).toEqual(['a', 'b', 'k', 'c'])
  expect(shown('completions', { choices: [{ text: 'a' }, { text: 'b' }] })).toEqual(['a', 'b'])
  const blocks = [
    { type: 'text', text: 'a' },
    { type: 'tool_use', input: { k: 'b' } },
  ]
  expect(shown('messages', { content: blocks })).toEqual(['a', 'k', 'b'])
  const output = [
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'a' }] },
    { type: 'function_call', arguments: '{"k":"b"}' },
  ]
  expect(shown('responses', { output })).toEqual(['a', 'k', 'b'])
  const parts = [{ text: 'a' }, { functionCall: { name: 'f', args: { k: 'b' } } }]
  expect(shown('gemini.generate', { candidates: [{ content: { parts } }] })).toEqual(['a', 'k', 'b'])
  expect(shown('images.generations', { data: [{ revised_prompt: 'a' }] })).toEqual(['a'])
})

test('the last message is marked', () => {
  const messages = [
    { role: 'user', content: 'a' },
    { role: 'user', content: 'b' },
  ]
  expect(partsOfRequest('chat.completions', { messages }).parts.map(({ isLast }) => isLast)).toEqual([false, true])
})

test('token ids cannot be read', () => {
  expect(partsOfRequest('embeddings', { input: [[1, 2]] }).unreadable).toContain('token ids')
  expect(partsOfRequest('completions', { prompt: [1, 2] }).unreadable).toContain('token ids')
})
