import { expect, test } from 'bun:test'
import type { JsonObject } from '../dialect.ts'
import { generateContentInbound } from '../generate-content/generate-content-inbound.ts'
import { messagesInbound } from '../messages/messages-inbound.ts'
import { responsesInbound } from '../responses/responses-inbound.ts'
import { errorText, streamError } from './error-text.ts'

const MISTRAL = [{ type: 'extra_forbidden', loc: ['body', 'top_k'], msg: 'Extra inputs are not permitted' }]
const REFUSED = 'body.top_k: Extra inputs are not permitted'

const ERRORS: [string, JsonObject, string][] = [
  ['OpenAI’s', { error: { message: 'no', type: 't', code: 'c' } }, 'no'],
  ['a text', { error: 'no' }, 'no'],
  ['a message beside the error', { error: { type: 't' }, message: 'no' }, 'no'],
  ['a message beside a title', { statusCode: 400, message: 'no', error: 'Bad Request' }, 'no'],
  ['FastAPI’s text', { detail: 'no' }, 'no'],
  ['FastAPI’s list', { detail: MISTRAL }, REFUSED],
  ['Mistral’s', { object: 'error', message: { detail: MISTRAL }, type: 'invalid_request_error' }, REFUSED],
  ['a list of errors', { errors: [{ message: 'one' }, 'two'] }, 'one; two'],
]

test.each(ERRORS)('%s error keeps its message in every caller’s format', (_name, body, expected) => {
  expect(errorText(body)).toBe(expected)
  expect(messagesInbound.fromError(422, body)).toMatchObject({ error: { message: expected } })
  expect(responsesInbound.fromError(422, body)).toMatchObject({ error: { message: expected } })
  expect(generateContentInbound.fromError(422, body)).toMatchObject({ error: { message: expected } })
})

test('an error without a message has one', () => {
  for (const inbound of [messagesInbound, responsesInbound, generateContentInbound]) {
    const { error } = inbound.fromError(500, { a: { b: 1 } }) as { error: { message: string } }
    expect(error.message).not.toBe('')
  }
  let nested: unknown = 'deep'
  for (let i = 0; i < 50; i++) nested = { error: nested }
  expect(errorText(nested)).toBe('')
})

test.each<[string, JsonObject, string | null]>([
  ['an object', { error: { message: 'no' } }, 'no'],
  ['an object without a message', { error: { detail: 'no' } }, 'no'],
  ['a text', { error: 'no', error_type: 'overloaded' }, 'no'],
  ['an error of its own', { object: 'error', message: 'no', code: 400 }, 'no'],
  ['a chunk', { object: 'chat.completion.chunk', choices: [] }, null],
  ['a chunk with a null error', { choices: [], error: null }, null],
])('the error of a stream event: %s', (_name, event, expected) => {
  expect(streamError(event)?.['message'] ?? null).toBe(expected)
})
