/**
 * Sends the attempts of a plan: prepares each one, looks up the cache, holds its budget, sends it, and reads enough of
 * the response to decide what follows.
 */

import { PatternRuns } from '../../config/patterns.ts'
import type { RequestFacts, Target } from '../../config/plan.ts'
import { errorResponse } from '../../core/error-response.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Decision } from '../../core/record.ts'
import type { SecretReferences } from '../../core/secrets/secret-references.ts'
import type { EgressRequest, UpgradeTerms, UpstreamResponse } from '../../egress/outbound.ts'
import type { Egress } from '../../egress/send.ts'
import type { Circuit, CircuitResult } from '../../policies/circuit.ts'
import type { Outgoing } from '../../providers/adapter.ts'
import { DENIED_STATUS } from '../guard/denial.ts'
import { guardError, isProviderError } from '../guard/guard-error.ts'
import { deniedRequest, type GuardedOutcome, guardWhole } from '../guard/guard-response.ts'
import { type GuardedRequest, type GuardPorts, PASSED_INPUT, RequestGuards } from '../guard/request-guards.ts'
import { guardStream, isGuardedAsStream } from '../guard/stream/guard-stream.ts'
import { uncoveredRefusal } from '../guard/uncovered-refusal.ts'
import { modelRefusalOf } from '../limits/model-access.ts'
import type { AttemptHold } from '../limits/request-holds.ts'
import type { RequestLimits } from '../limits/request-limits.ts'
import type { LocalCounter } from '../meter/local/token-counter.ts'
import type { Circuits } from '../plan/circuits.ts'
import type { AttemptOutcome, MovesOn, PlanEnvironment, RoutedRequest } from '../plan/run-plan.ts'
import { withPromptOf } from '../prompts/render-prompt.ts'
import { ResponseBody } from '../relay/response-body.ts'
import { type Attempted, type CacheState, logsBodies, type Outbound, type Planned } from '../request.ts'
import { prepareSocket } from '../sockets/prepare-socket.ts'
import { socketRefusal } from '../sockets/socket-refusals.ts'
import { Attempt } from './attempt.ts'
import { countHere, missingCounter } from './count-here.ts'
import {
  type Access,
  accessFor,
  accessWithNewSecret,
  type CredentialPorts,
  canRotate,
  fingerprint,
  isRotated,
  nextAccess,
  retryWithNewToken,
} from './credential.ts'
import { modelIn } from './make-body.ts'
import { type Prepared, type PrepareRules, prepare } from './prepare.ts'
import { bufferEarlier, type ProviderResponse, readResponse, retryAfterMs, statusOf } from './provider-response.ts'
import { type CachePorts, checkSlot, lookUp, NOT_CACHED } from './response-cache.ts'
import { sentBody } from './sent-body.ts'
import { hideUsage } from './stream-usage.ts'
import { isCountedHere } from './translation.ts'

export type AttemptPorts = PrepareRules &
  CachePorts &
  GuardPorts & {
    readonly egress: Egress
    readonly baseUrlOf: (request: Request) => string
    readonly virtualKeys: CredentialPorts['virtualKeys']
    readonly references: SecretReferences
    readonly limits: Pick<RequestLimits, 'holdFor'>
    readonly tokens: Pick<LocalCounter, 'count'>
    /** How many upstream requests one request may send: retries, fallbacks and credential rotation together. */
    readonly maxAttempts: number
  }

type Outcome = AttemptOutcome<ProviderResponse>

const ABANDONED: Outcome = { kind: 'abandoned' }

/**
 * The request of an attempt under guardrails, and the target with the parameter changes that still have to be applied.
 */
type GuardedAttempt<Request> = { readonly request: Request; readonly target: Target; readonly input: GuardedRequest }

/** An attempt that may be sent. */
type Ready = { readonly kind: 'ready'; readonly prepared: Prepared; readonly hold: AttemptHold | null }

/** Sends requests to targets, one after the other. */
export class TargetAttempts<Request extends Outbound> {
  #lastTarget: Target | null = null
  #lastAttempt: Attempt | null = null
  #cache: CacheState = NOT_CACHED
  #guards: RequestGuards | null = null

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

  /** Null if no target so far has guardrails. */
  get guards(): RequestGuards | null {
    return this.#guards
  }

  /** The request as it is sent to a target. */
  protected requestFor(_target: Target): Request {
    return this.request
  }

  /**
   * A virtual key may have several provider keys: if the provider refuses one, the next is tried. This does not count
   * as a retry.
   */
  async attempt(target: Target, retry: number, next: MovesOn | null): Promise<Outcome> {
    const ports = this.attemptPorts
    this.#lastTarget = target
    const given = this.requestFor(target)
    const { journal, connection } = given
    if (connection.hasLeft) return ABANDONED
    connection.requireRunning()
    const uncovered = socketRefusal(given.head, target) ?? uncoveredRefusal(given.head, target)
    if (uncovered) return refused(given, target, uncovered, ports.baseUrlOf(connection.request))
    let access: Access
    try {
      access = await accessFor(given, target, ports)
    } catch (error) {
      return unprepared(given, target, error)
    }
    const guarded = target.guardrails === null ? null : await this.#guardInput(given, target)
    if (guarded && 'kind' in guarded) return guarded
    const request = guarded?.request ?? given
    const tried = new Set<string>()
    let isRenewed = false
    for (;;) {
      const isFirst = retry === 0 && tried.size === 0 && !isRenewed
      const ready = await this.#prepare(request, target, guarded, access, isFirst)
      if (ready.kind !== 'ready') return ready
      const { prepared, hold } = ready
      const { outgoing, servedModel, upgrade } = prepared
      const isLogged = logsBodies(request, ports.logBodies)
      const attempt = new Attempt(journal, connection, {
        target,
        retry,
        url: withoutQuery(outgoing.url),
        // A guardrail may have changed the model.
        servedModel: servedModel ?? (guarded?.input.body ? modelIn(prepared.params) : null),
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
          canRotate(access) || (!isRenewed && (outgoing.discardToken !== undefined || access.stored?.values != null)),
        )
        hold?.answered(outcome.status)
        if (guarded) outcome = { ...outcome, ...(await this.#guardOutput(guarded, target, outcome, prepared)) }
      } catch (error) {
        return failed(attempt, error)
      }
      const missing =
        next?.(outcome.status) === true ? null : missingCounter(request, prepared, access, outcome.response)
      if (missing !== null) return counted(request, target, prepared, missing, ports)
      if (!isRenewed && retryWithNewToken(request, target, outcome, outgoing, ports)) {
        isRenewed = true
        continue
      }
      if (access.stored === null) return outcome
      const rotated = isRenewed ? null : await accessWithNewSecret(request, target, outcome, access.stored, ports)
      if (rotated !== null) {
        isRenewed = true
        access = rotated
        continue
      }
      const following = await nextAccess(request, target, outcome, access.stored, tried, ports)
      if (following === null) return outcome
      access = following
    }
  }

  /** Does everything that comes before sending an attempt. Any outcome other than `ready` ends the attempt. */
  async #prepare(
    request: Request,
    target: Target,
    guarded: GuardedAttempt<Request> | null,
    access: Access,
    isFirst: boolean,
  ): Promise<Ready | Outcome> {
    const ports = this.attemptPorts
    let prepared: Prepared
    try {
      const isSocket = request.head.socket !== undefined
      prepared = await (isSocket ? prepareSocket : prepare)(request, guarded?.target ?? target, access, ports)
    } catch (error) {
      return unprepared(request, target, error)
    }
    const { params, attached = null, otherModels, servedModel, outgoing } = prepared
    const virtualKey = access.stored?.key ?? null
    const named = otherModels === undefined ? {} : { otherModels }
    const attempt = { request, target, virtualKey, params, attached, ...named, servedModel, body: outgoing.body }
    // Before the cache: a cached response of a disabled model is not served either.
    const disabled = modelRefusalOf(attempt)
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
      if (response) {
        const hit = { kind: 'answered', status: response.status, response, isLocal: true } as const
        return guarded ? { ...hit, ...(await this.#guardOutput(guarded, target, hit, prepared)) } : hit
      }
    }
    const hold = await ports.limits.holdFor(attempt)
    if (hold instanceof GatewayError) return refused(request, target, hold, ports.baseUrlOf(request.connection.request))
    if (!request.connection.hasLeft) return { kind: 'ready', prepared, hold }
    hold?.release()
    return ABANDONED
  }

  /** Runs the input guardrails. Returns the request to send, or the response to a denied request. */
  async #guardInput(request: Request, target: Target): Promise<GuardedAttempt<Request> | Outcome> {
    this.#guards ??= new RequestGuards(request, this.attemptPorts)
    if (request.head.socket !== undefined) return { request, target, input: PASSED_INPUT }
    const input = await this.#guards.input(request, target)
    if (request.connection.hasLeft) return ABANDONED
    if (input.run.verdict === 'denied')
      return { kind: 'answered', isLocal: true, ...deniedRequest(request, target, input.run) }
    if (input.body === null) return { request, target, input }
    // The body already has the parameter changes.
    return {
      request: { ...request, body: input.body },
      target: { ...target, changes: null, stripsModel: false },
      input,
    }
  }

  async #guardOutput(
    { request, input }: GuardedAttempt<Request>,
    target: Target,
    { status, response }: { readonly status: number; readonly response: ProviderResponse },
    { params }: Prepared,
  ): Promise<GuardedOutcome> {
    const isSuccess = response.status >= 200 && response.status <= 299
    if (!this.#guards || !isSuccess || response.socket) return { status, response }
    if (isGuardedAsStream(request, response)) {
      const isCached = this.#cache.slot !== null
      const made = await guardStream(this.#guards, request, target, input, response, params, isCached)
      // The stream is guarded even after an error event that counts as a failure, because text may still follow.
      return status === response.status || made.status === DENIED_STATUS ? made : { ...made, status }
    }
    if (status !== response.status) return { status, response }
    return guardWhole(this.#guards, request, target, input, response, params)
  }

  /** Applies guardrails to the response that the plan chose, if it is an error of a provider. */
  async guardError(response: ProviderResponse): Promise<ProviderResponse> {
    const guards = this.#guards
    const request = this.requestFor(response.target)
    if (!guards || !isProviderError(response) || request.head.socket !== undefined) return response
    // Returns the stored result: the input guardrails ran before the attempt.
    const input = await guards.input(request, response.target)
    return guardError(guards, request, (input.body ?? request.body).params, response)
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
      // Guardrails need the body of every successful response.
      movesOn:
        (next?.(received.status) === true && (target.guardrails === null || received.status > 299)) ||
        (rotates && isRotated(received.status)),
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
    const { lastTarget, lastAttempt, cache, guards } = this
    return { ...this.request, lastTarget, lastAttempt, cache, guards }
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
        else reject(new GatewayError(connection.termination ?? 'shutting_down'))
      },
    }
    return promise
  }

  attemptsLeft(): number {
    return this.ports.maxAttempts - this.request.journal.attempts.length
  }

  bufferEarlier(response: ProviderResponse): Promise<boolean> {
    return bufferEarlier(response)
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

/**
 * An error with status 502 or higher, such as an unavailable token service or secret store, is a failure of the target.
 * Every other error of the preparation ends the plan.
 */
function unprepared({ journal }: Outbound, target: Target, error: unknown): Outcome {
  if (!(error instanceof GatewayError) || error.status < 501) throw error
  journal.decide('attempt', target.configPath, `${error.code}: ${error.message}`)
  return { kind: 'failed', status: error.status, error }
}

/** Counts the tokens in the gateway: the provider was not called, or has no counter. */
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

/**
 * The plan treats a refusal by the gateway like a response with the same status. It does not affect circuits or
 * provider keys.
 */
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
    attempt.end(failureStatus, null, 'ended: the caller disconnected')
    return ABANDONED
  }
  attempt.end(failureStatus, reason)
  // The gateway would refuse a retry or another target for the same reason.
  if (attempt.connection.termination !== null || (reason.status < 500 && reason.code !== 'request_timeout'))
    throw reason
  return { kind: 'failed', status: reason.status, error: reason }
}

function withoutQuery(url: string): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}
