/** One call to one target: asks the cache, sends, times, and brings the answer to the point where it can be committed. */

import type { Target } from '../../config/plan.ts'
import { GatewayError } from '../../core/errors.ts'
import type { CacheStore } from '../../core/ports.ts'
import type { Egress } from '../../egress/send.ts'
import type { CircuitResult } from '../../policies/circuit.ts'
import { ResponseBody } from '../answer/answer-body.ts'
import { type Exchange, keepsBodies } from '../exchange.ts'
import { refusedReply } from '../limits/refused-reply.ts'
import type { RequestLimits } from '../limits/request-limits.ts'
import type { CallOutcome, MovesOn } from '../plan/run-plan.ts'
import type { VirtualKeys } from '../stored/virtual-keys.ts'
import { answerFromCache, type CachePorts, keepSlotOfSameRequest } from './answer-from-cache.ts'
import { type Access, ownAccess, storedAccess } from './credential.ts'
import { statusOf } from './hold-head.ts'
import { isRotated, nextAccess } from './next-credential.ts'
import { type Prepared, type PrepareRules, prepare } from './prepare.ts'
import { readReply, type UpstreamReply } from './reply.ts'
import { sentBody } from './sent-body.ts'
import { hideUsage } from './stream-usage.ts'
import { UpstreamCall } from './upstream-call.ts'

export type AttemptPorts = PrepareRules &
  Pick<CachePorts, 'semantic' | 'logBodies'> & {
    readonly egress: Egress
    readonly cache: CacheStore
    readonly virtualKeys: VirtualKeys
    readonly limits: Pick<RequestLimits, 'open'>
    /** Calls one request may make: retries, fallbacks and credential rotation together. */
    readonly maxCalls: number
  }

const ABANDONED: CallOutcome<UpstreamReply> = { kind: 'abandoned' }

type Leaf = {
  readonly exchange: Exchange
  readonly target: Target
  readonly retry: number
  readonly next: MovesOn | null
}

export function attempt(
  exchange: Exchange,
  target: Target,
  retry: number,
  next: MovesOn | null,
  ports: AttemptPorts,
): Promise<CallOutcome<UpstreamReply>> {
  const leaf: Leaf = { exchange, target, retry, next }
  if (exchange.hasLeft) return Promise.resolve(ABANDONED)
  if (target.credential.kind === 'virtual_key') return callWithStored(leaf, ports)
  return callOnce(leaf, ownAccess(exchange, target), true, ports)
}

/** Behind a virtual key may be several provider keys: the next takes over from one that is refused, and that is no retry. */
async function callWithStored(leaf: Leaf, ports: AttemptPorts): Promise<CallOutcome<UpstreamReply>> {
  const { exchange, target } = leaf
  let access: Access
  try {
    const found = storedAccess(exchange, target, ports.virtualKeys)
    access = found instanceof Promise ? await found : found
  } catch (error) {
    return unprepared(exchange, target, error)
  }
  const tried = new Set<string>()
  for (;;) {
    const outcome = await callOnce(leaf, access, tried.size === 0, ports)
    const next = await nextAccess(exchange, target, outcome, access, tried, ports)
    if (next === null) return outcome
    access = next
  }
}

async function callOnce(
  { exchange, target, retry, next }: Leaf,
  access: Access,
  isFirst: boolean,
  ports: AttemptPorts,
): Promise<CallOutcome<UpstreamReply>> {
  let prepared: Prepared
  try {
    const preparing = prepare(exchange, target, access, ports)
    prepared = preparing instanceof Promise ? await preparing : preparing
  } catch (error) {
    return unprepared(exchange, target, error)
  }
  const { outgoing } = prepared
  if (retry === 0 && isFirst) {
    // What an earlier target left for the cache is not about this one.
    exchange.leaveCache()
    const cached = target.cache ? await answerFromCache(exchange, target, prepared, ports) : null
    if (cached) return { kind: 'answered', status: cached.status, reply: cached, isCached: true }
  } else if (exchange.cacheSlot) await keepSlotOfSameRequest(exchange, target, prepared, ports)
  const { params, attached = null, servedModel } = prepared
  const opening = ports.limits.open({
    exchange,
    target,
    virtualKey: access.stored?.key ?? null,
    params,
    attached,
    servedModel,
    body: outgoing.body,
  })
  const leg = opening instanceof Promise ? await opening : opening
  if (leg instanceof GatewayError) return refusedReply(exchange, target, leg)
  if (exchange.hasLeft) {
    leg?.release()
    return ABANDONED
  }
  const call = new UpstreamCall(exchange, target, retry, withoutQuery(outgoing.url))
  call.servedModel = servedModel
  if (leg) leg.call = call
  if (keepsBodies(exchange, ports.logBodies)) call.sent = sentBody(exchange, target, prepared)
  try {
    const request = outgoing.body instanceof ReadableStream ? { ...outgoing, upload: exchange } : outgoing
    const response = await ports.egress.open(request, call.signal, access.terms)
    const settled = target.circuit ? Promise.withResolvers<CircuitResult>() : null
    const { status } = response
    const rotates = (access.stored?.key.credentials.length ?? 0) > 1
    // A response the plan moves on from is not waited for: what is kept of it is read in the background.
    const isPassing = next?.(status) === true || (rotates && isRotated(status))
    const reading = readReply(call, response, prepared.translation, settled?.resolve ?? null, isPassing, ports.bodies)
    const reply = reading instanceof Promise ? await reading : reading
    const { body } = reply
    const outcome =
      body instanceof ResponseBody
        ? await begun(call, reply, body, prepared, next !== null || rotates, settled?.promise ?? null)
        : whole(call, reply)
    if (reply.isUnread) call.recordUnread(reply.status)
    leg?.answered(outcome.status)
    return outcome
  } catch (error) {
    if (call.failureStatus !== null) leg?.release()
    else leg?.failed(call.explain(error))
    return failed(call, error)
  }
}

/** A token service that is down is a failure of the target; everything else in the way of a request is the caller's to mend. */
function unprepared(exchange: Exchange, target: Target, error: unknown): CallOutcome<UpstreamReply> {
  if (!(error instanceof GatewayError) || error.status < 501) throw error
  exchange.decide('attempt', target.configPath, `${error.code}: ${error.message}`)
  return { kind: 'failed', status: error.status, error }
}

type Answered = CallOutcome<UpstreamReply> & { readonly kind: 'answered' }

function whole(call: UpstreamCall, reply: UpstreamReply): Answered {
  const { status } = reply
  call.record(status, null)
  return { kind: 'answered', status, reply }
}

/** An answer that is still on its way: what it begins with says which status the plan acts on. */
async function begun(
  call: UpstreamCall,
  reply: UpstreamReply,
  body: ResponseBody,
  { hidesUsage }: Prepared,
  canMoveOn: boolean,
  settled: Promise<CircuitResult> | null,
): Promise<Answered> {
  if (hidesUsage && reply.isEventStream) reply.body = hideUsage(body, (usage) => call.countUsage(usage))
  const status = await statusOf(call, reply, canMoveOn)
  return settled === null || reply.settle === null
    ? { kind: 'answered', status, reply }
    : { kind: 'answered', status, reply, settled }
}

function failed(call: UpstreamCall, error: unknown): CallOutcome<UpstreamReply> {
  const reason = call.explain(error)
  if (reason === 'abandoned') {
    call.record(call.failureStatus, null, 'ended: the caller left')
    return ABANDONED
  }
  call.record(call.failureStatus, reason)
  // A refusal of ours that no other target or repetition can cure ends the plan.
  if (reason.code === 'shutting_down' || (reason.status < 500 && reason.code !== 'request_timeout')) throw reason
  return { kind: 'failed', status: reason.status, error: reason }
}

function withoutQuery(url: string): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}
