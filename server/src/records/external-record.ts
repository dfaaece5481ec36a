/** The record of a request that went past the gateway and was told to it afterwards. */

import { recordable } from '../core/headers.ts'
import type { RecordSink } from '../core/ports.ts'
import type { ExchangeRecord } from '../core/record.ts'
import { usageFrom } from '../core/usage.ts'

/** One side of the call as it was told; headers have any case. */
type ExternalLog = {
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
    readonly durationMs: number | null
    readonly isStream: boolean
  }
  readonly traceId: string | null
  readonly spanId: string | null
  readonly spanName: string | null
  readonly parentSpanId: string | null
  readonly metadata: Readonly<Record<string, string>>
}

type Owner = { readonly organisationId: string; readonly workspaceId: string; readonly keyId: string }

const BODY_BYTES = 256 * 1024
const encoder = new TextEncoder()

/** Returns the new record's id; it is in the journal then. */
export function externalLogInserter(sink: RecordSink) {
  return (owner: Owner, log: ExternalLog, keepsBodies: boolean): string => {
    const request = bytesOf(log.request.body)
    const response = bytesOf(log.response.body)
    const record = externalRecord(owner, log, request.length, response.length)
    const bodies = { request: request.subarray(0, BODY_BYTES), response: response.subarray(0, BODY_BYTES) }
    sink.append(record, keepsBodies ? bodies : { request: null, response: null })
    return record.id
  }
}

function externalRecord(owner: Owner, log: ExternalLog, requestBytes: number, responseBytes: number): ExchangeRecord {
  const id = Bun.randomUUIDv7()
  const durationMs = log.response.durationMs ?? 0
  const answer = objectOf(log.response.body)
  return {
    ...owner,
    id,
    traceId: log.traceId ?? id,
    // It was told when it was over.
    startedAtMs: Date.now() - durationMs,
    durationMs,
    firstByteMs: null,
    method: log.request.method,
    path: pathOf(log.request.url),
    endpoint: 'external',
    ending: 'complete',
    status: log.response.status,
    errorCode: null,
    provider: log.request.provider,
    target: null,
    model: textIn(objectOf(log.request.body), 'model'),
    responseModel: textIn(answer, 'model'),
    isStream: log.response.isStream,
    cacheStatus: 'DISABLED',
    retries: 0,
    usage: usageFrom(objectOf(answer['usage'])),
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
    spanId: log.spanId,
    parentSpanId: log.parentSpanId,
    spanName: log.spanName,
    source: 'external',
    metadata: log.metadata,
    attempts: [],
    decisions: [],
    warnings: [],
    requestHeaders: recordable(lowerCase(log.request.headers)),
    responseHeaders: recordable(lowerCase(log.response.headers)),
    requestBytes,
    responseBytes,
    requestBodyCut: requestBytes > BODY_BYTES,
    responseBodyCut: responseBytes > BODY_BYTES,
  }
}

function bytesOf(body: unknown): Uint8Array {
  return encoder.encode(typeof body === 'string' ? body : JSON.stringify(body))
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function textIn(object: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = object[name]
  return typeof value === 'string' ? value.slice(0, 256) : null
}

/** Without the query, which may hold a key. */
function pathOf(url: string): string {
  return url.replace(/[?#].*$/s, '')
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
