import { expect, test } from 'bun:test'
import { streamText } from './stream-text.ts'

const stream = (...events: object[]) =>
  `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`
const chat = (delta: object) => ({ choices: [{ index: 0, delta }] })

test.each([
  [
    'chat completions',
    stream(chat({ role: 'assistant', content: '' }), chat({ content: 'Hel' }), chat({ content: 'lo' })),
    'Hello',
  ],
  ['completions', stream({ choices: [{ text: 'Hel' }] }, { choices: [{ text: 'lo' }] }), 'Hello'],
  [
    'messages',
    stream(
      { type: 'content_block_start', content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', delta: { type: 'text_delta', text: 'Hello' } },
      { type: 'message_stop' },
    ),
    'Hello',
  ],
  [
    'responses',
    stream({ type: 'response.output_text.delta', delta: 'Hello' }, { type: 'response.completed' }),
    'Hello',
  ],
  [
    'tool calls',
    stream(
      chat({ tool_calls: [{ index: 0, function: { name: 'weather', arguments: '' } }] }),
      chat({ tool_calls: [{ index: 0, function: { arguments: '{"city":"Rome"}' } }] }),
    ),
    '[tool call weather] {"city":"Rome"}',
  ],
  ['an error', stream(chat({ content: 'Hel' }), { error: { message: 'overloaded' } }), 'Hel\n[error: overloaded]'],
  ['no text', stream(chat({})), '(no text)'],
  ['lines that end with CRLF', 'data: {"choices":[{"delta":{"content":"Hello"}}]}\r\n\r\n', 'Hello'],
  ['an event without its last blank line', 'data: {"choices":[{"delta":{"content":"Hello"}}]}', 'Hello'],
])('the text of a stream: %s', async (_, body, expected) => {
  expect(await streamText(body)).toBe(expected)
})
