/** An answer on its way to the caller, chunk by chunk: two clocks, one end, and no usage left unread. */

import { GatewayError } from '../core/errors.ts'
import type { CacheStore } from '../core/ports.ts'
import type { ResponseBody } from './answer/answer-body.ts'
import { Capture } from './answer/capture.ts'
import { findErrorEvent } from './answer/stream-head.ts'
import { MAX_CACHED_BYTES, rememberAnswer } from './call/answer-from-cache.ts'
import type { UpstreamReply } from './call/reply.ts'
import type { Exchange } from './exchange.ts'
import { BODY_BYTES, type Finish, type FinishPorts, finish } from './finish.ts'
import { countMissing } from './meter/count-missing.ts'
import { FinishScan } from './meter/finished-answer.ts'
import { isWholeJson, owesUsage } from './meter/owed-usage.ts'

const FLUSH_MS = 20
/** How long, and how far, an answer is read on for its usage after its caller has left. */
const DRAIN_MS = 2_000
const DRAIN_BYTES = 32 * 1024 * 1024

export type RelayPorts = FinishPorts & { readonly cache: CacheStore }

type Controller = ReadableStreamDefaultController<Uint8Array>

export class RelayedStream {
  readonly #answer: Capture
  /** Sees what the capture does not keep; null while it keeps everything. */
  #beyondHead: FinishScan | null = null
  #controller: Controller | null = null
  /** The read under way. */
  #reading: Promise<Uint8Array | null> | null = null
  #isEnding = false
  #isBroken = false
  #isCancelled = false
  /** The break under way: it still has to send the error event. */
  #breaking: Promise<void> | null = null

  constructor(
    private readonly exchange: Exchange,
    private readonly reply: UpstreamReply,
    private readonly body: ResponseBody,
    private readonly ports: RelayPorts,
  ) {
    this.#answer = new Capture(exchange.cacheSlot ? MAX_CACHED_BYTES : BODY_BYTES)
    exchange.awaitCaller()
    // A caller that leaves between two chunks is noticed by the connection before the stream is cancelled.
    exchange.running = this
  }

  start(controller: Controller): void {
    this.#controller = controller
  }

  async pull(controller: Controller): Promise<void> {
    const { exchange, reply } = this
    if (this.#isBroken) {
      // Given time to leave the buffers: a reset overtakes what is still in them.
      await Bun.sleep(FLUSH_MS)
      return controller.error()
    }
    // The error event that it sends answers this pull.
    if (this.#breaking) return this.#breaking
    if (this.#isEnding) return controller.error()
    exchange.awaitProvider()
    try {
      this.#reading = this.body.read()
      const chunk = await this.#reading
      // The caller has left: whoever reads on takes the chunk.
      if (this.#isEnding) return
      this.#reading = null
      if (chunk === null) return await this.#complete(controller)
      exchange.awaitCaller()
      this.#capture(chunk)
      controller.enqueue(chunk)
    } catch (error) {
      if (this.#isEnding) return
      const reason = reply.call?.explain(error) ?? 'abandoned'
      if (reason === 'abandoned') return this.cancel()
      await this.#break(reason)
    }
  }

  #capture(chunk: Uint8Array): void {
    const answer = this.#answer
    if (answer.isCutBy(chunk.length)) {
      // A marker may be split between the head and this chunk.
      this.#beyondHead ??= FinishScan.after(answer.head())
      this.#beyondHead.push(chunk)
    }
    answer.push(chunk)
  }

  /** The caller has left, or reads nothing any more. */
  cancel(): void {
    this.#isCancelled = true
    if (this.#isEnding) return
    this.#isEnding = true
    const { exchange, reply } = this
    exchange.hasLeft = true
    const why = exchange.hasStalled ? 'the caller stopped reading' : 'the caller left'
    exchange.decide('abandoned', reply.target.configPath, `${why} while the answer was on its way`)
    if (exchange.hasStalled) this.#controller?.error()
    if (owesUsage(exchange, reply, this.#answer, this.#beyondHead)) return void this.#drain()
    void this.#end('abandoned', null)
    reply.call?.abort()
  }

  /** Called by the exchange: its caller has left or stalled, its provider is silent, or the gateway shuts down. */
  abort(): void {
    const { exchange, reply } = this
    if (exchange.hasLeft) return this.cancel()
    reply.call?.abort()
    // Without a reader nobody would notice.
    const reason = exchange.isAwaitingCaller && !this.#isEnding ? reply.call?.explain(null) : undefined
    if (reason instanceof GatewayError) void this.#break(reason)
  }

  async #complete(controller: Controller): Promise<void> {
    const { exchange, reply } = this
    const answer = this.#answer
    if (!answer.isCut) rememberAnswer(exchange, reply, answer.head(), this.ports.cache)
    const failure = reply.isEventStream ? failureInside(answer) : null
    if (failure) exchange.decide('broken', reply.target.configPath, failure.message)
    await this.#end(failure ? 'broken' : 'complete', failure)
    controller.close()
  }

  #break(reason: GatewayError): Promise<void> {
    this.#breaking = this.#endBroken(reason)
    return this.#breaking
  }

  async #endBroken(reason: GatewayError): Promise<void> {
    const { exchange, reply } = this
    exchange.decide('broken', reply.target.configPath, reason.message)
    await this.#end('broken', reason)
    this.#isBroken = true
    // Without a reason, the runtime resets the connection and prints nothing.
    if (reply.isEventStream && !this.#isCancelled) this.#controller?.enqueue(errorEvent(reason, exchange.traceId))
    else this.#controller?.error()
  }

  /** The answer was finished when its caller left: the provider is about to say what it cost. */
  async #drain(): Promise<void> {
    const { exchange, reply, body } = this
    exchange.awaitProvider()
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
      // It broke off, or the gateway shuts down: what was read counts.
    }
    reply.call?.abort()
    const isUnknown = isWholeJson(exchange, reply)
      ? !isOver
      : owesUsage(exchange, reply, this.#answer, this.#beyondHead)
    await this.#end('abandoned', null, isUnknown)
  }

  #end(ending: Finish['ending'], error: GatewayError | null, isUnknown = false): Promise<void> | null {
    this.#isEnding = true
    const { exchange, reply, ports } = this
    const answer = this.#answer
    const { call, status } = reply
    call?.record(status, error)
    reply.settle?.(ending === 'complete' ? 'success' : ending === 'broken' ? 'failure' : 'neutral')
    const over = () => finish(exchange, { ending, status, error, reply, answer }, ports)
    const counting = countMissing(exchange, { ending, reply, answer, isUnknown }, ports.tokens)
    if (counting) return counting.then(over)
    over()
    return null
  }
}

/** An error the provider sent as an event after its answer had begun; the caller got it as it came. */
function failureInside(answer: Capture): GatewayError | null {
  const verdict = findErrorEvent(answer.tail())
  if (!verdict) return null
  return new GatewayError('upstream_broken', {
    message: `The provider sent an error inside the stream: ${verdict.message}`,
  })
}

const encoder = new TextEncoder()

/** The last thing a broken event stream says, in the shape OpenAI's clients raise as an error. */
function errorEvent(error: GatewayError, traceId: string): Uint8Array {
  const data = {
    error: { message: error.message, type: error.type, code: error.code, param: error.param, trace_id: traceId },
  }
  return encoder.encode(`\n\nevent: error\ndata: ${JSON.stringify(data)}\n\n`)
}
