/** Ends an exchange: its record is in the journal before the caller has the last byte. */

import type { GatewayError } from '../core/errors.ts'
import { isPlain, recordable } from '../core/headers.ts'
import { requestSpan } from '../core/options/span.ts'
import type { RecordSink } from '../core/ports.ts'
import type { Ending, ExchangeRecord } from '../core/record.ts'
import { Capture } from './answer/capture.ts'
import { readModel } from './answer/read-usage.ts'
import type { Reply } from './call/reply.ts'
import { type Exchange, keepsBodies, round } from './exchange.ts'
import { calledModel, meter, type Pricing } from './meter/cost.ts'
import type { LocalCounter } from './meter/local/token-desk.ts'

/** Each side of a body is kept up to here. */
export const BODY_BYTES = 256 * 1024

export type Finish = {
  readonly ending: Ending
  readonly status: number
  readonly error: GatewayError | null
  readonly reply: Reply | null
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
  readonly onFinished: (exchange: Exchange, record: ExchangeRecord | null) => void
}

export function finish(exchange: Exchange, end: Finish, ports: FinishPorts): void {
  if (exchange.isFinished) return
  exchange.isFinished = true
  const { caller, body } = exchange
  // Unauthenticated requests are not written one by one: anybody could fill the disk with them.
  if (!caller) return ports.onFinished(exchange, null)
  const isReadable = end.reply !== null && isPlain(end.reply.headers)
  const head = end.answer.head()
  const request = Capture.of(body.kind === 'bytes' ? body.bytes : new Uint8Array(), BODY_BYTES)
  const { incoming } = exchange
  const target = end.reply?.target ?? exchange.lastTarget
  const model = target ? calledModel(exchange, target) : exchange.model
  const responseModel = isReadable ? readModel(head) : null
  const metered = meter(exchange, { ...end, isReadable, target, model, responseModel }, ports.prices)
  exchange.holds?.settle(end.reply?.call ?? null, metered)
  const record: ExchangeRecord = {
    id: exchange.id,
    traceId: exchange.traceId,
    organisationId: caller.organisationId,
    workspaceId: caller.workspaceId,
    keyId: caller.keyId,
    startedAtMs: exchange.startedAtMs,
    durationMs: round(exchange.elapsedMs()),
    firstByteMs: end.reply ? round(end.reply.firstByteMs) : null,
    method: incoming.method,
    path: incoming.pathname,
    endpoint: incoming.endpoint.name,
    ending: end.ending,
    status: end.status,
    errorCode: end.error?.code ?? null,
    provider: end.reply?.target.provider.slug ?? exchange.attempts.at(-1)?.provider ?? null,
    target: end.reply?.target.place ?? exchange.attempts.at(-1)?.target ?? null,
    model,
    responseModel,
    isStream: end.reply?.isEventStream ?? false,
    cacheStatus: exchange.cacheStatus,
    retries: exchange.attempts.filter((attempt) => attempt.retry > 0).length,
    virtualKey: target?.credential.kind === 'virtual_key' ? target.credential.slug : null,
    configId: exchange.savedConfig?.slug ?? null,
    configVersion: exchange.savedConfig?.versionNumber ?? null,
    promptId: exchange.prompt?.current.slug ?? null,
    promptVersion: exchange.prompt?.current.version ?? null,
    ...metered,
    cacheSavedMs: null,
    ...requestSpan(incoming.headers, ports.prefixes, exchange.id, `${incoming.method} ${incoming.pathname}`),
    source: 'gateway',
    metadata: labelsOf(exchange, caller.organisationId),
    attempts: exchange.attempts,
    decisions: exchange.decisions,
    warnings: exchange.warnings,
    requestHeaders: recordable(incoming.headers),
    responseHeaders: end.reply ? recordable(end.reply.headers) : {},
    requestBytes: body.kind === 'bytes' ? body.bytes.length : body.kind === 'stream' ? (body.sizeBytes ?? 0) : 0,
    responseBytes: end.answer.totalBytes,
    requestBodyCut: body.kind === 'stream' || request.isCut,
    responseBodyCut: end.answer.totalBytes > BODY_BYTES,
  }
  const isKept = keepsBodies(exchange, ports.logBodies)
  ports.sink.append(record, {
    request: isKept && body.kind === 'bytes' ? request.head() : null,
    response: isKept && head.length > 0 ? head.subarray(0, BODY_BYTES) : null,
  })
  ports.onFinished(exchange, record)
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
