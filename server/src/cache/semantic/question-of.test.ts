import { expect, test } from 'bun:test'
import { questionOf } from './question-of.ts'

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
