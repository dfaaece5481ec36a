/** A provider's response as the plan sees it: in the caller's format, read whole if it is small, else still to be read. */

import type { Target } from '../../config/plan.ts'
import type { EndpointName } from '../../core/endpoints.ts'
import { GatewayError } from '../../core/errors.ts'
import { type HeaderMap, isPlain } from '../../core/headers.ts'
import type { Awaitable } from '../../core/ports.ts'
import type { UpstreamResponse } from '../../egress/outbound.ts'
import type { UpstreamSocket } from '../../egress/websocket/upstream-socket.ts'
import { readRetryAfterMs } from '../../policies/backoff.ts'
import type { CircuitResult } from '../../policies/circuit.ts'
import type { LargeBodies } from '../large/body-workers.ts'
import { withLargeTexts } from '../large/large-texts.ts'
import type { Capture } from '../relay/capture.ts'
import { ResponseBody } from '../relay/response-body.ts'
import type { ResponseCopy } from '../relay/response-copy.ts'
import type { Attempt } from './attempt.ts'
import { StreamHead } from './stream-head.ts'
import { TranslatedUsage } from './stream-usage.ts'
import { translateStream } from './translated-stream.ts'
import { decodeResponse, type Translation } from './translation.ts'

/** Responses up to this size are read whole before anything is sent, so that we can fall back from a truncated one. */
export const WHOLE_BYTES = 256 * 1024
/** Limit for responses that are not streams, because they are translated as a whole. */
export const MAX_TRANSLATED_BYTES = 32 * 1024 * 1024
/** An event stream is held back until its first content: up to this size, and up to this time if no timeout runs. */
const HEAD_BYTES = 64 * 1024
const HEAD_MS = 15_000
/** How long to read a response we fall back from, and how long if it has an error event. */
const BUFFER_MS = 5_000
const BUFFER_AFTER_ERROR_MS = 100

type Decode = (bytes: Uint8Array) => Awaitable<Uint8Array>

export type ProviderResponse = {
  readonly target: Target
  readonly status: number
  readonly headers: HeaderMap
  readonly isEventStream: boolean
  /** The whole body, or a body that is still to be read. */
  body: Uint8Array | ResponseBody
  /** True if an error event came before any content. */
  hasErrorEvent: boolean
  /** True if the body is not read yet because the plan is about to move on. Otherwise it would have been read whole. */
  readonly isUnread?: boolean
  /** True if the body is our own translation. */
  readonly isTranslated?: boolean
  /** Translates the body once it is whole; null if it is sent as received, or translated event by event. */
  readonly decode?: Decode | null
  /** Null if this is not the response of a provider, for example a cache hit or a refusal by the gateway. */
  readonly attempt: Attempt | null
  /** Set for a cache hit: milliseconds that the stored response took when a provider gave it; null if unknown. */
  readonly originalMs?: number | null
  readonly firstByteMs: number
  /** Set if the gateway itself refused the attempt. The plan treats this like a response with the same status. */
  readonly refusal?: GatewayError
  /** Reports to the target's circuit how a stream ended. */
  readonly reportResult: ((result: CircuitResult) => void) | null
  /** Set if the attempt opened a WebSocket. */
  readonly socket?: UpstreamSocket
  /** Set if guardrails have checked the whole response. */
  readonly guarded?: GuardedParts
  /** Set if guardrails check the response while it is relayed. */
  readonly stream?: GuardedRelay
}

export type GuardedParts = {
  /** The response before output guardrails. This one is metered and cached. */
  readonly before: ProviderResponse
  /** The body as it is logged: after redaction, and with placeholders. */
  readonly logged: Uint8Array
  /** Set if a guardrail denied the request or the response. */
  readonly denial: GatewayError | null
}

/** A stream that guardrails check while it is relayed. */
export interface GuardedRelay {
  /** The response as the provider sent it. This one is metered and cached. */
  readonly received: ResponseCopy
  /** The response as it is logged: after redaction, and with placeholders. */
  readonly logged: Capture
  /** The status of the provider. */
  readonly status: number
  /** False for a JSON array. */
  readonly isSse: boolean
  readonly isDenied: boolean
  /** Records the results. Only the first call counts. */
  end(): void
  /** The response as the provider sent it. */
  before(response: ProviderResponse): ProviderResponse
  /** The event that ends a stream which is denied after it has begun. */
  denialEvent(): Uint8Array
}

/** The provider's Retry-After; null if it sends none. */
export function retryAfterMs({ headers }: ProviderResponse): number | null {
  return readRetryAfterMs({ get: (name) => headers[name] ?? null }, Date.now())
}

/** How a response is read. */
type Reading = {
  /** The caller's endpoint. */
  readonly endpoint: EndpointName
  readonly translation: Translation | null
  /** Set if the target has a circuit. */
  readonly reportResult: ((result: CircuitResult) => void) | null
  /** True if a retry or another target follows after this status: the body is then read in the background. */
  readonly movesOn: boolean
  readonly bodies: LargeBodies
}

export async function readResponse(
  attempt: Attempt,
  received: UpstreamResponse,
  reading: Reading,
): Promise<ProviderResponse> {
  const firstByteMs = attempt.begin()
  const { status, headers, socket } = received
  if (socket) return openedSocket(attempt, received, socket, firstByteMs)
  if (status < 200 || status > 599) {
    throw new GatewayError('upstream_broken', { message: `The provider returned an invalid HTTP status (${status}).` })
  }
  if (status > 299) attempt.failureStatus = status
  const type = headers['content-type'] ?? ''
  const { translation } = reading
  const read = translation
    ? await readTranslated(attempt, received, type, translation, reading)
    : readAsReceived(attempt, received, type, reading)
  const { isUnread = false, decode = null } = read
  const body = await read.body
  return {
    target: attempt.target,
    status,
    headers: read.headers ?? headers,
    isEventStream: read.isEventStream,
    body,
    hasErrorEvent: false,
    isUnread,
    isTranslated: translation !== null,
    decode,
    attempt,
    firstByteMs,
    // A small response that was left unread is judged by its status alone.
    reportResult: body instanceof ResponseBody && !isUnread ? reading.reportResult : null,
  }
}

function openedSocket(
  attempt: Attempt,
  { status, headers }: UpstreamResponse,
  socket: UpstreamSocket,
  firstByteMs: number,
): ProviderResponse {
  const rest = { hasErrorEvent: false, reportResult: null, body: new Uint8Array() }
  return { ...rest, target: attempt.target, status, headers, isEventStream: true, attempt, firstByteMs, socket }
}

type ReadParts = Pick<ProviderResponse, 'isEventStream' | 'isUnread' | 'decode'> & {
  readonly headers?: HeaderMap
  readonly body: Awaitable<ProviderResponse['body']>
}

function readAsReceived(
  attempt: Attempt,
  received: UpstreamResponse,
  type: string,
  { endpoint, movesOn }: Reading,
): ReadParts {
  const isEventStream = type.startsWith('text/event-stream')
  const length = received.headers['content-length']
  const isShort = received.isBodiless || (length !== undefined && Number(length) <= WHOLE_BYTES)
  if (isShort && !isEventStream && (!movesOn || received.isBodiless)) return { isEventStream, body: received.bytes() }
  const body = new ResponseBody(() => received.read())
  // Providers send JSON of known endpoints all at once. A pass-through response without a length may be a slow stream,
  // and Google's streams may be JSON arrays.
  const isStreamed = endpoint === 'proxy' || endpoint === 'gemini.stream'
  const isJson = length === undefined && type.includes('json') && !isStreamed
  // The runtime throws if a Response with status 205 has a body, even an empty stream.
  const isWhole = received.status === 205 || (isJson && !isEventStream)
  if (movesOn && (isWhole || isShort)) return { isEventStream, body, isUnread: !isEventStream }
  return { isEventStream, body: isWhole ? readUpTo(attempt, body, WHOLE_BYTES) : body }
}

async function readTranslated(
  attempt: Attempt,
  received: UpstreamResponse,
  type: string,
  translation: Translation,
  { endpoint, movesOn, bodies }: Reading,
): Promise<ReadParts> {
  const { status, headers } = received
  if (!isPlain(headers)) {
    throw new GatewayError('upstream_broken', {
      message: 'The provider compressed a response that has to be translated.',
    })
  }
  const countUsage = (usage: unknown) => {
    attempt.hiddenUsage = usage
  }
  const body = new ResponseBody(() => received.read())
  if (status < 300 && /^(text\/event-stream|application\/vnd\.amazon\.eventstream)/.test(type)) {
    return {
      headers: { ...headers, 'content-type': 'text/event-stream; charset=utf-8' },
      isEventStream: true,
      body: translateStream(body, translation, {
        onUsage: countUsage,
        isLarge: (event) => bodies.isLarge(event),
        readLarge: (event) => bodies.event(attempt.connection, event),
      }),
    }
  }
  const { largeTexts } = translation
  const decodeParts: Decode = (bytes) =>
    bodies.isLarge(bytes)
      ? decodeLarge(attempt, status, bytes, endpoint, translation, bodies)
      : decodeResponse(status, bytes, translation, countUsage)
  const decode: Decode = largeTexts
    ? async (bytes) => Buffer.concat(withLargeTexts(await decodeParts(bytes), largeTexts))
    : decodeParts
  const json = { ...headers, 'content-type': 'application/json' }
  if (movesOn) return { headers: json, isEventStream: false, body, isUnread: true, decode }
  return { headers: json, isEventStream: false, body: await readDecoded(attempt, body, decode) }
}

async function readDecoded(attempt: Attempt, body: ResponseBody, decode: Decode): Promise<Uint8Array> {
  const bytes = await readUpTo(attempt, body, MAX_TRANSLATED_BYTES)
  if (!(bytes instanceof ResponseBody)) return decode(bytes)
  throw new GatewayError('upstream_broken', { message: 'The provider sent a response too large to translate.' })
}

async function decodeLarge(
  attempt: Attempt,
  status: number,
  response: Uint8Array,
  endpoint: EndpointName,
  { context, request, echo }: Translation,
  bodies: LargeBodies,
): Promise<Uint8Array> {
  const { body, usage } = await bodies.decode(attempt.connection, {
    status,
    response,
    endpoint,
    provider: attempt.target.provider.slug,
    model: context.model,
    request,
    echo: echo ?? null,
    nowSeconds: context.nowSeconds,
    strict: context.strict ?? null,
  })
  // Messages between threads keep fields but not classes.
  if (usage !== null) attempt.hiddenUsage = Object.assign(new TranslatedUsage(), usage)
  return body
}

/** Reads a response that was left unread for a retry or fallback that did not follow. */
export async function readUnread(response: ProviderResponse): Promise<void> {
  const { attempt, body, status, decode } = response
  if (!attempt || !(body instanceof ResponseBody)) return
  try {
    response.body = decode ? await readDecoded(attempt, body, decode) : await readUpTo(attempt, body, WHOLE_BYTES)
  } catch (error) {
    const reason = attempt.explain(error)
    if (reason === 'abandoned') throw error
    attempt.failUnread(reason)
    throw reason
  }
  if (!(response.body instanceof ResponseBody)) attempt.end(status, null)
}

/** The whole body. If it is larger than the limit: the body with the chunks read so far put back. */
export async function readUpTo(
  attempt: Attempt,
  body: ResponseBody,
  limitBytes: number,
): Promise<Uint8Array | ResponseBody> {
  const chunks: Uint8Array[] = []
  let total = 0
  while (total <= limitBytes) {
    const chunk = await body.read()
    if (chunk === null) return Buffer.concat(chunks)
    attempt.clock.restart()
    chunks.push(chunk)
    total += chunk.length
  }
  body.putBack(chunks)
  return body
}

/**
 * The status that retry and fallback rules see. An event stream is held back until its first content while a retry or
 * fallback is possible, a circuit is watching or a timeout runs: an error event inside a 200 then still counts as a
 * failure, and the timeout covers the wait for the first content. The response itself stays as received.
 */
export async function statusOf(attempt: Attempt, response: ProviderResponse, canMoveOn: boolean): Promise<number> {
  const { body, status, headers, isEventStream } = response
  const isGood = status >= 200 && status < 300
  const isWatched = canMoveOn || attempt.hasTimer || attempt.target.circuit !== null
  if (!(body instanceof ResponseBody) || !isEventStream || !isPlain(headers) || !isGood || !isWatched) return status
  return (await bufferHead(attempt, response, body)) ?? status
}

/** The status that an error event stands for, if one came before any content. */
async function bufferHead(attempt: Attempt, response: ProviderResponse, body: ResponseBody): Promise<number | null> {
  const head = new StreamHead()
  const chunks: Uint8Array[] = []
  const untilMs = performance.now() + HEAD_MS
  let heldBytes = 0
  while (heldBytes < HEAD_BYTES) {
    const chunk = attempt.hasTimer ? await body.read() : await body.readWithin(untilMs - performance.now())
    if (chunk === 'late' || chunk === null) break
    chunks.push(chunk)
    heldBytes += chunk.length
    attempt.clock.restart()
    const verdict = head.push(chunk)
    if (verdict.kind === 'content') break
    if (verdict.kind === 'error') {
      body.putBack(chunks)
      response.hasErrorEvent = true
      const remark = `returned ${response.status}, then an error event that counts as ${verdict.status}: ${verdict.message}`
      attempt.end(response.status, null, remark)
      return verdict.status
    }
  }
  attempt.stopTimer()
  body.putBack(chunks)
  return null
}

/**
 * Buffers a response we fall back from, to send it if no later target responds. Cancels earlier responses that are
 * still being read: this one replaces them.
 */
export function bufferEarlier(response: ProviderResponse): Promise<boolean> {
  response.attempt?.connection.stopBuffering()
  return bufferResponse(response)
}

/** Reads a response in the background, up to `WHOLE_BYTES`. Resolves to false if it is larger, too slow or broken. */
export async function bufferResponse(response: ProviderResponse): Promise<boolean> {
  const { attempt, body } = response
  if (!(body instanceof ResponseBody) || attempt === null) return true
  response.reportResult?.('neutral')
  attempt.end(response.status, null)
  const { connection } = attempt
  connection.startBuffering(attempt)
  const isBuffered = await readBuffered(response, body, attempt)
  connection.endBuffering(attempt)
  if (!isBuffered) attempt.abort()
  return isBuffered
}

async function readBuffered(response: ProviderResponse, body: ResponseBody, attempt: Attempt): Promise<boolean> {
  // After an error event nothing useful follows, and a provider may leave its stream open.
  const untilMs = performance.now() + (response.hasErrorEvent ? BUFFER_AFTER_ERROR_MS : BUFFER_MS)
  // Compressed bytes are not readable in a log.
  const discarded = isPlain(response.headers) ? attempt.discard() : null
  const chunks: Uint8Array[] = []
  let total = 0
  try {
    for (;;) {
      const chunk = await body.readWithin(untilMs - performance.now())
      if (chunk === null || (chunk === 'late' && response.hasErrorEvent)) {
        if (chunk === 'late') attempt.abort()
        const bytes = Buffer.concat(chunks)
        response.body = response.decode ? await response.decode(bytes) : bytes
        return true
      }
      if (chunk === 'late') break
      discarded?.add(chunk)
      chunks.push(chunk)
      total += chunk.length
      if (total > WHOLE_BYTES) break
    }
  } catch {
    // A broken response cannot be sent, so the result is false.
  }
  return false
}
