/**
 * Settles a request exactly once, however it ends: usage and cost, holds, memory, and the record, which is written
 * before the last byte of the response is sent.
 */

import { errorResponse } from '../../core/error-response.ts'
import type { GatewayError } from '../../core/errors.ts'
import { claudeCodeLabels, isPlain, recordable } from '../../core/headers.ts'
import type { FeedbackStore } from '../../core/logs/feedback.ts'
import { addAliasHeaders, aliasesIn } from '../../core/options/aliases.ts'
import { requestSpan } from '../../core/options/span.ts'
import type { Awaitable, RecordWriter } from '../../core/ports.ts'
import type { AttemptRecord, Ending, RecordBodies, RequestRecord } from '../../core/record.ts'
import { LOGGED_BODY_BYTES } from '../../core/record.ts'
import { NO_USAGE } from '../../core/usage.ts'
import type { ProviderResponse } from '../attempt/provider-response.ts'
import type { ClientConnection } from '../client-connection.ts'
import type { BackgroundRuns } from '../guard/background-runs.ts'
import type { GuardResults } from '../guard/guard-results.ts'
import { round } from '../journal.ts'
import { isBinaryEvents } from '../meter/binary-events.ts'
import { type Metered, meter, type Pricing, requestedModel, responseModelOf, UNKNOWN_COST } from '../meter/cost.ts'
import type { Counted } from '../meter/usage.ts'
import { Capture } from '../relay/capture.ts'
import { addRateHeaders } from '../relay/response-headers.ts'
import { type AnyStage, logsBodies, type RequestHead } from '../request.ts'
import { realtimeObject } from '../sockets/realtime-paths.ts'

/** nginx's status for a caller that closed the connection. It is only recorded. */
const CALLER_LEFT = 499

/** How a request ended. */
export type RequestEnd = {
  readonly ending: Ending
  readonly status: number
  readonly error: GatewayError | null
  /** Null if the request was refused or abandoned. */
  readonly response: ProviderResponse | null
  readonly captured: Capture
  /** The copy of the response for the log. If absent, `captured` is logged. */
  readonly logged?: Capture
  /** Null if the usage has not been counted yet. */
  readonly counted: Counted | null
  /** Set if the request was a WebSocket session. */
  readonly session?: EndedSession
}

export type EndedSession = {
  /** The sum of its turns, each of which has settled its own hold. */
  readonly metered: Metered
  /** The caller's messages. */
  readonly sent: Capture
  readonly responseModel: string | null
}

/** The handshake of a session costs nothing. */
const HANDSHAKE: Metered = { ...UNKNOWN_COST, usage: { ...NO_USAGE, totalTokens: 0 }, costNanoUsd: 0 }

export type SettlePorts = {
  readonly writer: RecordWriter
  /** Resolves once every settlement so far survives a power failure; null if it only has to survive a kill. */
  readonly ledgerSynced: (() => Promise<void>) | null
  readonly logBodies: boolean
  readonly prices: Pricing
  /** Our header prefix and its aliases. */
  readonly prefixes: readonly string[]
  /** The address under which the caller reaches this gateway, for links. */
  readonly baseUrlOf: (request: Request) => string
  /** Called for every settled request. `record` is null if the caller is unauthenticated. */
  readonly onSettled: (connection: ClientConnection, record: RequestRecord | null) => void
  readonly background: BackgroundRuns
  /** Stores the feedback that guardrails give. */
  readonly feedback: Pick<FeedbackStore, 'create'>
}

/**
 * The record is in the log journal when this returns. With the durability `disk`, the last byte of the response must wait
 * for the promise: it resolves once the record and the settlement are on disk, and rejects if they cannot be saved.
 */
export function settle(request: AnyStage, ended: RequestEnd, ports: SettlePorts): Promise<void> | null {
  return settleOnce(request, ended, ports, (record, bodies) => ports.writer.append(record, bodies))
}

/**
 * Like `settle`, but the record is written in one batch with other records of the same tick. It is in the log journal
 * when this resolves.
 */
export function settleBatched(request: AnyStage, ended: RequestEnd, ports: SettlePorts): Promise<void> | null {
  return settleOnce(request, ended, ports, (record, bodies) => ports.writer.gather(record, bodies))
}

type Write = (record: RequestRecord, bodies: RecordBodies) => Promise<void> | null

function settleOnce(request: AnyStage, ended: RequestEnd, ports: SettlePorts, write: Write): Promise<void> | null {
  const { connection, memory } = request
  if (!connection.settle()) return null
  let record: RequestRecord | null = null
  try {
    record = recordOf(request, ended, ports)
    const pending = request.guards?.pending ?? null
    if (!record) return null
    const bodies = loggedBodies(request, ended, ports)
    if (pending !== null) return withLedger(writeLater(record, bodies, request, pending, ports), request, ports)
    if (record.guardrails) writeFeedback(request, record, ports)
    return withLedger(write(record, bodies), request, ports)
  } finally {
    memory?.release()
    ports.onSettled(connection, record)
  }
}

function withLedger(
  written: Promise<void> | null,
  { holds }: AnyStage,
  { ledgerSynced }: SettlePorts,
): Promise<void> | null {
  if (ledgerSynced === null || !holds) return written
  return Promise.all([written, ledgerSynced()]).then(() => {})
}

/**
 * The record waits for the background guardrails of the request; the response does not. A shutdown waits for the
 * guardrails and the record. If the process is killed before that, the record is stored without their results.
 */
function writeLater(
  record: RequestRecord,
  bodies: RecordBodies,
  request: AnyStage,
  pending: Promise<unknown>,
  ports: SettlePorts,
): Promise<void> | null {
  const { guards, journal } = request
  const provisional = ports.writer.provisional(record, bodies)
  const write = async () => {
    const complete = { ...record, ...(guards && guardrailResults(guards)), decisions: journal.decisions }
    const written = ports.writer.append(complete, bodies)
    writeFeedback(request, complete, ports)
    if (written) await written
    provisional.done()
  }
  ports.background.add(pending.then(write, write))
  return provisional.written
}

/** Requests of administrators are tests, so they give no feedback on the quality of responses. */
function writeFeedback({ caller, head }: AnyStage, record: RequestRecord, { feedback, background }: SettlePorts): void {
  if (!caller || caller.kind === 'admin' || caller.isInternal) return
  const entries = (record.guardrails ?? []).flatMap(({ feedback: wanted, id, direction, verdict }) => {
    if (!wanted) return []
    const { value, weight, metadata } = wanted
    return [{ traceId: head.traceId, value, weight, metadata: { ...metadata, guardrail: id, direction, verdict } }]
  })
  const { organisationId, workspaceId } = caller
  if (entries.length > 0) background.add(feedback.create({ organisationId, workspaceId }, entries))
}

function guardrailResults({ results }: GuardResults): Pick<RequestRecord, 'guardrails'> {
  return results.length === 0 ? {} : { guardrails: results }
}

/** Settles the holds and builds the record. Null if the caller is unauthenticated: anyone could fill the disk with records. */
function recordOf(request: AnyStage, ended: RequestEnd, ports: SettlePorts): RequestRecord | null {
  const { caller, body, id, head, journal, options, savedConfig, prompt } = request
  if (!caller) return null
  const { ending, response, captured, counted, session } = ended
  const { method, pathname, headers } = head
  const attempt = response ? response.attempt : (request.lastAttempt ?? null)
  const target = response?.target ?? request.lastTarget ?? null
  const isReadable = response !== null && isPlain(response.headers)
  const model = target ? requestedModel(request, target, attempt) : (body?.model ?? null)
  const readModel = isReadable && !session
  const responseModel = readModel ? responseModelOf(response.attempt, captured) : (session?.responseModel ?? null)
  let metered: Metered = UNKNOWN_COST
  try {
    // The provider's response is charged, even if guardrails changed or denied it.
    const sent = response?.guarded?.before ?? response
    const usage = { ending, response: sent, captured, counted, isReadable, target, model, responseModel }
    metered = session?.metered ?? meter(request, usage, ports.prices)
  } finally {
    request.holds?.settle(response?.attempt?.hold ?? null, session ? HANDSHAKE : metered)
  }
  const attempts = journal.attemptRecords()
  const last = attempts.at(-1)
  const span = requestSpan({ id, method, pathname, headers }, ports.prefixes)
  const sentBytes = session?.sent.totalBytes ?? body?.sizeBytes ?? 0
  const durationMs = round(journal.elapsedMs())
  const record: RequestRecord = {
    id,
    traceId: head.traceId,
    organisationId: caller.organisationId,
    workspaceId: caller.workspaceId,
    keyId: caller.keyId,
    startedAtMs: journal.startedAtMs,
    durationMs,
    firstByteMs: response ? round(response.firstByteMs) : null,
    method,
    path: pathname,
    endpoint: head.endpoint.name,
    ending,
    status: ended.status,
    errorCode: ended.error?.code ?? null,
    provider: response?.target.provider.slug ?? last?.provider ?? null,
    target: response?.target.configPath ?? last?.target ?? null,
    model,
    responseModel,
    isStream: response !== null && isStreamed(head, response),
    cacheStatus: request.cache?.status ?? 'DISABLED',
    retries: retriesIn(attempts),
    virtualKey: target?.credential.kind === 'virtual_key' ? target.credential.slug : null,
    configId: savedConfig?.slug ?? null,
    configVersion: savedConfig?.versionNumber ?? null,
    promptId: prompt?.slug ?? null,
    promptVersion: prompt?.version ?? null,
    // Field by field: spreading an object into this record takes longer than building the rest of it.
    usage: metered.usage,
    costNanoUsd: metered.costNanoUsd,
    costLines: metered.costLines,
    priceVersion: metered.priceVersion,
    cacheSavedMs: savedMs(response, durationMs),
    cacheSavedNanoUsd: metered.cacheSavedNanoUsd,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    spanName: span.spanName,
    source: 'gateway',
    metadata: labelsOf(options?.metadata ?? null, caller.organisationId, claudeCodeLabels(headers)),
    attempts,
    decisions: journal.decisions,
    warnings: journal.warnings,
    requestHeaders: recordable(headers),
    responseHeaders: response ? recordable(response.headers) : {},
    requestBytes: sentBytes,
    responseBytes: response?.guarded?.logged.length ?? (ended.logged ?? captured).totalBytes,
    requestBodyCut: body?.content.kind === 'stream' || sentBytes > LOGGED_BODY_BYTES,
    responseBodyCut: (ended.logged ?? captured).totalBytes > LOGGED_BODY_BYTES,
  }
  return request.guards ? { ...record, ...guardrailResults(request.guards) } : record
}

function isStreamed({ gemini }: RequestHead, { isEventStream, headers, status }: ProviderResponse): boolean {
  return isEventStream || isBinaryEvents(headers) || (gemini?.isArray === true && status < 300)
}

function loggedBodies(
  request: AnyStage,
  { captured, session, response, logged }: RequestEnd,
  { logBodies }: SettlePorts,
): RecordBodies {
  if (!logsBodies(request, logBodies)) return { request: null, response: null }
  const head = response?.guarded?.logged ?? (logged ?? captured).head()
  const sent = session ? session.sent.head() : (request.guards?.loggedBytes ?? request.body?.receivedBytes ?? null)
  const hasSecret = realtimeObject(request.head.method, request.head.path) === 'client_secret'
  return {
    request: sent && (!session || sent.length > 0) ? cut(sent) : null,
    response: head.length > 0 && !hasSecret ? cut(head) : null,
  }
}

function cut(body: Uint8Array): Uint8Array {
  return body.length > LOGGED_BODY_BYTES ? body.subarray(0, LOGGED_BODY_BYTES) : body
}

/** Null unless the response came from the cache. */
function savedMs(response: ProviderResponse | null, durationMs: number): number | null {
  const originalMs = response?.originalMs ?? null
  return originalMs === null ? null : round(Math.max(0, originalMs - durationMs))
}

function retriesIn(attempts: readonly AttemptRecord[]): number {
  let count = 0
  for (const { retry } of attempts) if (retry > 0) count++
  return count
}

/** The caller's metadata with the organisation and `others` added. Values that are not strings become their JSON. */
function labelsOf(
  metadata: Readonly<Record<string, unknown>> | null,
  organisationId: string,
  others: Readonly<Record<string, string>> | null,
): Readonly<Record<string, string>> {
  const labels: Record<string, string> = { ...others }
  for (const [name, value] of Object.entries(metadata ?? {})) {
    // Defined, not assigned, because a label may be named __proto__.
    Object.defineProperty(labels, name, {
      value: typeof value === 'string' ? value : JSON.stringify(value),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  // Last, because a caller must not name another organisation.
  labels['_organisation'] = organisationId
  return labels
}

/** Settles a request that we refuse, and builds its response. Rejects if the record cannot be saved. */
export function refuse(request: AnyStage, error: GatewayError, ports: SettlePorts): Awaitable<Response> {
  const { id, head, journal, holds, options, connection } = request
  const baseUrl = ports.baseUrlOf(connection.request)
  const last = journal.attemptRecords().at(-1)
  const { status, headers, body } = errorResponse(
    error,
    head.traceId,
    id,
    baseUrl,
    last?.provider ?? null,
    head.gemini !== undefined,
  )
  // The message may quote the provider's text, which must never run in the dashboard's origin.
  headers['content-security-policy'] = 'sandbox'
  if (last) {
    headers['x-gateway-provider'] = last.provider
    headers['x-gateway-last-used-option-index'] = last.target
    headers['x-gateway-retry-attempt-count'] = last.retry > 0 ? '-1' : '0'
    // The gateway has already retried: retries by the client's SDK would multiply the attempts.
    if (last.retry > 0) headers['x-should-retry'] = 'false'
  }
  if (holds) addRateHeaders(headers, holds.windows, Date.now())
  // The refusal may come before the options were read.
  addAliasHeaders(headers, options?.aliases ?? aliasesIn(head.headers, ports.prefixes))
  journal.decide('refused', null, `${error.code}: ${error.message}`)
  const captured = Capture.of(Buffer.from(body), LOGGED_BODY_BYTES)
  const settled = settle(request, { ending: 'refused', status, error, response: null, captured, counted: null }, ports)
  const response = new Response(body, { status, headers })
  return settled ? settled.then(() => response) : response
}

/** Settles a request whose caller left before a response was chosen. */
export function abandon(request: AnyStage, ports: SettlePorts): Response {
  request.journal.decide('abandoned', null, 'the caller disconnected before a response was chosen')
  const captured = new Capture(LOGGED_BODY_BYTES)
  const ended = { status: CALLER_LEFT, error: null, response: null, captured, counted: null }
  // The caller has left, so nothing waits for the record. The health check of the journals reports a failure.
  settle(request, { ending: 'abandoned', ...ended }, ports)?.catch(() => {})
  return new Response(null, { status: CALLER_LEFT })
}
