/** The request's span in the caller's trace, from gateway headers or else from the W3C `traceparent` header. */

import type { HeaderMap } from '../headers.ts'
import { prefixed } from './prefixed.ts'

export type RequestSpan = {
  readonly spanId: string | null
  readonly parentSpanId: string | null
  readonly spanName: string | null
}

const NO_SPAN: RequestSpan = { spanId: null, parentSpanId: null, spanName: null }

const MAX_ID = 128
const MAX_NAME = 256
const VISIBLE = /^[\x20-\x7e]+$/
const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-([0-9a-f]{16})-[0-9a-f]{2}$/

type SpannedRequest = {
  /** Source of the span id if only `traceparent` is sent. `method` and `pathname` then give the span name. */
  readonly id: string
  readonly method: string
  readonly pathname: string
  readonly headers: HeaderMap
}

export function requestSpan(request: SpannedRequest, prefixes: readonly string[]): RequestSpan {
  const { headers } = request
  const spanId = given(headers, prefixes, 'span-id', MAX_ID)
  const parentSpanId = given(headers, prefixes, 'parent-span-id', MAX_ID)
  const spanName = given(headers, prefixes, 'span-name', MAX_NAME)
  const traceparent = headers['traceparent']
  const parent = traceparent === undefined ? null : (TRACEPARENT.exec(traceparent)?.[1] ?? null)
  if (parent === null) return (spanId ?? parentSpanId ?? spanName) ? { spanId, parentSpanId, spanName } : NO_SPAN
  return {
    // The last 16 hex digits of a UUIDv7 are random.
    spanId: spanId ?? request.id.replaceAll('-', '').slice(-16),
    parentSpanId: parentSpanId ?? parent,
    spanName: spanName ?? `${request.method} ${request.pathname}`,
  }
}

/** Invalid values are ignored: span ids are labels only, so they must not fail the request. */
function given(headers: HeaderMap, prefixes: readonly string[], name: string, mostLetters: number): string | null {
  for (const header of prefixed(prefixes, name)) {
    const value = headers[header]
    if (value !== undefined && value.length <= mostLetters && VISIBLE.test(value)) return value
  }
  return null
}
