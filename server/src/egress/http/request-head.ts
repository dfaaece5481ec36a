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

export function writeHead(
  { headers, method, upgrade }: Pick<EgressRequest, 'headers' | 'method' | 'upgrade'>,
  path: string,
  host: string,
  framing: BodyFraming,
): string {
  const connection = upgrade ? 'Upgrade\r\nupgrade: websocket' : 'keep-alive'
  let head = `${method} ${targetOf(path)} HTTP/1.1\r\nhost: ${host}\r\nconnection: ${connection}\r\n`
  for (const name in headers) {
    if (name === 'host' || name === 'connection' || name === 'content-length' || name === 'transfer-encoding') continue
    const value = headers[name]!
    if (!NAME.test(name) || UNSENDABLE.test(value)) throw unsendable()
    head += `${name}: ${value}\r\n`
  }
  if (headers['user-agent'] === undefined) head += 'user-agent: gatehouse\r\n'
  if (headers['accept'] === undefined) head += 'accept: */*\r\n'
  if (framing === 'chunked') return `${head}transfer-encoding: chunked\r\n\r\n`
  return framing === null ? `${head}\r\n` : `${head}content-length: ${framing}\r\n\r\n`
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
