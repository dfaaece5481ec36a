import { expect, test } from 'bun:test'
import type { JsonObject } from '../dialect.ts'
import parallelCalls from './fixtures/parallel-calls.json'
import partialArguments from './fixtures/partial-arguments.json'
import thinking from './fixtures/thinking.json'
import twoCandidates from './fixtures/two-candidates.json'
import { geminiChat } from './gemini-chat.ts'
import { type Choice, CONTEXT, chunksOf, concatenate, withoutIndexes } from './test-stream.ts'

const FIXTURES = { thinking, parallelCalls, twoCandidates, partialArguments }

for (const [name, fixture] of Object.entries(FIXTURES)) {
  test(`${name}: the joined stream equals the complete response`, () => {
    const whole = geminiChat.decode(fixture.response as JsonObject, CONTEXT) as { choices: Choice[]; usage: unknown }
    const streamed = concatenate(chunksOf(fixture.events))
    const expected = whole.choices.map(({ index, message, finish_reason }) => ({
      index,
      message: { ...message, content: message.content ?? '' },
      finish_reason,
    }))
    expect(withoutIndexes(streamed.choices)).toEqual(withoutIndexes(expected))
    expect(streamed.usage).toEqual(whole.usage)
  })

  test(`${name}: chunks are in OpenAI's order and share one head`, () => {
    const chunks = chunksOf(fixture.events)
    expect(
      new Set(chunks.map(({ id, object, created, model }) => JSON.stringify([id, object, created, model]))).size,
    ).toBe(1)
    expect((chunks[0]!['choices'] as JsonObject[])[0]!['delta']).toEqual({ role: 'assistant', content: '' })
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: expect.any(Object) })
    const reasons = chunks
      .flatMap((chunk) => chunk['choices'] as JsonObject[])
      .filter((choice) => choice['finish_reason'] !== null)
    for (const choice of reasons) expect(choice['delta']).toEqual({})
    const silent = chunksOf(fixture.events, { ...CONTEXT, includeUsage: false })
    expect(silent).toEqual(chunks.slice(0, -1))
  })

  test(`${name}: a stream cut after any event ends with an error`, () => {
    for (let length = 0; length < fixture.events.length; length++) {
      const events = fixture.events.slice(0, length) as JsonObject[]
      // After an early finish reason, the cut cannot be detected.
      if (events.some((event) => JSON.stringify(event).includes('finishReason'))) continue
      expect(chunksOf(events).at(-1)).toMatchObject({ error: { code: 'upstream_broken', param: null } })
    }
  })
}

test('an error event ends the stream and its code sets the error type', () => {
  const error = { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' }
  const chunks = chunksOf([thinking.events[0], { error }, thinking.events[1]])
  expect(chunks.at(-1)).toEqual({
    error: { message: 'The model is overloaded.', type: 'overloaded_error', param: null, code: 'UNAVAILABLE' },
  })
})

test('joins arguments of 100,000 pieces into one chunk', () => {
  const decoder = geminiChat.stream!(CONTEXT)
  const call = (functionCall: JsonObject) => ({ candidates: [{ content: { parts: [{ functionCall }] } }] })
  decoder.event('', call({ name: 'f', willContinue: true }))
  const piece = call({ partialArgs: [{ jsonPath: '$.text', stringValue: 'x'.repeat(20) }], willContinue: true })
  let chunks = 0
  for (let i = 0; i < 100_000; i++) chunks += decoder.event('', piece).length
  expect(chunks).toBe(0)
  const [chunk] = decoder.event('', call({})) as [
    { choices: { delta: { tool_calls: { function: { arguments: string } }[] } }[] },
  ]
  expect(chunk.choices[0]!.delta.tool_calls[0]!.function.arguments.length).toBe(2_000_000 + '{"text":""}'.length)
})
