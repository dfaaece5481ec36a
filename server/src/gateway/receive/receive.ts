/** Reads the head of a request: its endpoint, its headers, its trace id. */

import { readAzurePath } from '../../core/azure-paths.ts'
import { findEndpoint, PROXY } from '../../core/endpoints.ts'
import { findGeminiCall } from '../../core/gemini-paths.ts'
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
  const isGoogleClient = headers['x-goog-api-client'] !== undefined
  const gemini = findGeminiCall(method, pathname, url.search, isGoogleClient)
  const { endpoint, path, search, deployment } = gemini
    ? { endpoint: gemini.endpoint, path: pathname, search: takeKey(url.search, headers), deployment: null }
    : readPath(method, pathname, url.search)
  const id = Bun.randomUUIDv7()
  const traceId = traceIdOf(headers, prefixes) ?? id
  const connection = new ClientConnection(request)
  request.signal.addEventListener('abort', connection)
  const journal = new Journal()
  if (gemini?.namesProject)
    journal.warn('path: its project and location are ignored; those of the provider settings are used.')
  return {
    id,
    head: { method, pathname, path, search, endpoint, headers, traceId, deployment, ...(gemini && { gemini }) },
    journal,
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

/** Google's clients may send their key as `?key=`. Moves it to a header, so that it is neither forwarded nor logged. */
function takeKey(search: string, headers: HeaderMap): string {
  // The name `key` may be percent-encoded.
  if (!search.includes('key=') && !search.includes('%')) return search
  const query = new URLSearchParams(search)
  const key = query.get('key')
  if (key === null) return search
  query.delete('key')
  headers['x-goog-api-key'] ??= key
  const rest = query.toString()
  return rest === '' ? '' : `?${rest}`
}
