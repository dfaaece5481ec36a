/** Ends an exchange: its record is in the journal before the caller has the last byte. */

import type { GatewayError } from '../core/errors.ts'
import { isPlain, recordable } from '../core/headers.ts'
import { requestSpan } from '../core/options/span.ts'
import type { RecordSink } from '../core/ports.ts'
import type { Ending, RecordBodies, RequestRecord } from '../core/record.ts'
import { isBinaryEvents } from './answer/binary-events.ts'
import type { Capture } from './answer/capture.ts'
import type { UpstreamReply } from './call/reply.ts'
import { type Exchange, keepsBodies, round } from './exchange.ts'
import { calledModel, meter, type Pricing, responseModelOf } from './meter/cost.ts'
import type { LocalCounter } from './meter/local/token-counter.ts'

/** Each side of a body is kept up to here. */
export const BODY_BYTES = 256 * 1024

export type Finish = {
  readonly ending: Ending
  readonly status: number
  readonly error: GatewayError | null
  readonly reply: UpstreamReply | null
  readonly answer: Capture
}

export type FinishPorts = {
  readonly sink: RecordSink
  readonly logBodies: boolean
  readonly prices: Pricing
  readonly tokens: LocalCounter
  /** Our header prefix and its aliases. */
  readonly prefixes: readonly string[]
  /** Told of every finished exchange: the set of running ones, the terminal. */
  readonly onFinished: (exchange: Exchange, record: RequestRecord | null) => void
}

/** The record is in the journal when it returns. */
export function finish(exchange: Exchange, end: Finish, ports: FinishPorts): void {
  if (exchange.isFinished) return
  const record = settle(exchange, end, ports)
  if (record) ports.sink.append(record, keptBodies(exchange, end, ports))
  ports.onFinished(exchange, record)
}

/** The record is in the journal when `exchange.writing` resolves, with all others of this moment: no byte leaves before. */
export function finishTogether(exchange: Exchange, end: Finish, ports: FinishPorts): void {
  if (exchange.isFinished) return
  const record = settle(exchange, end, ports)
  if (record) exchange.writing = ports.sink.gather(record, keptBodies(exchange, end, ports))
  ports.onFinished(exchange, record)
}

/** Posts what was held and tells the story; null when nobody is known to tell it of. */
function settle(exchange: Exchange, end: Finish, ports: FinishPorts): RequestRecord | null {
  exchange.isFinished = true
  if (exchange.keeping) exchange.stopKeeping()
  const { caller, body } = exchange
  // Unauthenticated requests are not written one by one: anybody could fill the disk with them.
  if (!caller) return null
  const { ending, reply, answer } = end
  const isReadable = reply !== null && isPlain(reply.headers)
  const sent = body.kind === 'bytes' ? body.bytes : null
  const { incoming } = exchange
  const { method, pathname, headers } = incoming
  const target = reply?.target ?? exchange.lastTarget
  const last = exchange.attempts.at(-1)
  const model = target ? calledModel(exchange, target) : exchange.model
  const responseModel = isReadable ? responseModelOf(exchange, answer) : null
  const metered = meter(exchange, { ending, reply, answer, isReadable, target, model, responseModel }, ports.prices)
  exchange.holds?.settle(reply?.call ?? null, metered)
  const span = requestSpan({ id: exchange.id, method, pathname, headers }, ports.prefixes)
  return {
    id: exchange.id,
    traceId: exchange.traceId,
    organisationId: caller.organisationId,
    workspaceId: caller.workspaceId,
    keyId: caller.keyId,
    startedAtMs: exchange.startedAtMs,
    durationMs: round(exchange.elapsedMs()),
    firstByteMs: reply ? round(reply.firstByteMs) : null,
    method,
    path: pathname,
    endpoint: incoming.endpoint.name,
    ending,
    status: end.status,
    errorCode: end.error?.code ?? null,
    provider: reply?.target.provider.slug ?? last?.provider ?? null,
    target: reply?.target.configPath ?? last?.target ?? null,
    model,
    responseModel,
    isStream: reply !== null && (reply.isEventStream || isBinaryEvents(reply.headers)),
    cacheStatus: exchange.cacheStatus,
    retries: retriesIn(exchange),
    virtualKey: target?.credential.kind === 'virtual_key' ? target.credential.slug : null,
    configId: exchange.savedConfig?.slug ?? null,
    configVersion: exchange.savedConfig?.versionNumber ?? null,
    promptId: exchange.prompt?.current.slug ?? null,
    promptVersion: exchange.prompt?.current.version ?? null,
    // Field by field: a record that is spread together costs more than all the rest of it.
    usage: metered.usage,
    costNanoUsd: metered.costNanoUsd,
    costLines: metered.costLines,
    priceVersion: metered.priceVersion,
    cacheSavedMs: null,
    cacheSavedNanoUsd: metered.cacheSavedNanoUsd,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    spanName: span.spanName,
    source: 'gateway',
    metadata: labelsOf(exchange, caller.organisationId),
    attempts: exchange.attempts,
    decisions: exchange.decisions,
    warnings: exchange.warnings,
    requestHeaders: recordable(headers),
    responseHeaders: reply ? recordable(reply.headers) : {},
    requestBytes: sent?.length ?? (body.kind === 'stream' ? (body.sizeBytes ?? 0) : 0),
    responseBytes: answer.totalBytes,
    requestBodyCut: body.kind === 'stream' || (sent !== null && sent.length > BODY_BYTES),
    responseBodyCut: answer.totalBytes > BODY_BYTES,
  }
}

function keptBodies(exchange: Exchange, { answer }: Finish, { logBodies }: FinishPorts): RecordBodies {
  if (!keepsBodies(exchange, logBodies)) return { request: null, response: null }
  const { body } = exchange
  const head = answer.head()
  return {
    request: body.kind === 'bytes' ? kept(body.bytes) : null,
    response: head.length > 0 ? kept(head) : null,
  }
}

function kept(body: Uint8Array): Uint8Array {
  return body.length > BODY_BYTES ? body.subarray(0, BODY_BYTES) : body
}

function retriesIn({ attempts }: Exchange): number {
  let count = 0
  for (const { retry } of attempts) if (retry > 0) count++
  return count
}

/** The caller's metadata as text, with the organisation filled in; null values and the like become their JSON. */
function labelsOf(exchange: Exchange, organisationId: string): Readonly<Record<string, string>> {
  const labels: Record<string, string> = { _organisation: organisationId }
  const given = exchange.options?.metadata
  if (given) {
    for (const [name, value] of Object.entries(given)) {
      // Defined, not assigned: a label called __proto__ is a label.
      Object.defineProperty(labels, name, {
        value: typeof value === 'string' ? value : JSON.stringify(value),
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
  }
  return labels
}
