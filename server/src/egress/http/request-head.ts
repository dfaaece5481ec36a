/** Serializes request heads: the given headers, plus those that HTTP requires. */

import { GatewayError } from '../../core/errors.ts'
import type { EgressRequest } from '../outbound.ts'

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
/** Header values are sent as Latin-1 and must not contain line breaks. */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/
/** Matches paths that a URL parser would rewrite: dot segments, backslashes, fragments, non-ASCII. */
const NOT_PLAIN = /\/\.|%2e|[^\x21-\x7e]|[\\#"<>`{}^|]/i

/** The body's framing: none, a Content-Length, or chunked. */
export type BodyFraming = number | 'chunked' | null

/** A head without its last header, which declares the body's framing, and the inputs it was built from. */
type HeadPrefix = {
  readonly method: string
  readonly path: string
  readonly host: string
  readonly names: readonly string[]
  readonly values: readonly string[]
  readonly text: string
}

/** Caches the last head of a connection: consecutive requests often differ only in Content-Length. */
export class RequestHeads {
  #last: HeadPrefix | null = null

  write(request: EgressRequest, path: string, host: string, framing: BodyFraming): string {
    const last = this.#last
    const isLikeLast = last !== null && last.path === path && last.host === host && isSame(last, request)
    const prefix = isLikeLast ? last : buildPrefix(request, path, host)
    this.#last = prefix
    const { text } = prefix
    if (framing === 'chunked') return `${text}transfer-encoding: chunked\r\n\r\n`
    return framing === null ? `${text}\r\n` : `${text}content-length: ${framing}\r\n\r\n`
  }
}

function isSame({ method, names, values }: HeadPrefix, request: EgressRequest): boolean {
  if (request.method !== method) return false
  const { headers } = request
  let index = 0
  for (const name in headers) {
    if (names[index] !== name || values[index] !== headers[name]) return false
    index++
  }
  return index === names.length
}

function buildPrefix({ headers, method }: EgressRequest, path: string, host: string): HeadPrefix {
  const names = Object.keys(headers)
  const values = Object.values(headers)
  const lines = [`${method} ${targetOf(path)} HTTP/1.1`, `host: ${host}`, 'connection: keep-alive']
  for (const [index, name] of names.entries()) {
    if (name === 'host' || name === 'connection' || name === 'content-length' || name === 'transfer-encoding') continue
    const value = values[index]!
    if (!NAME.test(name) || UNSENDABLE.test(value)) throw unsendable()
    lines.push(`${name}: ${value}`)
  }
  if (headers['user-agent'] === undefined) lines.push('user-agent: gatehouse')
  if (headers['accept'] === undefined) lines.push('accept: */*')
  // Joined rather than concatenated, so that the cached string is flat.
  return { method, path, host, names, values, text: [...lines, ''].join('\r\n') }
}

/** The path and query as a URL parser normalizes them. Most paths are already normalized. */
function targetOf(path: string): string {
  if (path.startsWith('/') && !NOT_PLAIN.test(path)) return path
  const { pathname, search } = new URL(path.startsWith('/') ? `http://host${path}` : `http://host/${path}`)
  return pathname + search
}

function unsendable(): GatewayError {
  return new GatewayError('invalid_header', {
    message: 'A header for the provider has a name or value that is not valid in HTTP.',
    hint: 'Send header values as printable ASCII on one line.',
  })
}
