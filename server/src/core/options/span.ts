/** The span a request is in its caller's trace: our own headers, else W3C's `traceparent` (contract 2). */

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
  /** Gives the request its own span id when W3C's header says only whose child it is; `method` and `pathname` its name. */
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
    // The last digits of a UUID of version 7 are its random part.
    spanId: spanId ?? request.id.replaceAll('-', '').slice(-16),
    parentSpanId: parentSpanId ?? parent,
    spanName: spanName ?? `${request.method} ${request.pathname}`,
  }
}

/** A label, never identity: what cannot be one is left out, and the request goes on. */
function given(headers: HeaderMap, prefixes: readonly string[], name: string, mostLetters: number): string | null {
  for (const header of prefixed(prefixes, name)) {
    const value = headers[header]
    if (value !== undefined && value.length <= mostLetters && VISIBLE.test(value)) return value
  }
  return null
}
