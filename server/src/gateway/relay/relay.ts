/**
 * Sends the chosen response to the caller: unchanged bytes, with back-pressure. A truncated response never ends
 * cleanly.
 */

import { asGatewayError, GatewayError } from '../../core/errors.ts'
import { googleError } from '../../core/google-error.ts'
import type { CacheStore } from '../../core/ports.ts'
import type { Ending } from '../../core/record.ts'
import { LOGGED_BODY_BYTES } from '../../core/record.ts'
import type { Attempt } from '../attempt/attempt.ts'
import type { ProviderResponse } from '../attempt/provider-response.ts'
import { MAX_CACHED_BYTES, storeResponse } from '../attempt/response-cache.ts'
import { findErrorEvent } from '../attempt/stream-head.ts'
import type { InterruptReason, Operation } from '../client-connection.ts'
import type { LocalCounter } from '../meter/local/token-counter.ts'
import { countUsage, isWholeJson, owesUsage, warmCounter } from '../meter/usage.ts'
import type { Attempted, RequestHead } from '../request.ts'
import { type SettlePorts, settle, settleBatched } from '../settle/settle.ts'
import { Capture } from './capture.ts'
import { lastElement } from './json-array.ts'
import { ResponseBody } from './response-body.ts'
import { ResponseCopy } from './response-copy.ts'
import { responseHeaders } from './response-headers.ts'

export type RelayPorts = SettlePorts & { readonly cache: CacheStore; readonly tokens: LocalCounter }

/** Responses with these statuses have no body: the runtime throws if one is given. */
const BODILESS: ReadonlySet<number> = new Set([101, 204, 205, 304])

/** Time for an error event to leave the buffers: an immediate connection reset would discard it. */
const FLUSH_MS = 100
/** For how long, and for how many bytes, a response is read for its usage after its caller has left. */
const DRAIN_MS = 5_000
const DRAIN_BYTES = 32 * 1024 * 1024

export async function relay(
  request: Attempted,
  response: ProviderResponse,
  retryCount: number,
  ports: RelayPorts,
): Promise<Response> {
  const { body, status, attempt, target } = response
  const headers = responseHeaders(request, response, retryCount, ports.prefixes)
  if (body instanceof ResponseBody && attempt) {
    request.journal.decide('committed', target.configPath, `the response begins with status ${status}`)
    warmCounter(request, response, ports.tokens)
    const stream = new RelayedStream(request, response, body, attempt, ports)
    // Nothing is read ahead: bytes that the caller has not taken yet stay with the provider.
    return new Response(new ReadableStream(stream, { highWaterMark: 0 }), { status, headers })
  }
  const answer = new Response(BODILESS.has(status) ? null : bytesOf(response), { status, headers })
  const { guarded, stream } = response
  // `stream` is set for a stream we fell back from. It is sent now because no later target responded.
  stream?.end()
  const before = guarded?.before ?? (stream ? stream.before(response) : response)
  const error = guarded?.denial ?? null
  const bytes = bytesOf(before)
  storeResponse(request.cache.slot, before, bytes, request.journal.elapsedMs(), ports.cache)
  const captured = Capture.of(bytes, LOGGED_BODY_BYTES)
  const counted = await countUsage(request, { ending: 'complete', response: before, captured }, ports.tokens)
  const logged = stream?.logged ?? captured
  await settleBatched(request, { ending: 'complete', status, error, response, captured, counted, logged }, ports)
  return answer
}

function bytesOf({ body }: ProviderResponse): Uint8Array {
  return body instanceof ResponseBody ? new Uint8Array() : body
}

type Controller = ReadableStreamDefaultController<Uint8Array>

/** A response that is sent chunk by chunk, as fast as the caller reads. */
class RelayedStream implements Operation {
  /** The response as the provider sent it. */
  readonly #copy: ResponseCopy
  #controller: Controller | null = null
  /** The read in progress. */
  #reading: Promise<Uint8Array | null> | null = null
  #isEnding = false
  #isBroken = false
  #isCancelled = false
  /** Set while a failure is handled. Resolves once the error event is enqueued. */
  #breaking: Promise<void> | null = null

  constructor(
    private readonly request: Attempted,
    private readonly response: ProviderResponse,
    private readonly body: ResponseBody,
    private readonly attempt: Attempt,
    private readonly ports: RelayPorts,
  ) {
    this.#copy =
      response.stream?.received ?? new ResponseCopy(request.cache.slot ? MAX_CACHED_BYTES : LOGGED_BODY_BYTES)
    attempt.clock.awaitClient()
    // If the caller disconnects between two chunks, the connection reports it before the stream is cancelled.
    request.connection.current = this
  }

  get clock() {
    return this.attempt.clock
  }

  start(controller: Controller): void {
    this.#controller = controller
  }

  async pull(controller: Controller): Promise<void> {
    if (this.#isBroken) {
      await Bun.sleep(FLUSH_MS)
      return controller.error()
    }
    // The error event that the failure enqueues satisfies this pull.
    if (this.#breaking) return this.#breaking
    if (this.#isEnding) return controller.error()
    this.clock.awaitUpstream()
    try {
      this.#reading = this.body.read()
      const chunk = await this.#reading
      // The caller has left: `#drain` takes the chunk.
      if (this.#isEnding) return
      this.#reading = null
      if (chunk === null) return await this.#complete(controller)
      this.clock.awaitClient()
      this.#capture(chunk)
      controller.enqueue(chunk)
    } catch (error) {
      if (this.#isEnding) return
      const reason = this.attempt.explain(error)
      if (reason === 'abandoned') return this.cancel()
      await this.#break(reason)
    }
  }

  /** Copies nothing under guardrails: they have copied what they read. */
  #capture(chunk: Uint8Array): void {
    if (!this.response.stream) this.#copy.push(chunk)
  }

  interrupt(reason: InterruptReason): void {
    if (reason === 'client_left') return this.cancel()
    const { attempt } = this
    const isUnread = this.clock.waitsFor === 'client' && !this.#isEnding
    attempt.interrupt(reason)
    // While the caller does not read, the gateway does not read either, so no read would notice the abort.
    const error = isUnread ? attempt.explain(null) : null
    if (error instanceof GatewayError) void this.#break(error)
  }

  /** The caller has left, or has stopped reading. */
  cancel(): void {
    this.#isCancelled = true
    if (this.#isEnding) return
    this.#isEnding = true
    const { request, response } = this
    const { connection, journal } = request
    connection.hasLeft = true
    const why = connection.hasStalled ? 'the caller stopped reading' : 'the caller disconnected'
    journal.decide('abandoned', response.target.configPath, `${why} before the response was complete`)
    if (connection.hasStalled) this.#controller?.error()
    if (this.#owesUsage()) return void this.#drain()
    void this.#end('abandoned', null)
    this.attempt.abort()
  }

  #owesUsage(): boolean {
    const { captured, beyondHead } = this.#copy
    return owesUsage(this.request, this.response, captured, beyondHead)
  }

  async #complete(controller: Controller): Promise<void> {
    const { request, response } = this
    const { captured } = this.#copy
    const before = response.stream ? { ...response, status: response.stream.status } : response
    if (!captured.isCut)
      storeResponse(request.cache.slot, before, captured.head(), request.journal.elapsedMs(), this.ports.cache)
    const failure = response.isEventStream ? failureInside(captured, request.head, response) : null
    if (failure) request.journal.decide('broken', response.target.configPath, failure.message)
    const unsaved = await this.#end(failure ? 'broken' : 'complete', failure)
    if (unsaved === null) return controller.close()
    // Must not look like a clean end: the caller would believe that the request was saved.
    this.#isBroken = true
    if (response.isEventStream || response.stream) controller.enqueue(errorEvent(unsaved, request.head))
    else controller.error()
  }

  #break(reason: GatewayError): Promise<void> {
    this.#breaking = this.#endBroken(reason)
    return this.#breaking
  }

  async #endBroken(reason: GatewayError): Promise<void> {
    const { request, response } = this
    request.journal.decide('broken', response.target.configPath, reason.message)
    const unsaved = await this.#end('broken', reason)
    this.#isBroken = true
    const { stream, isEventStream } = response
    // `error()` without a reason makes the runtime reset the connection without printing an error.
    if (this.#isCancelled || (!isEventStream && !stream)) return this.#controller?.error()
    if (!stream?.isDenied || unsaved) return this.#controller?.enqueue(errorEvent(unsaved ?? reason, request.head))
    this.#controller?.enqueue(stream.denialEvent())
    // Ends cleanly: after a reset, clients would repeat the request, which would be denied again.
    this.#controller?.close()
  }

  /** Reads on for the usage: when the caller left, the provider had finished the output but not reported the usage. */
  async #drain(): Promise<void> {
    const { request, response, body } = this
    this.clock.awaitUpstream()
    if (this.#reading) body.resume(this.#reading)
    const untilMs = performance.now() + DRAIN_MS
    let bytes = 0
    let isOver = false
    try {
      for (let leftMs = DRAIN_MS; leftMs > 0 && bytes < DRAIN_BYTES; leftMs = untilMs - performance.now()) {
        const chunk = await body.readWithin(leftMs)
        isOver = chunk === null
        if (chunk === null || chunk === 'late') break
        bytes += chunk.length
        this.#capture(chunk)
      }
    } catch {
      // The response broke off, or the gateway shuts down: what was read so far counts.
    }
    this.attempt.abort()
    const isUnknown = isWholeJson(request.head, response) ? !isOver : this.#owesUsage()
    await this.#end('abandoned', null, isUnknown)
  }

  /** Null, or why the request could not be saved to disk. */
  async #end(ending: Ending, error: GatewayError | null, isUnknown = false): Promise<GatewayError | null> {
    this.#isEnding = true
    const { request, response, ports } = this
    const { captured } = this.#copy
    const { status, stream } = response
    this.attempt.end(status, error)
    // If guardrails denied the stream or the gateway ended it, this says nothing about the provider.
    const isFailure = ending === 'broken' && !stream?.isDenied && request.connection.termination === null
    response.reportResult?.(ending === 'complete' ? 'success' : isFailure ? 'failure' : 'neutral')
    stream?.end()
    const counted = await countUsage(request, { ending, response, captured, isUnknown }, ports.tokens)
    const logged = stream?.logged ?? captured
    try {
      await settle(request, { ending, status, error, response, captured, counted, logged }, ports)
      return null
    } catch (unsaved) {
      if (ports.ledgerSynced === null) throw unsaved
      return asGatewayError(unsaved)
    }
  }
}

/** An error event that the provider sent inside the response. The caller got it unchanged. */
function failureInside(captured: Capture, { gemini }: RequestHead, { stream }: ProviderResponse): GatewayError | null {
  const tail = captured.tail()
  // Under guardrails, the copy was made before the events became an array.
  const isArray = gemini?.isArray === true && stream?.isSse !== true
  const verdict = findErrorEvent(isArray ? lastElement(tail) : tail)
  if (!verdict) return null
  return new GatewayError('upstream_broken', {
    message: `The provider sent an error inside the stream: ${verdict.message}`,
  })
}

const encoder = new TextEncoder()

/** The last event of a broken stream, in the shape that the caller's client raises as an error. */
function errorEvent(error: GatewayError, { traceId, gemini, endpoint }: RequestHead): Uint8Array {
  if (gemini) {
    const text = JSON.stringify(googleError(error, null, traceId, null))
    return encoder.encode(gemini.isArray ? `\r\n,\r\n${text}\r\n]` : `\r\n\r\ndata: ${text}\r\n\r\n`)
  }
  const data = {
    ...(endpoint.name === 'messages' && { type: 'error' }),
    error: { message: error.message, type: error.type, code: error.code, param: error.param, trace_id: traceId },
  }
  return encoder.encode(`\n\nevent: error\ndata: ${JSON.stringify(data)}\n\n`)
}
