import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type AddressClass, classify, parseAddress } from './address.ts'

/** Expected classes: both ends and the middle of each special range, and the adjacent public addresses. */
const IPV4: readonly (readonly [string, AddressClass])[] = [
  ['0.0.0.0', 'unspecified'],
  ['0.255.255.255', 'unspecified'],
  ['1.0.0.0', 'public'],
  ['9.255.255.255', 'public'],
  ['10.0.0.0', 'private'],
  ['10.255.255.255', 'private'],
  ['11.0.0.0', 'public'],
  ['100.63.255.255', 'public'],
  ['100.64.0.0', 'cgnat'],
  ['100.100.100.200', 'metadata'],
  ['100.127.255.255', 'cgnat'],
  ['100.128.0.0', 'public'],
  ['126.255.255.255', 'public'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.255', 'loopback'],
  ['128.0.0.0', 'public'],
  ['168.63.129.16', 'metadata'],
  ['169.253.255.255', 'public'],
  ['169.254.0.0', 'linkLocal'],
  ['169.254.169.254', 'metadata'],
  ['169.254.170.2', 'metadata'],
  ['169.254.255.255', 'linkLocal'],
  ['169.255.0.0', 'public'],
  ['172.15.255.255', 'public'],
  ['172.16.0.0', 'private'],
  ['172.31.255.255', 'private'],
  ['172.32.0.0', 'public'],
  ['192.0.0.0', 'reserved'],
  ['192.0.0.192', 'metadata'],
  ['192.0.1.0', 'public'],
  ['192.0.2.1', 'reserved'],
  ['192.88.99.1', 'reserved'],
  ['192.167.255.255', 'public'],
  ['192.168.0.0', 'private'],
  ['192.168.255.255', 'private'],
  ['192.169.0.0', 'public'],
  ['198.17.255.255', 'public'],
  ['198.18.0.0', 'reserved'],
  ['198.19.255.255', 'reserved'],
  ['198.20.0.0', 'public'],
  ['198.51.100.7', 'reserved'],
  ['203.0.113.7', 'reserved'],
  ['223.255.255.255', 'public'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.254', 'reserved'],
  ['255.255.255.255', 'broadcast'],
]

const IPV6: readonly (readonly [string, AddressClass])[] = [
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['0:0:0:0:0:0:0:1', 'loopback'],
  ['64:ff9b:1::1', 'reserved'],
  ['100::1', 'reserved'],
  ['1fff::1', 'reserved'],
  ['2001:2::1', 'reserved'],
  ['2001:20::1', 'reserved'],
  ['2001:200::1', 'public'],
  ['2001:db8::1', 'reserved'],
  ['2001:4860:4860::8888', 'public'],
  ['2606:4700::1111', 'public'],
  ['3fff::1', 'reserved'],
  ['3fff:fff:ffff::1', 'reserved'],
  ['3fff:1000::1', 'public'],
  ['4000::1', 'reserved'],
  ['5f00::1', 'reserved'],
  ['fbff::1', 'reserved'],
  ['fc00::1', 'private'],
  ['fd00:ec1::1', 'private'],
  ['fd00:ec2::254', 'metadata'],
  ['fd20:ce::254', 'metadata'],
  ['fdff::1', 'private'],
  ['fe80::1', 'linkLocal'],
  ['fe80::1%eth0', 'linkLocal'],
  ['febf::1', 'linkLocal'],
  ['fec0::1', 'reserved'],
  ['ff02::1', 'multicast'],
]

const octets = (text: string) => text.split('.').map(Number)
const value = (text: string) => octets(text).reduce((sum, octet) => sum * 256 + octet, 0)
const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0')
const words = (text: string) => `${hex(value(text) >>> 16, 1)}:${hex(value(text) % 65536, 1)}`

/** Each way to write or embed an IPv4 address in the host of a URL. */
const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  dotted: (text) => text,
  decimal: (text) => String(value(text)),
  hexadecimal: (text) => `0x${hex(value(text), 1)}`,
  'dotted octal': (text) =>
    octets(text)
      .map((octet) => `0${octet.toString(8)}`)
      .join('.'),
  'dotted hexadecimal': (text) =>
    octets(text)
      .map((octet) => `0x${hex(octet, 2)}`)
      .join('.'),
  short: (text) => `${octets(text)[0]}.${value(text) % 2 ** 24}`,
  'trailing dot': (text) => `${text}.`,
  'full-width digits': (text) => text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  'percent-encoded': (text) => text.replace(/\d/g, (digit) => `%3${digit}`),
  mapped: (text) => `[::ffff:${text}]`,
  'mapped in words': (text) => `[0:0:0:0:0:ffff:${words(text)}]`,
  translated: (text) => `[::ffff:0:${text}]`,
  nat64: (text) => `[64:ff9b::${text}]`,
  '6to4': (text) => `[2002:${words(text)}::1]`,
  teredo: (text) => {
    const inverted = [...octets(text)].map((octet) => 255 - octet).join('.')
    return `[2001:0:808:808::${words(inverted)}]`
  },
}

const CASES = IPV4.flatMap(([text, kind]) =>
  Object.entries(SPELLINGS).map(([spelling, write]) => [write(text), kind, spelling] as const),
)

test('the table of expected classes is complete', () => {
  expect(CASES.length + IPV6.length).toBeGreaterThanOrEqual(200)
})

test.each(CASES)('the host %s is %s (%s)', (host, kind) => {
  const { hostname } = new URL(`http://${host}/`)
  expect(classify(parseAddress(hostname)!)).toBe(kind)
})

test.each(IPV6)('the address %s is %s', (text, kind) => {
  expect(classify(parseAddress(text)!)).toBe(kind)
  expect(classify(parseAddress(`[${text}]`)!)).toBe(kind)
})

test('an IPv4-compatible address has the class of its IPv4 address', () => {
  expect(classify(parseAddress('::127.0.0.1')!)).toBe('loopback')
  expect(classify(parseAddress('::169.254.169.254')!)).toBe('metadata')
})

test('a Teredo address with a private server is not public', () => {
  expect(classify(parseAddress('2001:0:a00:1::f7f7:f7f7')!)).toBe('private')
})

test('hostnames and malformed addresses are not parsed', () => {
  for (const text of [
    '',
    'localhost',
    '1.2.3',
    '1.2.3.4.5',
    '0x7f.1',
    '256.1.1.1',
    ':::',
    '1::2::3',
    '[::1',
    '12345::',
  ]) {
    expect(parseAddress(text)).toBeNull()
  }
})

test('every spelling of an IPv6 address parses to the same number', () => {
  const word = fc.integer({ min: 0, max: 0xffff })
  fc.assert(
    fc.property(fc.array(word, { minLength: 8, maxLength: 8 }), (parts) => {
      const full = parts.map((part) => hex(part, 4)).join(':')
      const expected = parts.reduce((sum, part) => (sum << 16n) | BigInt(part), 0n)
      const { hostname } = new URL(`http://[${full}]/`)
      expect(parseAddress(full)!.value).toBe(expected)
      expect(parseAddress(hostname)!.value).toBe(expected)
    }),
  )
})
