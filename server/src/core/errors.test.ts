import { expect, test } from 'bun:test'
import { errorResponse } from './error-response.ts'
import { ERRORS, type ErrorCode } from './error-table.ts'
import { asGatewayError, GatewayError } from './errors.ts'

const CODES = Object.keys(ERRORS) as ErrorCode[]
/** The statuses that the gateway uses for its own errors. */
const STATUSES = [400, 401, 403, 404, 405, 408, 409, 412, 413, 415, 426, 429, 431, 446, 500, 502, 503, 504]

test.each(CODES)('%s has a message, a hint, a type and a status', (code) => {
  const { status, type, message, hint } = ERRORS[code]
  expect(message).toMatch(/^[A-Z].{10,}\.$/)
  expect(hint).toMatch(/^[A-Z/].{10,}\.$/)
  // Clients of guardrails compare the type `hooks_failed`, as Portkey sends it.
  expect(type).toMatch(/^([a-z]+(_[a-z]+)*_error|hooks_failed)$/)
  expect(STATUSES).toContain(status)
  expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
})

test('errors that a retry cannot fix tell clients not to retry', () => {
  for (const code of CODES) {
    const { status } = ERRORS[code]
    if ([401, 403, 404, 405, 413, 415].includes(status))
      expect([code, new GatewayError(code).shouldRetry]).toEqual([code, false])
    if ([502, 503, 504].includes(status)) expect([code, new GatewayError(code).shouldRetry]).toEqual([code, null])
  }
})

test('values given with an error override the defaults of its code', () => {
  const error = new GatewayError('config_invalid', {
    message: 'Own.',
    hint: 'Do.',
    param: 'config.retry',
    details: ['More.'],
    retryAfterMs: 5,
  })
  expect(error).toMatchObject({
    status: 400,
    message: 'Own.',
    hint: 'Do.',
    param: 'config.retry',
    details: ['More.'],
    retryAfterMs: 5,
  })
})

test('any thrown value becomes a GatewayError; its text is kept only as the cause', () => {
  const refusal = new GatewayError('not_found')
  expect(asGatewayError(refusal)).toBe(refusal)
  for (const thrown of [new Error('secret detail'), 'text', undefined, null]) {
    const error = asGatewayError(thrown)
    expect(error.code).toBe('internal_error')
    expect(error.cause).toBe(thrown)
    expect(errorResponse(error, 't', 'r', '').body).not.toContain('secret detail')
  }
})

test('the response body has the OpenAI error format', () => {
  const answer = errorResponse(
    new GatewayError('scope_missing', { param: 'x' }),
    'trace',
    'request',
    'https://ai.example',
  )
  expect(answer.status).toBe(403)
  expect(JSON.parse(answer.body)).toEqual({
    status: 'failure',
    message: ERRORS.scope_missing.message,
    error: {
      message: ERRORS.scope_missing.message,
      type: 'permission_error',
      code: 'scope_missing',
      param: 'x',
      hint: ERRORS.scope_missing.hint,
      doc_url: 'https://ai.example/docs/errors#scope_missing',
      trace_id: 'trace',
    },
  })
  expect(answer.headers).toEqual({
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'x-gateway-trace-id': 'trace',
    'x-gateway-request-id': 'request',
    'x-request-id': 'request',
    'x-gateway-gateway-exception': 'true',
    'x-gateway-error-source': 'gateway',
    'x-should-retry': 'false',
  })
})

test('details and the retry time are included if there are any', () => {
  const answer = errorResponse(
    new GatewayError('store_unavailable', { retryAfterMs: 1200, details: ['a', 'b'] }),
    't',
    'r',
    '',
  )
  expect(JSON.parse(answer.body).error.details).toEqual(['a', 'b'])
  expect(answer.headers['retry-after']).toBe('2')
  expect(answer.headers['x-should-retry']).toBeUndefined()
})
