/** Finds e-mail addresses, IPv6 and MAC addresses, and URLs. */

import { CLASS, classAt, DIGIT, JOINT, LETTERS, SPACE, WORD } from './characters.ts'

/** The start and end of the e-mail address in the atom from `start` to `end`, or null. For atoms, see characters.ts. */
export function emailIn(text: string, start: number, end: number): readonly [number, number] | null {
  const at = text.indexOf('@', start)
  if (at <= start || at >= end) return null
  let first = start
  while (first < at && (classAt(text, first) & WORD) === 0) first++
  if (first === at || at - first > 64) return null
  let last = end
  while (last > at && (classAt(text, last - 1) & WORD) === 0) last--
  const domain = text.slice(at + 1, last)
  if (domain.length > 255 || !isDomain(domain)) return null
  return [first, last]
}

const LABEL = '[\\p{L}\\d](?:[\\p{L}\\d-]{0,61}[\\p{L}\\d])?'
const LABELS = new RegExp(`^${LABEL}(?:\\.${LABEL})+$`, 'u')

/** A domain has at least two labels, and letters in its top level. */
function isDomain(domain: string): boolean {
  if (!LABELS.test(domain)) return false
  const top = domain.slice(domain.lastIndexOf('.') + 1)
  return /^(?:\p{L}{2,24}|xn--[a-z\d-]{2,59})$/iu.test(top) && !FILE_ENDINGS.has(top.toLowerCase())
}

/** Endings of file names such as icon@2x.png, which are not e-mail addresses. */
const FILE_ENDINGS = new Set([
  'png',
  'jpg',
  'jpeg',
  'gif',
  'svg',
  'webp',
  'js',
  'ts',
  'tsx',
  'jsx',
  'css',
  'json',
  'html',
  'md',
])

const MAX_HEX_LENGTH = 48

/** The end and type of the IPv6 or MAC address at `start`. Null if there is none, 'open' if more text is needed. */
export function hexAddressAt(
  text: string,
  start: number,
  isFinal: boolean,
): { readonly end: number; readonly type: 'IP_ADDRESS' | 'MAC_ADDRESS' } | null | 'open' {
  let end = start
  let colons = 0
  let doubles = 0
  let digits = 0
  while (end < text.length && end - start < MAX_HEX_LENGTH) {
    const code = text.charCodeAt(end)
    if (!isHexPart(code)) break
    if (code === 0x3a) {
      colons++
      if (end > start && text.charCodeAt(end - 1) === 0x3a) doubles++
    } else if (code <= 0x39 && code >= 0x30) digits++
    end++
  }
  if (end === text.length && !isFinal) return 'open'
  if (end - start === MAX_HEX_LENGTH || (classAt(text, end) & WORD) !== 0) return null
  while (end > start && text[end - 1] === '.') end--
  // A single colon at the end is punctuation.
  if (text[end - 1] === ':' && text[end - 2] !== ':') end--
  // These counts rule out most words before a colon. They include a colon at the end.
  if (end - start < 6 || colons < 2 || doubles > 1) return null
  if (colons >= 5 && colons <= 6 && end - start === 17) {
    if (/^[\dA-Fa-f]{2}(?::[\dA-Fa-f]{2}){5}$/.test(text.slice(start, end))) return { end, type: 'MAC_ADDRESS' }
  }
  // Without digits it is more likely C++ or CSS, such as `a::b`.
  if (digits === 0 || (doubles === 0 && colons < 6)) return null
  return isIpv6(text.slice(start, end)) ? { end, type: 'IP_ADDRESS' } : null
}

function isHexPart(code: number): boolean {
  return (
    code === 0x3a || code === 0x2e || (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66)
  )
}

function isIpv6(address: string): boolean {
  if (address.length < 6 || !address.includes(':')) return false
  const halves = address.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1)
  let count = groups.length
  if (last?.includes('.') === true) {
    if (!/^(?:\d{1,3}\.){3}\d{1,3}$/.test(last) || last.split('.').some((part) => Number(part) > 255)) return false
    groups.pop()
    count++
  }
  if (!groups.every((group) => /^[\dA-Fa-f]{1,4}$/.test(group))) return false
  return halves.length === 2 ? count >= 1 && count <= 7 && groups.length >= 2 : count === 8
}

const MAX_URL_LENGTH = 512

/** Returned if more text is needed. */
const WAIT = -2
const SLASH = 0x2f

/** The end of the URL whose scheme ends at an index; -1: no URL; -2: more text is needed. */
export function urlEnd(text: string, schemeEnd: number, isFinal: boolean): number {
  if (schemeEnd + 3 > text.length) return isFinal || !'://'.startsWith(text.slice(schemeEnd)) ? -1 : WAIT
  if (!text.startsWith('://', schemeEnd)) return -1
  let end = schemeEnd + 3
  while (end < text.length && end - schemeEnd < MAX_URL_LENGTH && isUrlPart(text.charCodeAt(end))) end++
  if (end === text.length && !isFinal && end - schemeEnd < MAX_URL_LENGTH) return WAIT
  while (end > schemeEnd + 3 && ".,;:!?)'*".includes(text[end - 1] as string)) end--
  return end > schemeEnd + 3 ? end : -1
}

/** Like `urlEnd`, but only for URLs with a user name and a password. Other URLs are not read to their end. */
export function credentialsUrlEnd(text: string, start: number, schemeEnd: number, isFinal: boolean): number {
  if (schemeEnd + 3 > text.length) return urlEnd(text, schemeEnd, isFinal)
  if (text.charCodeAt(schemeEnd + 1) !== SLASH || text.charCodeAt(schemeEnd + 2) !== SLASH) return -1
  let at = schemeEnd + 3
  const last = schemeEnd + MAX_URL_LENGTH
  while (at < text.length && at < last) {
    const code = text.charCodeAt(at)
    if (!isUrlPart(code) || code === 0x40 || code === SLASH || code === 0x3f || code === 0x23) break
    at++
  }
  if (at === text.length) return isFinal ? -1 : WAIT
  if (text.charCodeAt(at) !== 0x40) return -1
  const end = urlEnd(text, schemeEnd, isFinal)
  return end < 0 || hasCredentials(text.slice(start, end)) ? end : -1
}

function isUrlPart(code: number): boolean {
  if (code >= 0x80)
    return ((CLASS[code] as number) & SPACE) === 0 && ((CLASS[code] as number) & (LETTERS | DIGIT | JOINT)) !== 0
  return (
    code > 0x20 &&
    code !== 0x22 &&
    code !== 0x3c &&
    code !== 0x3e &&
    code !== 0x5c &&
    code !== 0x60 &&
    code !== 0x7b &&
    code !== 0x7d &&
    code !== 0x7c
  )
}

/** Whether the authority of a URL contains a user name and a password. */
function hasCredentials(url: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\/[^/?#@\s:]*:(?!\/)([^/?#@\s]+)@/i.test(url)
}
