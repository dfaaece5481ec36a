/** Writes the head of a request: exactly the headers it was given, and those HTTP itself needs. */

import { GatewayError } from '../../core/errors.ts'
import type { EgressRequest } from '../outbound.ts'

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
/** One character a byte, and none that ends a line. */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/
/** What a URL parser would rewrite: dot segments, backslashes, fragments, and what is no plain ASCII. */
const NOT_PLAIN = /\/\.|%2e|[^\x21-\x7e]|[\\#"<>`{}^|]/i

/** How the body is announced: there is none, it has this many bytes, or it comes in chunks. */
export type Sending = number | 'chunked' | null

export function requestHead(request: EgressRequest, path: string, host: string, sending: Sending): string {
  const { headers, method } = request
  let head = `${method} ${targetOf(path)} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n`
  let hasAgent = false
  let hasAccept = false
  for (const name in headers) {
    if (name === 'host' || name === 'connection' || name === 'content-length' || name === 'transfer-encoding') continue
    if (name === 'user-agent') hasAgent = true
    if (name === 'accept') hasAccept = true
    const value = headers[name]!
    if (!NAME.test(name) || UNSENDABLE.test(value)) throw unsendable()
    head += `${name}: ${value}\r\n`
  }
  if (!hasAgent) head += 'user-agent: gatehouse\r\n'
  if (!hasAccept) head += 'accept: */*\r\n'
  if (sending === 'chunked') return `${head}transfer-encoding: chunked\r\n\r\n`
  return sending === null ? `${head}\r\n` : `${head}content-length: ${sending}\r\n\r\n`
}

/** The path and query as a URL parser understands them; nearly all are written so already. */
function targetOf(path: string): string {
  if (path.startsWith('/') && !NOT_PLAIN.test(path)) return path
  const { pathname, search } = new URL(path.startsWith('/') ? `http://host${path}` : `http://host/${path}`)
  return pathname + search
}

function unsendable(): GatewayError {
  return new GatewayError('invalid_header', {
    message: 'A header for the provider has a name or value that HTTP cannot carry.',
    hint: 'Send header values as printable ASCII on one line.',
  })
}
