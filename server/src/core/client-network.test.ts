import { expect, test } from 'bun:test'
import { networkOf, siteOf } from './client-network.ts'

test('IPv6 addresses are grouped by /64 and by /48, IPv4 addresses are not', () => {
  const [one, same, other] = ['2001:db8:1:2::7', '2001:0db8:0001:0002:ffff::1', '2001:db8:1:3::7']
  expect(networkOf(one)).toBe(networkOf(same))
  expect(networkOf(one)).not.toBe(networkOf(other))
  expect(siteOf(one)).toBe(siteOf(other))
  expect(siteOf(one)).not.toBe(siteOf('2001:db8:2:2::7'))
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7']) {
    expect(networkOf(address)).toBe('192.0.2.7')
    expect(siteOf(address)).toBe('192.0.2.7')
  }
})
