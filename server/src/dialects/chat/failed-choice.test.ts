import { expect, test } from 'bun:test'
import { choiceError, completionError } from './failed-choice.ts'

const failed = { index: 0, message: { content: 'Two' }, finish_reason: 'error' }
const done = { index: 1, message: { content: 'Two.' }, finish_reason: 'stop' }
const error = { code: 502, message: 'Upstream died' }

test.each([
  ['stop', done, null],
  ['error without a message', failed, 'The provider ended its response with an error.'],
  ['error with a message', { ...failed, error }, 'Upstream died'],
  ['an error beside another reason', { ...done, error }, 'Upstream died'],
  ['error null', { ...done, error: null }, null],
])('the error of a choice that ended with %s', (_, choice, message) => {
  expect(choiceError(choice)?.['message'] ?? null).toBe(message)
})

test('a code is a text', () => {
  expect(choiceError({ ...failed, error })).toMatchObject({ code: '502', type: null, param: null })
})

test.each([
  ['one good choice is enough', { choices: [failed, done] }, null],
  ['all choices failed', { choices: [failed, failed] }, 'The provider ended its response with an error.'],
  ['an error instead of choices', { error }, 'Upstream died'],
  ['no choices', { choices: [] }, 'The provider’s response has no choices.'],
])('%s', (_, completion, message) => {
  expect(completionError(completion)?.['message'] ?? null).toBe(message)
})
