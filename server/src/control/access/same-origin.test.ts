import { expect, test } from 'bun:test'
import { refuseForeignOrigin, requireSameOrigin } from './same-origin.ts'

const BASE = 'https://gate.example.com'
const HOST = { host: 'gate.example.com' }
const OURS = { ...HOST, origin: BASE, 'x-gateway-csrf': '1' }

function outcome(method: string, headers: Record<string, string>, baseUrl = BASE): string {
  try {
    requireSameOrigin(method, headers, baseUrl)
    return 'passes'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

test('a change with a session passes from our own page only', () => {
  expect(outcome('POST', OURS)).toBe('passes')
  expect(outcome('DELETE', { ...HOST, 'sec-fetch-site': 'same-origin', 'x-gateway-csrf': '1' })).toBe('passes')
  const foreign = [
    { origin: 'https://evil.example.com' },
    { origin: 'https://gate.example.com.evil.com' },
    { origin: 'https://gate.example.com:8443' },
    { origin: 'null' },
    { origin: '' },
    { origin: 'gate.example.com' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
  ]
  for (const headers of foreign) expect(outcome('POST', { ...OURS, ...headers })).toBe('origin_forbidden')
})

test('a request without an origin or without the CSRF header is refused', () => {
  expect(outcome('PUT', { ...HOST, 'x-gateway-csrf': '1' })).toBe('origin_forbidden')
  expect(outcome('PUT', { ...HOST, origin: BASE })).toBe('origin_forbidden')
  expect(outcome('PUT', { ...OURS, 'x-gateway-csrf': '0' })).toBe('origin_forbidden')
})

test('a body must be JSON, with or without a declared length', () => {
  for (const framing of [{ 'content-length': '2' }, { 'transfer-encoding': 'chunked' }]) {
    expect(outcome('POST', { ...OURS, ...framing })).toBe('origin_forbidden')
    expect(outcome('POST', { ...OURS, ...framing, 'content-type': 'text/plain' })).toBe('origin_forbidden')
    expect(outcome('POST', { ...OURS, ...framing, 'content-type': 'application/json; charset=utf-8' })).toBe('passes')
  }
  expect(outcome('DELETE', { ...OURS, 'content-length': '0' })).toBe('passes')
})

test('reading needs none of it', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    expect(outcome(method, { origin: 'https://evil.com' })).toBe('passes')
})

test('behind a proxy the public address counts as ours as well', () => {
  const headers = { ...OURS, host: 'inner:8787' }
  expect(outcome('POST', headers)).toBe('passes')
  expect(outcome('POST', headers, 'http://inner:8787')).toBe('origin_forbidden')
})

test('signing in works for programs, and for pages of our own only', () => {
  expect(() => refuseForeignOrigin(HOST, BASE)).not.toThrow()
  expect(() => refuseForeignOrigin({ ...HOST, origin: BASE }, BASE)).not.toThrow()
  expect(() => refuseForeignOrigin({ ...HOST, origin: 'https://evil.com' }, BASE)).toThrow('another site')
  expect(() => refuseForeignOrigin({ ...HOST, 'sec-fetch-site': 'cross-site' }, BASE)).toThrow('another site')
})
