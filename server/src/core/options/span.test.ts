import { expect, test } from 'bun:test'
import { requestSpan } from './span.ts'

const PREFIXES = ['x-gateway-', 'x-portkey-']
const ID = '01a1de3e-27ff-7061-8d36-c61ffeded74f'
const spanIn = (headers: Record<string, string>) =>
  requestSpan({ id: ID, method: 'POST', pathname: '/v1/chat/completions', headers }, PREFIXES)

test('without span headers there is no span', () => {
  expect(spanIn({})).toEqual({ spanId: null, parentSpanId: null, spanName: null })
})

test('the gateway’s own span headers are used unchanged, under every prefix', () => {
  const headers = { 'x-gateway-span-id': 'a', 'x-portkey-parent-span-id': 'b', 'x-gateway-span-name': 'Plan a trip' }
  expect(spanIn(headers)).toEqual({ spanId: 'a', parentSpanId: 'b', spanName: 'Plan a trip' })
})

test('traceparent makes the request a child span with its own id and name, unless gateway headers set them', () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  expect(spanIn({ traceparent })).toEqual({
    spanId: '8d36c61ffeded74f',
    parentSpanId: '00f067aa0ba902b7',
    spanName: 'POST /v1/chat/completions',
  })
  expect(spanIn({ traceparent, 'x-gateway-span-name': 'mine' }).spanName).toBe('mine')
})

test('invalid labels are omitted', () => {
  expect(spanIn({ 'x-gateway-span-id': 'x'.repeat(129), traceparent: '00-zz-00-01' })).toEqual({
    spanId: null,
    parentSpanId: null,
    spanName: null,
  })
})
