/** Reads the head of a request: its endpoint, its headers, its trace id. */

import { findEndpoint } from '../../core/endpoints.ts'
import { findGeminiCall } from '../../core/gemini-paths.ts'
import { type HeaderMap, headerMap } from '../../core/headers.ts'
import { prefixed } from '../../core/options/prefixed.ts'
import { splitUrl } from '../../core/request-url.ts'
import { ClientConnection } from '../client-connection.ts'
import { Journal } from '../journal.ts'
import type { Received } from '../request.ts'

export function receive(request: Request, prefixes: readonly string[]): Received {
  const { method } = request
  const headers = headerMap(request.headers)
  const { pathname, search: given } = splitUrl(request.url)
  const isProxy = pathname.startsWith('/v1/proxy/')
  const gemini = isProxy ? null : findGeminiCall(method, pathname, given, headers['x-goog-api-client'] !== undefined)
  const path = gemini ? pathname : pathname.slice(isProxy ? '/v1/proxy'.length : '/v1'.length)
  const endpoint = gemini?.endpoint ?? findEndpoint(method, isProxy ? '' : path)
  const search = gemini ? takeKey(given, headers) : given
  const id = Bun.randomUUIDv7()
  const traceId = traceIdOf(headers, prefixes) ?? id
  const connection = new ClientConnection(request)
  request.signal.addEventListener('abort', connection)
  const journal = new Journal()
  if (gemini?.namesProject)
    journal.warn('path: the project and location in it are not used; those of the provider are.')
  return {
    id,
    head: { method, pathname, path, search, endpoint, headers, traceId, ...(gemini && { gemini }) },
    journal,
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

/** Google's clients may send their key as `?key=`. It moves to the header, so that it is neither forwarded nor logged. */
function takeKey(search: string, headers: HeaderMap): string {
  // Its name may be escaped too.
  if (!search.includes('key=') && !search.includes('%')) return search
  const query = new URLSearchParams(search)
  const key = query.get('key')
  if (key === null) return search
  query.delete('key')
  headers['x-goog-api-key'] ??= key
  const rest = query.toString()
  return rest === '' ? '' : `?${rest}`
}
