/** Builds the log record of a request that did not go through the gateway, from the data submitted to the logs API. */

import { findEndpoint } from '../endpoints.ts'
import { recordable, withLowerCaseNames } from '../headers.ts'
import { isObject, memberOf } from '../json.ts'
import type { RecordBodies, RequestRecord } from '../record.ts'
import { type Usage, usageFrom } from '../usage.ts'

export type ExternalLog = {
  readonly request: {
    readonly url: string
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: unknown
    readonly provider: string | null
  }
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: unknown
    readonly responseTimeMs: number | null
    readonly isStream: boolean
  }
  /** As sent. Trace and span ids are extracted from it; the rest are labels. */
  readonly metadata: Readonly<Record<string, unknown>>
}

export type ExternalLogOwner = {
  readonly organisationId: string
  readonly workspaceId: string
  readonly keyId: string
  readonly keepsBodies: boolean
}

const TRACE_NAMES = { traceId: 'trace_id', spanId: 'span_id', spanName: 'span_name', parentSpanId: 'parent_span_id' }
const MAX_NAME_LENGTH = 256

export function externalRecord(
  log: ExternalLog,
  owner: ExternalLogOwner,
  nowMs: number,
): { readonly record: RequestRecord; readonly bodies: RecordBodies } {
  const { request, response } = log
  const durationMs = response.responseTimeMs ?? 0
  const method = request.method.toUpperCase()
  const path = pathOf(request.url)
  const names = traceNames(log.metadata)
  const requestBody = bytesOf(request.body)
  const responseBody = bytesOf(response.body)
  const { organisationId, workspaceId, keyId } = owner
  const id = Bun.randomUUIDv7()
  const record: RequestRecord = {
    id,
    traceId: names.traceId ?? id,
    organisationId,
    workspaceId,
    keyId,
    startedAtMs: Math.max(0, Math.floor(nowMs - durationMs)),
    durationMs,
    firstByteMs: null,
    method,
    path,
    endpoint: findEndpoint(method, path.replace(/^\/v1(?=\/)/, '')).name,
    ending: 'complete',
    status: response.status,
    errorCode: null,
    provider: request.provider === null ? null : plain(request.provider),
    target: null,
    model: modelOf(request.body) ?? modelOf(lastOf(response.body)),
    responseModel: modelOf(lastOf(response.body)),
    isStream: response.isStream,
    cacheStatus: 'DISABLED',
    retries: 0,
    usage: usageOf(response.body),
    virtualKey: null,
    configId: null,
    configVersion: null,
    promptId: null,
    promptVersion: null,
    costNanoUsd: null,
    costLines: [],
    priceVersion: null,
    cacheSavedMs: null,
    cacheSavedNanoUsd: null,
    spanId: names.spanId,
    parentSpanId: names.parentSpanId,
    spanName: names.spanName,
    source: 'external',
    metadata: labelsOf(log.metadata, organisationId),
    attempts: [],
    decisions: [],
    warnings: [],
    requestHeaders: recordable(withLowerCaseNames(request.headers)),
    responseHeaders: recordable(withLowerCaseNames(response.headers)),
    requestBytes: requestBody?.length ?? 0,
    responseBytes: responseBody?.length ?? 0,
    requestBodyCut: false,
    responseBodyCut: false,
  }
  const bodies = owner.keepsBodies
    ? { request: requestBody, response: responseBody }
    : { request: null, response: null }
  return { record, bodies }
}

type TraceNames = Readonly<Record<keyof typeof TRACE_NAMES, string | null>>

function traceNames(metadata: Readonly<Record<string, unknown>>): TraceNames {
  const found: [string, string | null][] = Object.entries(TRACE_NAMES).map(([camel, snake]) => {
    const value = metadata[snake] ?? metadata[camel]
    return [camel, typeof value === 'string' && value !== '' ? value.slice(0, MAX_NAME_LENGTH) : null]
  })
  return Object.fromEntries(found) as TraceNames
}

function labelsOf(metadata: Readonly<Record<string, unknown>>, organisationId: string): Record<string, string> {
  const named = new Set([...Object.keys(TRACE_NAMES), ...Object.values(TRACE_NAMES)])
  const labels = Object.entries(metadata)
    .filter(([name, value]) => !named.has(name) && value !== undefined)
    .map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)])
  // fromEntries instead of assignment, so that a label named __proto__ is stored like any other.
  return Object.fromEntries([['_organisation', organisationId], ...labels])
}

function pathOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : (url.split(/[?#]/, 1)[0] ?? '')
  return path.startsWith('/') ? path : `/${path}`
}

function bytesOf(body: unknown): Uint8Array | null {
  if (body === null || body === undefined) return null
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
}

/** A streamed response can be submitted as a list of events. Returns the last event with a usage or a model. */
function lastOf(body: unknown): unknown {
  return Array.isArray(body) ? body.findLast((event) => memberOf(event, 'usage') || memberOf(event, 'model')) : body
}

function usageOf(body: unknown): Usage | null {
  const usage = memberOf(Array.isArray(body) ? body.findLast((event) => memberOf(event, 'usage')) : body, 'usage')
  return isObject(usage) ? usageFrom(usage) : null
}

function modelOf(body: unknown): string | null {
  const model = memberOf(body, 'model')
  return typeof model === 'string' && model !== '' ? plain(model) : null
}

/** Removes control characters and truncates: names appear in lists and groups. */
function plain(name: string): string {
  return name.replace(/\p{Cc}/gu, ' ').slice(0, MAX_NAME_LENGTH)
}
