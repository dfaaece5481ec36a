/** Reads the head of a request: its endpoint, its headers, its trace id. */

import { findEndpoint } from '../../core/endpoints.ts'
import { type HeaderMap, headerMap } from '../../core/headers.ts'
import { prefixed } from '../../core/options/prefixed.ts'
import { splitUrl } from '../../core/request-url.ts'
import { ClientConnection } from '../client-connection.ts'
import { Journal } from '../journal.ts'
import type { Received } from '../request.ts'

export function receive(request: Request, prefixes: readonly string[]): Received {
  const { method } = request
  const headers = headerMap(request.headers)
  const { pathname, search } = splitUrl(request.url)
  const isProxy = pathname.startsWith('/v1/proxy/')
  const path = pathname.slice(isProxy ? '/v1/proxy'.length : '/v1'.length)
  const endpoint = findEndpoint(method, isProxy ? '' : path)
  const id = Bun.randomUUIDv7()
  const traceId = traceIdOf(headers, prefixes) ?? id
  const connection = new ClientConnection(request)
  request.signal.addEventListener('abort', connection)
  return {
    id,
    head: { method, pathname, path, search, endpoint, headers, traceId },
    journal: new Journal(),
    connection,
  }
}

/** The caller's trace id if it is usable, else that of the W3C traceparent. Null: the request id serves as trace id. */
function traceIdOf(headers: HeaderMap, prefixes: readonly string[]): string | null {
  for (const name of prefixed(prefixes, 'trace-id')) {
    const given = headers[name]
    if (given !== undefined && given.length <= 128 && /^[\x20-\x7e]+$/.test(given)) return given
  }
  const parent = headers['traceparent']
  const match = parent === undefined ? null : /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(parent)
  return match?.[1] ?? null
}
