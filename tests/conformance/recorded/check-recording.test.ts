import { expect, test } from 'bun:test'
import { checkRecording } from './check-recording.ts'
import { lossesOf, noFacts } from './facts.ts'

const MESSAGE = {
  type: 'message',
  content: [
    { type: 'text', text: 'hi' },
    { type: 'tool_use', id: 'a', name: 'f', input: { x: 1 } },
  ],
  stop_reason: 'tool_use',
  usage: { input_tokens: 3, output_tokens: 4 },
}

test('a whole answer is decoded and translated on without loss', () => {
  expect(checkRecording(JSON.stringify(MESSAGE), false)).toEqual({ format: 'anthropic', tried: 3, losses: [] })
})

test('a stream that ends too early is a loss', () => {
  const lines = [
    { type: 'message_start', message: { id: 'm', usage: { input_tokens: 3, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'hi' } },
  ]
  const { losses } = checkRecording(lines.map((line) => JSON.stringify(line)).join('\n'), true)
  expect(losses.some((loss) => loss.startsWith('chat: error: false became true'))).toBe(true)
})

test('lost words, changed arguments and miscounts are seen; spaces in arguments are not', () => {
  const before = { ...noFacts(), text: 'ab', calls: [{ name: 'f', arguments: '{"x": 1}' }], totalTokens: 7 }
  expect(lossesOf(before, { ...before, calls: [{ name: 'f', arguments: '{"x":1}' }] })).toEqual([])
  expect(lossesOf(before, { ...before, text: 'a' })).toHaveLength(1)
  expect(lossesOf(before, { ...before, calls: [{ name: 'f', arguments: '{"x":2}' }] })).toHaveLength(1)
  expect(lossesOf(before, { ...before, totalTokens: 8 })).toHaveLength(1)
})

test('what is no chat answer passes as bytes, and an error keeps its message', () => {
  expect(checkRecording('{"results":[]}', false)).toEqual({ format: null, tried: 0, losses: [] })
  expect(checkRecording('{"error":{"message":"no"}}', false)).toMatchObject({ format: 'error', losses: [] })
})
