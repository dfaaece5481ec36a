/**
 * Serves the Responses API over a WebSocket if the provider has only HTTP: each `response.create` becomes a request.
 */

import { readResponseStart } from '../../core/body/read-response.ts'
import { asGatewayError, GatewayError } from '../../core/errors.ts'
import type { HeaderMap } from '../../core/headers.ts'
import { isObject, type JsonObject, memberOf } from '../../core/json.ts'
import type { Ending } from '../../core/record.ts'
import { type SseEvent, SseEvents } from '../../dialects/framing/sse-events.ts'
import type { InterruptReason, Operation } from '../client-connection.ts'
import { UNKNOWN_COST } from '../meter/cost.ts'
import { Capture } from '../relay/capture.ts'
import type { Accepted } from '../request.ts'
import { settle } from '../settle/settle.ts'
import { closeSettled } from './close-settled.ts'
import { createParams } from './create-params.ts'
import { type MessageReader, OrderedMessages } from './ordered-messages.ts'
import { parsedEvent, readEvent } from './read-event.ts'
import type { SessionPorts } from './relay-session.ts'
import { inputItems, outputItems, ResponseChain } from './response-chain.ts'
import type { CallerSocket, SocketHandler } from './sockets.ts'

export type Respond = (request: Request) => Promise<Response>

/** Turns that run at the same time: one for each `stream_id`. */
const MAX_LANES = 16
/** Turns of one `stream_id` (lane) that wait for the one before them. */
const MAX_WAITING = 64
/** Smaller sizes do not count towards the body memory. */
const COUNTED_BYTES = 64 * 1024
const MAX_ERROR_BYTES = 256 * 1024
const ERROR_MS = 30_000
const NORMAL = 1000
const GOING_AWAY = 1001
const POLICY = 1008
const RESTART = 1012
const TRY_LATER = 1013

const LAST_EVENTS: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete', 'response.failed'])
const LAST_EVENT = /"type"\s*:\s*"response\.(?:completed|incomplete)"/
/** Headers of the handshake that do not belong to the requests of the turns. */
const HANDSHAKE_HEADERS =
  /^(?:connection|upgrade|host|content-length|content-type|accept|accept-encoding|cookie|sec-websocket-.*)$/
const RETURNED_HEADERS = ['retry-after', 'x-request-id', 'x-gateway-trace-id', 'x-gateway-request-id'] as const

type Queued = { readonly event: JsonObject; readonly bytes: number }
type Lane = { readonly waiting: Queued[]; abort: AbortController | null }

export class BridgeSession implements SocketHandler, Operation {
  /** The session has its own idle limits. */
  readonly clock = null
  readonly #chain = new ResponseChain()
  readonly #lanes = new Map<string, Lane>()
  #queuedBytes = 0
  readonly #messages: OrderedMessages
  readonly #sent = new Capture(0)
  readonly #received = new Capture(0)
  #caller: CallerSocket | null = null
  #onDrain: (() => void) | null = null
  #stalledSinceMs: number | null = null
  #activeAtMs = performance.now()
  #isDraining = false
  #isEnded = false

  constructor(
    private readonly request: Accepted,
    /** Headers of the turns: those of the handshake, with the caller's key. */
    private readonly headers: HeaderMap,
    private readonly respond: Respond,
    private readonly ports: SessionPorts & { readonly bodies: MessageReader },
  ) {
    this.#messages = new OrderedMessages(ports.bodies, 'caller')
    const { connection } = request
    connection.current = this
    connection.isUpgraded = true
    connection.isKeptOpen = true
  }

  onOpen(socket: CallerSocket): null {
    // The request was ended during the upgrade.
    if (this.#isEnded) socket.close(GOING_AWAY, '')
    else {
      this.#caller = socket
      this.ports.sockets.add(this)
    }
    return null
  }

  onMessage(message: string | Buffer): void {
    this.#activeAtMs = performance.now()
    this.#sent.totalBytes += Buffer.byteLength(message)
    const text = String(message)
    const waiting = this.#messages.wait(text, (isLarge, checked) => {
      this.#hold(0)
      if (this.#isEnded) return
      if (checked instanceof GatewayError) this.#take(checked, text.length)
      // The worker has checked a large message, which takes longer than parsing it here.
      else this.#take(isLarge ? (JSON.parse(text) as JsonObject) : parsedEvent(text), text.length)
      if (this.#isDraining && this.#isIdle) this.interrupt('shutting_down')
    })
    if (waiting) this.#hold(0)
    else this.#take(parsedEvent(text), text.length)
  }

  get #isIdle(): boolean {
    return this.#lanes.size === 0 && this.#messages.unreadBytes === 0
  }

  #take(event: JsonObject | GatewayError, bytes: number): void {
    if (event instanceof GatewayError) return this.#tell('', event)
    if (event['type'] === 'response.create') return this.#enqueue({ event, bytes })
    const type = typeof event['type'] === 'string' ? `"${event['type'].slice(0, 64)}"` : 'of this message'
    this.#tell(
      '',
      new GatewayError('invalid_body', {
        param: 'type',
        message: `The event type ${type} is not supported here.`,
        hint: 'Send response.create.',
      }),
    )
  }

  onDrain(): void {
    this.#stalledSinceMs = null
    this.#onDrain?.()
    this.#onDrain = null
  }

  onClose(): void {
    this.#caller = null
    this.#end([...this.#lanes.values()].some(({ abort }) => abort) ? 'abandoned' : 'complete', GOING_AWAY, '')
  }

  check(nowMs: number): void {
    const { idleMs, stallMs } = this.ports.sockets.limits
    if (this.#stalledSinceMs !== null && nowMs - this.#stalledSinceMs > stallMs) {
      this.request.journal.warn('websocket: closed because the caller did not read.')
      return this.#caller?.terminate()
    }
    if (!this.#isIdle || nowMs - this.#activeAtMs <= idleMs) return
    this.request.journal.warn(`websocket: closed after ${Math.round(idleMs / 1000)} s without a message.`)
    this.#end('complete', NORMAL, 'idle')
  }

  drain(): void {
    this.#isDraining = true
    if (this.#isIdle) this.interrupt('shutting_down')
  }

  interrupt(reason: InterruptReason): void {
    if (reason === 'shutting_down') return this.#end('complete', RESTART, 'the gateway restarts')
    if (reason === 'access_revoked') {
      const revoked = new GatewayError(reason)
      this.#tell('', revoked)
      this.#end('broken', POLICY, `${reason}: ${revoked.message}`)
    } else this.#end('abandoned', GOING_AWAY, '')
  }

  #enqueue(queued: Queued): void {
    const { stream_id } = queued.event
    const name = typeof stream_id === 'string' ? stream_id : ''
    const lane = this.#lanes.get(name)
    if (lane) {
      if (lane.waiting.length >= MAX_WAITING) return this.#tell(name, tooMany(`At most ${MAX_WAITING} turns may wait.`))
      lane.waiting.push(queued)
      return this.#hold(queued.bytes)
    }
    if (this.#lanes.size >= MAX_LANES) return this.#tell(name, tooMany(`At most ${MAX_LANES} turns may run at a time.`))
    const started: Lane = { waiting: [queued], abort: null }
    this.#lanes.set(name, started)
    this.#hold(queued.bytes)
    void this.#run(name, started)
  }

  async #run(name: string, lane: Lane): Promise<void> {
    for (let queued = lane.waiting.shift(); queued && !this.#isEnded; queued = lane.waiting.shift()) {
      lane.abort = new AbortController()
      try {
        await this.#turn(name, queued.event, lane.abort.signal)
      } catch (error) {
        const failure = asGatewayError(error)
        if (failure.code === 'internal_error' && !this.#isEnded) {
          this.ports.onDefect(failure.cause, this.request.head.traceId)
        }
        this.#tell(name, failure)
      }
      this.#hold(-queued.bytes)
      this.#activeAtMs = performance.now()
    }
    this.#lanes.delete(name)
    if (this.#isDraining && this.#isIdle) this.interrupt('shutting_down')
  }

  async #turn(lane: string, event: JsonObject, signal: AbortSignal): Promise<void> {
    const params = createParams(event)
    if (params instanceof GatewayError) throw params
    const { type, event_id, stream_id, background, generate, previous_response_id, ...given } = params
    const known = typeof previous_response_id === 'string' ? this.#chain.itemsOf(previous_response_id) : []
    if (known === null) return this.#send(lane, responseNotFound(String(previous_response_id)))
    const added = inputItems(given['input'])
    if (generate === false) return this.#warmUp(lane, given, known, added)
    const input = known.length === 0 ? given['input'] : [...known, ...added]
    const body = JSON.stringify({ ...given, ...(input !== undefined && { input }), stream: true })
    const response = await this.respond(this.#requestOf(body, signal))
    if (response.status !== 200 || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
      return this.#sendWhole(lane, response)
    }
    await this.#sendStream(lane, response, (done) => {
      const id = memberOf(done, 'id')
      if (typeof id === 'string') this.#remember(id, known, [...added, ...outputItems(done)])
    })
  }

  /** The caller only prepares the connection: nothing is generated, and the next turn may continue this response. */
  #warmUp(lane: string, params: JsonObject, before: readonly unknown[], added: readonly unknown[]): void {
    const id = `resp_${Bun.randomUUIDv7().replaceAll('-', '')}`
    this.#remember(id, before, added)
    const usage = {
      input_tokens: 0,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 0,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 0,
    }
    const created_at = Math.floor(Date.now() / 1000)
    const response = { id, object: 'response', created_at, model: params['model'] ?? null, output: [], error: null }
    const started = { ...response, status: 'in_progress', usage: null }
    this.#send(lane, JSON.stringify({ type: 'response.created', sequence_number: 0, response: started }))
    const done = { ...response, status: 'completed', usage }
    this.#send(lane, JSON.stringify({ type: 'response.completed', sequence_number: 1, response: done }))
  }

  #remember(id: string, before: readonly unknown[], added: readonly unknown[]): void {
    this.#chain.add(id, before, added)
    this.#hold(0)
  }

  /**
   * Counts the messages that wait or are being served, and the remembered items. Ends the session if they do not fit.
   */
  #hold(bytes: number): void {
    this.#queuedBytes += bytes
    if (this.#isEnded) return
    const heldBytes = this.#queuedBytes + this.#messages.unreadBytes + this.#chain.bytes
    try {
      this.request.memory.resize(heldBytes < COUNTED_BYTES ? 0 : heldBytes)
    } catch (error) {
      this.#tell('', asGatewayError(error))
      this.#end('broken', TRY_LATER, 'overloaded')
    }
  }

  #requestOf(body: string, signal: AbortSignal): Request {
    const bytes = Buffer.from(body)
    return new Request(new URL('/v1/responses', this.request.connection.request.url).href, {
      method: 'POST',
      headers: { ...this.headers, 'content-type': 'application/json', 'content-length': String(bytes.length) },
      body: bytes,
      signal,
    })
  }

  async #sendStream(lane: string, response: Response, onDone: (response: unknown) => void): Promise<void> {
    const events = new SseEvents()
    const reader = response.body!.getReader()
    let hasEnded = false
    const forward = ({ data }: SseEvent) => {
      if (data === '' || data === '[DONE]') return
      if (LAST_EVENT.test(data.slice(0, 256)) || LAST_EVENT.test(data.slice(-256)))
        onDone(readEvent(data)?.['response'])
      hasEnded ||= LAST_EVENTS.has(typeIn(data))
      this.#send(lane, data)
    }
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      for (const event of events.push(value)) forward(event)
      if (this.#isEnded) return void reader.cancel()
      if (this.#stalledSinceMs !== null) await this.#drained()
    }
    // Without a last event the caller would wait forever.
    if (!hasEnded) throw new GatewayError('upstream_broken')
  }

  /** An error, or a response that the provider did not stream. */
  async #sendWhole(lane: string, response: Response): Promise<void> {
    const { status, headers } = response
    const text = await readResponseStart(response, { maxBytes: MAX_ERROR_BYTES, timeoutMs: ERROR_MS })
    const body = readEvent(text)
    const returned = Object.fromEntries(
      RETURNED_HEADERS.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)]] : [])),
    )
    const error = isObject(body?.['error'])
      ? body['error']
      : { type: 'upstream_error', code: null, message: text.slice(0, 1024) }
    this.#send(lane, JSON.stringify({ type: 'error', status, error, headers: returned }))
  }

  #tell(lane: string, { status, type, code, message, param, hint }: GatewayError): void {
    this.#send(lane, JSON.stringify({ type: 'error', status, error: { type, code, message, param, hint } }))
  }

  #send(lane: string, event: string): void {
    if (!this.#caller || this.#isEnded) return
    const named = lane === '' ? event : `{"stream_id":${JSON.stringify(lane)},${event.slice(event.indexOf('{') + 1)}`
    this.#received.totalBytes += Buffer.byteLength(named)
    if (this.#caller.sendText(named) === -1) this.#stalledSinceMs ??= performance.now()
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      const before = this.#onDrain
      this.#onDrain = () => {
        before?.()
        resolve()
      }
    })
  }

  #end(ending: Ending, code: number, reason: string): void {
    if (this.#isEnded) return
    this.#isEnded = true
    for (const { abort } of this.#lanes.values()) abort?.abort()
    this.#onDrain?.()
    this.ports.sockets.remove(this)
    // Each turn has a record of its own, with its usage and cost.
    const session = { metered: { ...UNKNOWN_COST, costNanoUsd: 0 }, sent: this.#sent, responseModel: null }
    const ended = { ending, status: 101, error: null, response: null, captured: this.#received, counted: null, session }
    let settled: Promise<void> | null = null
    try {
      settled = settle(this.request, ended, this.ports)
    } catch (failure) {
      this.ports.onDefect(failure, this.request.head.traceId)
    }
    const close = (sentCode: number, sentReason: string) => this.#caller?.close(sentCode, sentReason)
    closeSettled(settled, close, { code, reason }, this.ports.background)
  }
}

/** The headers of the turns, from those of the handshake. */
export function turnHeaders(handshake: HeaderMap, traceId: string): HeaderMap {
  const headers: HeaderMap = {}
  for (const name in handshake) if (!HANDSHAKE_HEADERS.test(name)) headers[name] = handshake[name]!
  headers['x-gateway-trace-id'] ??= traceId
  return headers
}

function typeIn(data: string): unknown {
  return /"type"\s*:\s*"(response\.[a-z]+)"/.exec(data.slice(0, 256))?.[1] ?? readEvent(data)?.['type']
}

function responseNotFound(id: string): string {
  return JSON.stringify({
    type: 'error',
    status: 400,
    error: {
      type: 'invalid_request_error',
      code: 'previous_response_not_found',
      message: `Previous response with id '${id.slice(0, 128)}' not found.`,
      param: 'previous_response_id',
    },
  })
}

function tooMany(message: string): GatewayError {
  return new GatewayError('too_many_concurrent', { message })
}
