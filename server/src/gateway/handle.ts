/** The story of a request, one line a stage. */

import type { RequestFacts } from '../config/plan.ts'
import { asGatewayError } from '../core/errors.ts'
import { readGatewayOptions } from '../core/gateway-options.ts'
import type { Egress } from '../egress/send.ts'
import { readRetryAfterMs } from '../policies/backoff.ts'
import { admit } from './admit.ts'
import { attempt, keep, type Reply } from './attempt.ts'
import { authenticate } from './authenticate.ts'
import { choosePlan } from './choose-plan.ts'
import type { Directory } from './directory.ts'
import { checkHeaderCount, openExchange, receive } from './edge.ts'
import type { Exchange } from './exchange.ts'
import type { FinishPorts } from './finish.ts'
import { abandon, refuse } from './refuse.ts'
import { relay } from './relay.ts'
import { type PlanWorld, runPlan } from './run-plan.ts'

export type GatewayPorts = FinishPorts & {
  readonly directory: Directory
  readonly egress: Egress
  readonly prefixes: readonly string[]
  readonly isSetting: (key: string) => boolean
  readonly maxBodyBytes: number
  readonly onOpened: (exchange: Exchange) => void
  /** Told of failures that are our own defects; the caller sees only a trace id. */
  readonly onDefect: (error: unknown, traceId: string) => void
}

export async function handle(request: Request, ports: GatewayPorts): Promise<Response> {
  const exchange = openExchange(request, ports.prefixes)
  ports.onOpened(exchange)
  request.signal.addEventListener('abort', () => exchange.leave(), { once: true })
  try {
    const { headers } = exchange.incoming
    const caller = (exchange.caller = await authenticate(headers, ports.prefixes, ports.directory))
    exchange.decide('authenticated', null, `${caller.kind} key ${caller.keyName}`, 0, exchange.elapsedMs())
    checkHeaderCount(exchange)
    const options = (exchange.options = readGatewayOptions(headers, ports))
    exchange.warnings.push(...options.warnings)
    admit(caller)
    exchange.isReceiving = true
    await receive(exchange, ports.maxBodyBytes)
    exchange.isReceiving = false
    const plan = (exchange.plan = choosePlan(exchange, options))
    const result = await runPlan(plan, () => factsOf(exchange), caller.keyId, worldOf(exchange, ports))
    if (result.kind === 'abandoned') return abandon(exchange, ports)
    return relay(exchange, result.reply, result.retryCount, ports)
  } catch (error) {
    if (exchange.hasLeft) return abandon(exchange, ports)
    const refusal = asGatewayError(error)
    if (refusal.code === 'internal_error') ports.onDefect(refusal.cause, exchange.traceId)
    return refuse(exchange, refusal, ports)
  }
}

function factsOf(exchange: Exchange): RequestFacts {
  const { headers, pathname } = exchange.incoming
  return { metadata: exchange.options?.metadata ?? {}, params: exchange.params ?? {}, headers, pathname }
}

function worldOf(exchange: Exchange, ports: GatewayPorts): PlanWorld<Reply> {
  return {
    elapsedMs: () => exchange.elapsedMs(),
    epochMs: () => Date.now(),
    random: () => Math.random(),
    wait: (ms) => wait(exchange, ms),
    call: (target, retry, canMoveOn) => attempt(exchange, target, retry, canMoveOn, ports.egress, ports.prefixes),
    keep,
    retryAfterMs: (reply) => readRetryAfterMs(reply.headers, Date.now()),
    isReplayable: () => exchange.body.kind !== 'stream' || !exchange.body.taken,
    decide: (kind, target, reason, atMs, durationMs) => exchange.decide(kind, target, reason, atMs, durationMs),
  }
}

/** False when the caller left before the time was over: nobody waits for the retry any more. */
function wait(exchange: Exchange, ms: number): Promise<boolean> {
  if (exchange.hasLeft) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, ms, true)
  exchange.abortUpstream = () => {
    clearTimeout(timer)
    resolve(false)
  }
  return promise
}
