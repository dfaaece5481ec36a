/** Sends the attempts of a plan: prepares each one, looks up the cache, holds its budget, sends it, and reads the response far enough to decide what follows. */

import { PatternRuns } from '../../config/patterns.ts'
import type { RequestFacts, Target } from '../../config/plan.ts'
import { errorResponse } from '../../core/error-response.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Decision } from '../../core/record.ts'
import type { EgressRequest, UpgradeTerms, UpstreamResponse } from '../../egress/outbound.ts'
import type { Egress } from '../../egress/send.ts'
import type { Circuit, CircuitResult } from '../../policies/circuit.ts'
import type { Outgoing } from '../../providers/adapter.ts'
import { refuseModel } from '../limits/model-access.ts'
import type { AttemptHold } from '../limits/request-holds.ts'
import type { RequestLimits } from '../limits/request-limits.ts'
import type { LocalCounter } from '../meter/local/token-counter.ts'
import type { Circuits } from '../plan/circuits.ts'
import type { AttemptOutcome, MovesOn, PlanEnvironment, RoutedRequest } from '../plan/run-plan.ts'
import { withPromptOf } from '../prompts/render-prompt.ts'
import { ResponseBody } from '../relay/response-body.ts'
import { type Attempted, type CacheState, logsBodies, type Outbound, type Planned } from '../request.ts'
import { prepareSocket, refuseSocket } from '../sockets/prepare-socket.ts'
import type { VirtualKeys } from '../stored/virtual-keys.ts'
import { Attempt } from './attempt.ts'
import { countHere, missingCounter } from './count-here.ts'
import { type Access, accessFor, canRotate, fingerprint, isRotated, nextAccess, renewsToken } from './credential.ts'
import { type Prepared, type PrepareRules, prepare } from './prepare.ts'
import { bufferFallback, type ProviderResponse, readResponse, retryAfterMs, statusOf } from './provider-response.ts'
import { type CachePorts, checkSlot, lookUp, NOT_CACHED } from './response-cache.ts'
import { sentBody } from './sent-body.ts'
import { hideUsage } from './stream-usage.ts'
import { isCountedHere } from './translation.ts'

export type AttemptPorts = PrepareRules &
  CachePorts & {
    readonly egress: Egress
    readonly baseUrlOf: (request: Request) => string
    readonly virtualKeys: VirtualKeys
    readonly limits: Pick<RequestLimits, 'open'>
    readonly tokens: Pick<LocalCounter, 'count'>
    /** Upstream requests that one request may send: retries, fallbacks and credential rotation together. */
    readonly maxAttempts: number
  }

type Outcome = AttemptOutcome<ProviderResponse>

const ABANDONED: Outcome = { kind: 'abandoned' }

/** An attempt that may be sent. */
type Ready = { readonly kind: 'ready'; readonly prepared: Prepared; readonly hold: AttemptHold | null }

/** Sends requests to targets, one after the other. */
export class TargetAttempts<Request extends Outbound> {
  #lastTarget: Target | null = null
  #lastAttempt: Attempt | null = null
  #cache: CacheState = NOT_CACHED

  constructor(
    protected request: Request,
    private readonly attemptPorts: AttemptPorts,
  ) {}

  get lastTarget(): Target | null {
    return this.#lastTarget
  }

  get lastAttempt(): Attempt | null {
    return this.#lastAttempt
  }

  get cache(): CacheState {
    return this.#cache
  }

  /** The request as it goes to a target. */
  protected requestFor(_target: Target): Request {
    return this.request
  }

  /** A virtual key may have several provider keys: if the provider refuses one, the next is tried. That is not a retry. */
  async attempt(target: Target, retry: number, next: MovesOn | null): Promise<Outcome> {
    const ports = this.attemptPorts
    this.#lastTarget = target
    const request = this.requestFor(target)
    const { journal, connection } = request
    if (connection.hasLeft) return ABANDONED
    let access: Access
    try {
      access = await accessFor(request, target, ports.virtualKeys)
    } catch (error) {
      return unprepared(request, target, error)
    }
    const tried = new Set<string>()
    let isRenewed = false
    for (;;) {
      const ready = await this.#prepare(request, target, access, retry === 0 && tried.size === 0 && !isRenewed)
      if (ready.kind !== 'ready') return ready
      const { prepared, hold } = ready
      const { outgoing, servedModel, upgrade } = prepared
      const isLogged = logsBodies(request, ports.logBodies)
      const attempt = new Attempt(journal, connection, {
        target,
        retry,
        url: withoutQuery(outgoing.url),
        servedModel,
        hold,
        sent: isLogged ? sentBody(request.body, target, prepared) : null,
        logsBodies: isLogged,
      })
      this.#lastAttempt = attempt
      let outcome: Outcome & { readonly kind: 'answered' }
      try {
        const received = await ports.egress.open(sendable(outgoing, attempt, upgrade), attempt.signal, access.terms)
        outcome = await this.#read(
          attempt,
          received,
          prepared,
          next,
          canRotate(access) || (!isRenewed && outgoing.discardToken !== undefined),
        )
        hold?.answered(outcome.status)
      } catch (error) {
        return failed(attempt, error)
      }
      const missing =
        next?.(outcome.status) === true ? null : missingCounter(request, prepared, access, outcome.response)
      if (missing !== null) return counted(request, target, prepared, missing, ports)
      if (!isRenewed && renewsToken(request, target, outcome, outgoing, ports)) {
        isRenewed = true
        continue
      }
      if (access.stored === null) return outcome
      const following = await nextAccess(request, target, outcome, access.stored, tried, ports)
      if (following === null) return outcome
      access = following
    }
  }

  /** Everything before an attempt is sent. Any other outcome than `ready` ends it. */
  async #prepare(request: Request, target: Target, access: Access, isFirst: boolean): Promise<Ready | Outcome> {
    const ports = this.attemptPorts
    const missing = refuseSocket(request, target)
    if (missing) return refused(request, target, missing, ports.baseUrlOf(request.connection.request))
    let prepared: Prepared
    try {
      const isSocket = request.head.socket !== undefined
      prepared = await (isSocket ? prepareSocket : prepare)(request, target, access, ports)
    } catch (error) {
      return unprepared(request, target, error)
    }
    const { params, attached = null, otherModels, servedModel, outgoing } = prepared
    const virtualKey = access.stored?.key ?? null
    const named = otherModels === undefined ? {} : { otherModels }
    const attempt = { request, target, virtualKey, params, attached, ...named, servedModel, body: outgoing.body }
    // Before the cache: a cached response of a disabled model is not served either.
    const disabled = refuseModel(attempt)
    if (disabled) return refused(request, target, disabled, ports.baseUrlOf(request.connection.request))
    if (isCountedHere(prepared.translation)) {
      this.#cache = NOT_CACHED
      return counted(request, target, prepared, 'has no token counter', ports)
    }
    if (!isFirst) this.#cache = await checkSlot(this.#cache, request, target, prepared, ports)
    else if (!target.cache) this.#cache = NOT_CACHED
    else {
      const { response, state } = await lookUp(request, target, prepared, ports)
      this.#cache = state
      if (response) return { kind: 'answered', status: response.status, response, isLocal: true }
    }
    const hold = await ports.limits.open(attempt)
    if (hold instanceof GatewayError) return refused(request, target, hold, ports.baseUrlOf(request.connection.request))
    if (!request.connection.hasLeft) return { kind: 'ready', prepared, hold }
    hold?.release()
    return ABANDONED
  }

  async #read(
    attempt: Attempt,
    received: UpstreamResponse,
    { translation, hidesUsage }: Prepared,
    next: MovesOn | null,
    rotates: boolean,
  ): Promise<Outcome & { readonly kind: 'answered' }> {
    const { target } = attempt
    const result = target.circuit ? Promise.withResolvers<CircuitResult>() : null
    const response = await readResponse(attempt, received, {
      endpoint: this.request.head.endpoint.name,
      translation,
      reportResult: result?.resolve ?? null,
      isPassing: next?.(received.status) === true || (rotates && isRotated(received.status)),
      bodies: this.attemptPorts.bodies,
    })
    const { body } = response
    if (!(body instanceof ResponseBody)) {
      attempt.end(response.status, null)
      return { kind: 'answered', status: response.status, response }
    }
    if (hidesUsage && response.isEventStream) {
      response.body = hideUsage(body, (usage) => {
        attempt.hiddenUsage = usage
      })
    }
    const status = await statusOf(attempt, response, next !== null || rotates)
    if (response.isUnread) attempt.endUnread(response.status)
    const isPending = result !== null && response.reportResult !== null
    return { kind: 'answered', status, response, ...(isPending && { settled: result.promise }) }
  }
}

/** The environment of a running plan: this request, the real clock, the network. */
export class PlanAttempts extends TargetAttempts<Planned> implements PlanEnvironment<ProviderResponse>, RoutedRequest {
  #facts: RequestFacts | null = null

  /** `fieldTexts`: the texts of sticky fields in a large body; null if no route needs them. */
  constructor(
    planned: Planned,
    private readonly fieldTexts: ReadonlyMap<string, string> | null,
    private readonly ports: AttemptPorts & { readonly circuits: Circuits },
  ) {
    super(planned, ports)
  }

  /** The request after the plan has run. */
  end(): Attempted {
    return { ...this.request, lastTarget: this.lastTarget, lastAttempt: this.lastAttempt, cache: this.cache }
  }

  /** On prompt routes, a target may name a prompt of its own. */
  protected override requestFor(target: Target): Planned {
    if (this.request.prompts) this.request = withPromptOf(this.request, target)
    return this.request
  }

  get stickyId(): string {
    return this.request.caller.keyId
  }

  facts(): RequestFacts {
    this.#facts ??= this.#readFacts()
    return this.#facts
  }

  #readFacts(): RequestFacts {
    const { options, body, head } = this.request
    const { headers, pathname } = head
    const metadata = options.metadata ?? {}
    const facts = { metadata, params: body.params ?? {}, headers, pathname, patternRuns: new PatternRuns() }
    return this.fieldTexts ? { ...facts, fieldTexts: this.fieldTexts } : facts
  }

  elapsedMs(): number {
    return this.request.journal.elapsedMs()
  }

  epochMs(): number {
    return Date.now()
  }

  clockMs(): number {
    return performance.now()
  }

  random(): number {
    return Math.random()
  }

  circuit(target: Target): Circuit | null {
    if (!target.circuit) return null
    const credential = fingerprint(this.request, target, this.ports.virtualKeys)
    return this.ports.circuits.of(target, this.request.caller.workspaceId, credential)
  }

  wait(ms: number): Promise<boolean> {
    const { connection } = this.request
    if (connection.hasLeft) return Promise.resolve(false)
    const { promise, resolve, reject } = Promise.withResolvers<boolean>()
    const timer = setTimeout(resolve, ms, true)
    connection.current = {
      clock: null,
      interrupt(reason) {
        clearTimeout(timer)
        if (reason === 'client_left') resolve(false)
        else reject(new GatewayError('shutting_down'))
      },
    }
    return promise
  }

  attemptsLeft(): number {
    return this.ports.maxAttempts - this.request.journal.attempts.length
  }

  bufferFallback(response: ProviderResponse): Promise<boolean> {
    return bufferFallback(response)
  }

  retryAfterMs(response: ProviderResponse): number | null {
    return retryAfterMs(response)
  }

  isReplayable(): boolean {
    return this.request.body.isReplayable
  }

  decide(kind: Decision['kind'], target: string | null, reason: string, atMs?: number, durationMs?: number): void {
    this.request.journal.decide(kind, target, reason, atMs, durationMs)
  }
}

function sendable(outgoing: Outgoing, attempt: Attempt, upgrade: UpgradeTerms | undefined): EgressRequest {
  if (upgrade) return { ...outgoing, upgrade }
  return outgoing.body instanceof ReadableStream ? { ...outgoing, upload: attempt } : outgoing
}

/** An unavailable token service is a failure of the target. Every other error of the preparation ends the plan. */
function unprepared({ journal }: Outbound, target: Target, error: unknown): Outcome {
  if (!(error instanceof GatewayError) || error.status < 501) throw error
  journal.decide('attempt', target.configPath, `${error.code}: ${error.message}`)
  return { kind: 'failed', status: error.status, error }
}

/** A token count of ours. The provider got no request for it, or has no counter. */
async function counted(
  request: Outbound,
  target: Target,
  prepared: Prepared,
  reason: string,
  { tokens }: Pick<AttemptPorts, 'tokens'>,
): Promise<Outcome> {
  const response = await countHere(request, target, prepared, reason, tokens)
  if (request.connection.hasLeft) return ABANDONED
  return { kind: 'answered', status: response.status, response, isLocal: true }
}

/** The plan treats a refusal of ours like a response with its status. Circuits and credentials learn nothing from it. */
function refused({ id, head, journal }: Outbound, target: Target, refusal: GatewayError, baseUrl: string): Outcome {
  const { status, headers, body } = errorResponse(refusal, head.traceId, id, baseUrl, target.provider.slug)
  const response: ProviderResponse = {
    target,
    status,
    headers,
    isEventStream: false,
    body: Buffer.from(body),
    hasErrorEvent: false,
    attempt: null,
    firstByteMs: journal.elapsedMs(),
    reportResult: null,
    refusal,
  }
  return { kind: 'answered', status, response, isLocal: true }
}

function failed(attempt: Attempt, error: unknown): Outcome {
  const { failureStatus, hold } = attempt
  const reason = attempt.explain(error)
  if (failureStatus !== null) hold?.release()
  else hold?.failed(reason)
  if (reason === 'abandoned') {
    attempt.end(failureStatus, null, 'ended: the caller left')
    return ABANDONED
  }
  attempt.end(failureStatus, reason)
  // Another target or a retry would meet the same refusal of ours.
  if (reason.code === 'shutting_down' || (reason.status < 500 && reason.code !== 'request_timeout')) throw reason
  return { kind: 'failed', status: reason.status, error: reason }
}

function withoutQuery(url: string): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}
