import { expect, test } from 'bun:test'
import { checkRecording } from './check-recording.ts'
import { lossesOf, noFacts } from './facts.ts'
import { SAMPLES } from './samples.ts'

test('decodes and translates a complete response without loss', () => {
  const { response } = SAMPLES.anthropic
  expect(checkRecording(JSON.stringify(response), false)).toEqual({ format: 'anthropic', tried: 4, losses: [] })
})

test('a stream that ends early is a loss', () => {
  const events = SAMPLES.anthropic.events.slice(0, 4)
  const { losses } = checkRecording(events.map((event) => JSON.stringify(event)).join('\n'), true)
  expect(losses.some((loss) => loss.startsWith('chat: error: false became true'))).toBe(true)
})

test('lost text, changed arguments and other counts are losses; spaces in arguments are not', () => {
  const before = { ...noFacts(), text: 'ab', calls: [{ name: 'f', arguments: '{"x": 1}' }], totalTokens: 7 }
  expect(lossesOf(before, { ...before, calls: [{ name: 'f', arguments: '{"x":1}' }] })).toEqual([])
  expect(lossesOf(before, { ...before, text: 'a' })).toHaveLength(1)
  expect(lossesOf(before, { ...before, calls: [{ name: 'f', arguments: '{"x":2}' }] })).toHaveLength(1)
  expect(lossesOf(before, { ...before, totalTokens: 8 })).toHaveLength(1)
})

test('ignores other responses than chat, and finds the message of an error', () => {
  expect(checkRecording('{"results":[]}', false)).toEqual({ format: null, tried: 0, losses: [] })
  expect(checkRecording('{"error":{"message":"no"}}', false)).toMatchObject({ format: 'error', losses: [] })
})
