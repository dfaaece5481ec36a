/** Relays the messages of a WebSocket between a caller and a provider, with back-pressure both ways. */

import { asGatewayError, GatewayError } from '../../core/errors.ts'
import type { Ending } from '../../core/record.ts'
import { LOGGED_BODY_BYTES } from '../../core/record.ts'
import type { UpstreamSocket } from '../../egress/websocket/upstream-socket.ts'
import type { ProviderResponse } from '../attempt/provider-response.ts'
import type { InterruptReason, Operation } from '../client-connection.ts'
import { UNKNOWN_COST } from '../meter/cost.ts'
import { Capture } from '../relay/capture.ts'
import { type Attempted, logsBodies } from '../request.ts'
import { type SettlePorts, settle } from '../settle/settle.ts'
import { closeSettled } from './close-settled.ts'
import { isWideJson } from './read-event.ts'
import type { CallerSocket, SocketHandler, SocketList } from './sockets.ts'
import type { Turns } from './turns.ts'

/** The caller is paused while more bytes than this wait to be sent to the provider. */
const PAUSE_ABOVE_BYTES = 256 * 1024
/** Smaller buffers do not count towards the body memory: messages are usually sent at once. */
const COUNTED_BYTES = 64 * 1024
const PING_MS = 30_000
/** How long a session may continue after its key was deleted, or a guardrail was added. */
const RECHECK_MS = 10_000
/** How long the provider may finish a response after the caller has left, so that its usage is known. */
const FINISH_MS = 2_000

const NORMAL = 1000
const GOING_AWAY = 1001
const NO_CODE = 1005
const ABNORMAL = 1006
const POLICY = 1008
const INTERNAL = 1011
/** Clients reconnect after this code. */
const RESTART = 1012
const TRY_LATER = 1013

/** Close codes that are not a refusal by the provider. */
const ENDINGS: ReadonlySet<number> = new Set([NORMAL, GOING_AWAY, NO_CODE, ABNORMAL])

/** Refusals that concern one message only. */
const MESSAGE_REFUSALS: ReadonlySet<string> = new Set([
  'rate_limited',
  'invalid_json',
  'invalid_body',
  'duplicate_member',
])

const LINE_END = Buffer.from('\n')

export type SessionPorts = SettlePorts & {
  readonly sockets: SocketList
  readonly onDefect: (error: unknown, traceId: string) => void
}

export class RelaySession implements SocketHandler, Operation {
  /** The session has its own idle limits. */
  readonly clock = null
  readonly #upstream: UpstreamSocket
  #caller: CallerSocket | null = null
  /** The caller's messages that wait while a hold is pending; null if no hold is pending. */
  #waiting: (string | Buffer)[] | null = null
  #waitingBytes = 0
  #isCallerPaused = false
  #isUpstreamPaused = false
  #pausedAtMs = 0
  #activeAtMs = performance.now()
  #pingedAtMs = performance.now()
  #checkedAtMs = performance.now()
  #isDraining = false
  #hasProviderFailed = false
  /** The reason to end the session after the response that is being generated; null to continue. */
  #refusal: GatewayError | null = null
  /** Set when the caller's side is closed, or is being closed. */
  #ended: { readonly ending: Ending; readonly error: GatewayError | null } | null = null
  #finishTimer: ReturnType<typeof setTimeout> | null = null
  /** Resolves once the record is on disk. */
  #settled: Promise<void> | null = null
  readonly #isLogged: boolean
  readonly #sent = new Capture(LOGGED_BODY_BYTES)
  readonly #received = new Capture(LOGGED_BODY_BYTES)

  constructor(
    private readonly request: Attempted,
    private readonly response: ProviderResponse,
    /** Null if the messages are not read. */
    private readonly turns: Turns | null,
    /** Rejects if the session could not be opened any more. */
    private readonly recheck: () => Promise<unknown>,
    private readonly ports: SessionPorts,
  ) {
    this.#upstream = response.socket!
    this.#isLogged = logsBodies(request, ports.logBodies)
    const { connection } = request
    connection.current = this
    connection.isUpgraded = true
    connection.isKeptOpen = true
  }

  async onOpen(socket: CallerSocket): Promise<GatewayError | null> {
    if (this.#ended) {
      // The request was ended during the upgrade.
      socket.close(GOING_AWAY, '')
      return this.#endReason
    }
    this.#caller = socket
    const verdict = this.turns?.opened()
    this.ports.sockets.add(this)
    this.#upstream.listen({
      onText: (text) => this.#fromProvider(text),
      onBinary: (data) => this.#fromProvider(data),
      onBatch: (deliver) => (this.#caller ? this.#caller.cork(deliver) : deliver()),
      onDrain: () => this.onDrain(),
      onHeld: () => this.#count(),
      onClose: (code, reason, flaw) => this.#upstreamClosed(code, reason, flaw),
    })
    const refusal = verdict ? await verdict.catch(asGatewayError) : null
    if (refusal) this.#fail(refusal, POLICY)
    return this.#endReason
  }

  /** Null if the session has not ended. */
  get #endReason(): GatewayError | null {
    if (this.#ended === null) return null
    if (this.#ended.error) return this.#ended.error
    if (this.#isDraining) return new GatewayError('shutting_down')
    return new GatewayError('upstream_broken', { message: 'The provider closed the WebSocket.' })
  }

  onMessage(message: string | Buffer): void {
    this.#fromCaller(message)
  }

  /** The caller or the provider has read everything that was queued for it. */
  onDrain(): void {
    this.#activeAtMs = performance.now()
    if (this.#isUpstreamPaused && (this.#caller?.getBufferedAmount() ?? 0) === 0) {
      this.#isUpstreamPaused = false
      this.#upstream.resume()
    }
    if (this.#isCallerPaused && this.#waiting === null && this.#upstream.unsentBytes === 0) this.#resumeCaller()
    this.#count()
  }

  onClose(code: number, reason: string): void {
    this.#callerClosed(code, reason)
  }

  check(nowMs: number): void {
    const { idleMs, stallMs } = this.ports.sockets.limits
    if (this.#ended) return
    if ((this.#isCallerPaused || this.#isUpstreamPaused) && nowMs - this.#pausedAtMs > stallMs) {
      return this.#isUpstreamPaused ? this.#stall() : this.#fail(new GatewayError('upstream_idle'), INTERNAL)
    }
    if (nowMs - this.#activeAtMs > idleMs) {
      this.request.journal.warn(`websocket: closed after ${Math.round(idleMs / 1000)} s without a message.`)
      return this.#end('complete', null, NORMAL, 'idle')
    }
    if (nowMs - this.#checkedAtMs > RECHECK_MS) {
      this.#checkedAtMs = nowMs
      this.recheck().catch((error: unknown) => this.#fail(asGatewayError(error), POLICY))
    }
    if (nowMs - this.#pingedAtMs < PING_MS) return
    this.#pingedAtMs = nowMs
    this.#upstream.ping()
  }

  drain(): void {
    this.#isDraining = true
    if (this.turns?.isActive !== true) this.interrupt('shutting_down')
  }

  interrupt(reason: InterruptReason): void {
    if (reason === 'shutting_down') this.#end('complete', null, RESTART, 'the gateway restarts')
    else if (reason === 'access_revoked') this.#fail(new GatewayError(reason), POLICY)
    else this.#end('abandoned', null, GOING_AWAY, '')
  }

  #fromCaller(message: string | Buffer): void {
    if (this.#ended || this.#refusal) return
    if (this.#waiting) {
      this.#waiting.push(message)
      this.#waitingBytes += message.length
      return this.#count()
    }
    const verdict = this.turns && this.#verdictOn(this.turns, message)
    if (verdict instanceof Promise) return this.#await(message, verdict)
    if (verdict) this.#refuse(verdict)
    else this.#forward(message)
  }

  #verdictOn(turns: Turns, message: string | Buffer): Promise<GatewayError | null> | GatewayError | null {
    if (typeof message === 'string') return turns.fromCaller(message)
    if (isWideJson(message)) return new GatewayError('invalid_json', { message: 'The message is not JSON in UTF-8.' })
    return turns.fromCaller(message.toString())
  }

  /** The caller is paused until the hold is granted. Messages that the runtime has read already wait in order. */
  #await(message: string | Buffer, verdict: Promise<GatewayError | null>): void {
    this.#waiting = []
    this.#waitingBytes = message.length
    this.#pauseCaller()
    this.#count()
    verdict.catch(asGatewayError).then((refusal) => {
      if (refusal?.code === 'internal_error') this.ports.onDefect(refusal.cause, this.request.head.traceId)
      const waiting = this.#waiting ?? []
      this.#waiting = null
      this.#waitingBytes = 0
      if (this.#ended) return
      if (refusal) this.#refuse(refusal)
      else this.#forward(message)
      for (const [index, next] of waiting.entries()) {
        // The previous message waits for a hold, and the rest waits behind it.
        if (this.#waiting) {
          const rest = waiting.slice(index)
          this.#waiting = [...(this.#waiting as (string | Buffer)[]), ...rest]
          for (const one of rest) this.#waitingBytes += one.length
          break
        }
        this.#fromCaller(next)
      }
      if (!this.#waiting && this.#upstream.unsentBytes <= PAUSE_ABOVE_BYTES) this.#resumeCaller()
      this.#count()
    })
  }

  #forward(message: string | Buffer): void {
    this.#activeAtMs = performance.now()
    this.#log(this.#sent, message)
    this.#upstream.send(this.turns ? this.turns.toProvider(message) : message)
    if (this.#upstream.unsentBytes === 0) return
    if (this.#upstream.unsentBytes > PAUSE_ABOVE_BYTES) this.#pauseCaller()
    this.#count()
  }

  /** Some refusals (`MESSAGE_REFUSALS`) concern only one message. Any other refusal ends the session. */
  #refuse(refusal: GatewayError): void {
    if (MESSAGE_REFUSALS.has(refusal.code)) {
      this.#caller?.sendText(this.turns!.errorEvent(refusal))
      return
    }
    // The response that is being generated has its own hold, so it may finish first.
    if (this.turns?.isActive) this.#refusal = refusal
    else this.#fail(refusal, POLICY)
  }

  #fromProvider(message: string | Buffer): void {
    if (this.turns) {
      const verdict = this.turns.fromProvider(typeof message === 'string' ? message : message.toString())
      if (verdict) {
        const wasRead = this.turns.unreadBytes === 0
        if (!wasRead) this.#count()
        verdict.catch(asGatewayError).then((refusal) => {
          if (refusal && !this.#ended) this.#refuse(refusal)
          if (!wasRead) this.#endIfDone()
        })
      }
    }
    this.#activeAtMs = performance.now()
    this.#log(this.#received, message)
    if (this.#ended) return this.#endIfDone()
    const status = typeof message === 'string' ? this.#caller!.sendText(message) : this.#caller!.sendBinary(message)
    if (status === -1) this.#pauseUpstream()
    this.#endIfDone()
  }

  /** Ends the session if it only waited for the end of a response. */
  #endIfDone(): void {
    if (this.turns?.isActive !== false) return
    if (this.#ended) {
      if (this.#finishTimer) this.#finish()
      return
    }
    if (this.#refusal) this.#fail(this.#refusal, POLICY)
    else if (this.#isDraining) this.interrupt('shutting_down')
  }

  /** One message per line. Bytes over the limit are only counted. */
  #log(capture: Capture, message: string | Buffer): void {
    if (!this.#isLogged || capture.totalBytes >= LOGGED_BODY_BYTES) capture.totalBytes += Buffer.byteLength(message) + 1
    else if (typeof message === 'string') capture.push(Buffer.from(`${message}\n`))
    else capture.push(Buffer.concat([message, LINE_END]))
  }

  #pauseCaller(): void {
    if (this.#isCallerPaused) return
    this.#isCallerPaused = true
    this.#pausedAtMs = performance.now()
    this.#caller?.pause()
  }

  #resumeCaller(): void {
    if (!this.#isCallerPaused) return
    this.#isCallerPaused = false
    this.#caller?.resume()
  }

  #pauseUpstream(): void {
    if (this.#isUpstreamPaused) return
    this.#isUpstreamPaused = true
    this.#pausedAtMs = performance.now()
    this.#upstream.pause()
    this.#count()
  }

  /** Counts buffered bytes towards the body memory of the caller's key. Ends the session if they do not fit. */
  #count(): void {
    const { memory } = this.request
    const unreadBytes = this.#waitingBytes + (this.turns?.unreadBytes ?? 0)
    const bytes = unreadBytes + this.#upstream.heldBytes + (this.#caller?.getBufferedAmount() ?? 0)
    if (bytes < COUNTED_BYTES && memory.bytes === 0) return
    try {
      memory.resize(bytes < COUNTED_BYTES ? 0 : bytes)
    } catch (error) {
      this.#fail(asGatewayError(error), TRY_LATER)
    }
  }

  #stall(): void {
    this.request.connection.hasStalled = true
    this.request.journal.warn('websocket: closed because the caller did not read.')
    this.#caller?.terminate()
  }

  /** Sends the error to the caller, then closes the session. */
  #fail(error: GatewayError, code: number): void {
    if (this.#ended) return
    const { journal, head } = this.request
    if (error.code === 'internal_error') this.ports.onDefect(error.cause, head.traceId)
    journal.decide('broken', this.response.target.configPath, `${error.code}: ${error.message}`)
    if (this.turns) this.#caller?.sendText(this.turns.errorEvent(error))
    this.#end('broken', error, code, `${error.code}: ${error.message}`)
  }

  #callerClosed(code: number, reason: string): void {
    this.#caller = null
    if (this.#ended) return
    const isLost = code === ABNORMAL
    const { journal } = this.request
    journal.decide('committed', null, isLost ? 'the caller’s connection was lost' : `the caller closed with ${code}`)
    this.#ended = { ending: isLost && this.turns?.isActive ? 'abandoned' : 'complete', error: null }
    if (this.turns?.isActive && !this.#upstream.isClosed) {
      // The usage of the response that is being generated comes with its last event.
      this.#upstream.resume()
      this.#finishTimer = setTimeout(() => this.#finish(), FINISH_MS)
      return
    }
    this.#upstream.close(isLost ? GOING_AWAY : code, reason)
    this.#finish()
  }

  #upstreamClosed(code: number, reason: string, flaw: string | null): void {
    if (this.#ended) return this.#finish()
    const { journal } = this.request
    const { configPath } = this.response.target
    this.#hasProviderFailed = !ENDINGS.has(code)
    if (flaw !== null) {
      const message = `The provider broke the WebSocket protocol: ${flaw}.`
      return this.#fail(new GatewayError('upstream_broken', { param: configPath, message }), INTERNAL)
    }
    if (code === ABNORMAL) {
      const message = 'The provider closed the WebSocket without a close frame.'
      return this.#fail(new GatewayError('upstream_broken', { param: configPath, message }), INTERNAL)
    }
    journal.decide('committed', configPath, `the provider closed with ${code}${reason === '' ? '' : `: ${reason}`}`)
    this.#end('complete', null, code === NO_CODE ? NORMAL : code, reason)
  }

  #end(ending: Ending, error: GatewayError | null, code: number, reason: string): void {
    if (this.#ended) return
    this.#ended = { ending, error }
    this.#upstream.close(code === RESTART ? GOING_AWAY : NORMAL, '')
    // A paused socket would not see the caller's close frame.
    this.#caller?.resume()
    this.#finish()
    const close = (sentCode: number, sentReason: string) => this.#caller?.close(sentCode, sentReason)
    closeSettled(this.#settled, close, { code, reason }, this.ports.background)
  }

  #finish(): void {
    if (this.#finishTimer) clearTimeout(this.#finishTimer)
    this.#finishTimer = null
    this.#upstream.close(GOING_AWAY, '')
    this.ports.sockets.remove(this)
    const { ending, error } = this.#ended!
    const metered = this.turns?.end(this.#hasProviderFailed) ?? UNKNOWN_COST
    const session = { metered, sent: this.#sent, responseModel: this.turns?.responseModel ?? null }
    const { response } = this
    try {
      const ended = { ending, status: 101, error, response, captured: this.#received, counted: null, session }
      this.#settled ??= settle(this.request, ended, this.ports)
      // If the caller has left, nothing else awaits this promise. The health check of the journals reports a failure.
      this.#settled?.catch(() => {})
    } catch (failure) {
      this.ports.onDefect(failure, this.request.head.traceId)
    }
  }
}
