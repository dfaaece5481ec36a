/** One request on its way through the gateway: what came in, what was decided, what happened. */

import type { SavedSource, Target } from '../config/plan.ts'
import type { BodyReader } from '../core/body/body-reader.ts'
import type { JsonObject } from '../core/body/json-text.ts'
import type { Caller } from '../core/caller.ts'
import type { Endpoint } from '../core/endpoints.ts'
import { GatewayError } from '../core/errors.ts'
import type { HeaderMap } from '../core/headers.ts'
import type { GatewayOptions } from '../core/options/gateway-options.ts'
import type { CachedResponse } from '../core/ports.ts'
import type { AttemptRecord, Decision, RequestRecord } from '../core/record.ts'
import type { BodyHold } from './body-memory.ts'
import type { BodyFacts } from './large/body-facts.ts'
import type { RequestHolds } from './limits/request-holds.ts'
import type { Counted } from './meter/counted.ts'
import type { PromptRun } from './prompts/prompt-session.ts'

export type RequestBody =
  | { readonly kind: 'none' }
  /** In memory: may be sent again by a retry or fallback. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** Too large to keep: goes upstream once. */
  | {
      readonly kind: 'stream'
      readonly stream: ReadableStream<Uint8Array>
      readonly sizeBytes: number | null
      taken: boolean
    }

export type Incoming = {
  readonly method: string
  /** Full path with /v1, without the query. */
  readonly pathname: string
  /** Path after /v1 or /v1/proxy. */
  readonly path: string
  readonly search: string
  readonly endpoint: Endpoint
  readonly headers: HeaderMap
  readonly traceId: string
  readonly request: Request
}

export type CacheSlot = {
  readonly target: Target
  readonly key: string
  readonly maxAgeMs: number
  /** In semantic mode: keeps the answer for similar questions too. */
  readonly keepQuestion?: (answer: CachedResponse) => void
}

/** An object, not a function: a call is one already, and costs no closure a request. */
type Abortable = { abort(): void }

const NO_BODY: RequestBody = { kind: 'none' }

export class Exchange implements EventListenerObject {
  readonly startedAtMs = Date.now()
  readonly #start = performance.now()
  readonly decisions: Decision[] = []
  readonly attempts: AttemptRecord[] = []
  readonly warnings: string[] = []

  caller: Caller | null = null
  options: GatewayOptions | null = null
  body: RequestBody = NO_BODY
  /** The caller's parameters: its JSON body parsed, or the text fields of its form; null when it has neither. */
  params: JsonObject | null = null
  /** Set when the body is large: `params` is then only its outline. */
  facts: BodyFacts | null = null
  /** Set when the body is a form. */
  formBoundary: string | null = null
  /** True when it asks which models it can reach at all. */
  listsReach = false
  /** The target called last. */
  lastTarget: Target | null = null
  /** The saved config it goes by. */
  savedConfig: SavedSource | null = null
  /** On prompt routes: what the saved prompts made of the request. */
  prompt: PromptRun | null = null
  cacheStatus: RequestRecord['cacheStatus'] = 'DISABLED'
  /** Where the answer goes in the cache, when it may. */
  cacheSlot: CacheSlot | null = null
  /** What it consumed, found out before its record is made. */
  counted: Counted | null = null
  /** What budgets and rate limits have set aside for it; null while none applies. */
  holds: RequestHolds | null = null
  /** Counts the request to its key and its body to the memory; null until it is admitted. */
  bodyHold: BodyHold | null = null
  /** Reads a body that is too large for one call; null when none is being read. */
  bodyReader: BodyReader | null = null
  /** Where it stands among the exchanges under way. */
  place: number | null = null
  isFinished = false
  /** Its record's way into the journal, when it is not there yet: the answer waits for it. */
  writing: Promise<void> | null = null
  /** True while we wait for bytes of the caller's body. */
  isReceiving = false
  /** True once the connection's idle time-out is off: the request runs longer than a second. */
  isLong = false
  hasLeft = false
  /** What runs for it now: a call to a provider, or the wait before the next. */
  running: Abortable | null = null
  /** The call whose answer is sent, else the one made last. */
  answering: { readonly hiddenUsage: unknown; readonly target: Target; readonly servedModel: string | null } | null =
    null
  /** Calls made to providers. */
  calls = 0
  /** Calls whose responses are read in the background, for the case that no later one answers. */
  keeping: Abortable[] | null = null
  /** When bytes last moved, or when the wait began that `isAwaitingCaller` names; the sweep ends what waits too long. */
  lastActivityMs = 0
  /** True while the provider's answer waits for the caller to read on: the provider's silence does not count then. */
  isAwaitingCaller = false
  /** True when the caller had its connection closed because it read nothing for too long. */
  hasStalled = false
  /** Why we ended the upstream call ourselves, when it was neither the caller nor a target's time-out. */
  endedBy: 'upstream_idle' | 'shutting_down' | null = null

  /** A prompt route turns into the completion it stands for. */
  constructor(
    public incoming: Incoming,
    readonly id: string = Bun.randomUUIDv7(),
  ) {
    this.lastActivityMs = this.#start
  }

  get traceId(): string {
    return this.incoming.traceId
  }

  /** Usage that the caller does not see, of the call whose answer is sent. */
  get hiddenUsage(): unknown {
    return this.answering?.hiddenUsage ?? null
  }

  get model(): string | null {
    const model = this.params?.['model']
    return typeof model === 'string' ? model : null
  }

  /** False once an upload that cannot be repeated has begun. */
  get isReplayable(): boolean {
    return this.body.kind !== 'stream' || !this.body.taken
  }

  elapsedMs(): number {
    return performance.now() - this.#start
  }

  /** Something moved; says when, in milliseconds since the request came. */
  touch(): number {
    this.lastActivityMs = performance.now()
    return this.lastActivityMs - this.#start
  }

  /** Upload progress is no sign that the caller reads: it never resets the caller's clock. */
  uploaded(): void {
    this.isReceiving = false
    if (!this.isAwaitingCaller) this.lastActivityMs = performance.now()
  }

  /** From now on the provider's clock runs. */
  awaitProvider(): void {
    this.isAwaitingCaller = false
    this.lastActivityMs = performance.now()
  }

  /** From now on the caller's clock runs. */
  awaitCaller(): void {
    this.isAwaitingCaller = true
    this.lastActivityMs = performance.now()
  }

  leaveCache(): void {
    this.cacheSlot = null
    this.cacheStatus = 'DISABLED'
  }

  /** Said once, however many attempts find it. */
  warn(warning: string): void {
    if (!this.warnings.includes(warning)) this.warnings.push(warning)
  }

  decide(kind: Decision['kind'], target: string | null, reason: string, atMs = this.elapsedMs(), durationMs = 0): void {
    this.decisions.push({ kind, atMs: round(atMs), durationMs: round(durationMs), target, reason })
  }

  /** The connection's end, as its signal tells it. */
  handleEvent(): void {
    this.leave()
  }

  /** The caller is gone: nothing more is owed to it, and the provider must stop working for it. */
  leave(): void {
    if (this.hasLeft || this.isFinished) return
    this.hasLeft = true
    this.stopKeeping()
    this.running?.abort()
  }

  stopKeeping(): void {
    const { keeping } = this
    this.keeping = null
    if (keeping) for (const call of keeping) call.abort()
  }

  /** The caller has read nothing for longer than it may: as good as gone. */
  endStalled(): void {
    this.hasStalled = true
    this.leave()
  }

  /** The provider has been silent beyond the idle limit. */
  endIdle(): void {
    this.endedBy = 'upstream_idle'
    this.running?.abort()
  }

  endForShutdown(): void {
    this.endedBy = 'shutting_down'
    this.bodyReader?.stop(new GatewayError('shutting_down'))
    this.stopKeeping()
    this.running?.abort()
  }
}

/** Whether what was said may be kept: the request's word, then its workspace's, then the deployment's. */
export function keepsBodies({ caller, options }: Exchange, byDefault: boolean): boolean {
  return options?.debug !== false && (caller?.logBodies ?? byDefault)
}

/** Microseconds are as fine as our clock is honest. */
export function round(ms: number): number {
  return Math.round(ms * 1000) / 1000
}
