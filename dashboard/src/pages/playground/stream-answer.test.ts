import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { type AnswerPart, readAnswer } from './stream-answer.ts'

const STREAM = [
  'data: {"choices":[{"delta":{"role":"assistant","content":""}}]}',
  'data: {"choices":[{"delta":{"content":"Grüße "}}]}',
  ': a comment',
  'data: {"choices":[{"delta":{"content":"an alle"}}]}',
  'data: {"choices":[{"delta":{"tool_calls":[{"function":{"name":"f","arguments":"{"}}]}}]}',
  'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}',
  'data: {"choices":[],"usage":{"prompt_tokens":2,"completion_tokens":3,"total_tokens":5}}',
  'data: [DONE]',
  '',
].join('\n\n')

function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
}

async function read(bytes: Uint8Array, cuts: readonly number[]): Promise<AnswerPart[]> {
  const places = [...new Set([0, ...cuts.map((cut) => cut % bytes.length), bytes.length])].sort((a, b) => a - b)
  const pieces = places.slice(1).map((end, index) => bytes.slice(places[index], end))
  const parts: AnswerPart[] = []
  for await (const part of readAnswer(streamOf(pieces))) parts.push(part)
  return parts
}

test('an answer reads the same however the network cuts it', async () => {
  const bytes = new TextEncoder().encode(STREAM)
  const whole = await read(bytes, [])
  expect(whole).toEqual([
    { kind: 'text', text: 'Grüße ' },
    { kind: 'text', text: 'an alle' },
    { kind: 'tool', text: '\nf: {' },
    { kind: 'finish', reason: 'stop' },
    { kind: 'usage', usage: { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 } },
  ])
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { maxLength: 12 }), async (cuts) => {
      expect(await read(bytes, cuts)).toEqual(whole)
    }),
    { numRuns: propertyRuns(50) },
  )
})

test('an error in the middle and a text completion are read, too', async () => {
  const text = 'data: {"choices":[{"text":"a"}]}\r\n\r\ndata: {"error":{"message":"gone"}}\r\n\r\n'
  expect(await read(new TextEncoder().encode(text), [])).toEqual([
    { kind: 'text', text: 'a' },
    { kind: 'error', message: 'gone' },
  ])
})
