import { expect, test } from 'bun:test'
import { ClientAddresses } from './client-address.ts'

const PLAIN = { publicUrl: null, isTls: false }
const PROXIES = ['10.0.0.0/8', '2001:db8::/32', '192.168.1.1']

function addressOf(socket: string, forwarded: string | null, proxies = PROXIES): string {
  const headers = new Headers(forwarded === null ? {} : { 'x-forwarded-for': forwarded })
  return new ClientAddresses(proxies, PLAIN, () => socket).of(new Request('http://gateway/', { headers }))
}

test.each([
  ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['10.1.2.3', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
  ['10.1.2.3', '198.51.100.1, 10.9.9.9', '198.51.100.1'],
  ['::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['2001:db8::5', '198.51.100.1', '198.51.100.1'],
  ['10.1.2.3', null, '10.1.2.3'],
  ['10.1.2.3', 'not an address', '10.1.2.3'],
  ['192.168.1.2', '198.51.100.1', '192.168.1.2'],
])('a request from %p with X-Forwarded-For %p comes from %p', (socket, forwarded, expected) => {
  expect(addressOf(socket, forwarded)).toBe(expected)
})

test('without trusted proxies, X-Forwarded-For is ignored', () => {
  expect(addressOf('10.1.2.3', '198.51.100.1', [])).toBe('10.1.2.3')
})

test('the base URL is the public URL, or else the Host header', () => {
  const request = new Request('http://gateway/', { headers: { host: 'ai.example.com', 'x-forwarded-proto': 'https' } })
  const named = { publicUrl: 'https://public.example', isTls: false }
  expect(new ClientAddresses([], named, () => '1.2.3.4').baseUrlOf(request)).toBe('https://public.example')
  expect(new ClientAddresses([], PLAIN, () => '1.2.3.4').baseUrlOf(request)).toBe('http://ai.example.com')
  expect(new ClientAddresses(PROXIES, PLAIN, () => '10.0.0.1').baseUrlOf(request)).toBe('https://ai.example.com')
  const secure = { publicUrl: null, isTls: true }
  expect(new ClientAddresses([], secure, () => '1.2.3.4').baseUrlOf(request)).toBe('https://ai.example.com')
})
