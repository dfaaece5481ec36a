/** Parses HTTP/1.1 response heads strictly: ambiguous heads are rejected, to prevent response smuggling. */

import type { HeaderMap } from '../../core/headers.ts'
import { InvalidResponse } from './invalid-response.ts'

/** How the body ends: after a number of bytes (0: no body), with the last chunk, or with the connection. */
export type Framing = number | 'chunked' | 'until-close'

export type ResponseHead = {
  readonly status: number
  readonly headers: HeaderMap
  readonly framing: Framing
  /** False if the connection closes after this response. */
  readonly keepsAlive: boolean
}

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
/** Lines are split at CRLF. A single CR or LF left in a line could start a header line for another parser. */
const FORBIDDEN = /[\0\r\n]/
const LENGTH = /^\d{1,16}$/
const CLOSE = /(?:^|[, ])close(?:$|[, ])/i

/**
 * The header lines of a connection's previous response. Most lines repeat, so a line at the same index is compared
 * before it is parsed: 4.0 µs instead of 9.4 µs for the 22 lines of an OpenAI response (npm run bench:head), which is 4 %
 * of a request.
 */
export type HeadLines = Line[]

type Line = { readonly text: string; readonly name: string; readonly value: string }

/** `text` is the head without its final empty line, decoded as Latin-1. */
export function readHead(text: string, method: string, known: HeadLines = []): ResponseHead {
  let end = text.indexOf('\r\n')
  const statusLine = end < 0 ? text : text.slice(0, end)
  const first = STATUS_LINE.exec(statusLine)
  if (!first || FORBIDDEN.test(statusLine)) throw new InvalidResponse('not_http')
  const status = Number(first[2])
  // No prototype, so that a header named __proto__ is an ordinary header.
  const headers = Object.create(null) as HeaderMap
  for (let index = 0; end >= 0; index++) {
    const start = end + 2
    let line = known[index]
    if (line === undefined || !isLineAt(text, start, line.text)) {
      line = readLine(text, start)
      known[index] = line
    }
    add(headers, line.name, line.value)
    end = start + line.text.length
    if (end === text.length) end = -1
  }
  const framing = framingOf(status, headers, method)
  const isKept = keepsAlive(headers, framing)
  // Chunked framing overrides Content-Length (RFC 9112 6.3).
  if (framing === 'chunked') delete headers['content-length']
  const canKeep = first[1] === '1' && !isBodilessByRule(status, method)
  return { status, headers, framing, keepsAlive: canKeep && isKept }
}

/** True if the whole line matches, not only its start. */
function isLineAt(text: string, start: number, line: string): boolean {
  if (!text.startsWith(line, start)) return false
  const end = start + line.length
  return end === text.length || text.startsWith('\r\n', end)
}

function readLine(text: string, start: number): Line {
  const end = text.indexOf('\r\n', start)
  const line = text.slice(start, end < 0 ? text.length : end)
  const colon = line.indexOf(':')
  const name = line.slice(0, Math.max(0, colon))
  const value = line.slice(colon + 1).trim()
  // A leading space means obsolete line folding. The name is then invalid.
  if (!NAME.test(name) || FORBIDDEN.test(value)) throw new InvalidResponse('bad_header')
  return { text: line, name: name.toLowerCase(), value }
}

function add(headers: HeaderMap, name: string, value: string): void {
  const before = headers[name]
  headers[name] = before === undefined ? value : `${before}, ${value}`
}

const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * 204, 205, 304 and responses to HEAD have no body, whatever the head declares. Some servers still send one. On a
 * reused connection the next call would read that body as its own response.
 */
function isBodilessByRule(status: number, method: string): boolean {
  return method === 'HEAD' || BODILESS.has(status)
}

function framingOf(status: number, headers: HeaderMap, method: string): Framing {
  const length = lengthOf(headers['content-length'])
  const encoding = headers['transfer-encoding']
  if (status < 200 || isBodilessByRule(status, method)) return 0
  if (encoding !== undefined) {
    if (encoding.toLowerCase() !== 'chunked') throw new InvalidResponse('unknown_transfer_encoding')
    return 'chunked'
  }
  return length ?? 'until-close'
}

function lengthOf(value: string | undefined): number | null {
  if (value === undefined) return null
  const once = LENGTH.test(value) ? value : repeatedLength(value)
  const length = Number(once)
  if (!Number.isSafeInteger(length)) throw new InvalidResponse('bad_length')
  return length
}

/** Accepts a repeated Content-Length if all values are equal. */
function repeatedLength(value: string): string {
  const [first, ...others] = value.split(/ *, */)
  if (!LENGTH.test(first!) || others.some((other) => other !== first)) throw new InvalidResponse('bad_length')
  return first!
}

function keepsAlive(headers: HeaderMap, framing: Framing): boolean {
  if (framing === 'until-close') return false
  // Content-Length together with chunked is a smuggling pattern. Do not reuse the connection.
  if (framing === 'chunked' && headers['content-length'] !== undefined) return false
  const connection = headers['connection']
  return connection === undefined || !CLOSE.test(connection)
}
