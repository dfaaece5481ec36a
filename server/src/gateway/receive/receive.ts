/** Reads the head of a request: its endpoint, its headers, its trace id. */

import { readAzurePath } from '../../core/azure-paths.ts'
import { findEndpoint, PROXY } from '../../core/endpoints.ts'
import { type HeaderMap, headerMap } from '../../core/headers.ts'
import { prefixed } from '../../core/options/prefixed.ts'
import { splitUrl } from '../../core/request-url.ts'
import { ClientConnection } from '../client-connection.ts'
import { Journal } from '../journal.ts'
import type { Received, RequestHead } from '../request.ts'

export function receive(request: Request, prefixes: readonly string[]): Received {
  const { method } = request
  const headers = headerMap(request.headers)
  const url = splitUrl(request.url)
  const { pathname } = url
  const { endpoint, path, search, deployment } = readPath(method, pathname, url.search)
  const id = Bun.randomUUIDv7()
  const traceId = traceIdOf(headers, prefixes) ?? id
  const connection = new ClientConnection(request)
  request.signal.addEventListener('abort', connection)
  return {
    id,
    head: { method, pathname, path, search, endpoint, headers, traceId, deployment },
    journal: new Journal(),
    connection,
  }
}

function readPath(
  method: string,
  pathname: string,
  search: string,
): Pick<RequestHead, 'endpoint' | 'path' | 'search' | 'deployment'> {
  if (pathname.startsWith('/v1/proxy/')) {
    return { endpoint: PROXY, path: pathname.slice('/v1/proxy'.length), search, deployment: null }
  }
  const path = pathname.slice('/v1'.length)
  const endpoint = findEndpoint(method, path)
  const azure = endpoint === PROXY ? readAzurePath(method, pathname, search) : null
  return azure ?? { endpoint, path, search, deployment: null }
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
