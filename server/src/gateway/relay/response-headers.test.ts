import { expect, test } from 'bun:test'
import { json, target, testGateway } from '../test-gateway.ts'

test('the gateway’s own headers are on every response, and no header of the provider replaces them', async () => {
  const provided = { 'x-gateway-provider': 'me', 'content-security-policy': 'none', 'x-content-type-options': 'any' }
  const { chat } = testGateway([json(200, {}, provided), json(503, {})])
  const first = await chat(target())
  const { 'x-gateway-trace-id': traceId, 'x-gateway-request-id': requestId, ...headers } = first.headers.toJSON()
  expect([typeof traceId, typeof requestId]).toEqual(['string', 'string'])
  expect(headers).toEqual({
    'content-type': 'application/json',
    'x-gateway-provider': 'openai',
    'x-gateway-last-used-option-index': 'config',
    'x-gateway-retry-attempt-count': '0',
    'x-gateway-cache-status': 'DISABLED',
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
  })
  const second = await chat({ strategy: { mode: 'single' }, targets: [target()] })
  expect(second.status).toBe(503)
  expect(second.headers.get('x-gateway-last-used-option-index')).toBe('config.targets[0]')
  expect(second.headers.get('x-gateway-trace-id')).not.toBe(traceId)
})

test('exhausted retries are reported as -1, and x-should-retry is false', async () => {
  const { chat } = testGateway([json(503, {}), json(503, {})])
  const { headers } = await chat(target({ retry: { attempts: 1 } }))
  expect([headers.get('x-gateway-retry-attempt-count'), headers.get('x-should-retry')]).toEqual(['-1', 'false'])
})

test('a caller that uses an alias prefix gets every gateway header under it too', async () => {
  const { chat } = testGateway([json(200, {})])
  const { headers } = await chat(target(), { 'x-portkey-trace-id': 't' })
  expect([headers.get('x-portkey-trace-id'), headers.get('x-portkey-provider')]).toEqual(['t', 'openai'])
  expect(headers.get('x-portkey-cache-status')).toBe('DISABLED')
})
