import { expect, test } from 'bun:test'
import { questionOf } from './extract-question.ts'

function of(params: Record<string, unknown>, endpoint = 'chat.completions') {
  return questionOf(endpoint, params, { bytes: Buffer.from(JSON.stringify(params)), given: params })
}

const user = (content: unknown) => ({ role: 'user', content })

test('the last user message is the question, everything else is the rest', () => {
  const one = of({ model: 'm', messages: [{ role: 'system', content: 's' }, user('A?')] })
  const other = of({ messages: [{ role: 'system', content: 's' }, user('B?')], model: 'm' })
  if (typeof one === 'string' || typeof other === 'string') throw new Error('no question')
  expect([one.text, other.text, one.rest]).toEqual(['A?', 'B?', other.rest])
  expect(one.rest).not.toContain('A?')
  for (const params of [
    { model: 'n', messages: [{ role: 'system', content: 's' }, user('A?')] },
    { model: 'm', messages: [{ role: 'system', content: 't' }, user('A?')] },
    {
      model: 'm',
      messages: [
        { role: 'system', content: 's' },
        { ...user('A?'), name: 'x' },
      ],
    },
    { model: 'm', messages: [{ role: 'system', content: 's' }, user([{ type: 'text', text: 'A?' }])] },
    { model: 'm', messages: [{ role: 'system', content: 's' }, user('A?')], seed: 1 },
  ]) {
    expect(of(params)).not.toMatchObject({ rest: one.rest })
  }
})

test.each<[string, Record<string, unknown>, string]>([
  ['no messages', { messages: [] }, 'chat.completions'],
  [
    "a last message that is not the user's",
    { messages: [user('a'), { role: 'assistant', content: 'b' }] },
    'chat.completions',
  ],
  ['an empty question', { messages: [user('  ')] }, 'chat.completions'],
  ['only an image', { messages: [user([{ type: 'image_url', image_url: {} }])] }, 'chat.completions'],
  ['several prompts', { prompt: ['a', 'b'] }, 'completions'],
  ['tokens as prompt', { prompt: [1, 2] }, 'completions'],
])('%s is no question', (_, params, endpoint) => {
  expect(of(params, endpoint)).toBeString()
})

test.each([
  '{"messages":[{"role":"user","content":"a"}],"messages":[{"role":"user","content":"b"}]}',
  '{"messages":[{"role":"user","content":"a","content":"b"}]}',
  '{"messages":[{"role":"user","content":"a","c\\u006fntent":"b"}]}',
])('%s is no question: a member is written twice', (text) => {
  const given = JSON.parse(text) as Record<string, unknown>
  expect(questionOf('chat.completions', given, { bytes: Buffer.from(text), given })).toBe('a member is written twice')
})

test('colons and quotes inside strings are not counted as members', () => {
  expect(of({ messages: [user('a: "b": {\\" c:')] })).toMatchObject({ text: 'a: "b": {\\" c:' })
})

test('a request of more than 256 KiB only uses the exact cache', () => {
  const system = (length: number) => ({ role: 'system', content: 'x'.repeat(length) })
  expect(of({ messages: [system(255 * 1024), user('A?')] })).toMatchObject({ text: 'A?' })
  expect(of({ messages: [system(256 * 1024), user('A?')] })).toBe('the request is too long to be compared')
})

test('the last content of a Gemini request is the question', () => {
  const gemini = (contents: unknown, more: object = {}) => of({ model: 'm', contents, ...more }, 'gemini.generate')
  const asked = (text: string) => ({ role: 'user', parts: [{ text }] })
  const one = gemini([asked('Hi'), { role: 'model', parts: [{ text: 'Hello' }] }, asked('A?')])
  const other = gemini([asked('Hi'), { role: 'model', parts: [{ text: 'Hello' }] }, asked('B?')])
  if (typeof one === 'string' || typeof other === 'string') throw new Error('no question')
  expect([one.text, other.text, one.rest]).toEqual(['A?', 'B?', other.rest])
  for (const different of [
    gemini([asked('Hey'), { role: 'model', parts: [{ text: 'Hello' }] }, asked('A?')]),
    gemini([asked('A?')]),
    gemini([{ parts: [{ text: 'A?' }] }]),
    gemini([{ role: 'user', parts: [{ text: 'A?' }, { inlineData: { mimeType: 'image/png', data: 'AA==' } }] }]),
    gemini([asked('A?')], { systemInstruction: { parts: [{ text: 's' }] } }),
    gemini([asked('A?')], { generationConfig: { temperature: 0 } }),
  ]) {
    expect(different).toMatchObject({ text: 'A?' })
    expect(different).not.toMatchObject({ rest: one.rest })
  }
  for (const contents of [
    [],
    'A?',
    [{ role: 'model', parts: [{ text: 'a' }] }],
    [{ role: 'user', parts: [{ functionResponse: { name: 'f', response: {} } }] }],
    [{ role: 'user', parts: [{ text: 'a', thought: true }] }],
    [{ role: 'user' }],
  ]) {
    expect(gemini(contents)).toBeString()
  }
})

test('the last message of a Messages request is the question', () => {
  const messages = (list: unknown, more: object = {}) => of({ model: 'm', messages: list, ...more }, 'messages')
  const one = messages([user('Hi'), { role: 'assistant', content: 'Hello' }, user([{ type: 'text', text: 'A?' }])])
  const other = messages([user('Hi'), { role: 'assistant', content: 'Hello' }, user([{ type: 'text', text: 'B?' }])])
  if (typeof one === 'string' || typeof other === 'string') throw new Error('no question')
  expect([one.text, other.text, one.rest]).toEqual(['A?', 'B?', other.rest])
  for (const different of [
    messages([user('A?')]),
    messages([user('A?')], { system: 's' }),
    messages([user('A?')], { metadata: { user_id: 'u' } }),
    messages([
      user([
        { type: 'image', source: {} },
        { type: 'text', text: 'A?' },
      ]),
    ]),
  ]) {
    expect(different).toMatchObject({ text: 'A?' })
    expect(different).not.toMatchObject({ rest: one.rest })
  }
  expect(messages([user([{ type: 'tool_result', tool_use_id: 't', content: 'a' }])])).toBeString()
  expect(messages([user('a'), { role: 'assistant', content: 'b' }])).toBeString()
})

test('the input of a Responses request, or its last message, is the question', () => {
  const responses = (input: unknown, more: object = {}) => of({ model: 'm', input, ...more }, 'responses')
  const asked = (text: string) => ({ role: 'user', content: [{ type: 'input_text', text }] })
  const one = responses([user('Hi'), { type: 'message', role: 'assistant', content: 'Hello' }, asked('A?')])
  const other = responses([user('Hi'), { type: 'message', role: 'assistant', content: 'Hello' }, asked('B?')])
  if (typeof one === 'string' || typeof other === 'string') throw new Error('no question')
  expect([one.text, other.text, one.rest]).toEqual(['A?', 'B?', other.rest])
  for (const different of [
    responses('A?'),
    responses([user('A?')]),
    responses([asked('A?')]),
    responses([{ type: 'message', ...asked('A?') }]),
    responses('A?', { instructions: 's' }),
    responses([{ role: 'user', content: [{ type: 'input_text', text: 'A?' }, { type: 'input_image' }] }]),
  ]) {
    expect(different).toMatchObject({ text: 'A?' })
    expect(different).not.toMatchObject({ rest: one.rest })
  }
  expect(responses('B?', { instructions: 's' })).toMatchObject({
    rest: (responses('A?', { instructions: 's' }) as { rest: string }).rest,
  })
  for (const none of [
    responses(undefined),
    responses([]),
    responses([asked('a'), { type: 'function_call_output', call_id: 'c', output: 'x' }]),
    responses([{ role: 'developer', content: 'a' }]),
    responses('A?', { previous_response_id: 'resp_1' }),
    responses('A?', { conversation: 'conv_1' }),
  ]) {
    expect(none).toBeString()
  }
})
