import { expect, test } from 'bun:test'
import { loopbackAccess } from './loopback-access.ts'

const LOCAL = { host: '127.0.0.1', trustedProxies: [], publicUrl: null, trustedHosts: [] }

test.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost', 'LOCALHOST'])('%s alone is open', (host) => {
  expect(loopbackAccess({ ...LOCAL, host })).toEqual({
    isOpen: true,
    text: `custom hosts on this machine are allowed: only this machine reaches the gateway (GATEWAY_HOST is ${host})`,
  })
})

test.each([
  ['another address', { host: '0.0.0.0' }, 'GATEWAY_HOST is 0.0.0.0'],
  ['all IPv6 addresses', { host: '::' }, 'GATEWAY_HOST is ::'],
  ['a name that only begins like loopback', { host: '127.0.0.1.example.com' }, '127.0.0.1.example.com'],
  ['a trusted proxy', { trustedProxies: ['127.0.0.1'] }, 'GATEWAY_TRUSTED_PROXIES is set'],
  ['a public address', { publicUrl: 'https://ai.example.com' }, 'GATEWAY_PUBLIC_URL is set'],
])('%s closes it', (_, change, cause) => {
  const { isOpen, text } = loopbackAccess({ ...LOCAL, ...change })
  expect(isOpen).toBe(false)
  expect(text).toContain(cause)
  expect(text).toEndWith('GATEWAY_TRUSTED_HOSTS allows: none')
})

test('hosts that stay reachable are named', () => {
  const { text } = loopbackAccess({ ...LOCAL, publicUrl: 'https://ai.example.com', trustedHosts: ['localhost:11434'] })
  expect(text).toBe(
    'custom hosts on this machine are not allowed: GATEWAY_PUBLIC_URL is set; GATEWAY_TRUSTED_HOSTS allows: localhost:11434',
  )
})
