import { expect, test } from 'bun:test'
import { answerWith, commonHeaders } from './answer-headers.ts'

const KIND = { provider: 'openai', place: 'config', retryCount: 0, cacheStatus: 'DISABLED' }

test('what is set on one answer is on no other, however many share the same headers', () => {
  const common = commonHeaders(KIND)
  const first = answerWith(null, 200, common, { 'x-gateway-trace-id': 'one', 'x-only': 'mine' })
  const second = answerWith(null, 200, common, { 'x-gateway-trace-id': 'two' })
  first.headers.set('connection', 'close')
  expect(first.headers.get('x-gateway-trace-id')).toBe('one')
  expect(second.headers.toJSON()).toEqual({
    'x-gateway-provider': 'openai',
    'x-gateway-last-used-option-index': 'config',
    'x-gateway-retry-attempt-count': '0',
    'x-gateway-cache-status': 'DISABLED',
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
    'x-gateway-trace-id': 'two',
  })
  expect([...commonHeaders(KIND).keys()]).toHaveLength(6)
})

test('answers of one place that differ in anything else have other headers', () => {
  const kinds = [
    KIND,
    { ...KIND, provider: 'azure' },
    { ...KIND, place: 'config.targets[1]' },
    { ...KIND, retryCount: -1 },
    { ...KIND, cacheStatus: 'HIT' },
  ]
  for (let again = 0; again < 3; again++) {
    for (const kind of kinds) {
      expect(commonHeaders(kind).toJSON()).toMatchObject({
        'x-gateway-provider': kind.provider,
        'x-gateway-last-used-option-index': kind.place,
        'x-gateway-retry-attempt-count': String(kind.retryCount),
        'x-gateway-cache-status': kind.cacheStatus,
      })
    }
  }
})
