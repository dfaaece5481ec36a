/** The story of a request, one line a stage. */

import { PatternRuns } from '../config/patterns.ts'
import type { RequestFacts, Target } from '../config/plan.ts'
import type { Caller } from '../core/caller.ts'
import { asGatewayError, GatewayError } from '../core/errors.ts'
import { readGatewayOptions } from '../core/options/gateway-options.ts'
import type { Decision } from '../core/record.ts'
import { refuseReserved } from '../core/reserved-paths.ts'
import type { Circuit } from '../policies/circuit.ts'
import { admit } from './admit.ts'
import { authenticateSender, type SenderPorts } from './authenticate.ts'
import { type AttemptPorts, attempt } from './call/attempt.ts'
import { fingerprint } from './call/credential.ts'
import { keep } from './call/hold-head.ts'
import { askedToWaitMs, readWhole, type UpstreamReply } from './call/reply.ts'
import { choosePlan, type PlanPorts } from './choose-plan.ts'
import { withDefaultMetadata } from './default-metadata.ts'
import { checkHeaderCount, openExchange, type ReceivePorts, receive } from './edge.ts'
import type { Exchange } from './exchange.ts'
import { stickyTexts } from './large/sticky-texts.ts'
import type { RequestLimits } from './limits/request-limits.ts'
import type { Load } from './load.ts'
import type { RoutedRequest } from './plan/choose-route.ts'
import type { Circuits } from './plan/circuits.ts'
import { type CallOutcome, type MovesOn, type PlanWorld, runPlan } from './plan/run-plan.ts'
import { isPromptRoute, type PromptPorts, takePrompt, takeTargetPrompts, usePromptOf } from './prompts/take-prompt.ts'
import { abandon, refuse } from './refuse.ts'
import { relay } from './relay.ts'
import type { RelayPorts } from './relay-stream.ts'
import type { ModelLists } from './stored/model-lists.ts'
import { addReachableModels } from './stored/reachable-models.ts'

export type GatewayPorts = RelayPorts &
  ReceivePorts &
  AttemptPorts &
  PlanPorts &
  PromptPorts &
  SenderPorts & {
    readonly circuits: Circuits
    readonly limits: RequestLimits
    readonly load: Load
    readonly modelLists: ModelLists
    readonly isSetting: (key: string) => boolean
    /** The sender's address: the socket's, or what a trusted proxy says. */
    readonly addressOf: (request: Request) => string
    readonly onOpened: (exchange: Exchange) => void
    /** Told of failures that are our own defects; the caller sees only a trace id. */
    readonly onDefect: (error: unknown, traceId: string) => void
  }

export async function handle(request: Request, ports: GatewayPorts): Promise<Response> {
  const exchange = openExchange(request, ports.prefixes)
  ports.onOpened(exchange)
  request.signal.addEventListener('abort', exchange)
  try {
    const { headers } = exchange.incoming
    const known = authenticateSender(request, headers, ports)
    const holder = known instanceof Promise ? await known : known
    exchange.caller = holder
    noteUse(holder, request, ports)
    exchange.decide('authenticated', null, senderOf(holder), 0, exchange.elapsedMs())
    checkHeaderCount(exchange)
    checkReserved(exchange)
    const options = readGatewayOptions(headers, ports)
    exchange.options = options
    for (const warning of options.warnings) exchange.warn(warning)
    const { workspaceId } = options
    const caller = workspaceId === null ? holder : await ports.directory.inWorkspace(holder, workspaceId)
    exchange.caller = caller
    exchange.options = withDefaultMetadata(options, caller)
    admit(exchange, caller, ports.load)
    // Before the body: a caller over its limits must not make us read one.
    const counting = ports.limits.countRequest(exchange, caller)
    if (counting) await counting
    exchange.isReceiving = true
    const receiving = receive(exchange, ports)
    if (receiving) await receiving
    exchange.isReceiving = false
    const reserving = ports.limits.reserveTokens(exchange, caller)
    if (reserving) await reserving
    if (isPromptRoute(exchange)) await takePrompt(exchange, caller, ports)
    const choosing = choosePlan(exchange, options, caller, ports)
    const plan = choosing instanceof Promise ? await choosing : choosing
    if (exchange.prompt) await takeTargetPrompts(exchange, plan)
    const fieldTexts = exchange.facts ? await stickyTexts(exchange, plan, ports.bodies) : null
    const world = new LiveWorld(exchange, caller, ports, fieldTexts)
    const result = await runPlan(plan, world, world)
    if (exchange.keeping) exchange.stopKeeping()
    if (result.kind === 'abandoned') return abandon(exchange, ports)
    const { reply, retryCount } = result
    if (reply.refusal) throw reply.refusal
    if (reply.isUnread) await readWhole(reply)
    const all = exchange.listsReach ? await addReachableModels(exchange, reply, caller, ports) : reply
    const relaying = relay(exchange, all, retryCount, ports)
    const answer = relaying instanceof Promise ? await relaying : relaying
    if (exchange.writing) await exchange.writing
    return answer
  } catch (error) {
    if (exchange.hasLeft) return abandon(exchange, ports)
    const refusal = asGatewayError(error)
    if (refusal.code === 'internal_error') ports.onDefect(refusal.cause, exchange.traceId)
    return refuse(exchange, refusal, ports)
  }
}

/** `/v1/proxy/<path>` reaches every path of a provider. */
function checkReserved({ incoming }: Exchange): void {
  const { endpoint, method, path, pathname } = incoming
  if (endpoint.name === 'proxy' && !pathname.startsWith('/v1/proxy/')) refuseReserved(method, path)
}

function senderOf({ isPerson, kind, keyName }: Caller): string {
  return isPerson ? `${keyName}, signed in` : `${kind} key ${keyName}`
}

/** On its own: what a function within `handle` holds on to would be moved to the heap for every request. */
function noteUse(caller: Caller, request: Request, { directory, addressOf }: GatewayPorts): void {
  directory.noteUse(caller, () => addressOf(request))
}

/** The walk's world: this exchange, the real clock, the real network. */
class LiveWorld implements PlanWorld<UpstreamReply>, RoutedRequest {
  #facts: RequestFacts | null = null

  constructor(
    private readonly exchange: Exchange,
    private readonly caller: Caller,
    private readonly ports: GatewayPorts,
    private readonly fieldTexts: ReadonlyMap<string, string> | null,
  ) {}

  get stickyId(): string {
    return this.caller.keyId
  }

  facts(): RequestFacts {
    this.#facts ??= this.#readFacts()
    return this.#facts
  }

  #readFacts(): RequestFacts {
    const { options, params, incoming } = this.exchange
    const { headers, pathname } = incoming
    const metadata = options?.metadata ?? {}
    const facts = { metadata, params: params ?? {}, headers, pathname, patternRuns: new PatternRuns() }
    return this.fieldTexts ? { ...facts, fieldTexts: this.fieldTexts } : facts
  }

  elapsedMs(): number {
    return this.exchange.elapsedMs()
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
    return this.ports.circuits.of(
      target,
      this.caller.workspaceId,
      fingerprint(this.exchange, target, this.ports.virtualKeys),
    )
  }

  wait(ms: number): Promise<boolean> {
    return wait(this.exchange, ms)
  }

  callsLeft(): number {
    return this.ports.maxCalls - this.exchange.calls
  }

  call(target: Target, retry: number, next: MovesOn | null): Promise<CallOutcome<UpstreamReply>> {
    this.exchange.lastTarget = target
    if (this.exchange.prompt) usePromptOf(this.exchange, target)
    return attempt(this.exchange, target, retry, next, this.ports)
  }

  keep(reply: UpstreamReply): Promise<boolean> {
    return keep(reply)
  }

  retryAfterMs(reply: UpstreamReply): number | null {
    return askedToWaitMs(reply)
  }

  isReplayable(): boolean {
    return this.exchange.isReplayable
  }

  decide(kind: Decision['kind'], target: string | null, reason: string, atMs?: number, durationMs?: number): void {
    this.exchange.decide(kind, target, reason, atMs, durationMs)
  }
}

/** False when the caller left before the time was over: nobody waits for the retry any more. */
function wait(exchange: Exchange, ms: number): Promise<boolean> {
  if (exchange.hasLeft) return Promise.resolve(false)
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, ms, true)
  exchange.touch()
  exchange.running = {
    abort() {
      if (exchange.hasLeft) resolve(false)
      else if (exchange.endedBy === 'shutting_down') reject(new GatewayError('shutting_down'))
      else return
      clearTimeout(timer)
    },
  }
  return promise
}
