import { expect, test } from 'bun:test'
import { contextOf } from './chat/test-assembled.ts'
import { embeddingsVariant } from './embeddings.ts'

const variant = embeddingsVariant('test', ({ encoding_format: format, ...rest }) => ({
  ...rest,
  embedding_type: format,
}))

test('renames members for the host and rejects an unknown encoding', () => {
  const body = { input: ['a'], encoding_format: 'base64', task: 'x' }
  const encoded = { input: ['a'], embedding_type: 'base64', task: 'x', model: 'm' }
  expect(variant.encode(body, contextOf())).toEqual(encoded)
  expect(() => variant.encode({ input: 'a', encoding_format: 'int8' }, contextOf())).toThrow(
    expect.objectContaining({ code: 'invalid_body', param: 'encoding_format' }),
  )
})

test('usage has both of OpenAI’s counts if the host reports one', () => {
  const usageOf = (usage: object) => variant.decode({ data: [], usage }, contextOf())['usage']
  expect(usageOf({ total_tokens: 5 })).toEqual({ prompt_tokens: 5, total_tokens: 5 })
  expect(usageOf({ total_tokens: 5, prompt_tokens: 4 })).toEqual({ prompt_tokens: 4, total_tokens: 4 })
  expect(usageOf({})).toEqual({ prompt_tokens: 0, total_tokens: 0 })
})

test('leaves base64 unchanged and encodes numbers if the caller requested base64', () => {
  const context = contextOf({ request: { encoding_format: 'base64' } })
  const given = { data: [{ embedding: 'AACAPw==', index: 0 }] }
  const numbers = { data: [{ embedding: [1], index: 0 }] }
  for (const response of [given, numbers]) {
    expect(variant.decode(response, context)['data']).toEqual([
      { object: 'embedding', index: 0, embedding: 'AACAPw==' },
    ])
  }
  expect(variant.decode(numbers, contextOf())['data']).toMatchObject([{ embedding: [1] }])
  expect(() => variant.decode({}, contextOf())).toThrow(expect.objectContaining({ code: 'upstream_broken' }))
})

test.each([
  [400, { detail: 'Bad input.' }, 'Bad input.', 'invalid_request_error'],
  [422, { detail: [{ loc: ['body', 'input'], msg: 'required' }] }, 'body.input: required', 'invalid_request_error'],
  [401, { error: { message: 'No.' } }, 'No.', 'authentication_error'],
  [429, { message: 'Slow down.' }, 'Slow down.', 'rate_limit_error'],
  [502, 'Bad gateway', 'Bad gateway', 'server_error'],
  [500, null, 'The provider returned HTTP 500 without a message.', 'server_error'],
])('an error of status %i', (status, body, message, type) => {
  expect(variant.decodeError(status, body)).toEqual({ error: { message, type, param: null, code: null } })
})
