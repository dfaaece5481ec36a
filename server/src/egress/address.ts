/** Classifies IP addresses: public, or one of the special ranges of the IANA registries. */

import { isIPv4, isIPv6 } from 'node:net'

export type AddressClass =
  | 'public'
  | 'loopback'
  | 'private'
  | 'cgnat'
  | 'linkLocal'
  | 'metadata'
  | 'unspecified'
  | 'multicast'
  | 'broadcast'
  | 'reserved'

/** An IP address as a number, so that all spellings of one address compare equal. */
export type Address = { readonly bits: 32 | 128; readonly value: bigint }

type Range = { readonly base: bigint; readonly shift: bigint; readonly kind: AddressClass }

/** Parses `1.2.3.4`, `::1`, `[::1]` and DNS results with a zone (`fe80::1%eth0`). Returns null for a hostname. */
export function parseAddress(text: string): Address | null {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  if (isIPv4(bare)) return { bits: 32, value: readIPv4(bare) }
  const zone = bare.indexOf('%')
  const unzoned = zone === -1 ? bare : bare.slice(0, zone)
  return isIPv6(unzoned) ? { bits: 128, value: readIPv6(unzoned) } : null
}

export function classify(address: Address): AddressClass {
  return address.bits === 32 ? classifyIPv4(address.value) : classifyIPv6(address.value)
}

/** True if the first `prefix` bits of both addresses are equal. */
export function sharesPrefix(address: Address, base: Address, prefix: number): boolean {
  if (address.bits !== base.bits) return false
  const shift = BigInt(base.bits - prefix)
  return address.value >> shift === base.value >> shift
}

/** Converts an IPv4-mapped IPv6 address to IPv4. Returns other addresses unchanged. */
export function unmapped(address: Address): Address {
  const isMapped = address.bits === 128 && address.value >> 32n === 0xffffn
  return isMapped ? { bits: 32, value: address.value & LOW_32 } : address
}

const LOW_32 = 0xffff_ffffn

// The first match wins, so single addresses precede the ranges that contain them.
const IPV4_RANGES: readonly Range[] = [
  ['169.254.169.254', 32, 'metadata'],
  ['169.254.170.2', 32, 'metadata'],
  ['169.254.170.23', 32, 'metadata'],
  ['100.100.100.200', 32, 'metadata'],
  ['168.63.129.16', 32, 'metadata'],
  ['192.0.0.192', 32, 'metadata'],
  ['0.0.0.0', 8, 'unspecified'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'cgnat'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'linkLocal'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'reserved'],
  ['192.0.2.0', 24, 'reserved'],
  ['192.88.99.0', 24, 'reserved'],
  ['192.168.0.0', 16, 'private'],
  ['198.18.0.0', 15, 'reserved'],
  ['198.51.100.0', 24, 'reserved'],
  ['203.0.113.0', 24, 'reserved'],
  ['224.0.0.0', 4, 'multicast'],
  ['255.255.255.255', 32, 'broadcast'],
  ['240.0.0.0', 4, 'reserved'],
].map(toRange)

const IPV6_RANGES: readonly Range[] = [
  ['fd00:ec2::', 32, 'metadata'],
  ['fd20:ce::254', 128, 'metadata'],
  ['::', 128, 'unspecified'],
  ['::1', 128, 'loopback'],
  ['fc00::', 7, 'private'],
  ['fe80::', 10, 'linkLocal'],
  ['ff00::', 8, 'multicast'],
  // Protocol assignments, benchmarking, ORCHID. Teredo lies inside this range and is checked first.
  ['2001::', 23, 'reserved'],
  ['2001:db8::', 32, 'reserved'],
  ['3fff::', 20, 'reserved'],
  // Global unicast. Everything outside it is unassigned.
  ['2000::', 3, 'public'],
  ['::', 0, 'reserved'],
].map(toRange)

/** Prefixes that embed an IPv4 address. `offset` is its distance in bits from the right end. */
const EMBEDDING: readonly { readonly range: Range; readonly offset: bigint }[] = [
  { range: toRange(['::ffff:0:0', 96, 'public']), offset: 0n },
  // SIIT (RFC 7915).
  { range: toRange(['::ffff:0:0:0', 96, 'public']), offset: 0n },
  // NAT64 (RFC 6052).
  { range: toRange(['64:ff9b::', 96, 'public']), offset: 0n },
  // 6to4 (RFC 3056).
  { range: toRange(['2002::', 16, 'public']), offset: 80n },
  // IPv4-compatible (RFC 4291), deprecated. `::` and `::1` are handled before.
  { range: toRange(['::', 96, 'public']), offset: 0n },
]

const TEREDO = toRange(['2001::', 32, 'public'])

function classifyIPv4(value: bigint): AddressClass {
  return IPV4_RANGES.find((range) => holds(range, value))?.kind ?? 'public'
}

function classifyIPv6(value: bigint): AddressClass {
  if (value > 1n) {
    if (holds(TEREDO, value)) return classifyTeredo(value)
    const form = EMBEDDING.find(({ range }) => holds(range, value))
    if (form) return classifyIPv4((value >> form.offset) & LOW_32)
  }
  return IPV6_RANGES.find((range) => holds(range, value))?.kind ?? 'reserved'
}

/**
 * A Teredo address contains two IPv4 addresses: the client's (inverted) and the server's. Returns 'public' only if both
 * are public.
 */
function classifyTeredo(value: bigint): AddressClass {
  const client = classifyIPv4((value & LOW_32) ^ LOW_32)
  return client === 'public' ? classifyIPv4((value >> 64n) & LOW_32) : client
}

function holds(range: Range, value: bigint): boolean {
  return value >> range.shift === range.base
}

function toRange([text, prefix, kind]: readonly (string | number)[]): Range {
  const address = parseAddress(String(text))!
  const shift = BigInt(address.bits - Number(prefix))
  return { base: address.value >> shift, shift, kind: kind as AddressClass }
}

function readIPv4(text: string): bigint {
  return text.split('.').reduce((value, part) => (value << 8n) | BigInt(part), 0n)
}

function readIPv6(text: string): bigint {
  const [left, right] = text.split('::')
  const head = readWords(left!)
  const tail = right === undefined ? [] : readWords(right)
  const gap = Array.from({ length: 8 - head.length - tail.length }, () => 0n)
  return [...head, ...gap, ...tail].reduce((value, word) => (value << 16n) | word, 0n)
}

/** The 16-bit words of one side of `::`. A dotted IPv4 tail yields two words. */
function readWords(text: string): bigint[] {
  if (text === '') return []
  return text.split(':').flatMap((word) => {
    if (!word.includes('.')) return [BigInt(`0x${word}`)]
    const value = readIPv4(word)
    return [value >> 16n, value & 0xffffn]
  })
}
