import { expect, test } from 'bun:test'
import { ChatAccumulator, type FinalMessage } from './accumulate-chat.ts'

function sumOf(chunks: readonly unknown[]): FinalMessage {
  const sum = new ChatAccumulator()
  for (const chunk of chunks) sum.add(chunk)
  return sum.message()
}

test('function calls of the Responses format are put together', () => {
  const added = { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '' }
  const sum = sumOf([
    { type: 'response.created', response: { usage: null } },
    { type: 'response.output_text.delta', output_index: 0, delta: 'Let me see.' },
    { type: 'response.output_item.added', output_index: 1, item: added },
    { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{"city":' },
    { type: 'response.function_call_arguments.delta', output_index: 1, delta: '"Oslo"}' },
    { type: 'response.completed', response: { usage: { total_tokens: 9 } } },
  ])
  expect(sum).toEqual({
    role: 'assistant',
    content: 'Let me see.',
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } }],
    finish_reason: 'completed',
    usage: { total_tokens: 9 },
  })
})

test('only the first of several choices is accumulated, and unexpected chunks are ignored', () => {
  const sum = sumOf([
    'text',
    null,
    { choices: 'none' },
    { choices: [{ index: 1, delta: { content: 'second' } }] },
    { choices: [{ index: 0, delta: { content: 'first' }, finish_reason: 'stop' }] },
    { choices: [], usage: { total_tokens: 3 } },
  ])
  expect(sum).toMatchObject({ content: 'first', finish_reason: 'stop', usage: { total_tokens: 3 } })
})
