/** The steps that the routing rules (docs/routing.md) allow a request. Every simulated run is checked against them. */

import type { Plan, Route, StickyPolicy } from '../../server/src/config/plan.ts'
import { GatewayError } from '../../server/src/core/errors.ts'
import { type Ended, expectKeep, expectTarget, isAtCallLimit, type Next } from './model-target.ts'
import { type Expecting, type Received, type RequestHistory, Violation } from './request-history.ts'

type Group<Kind extends Route['kind']> = Extract<Route, { kind: Kind }>

/** Checks every step of a request, up to its expected end. */
export function* expectPlan(plan: Plan, history: RequestHistory): Expecting<void> {
  const ended = yield* expectRoute(plan.route, [], history)
  if ((yield* history.peek()).kind === 'keeping') yield* history.take('keeping', 'a response may be buffered')
  const { result } = yield* history.take('end', `the plan ended: ${ended.kind}`)
  const error = result instanceof GatewayError ? result : null
  const reply = result instanceof GatewayError || result.kind === 'abandoned' ? null : result
  if (ended.kind === 'abandoned') {
    if (result instanceof GatewayError || result.kind !== 'abandoned')
      throw new Violation('the caller left, but the plan returned a response')
    return
  }
  if (ended.kind === 'refused') return expectCode(error, ended.code)
  const received = ended.kind === 'answered' && history.last ? history.last : lastKept(history)
  if (received) {
    if (reply?.response !== received.reply)
      throw new Violation(`the response to send is reply ${received.reply.id}: the last received`)
    if (reply.target !== received.target) throw new Violation('the response is attributed to another target')
    if (reply.retryCount !== received.retryCount)
      throw new Violation(`retry count ${reply.retryCount}, not ${received.retryCount}`)
    if (received.reply.state === 'dropped') throw new Violation('the response sent was dropped before')
    if (received !== history.last && history.countOf('kept', received.target.configPath) !== 1)
      throw new Violation('a buffered response was sent without a "kept" decision')
    return
  }
  if (ended.kind === 'failed') return expectCode(error, ended.code ?? '')
  // The response was too large to buffer, and no later target responded.
  if (ended.kind !== 'skipped') return expectCode(error, 'upstream_broken')
  expectCode(error, 'circuit_open')
  // While a probe runs, the retry time is in the past: Retry-After is then one second.
  const retryAfterMs = Math.max(1000, ended.retryAtMs - history.nowMs())
  if (error?.retryAfterMs !== retryAfterMs)
    throw new Violation(`Retry-After ${error?.retryAfterMs}, not ${retryAfterMs} ms`)
  if (history.sentCalls > 0) throw new Violation('every circuit was open, yet a call was made')
}

/** The last buffered response. The plan must wait for responses that are still being buffered. */
function lastKept({ fellBackFrom }: RequestHistory): Received | null {
  for (const received of fellBackFrom) {
    if (received.reply.state === 'keeping') throw new Violation('ended while a response was still being buffered')
    if (received.reply.state === 'kept') return received
  }
  return null
}

function expectCode(error: GatewayError | null, code: string): void {
  if (error?.code !== code) throw new Violation(`ended with ${error?.code ?? 'a response'}, not with ${code}`)
}

function* expectRoute(route: Route, next: Next, history: RequestHistory): Expecting<Ended> {
  switch (route.kind) {
    case 'target':
      return yield* expectTarget(route.target, next, history)
    case 'fallback':
      return yield* expectFallback(route, next, history)
    case 'loadbalance':
      return yield* expectLoadbalance(route, next, history)
    case 'conditional': {
      const index = chosenBy(route, history)
      if (index === null) return { kind: 'refused', code: 'no_condition_matched' }
      history.owe('condition', `${route.configPath}.targets[${index}]`)
      return yield* expectRoute(route.routes[index]!, next, history)
    }
  }
}

function chosenBy(route: Group<'conditional'>, history: RequestHistory): number | null {
  return route.conditions.find((condition) => condition.matches(history.facts))?.route ?? route.otherwise
}

function* expectFallback(route: Group<'fallback'>, next: Next, history: RequestHistory): Expecting<Ended> {
  const last = route.routes.length - 1
  let before: Ended | null = null
  for (let i = 0; i <= last; i++) {
    const ended: Ended = yield* expectRoute(route.routes[i]!, i < last ? [route.on[i]!, ...next] : next, history)
    if (ended.kind === 'abandoned' || ended.kind === 'refused') return ended
    if (ended.kind === 'skipped') {
      if (before === null || (before.kind === 'skipped' && ended.retryAtMs < before.retryAtMs)) before = ended
      continue
    }
    if (i === last || !route.on[i]!.has(ended.status)) return ended
    const place = `${route.configPath}.targets[${i}]`
    if (!history.isReplayable()) {
      history.owe('not_replayable', place)
      return ended
    }
    if (isAtCallLimit(place, history)) return ended
    history.owe('fallback', place)
    if (ended.kind === 'answered') yield* expectKeep(history)
    before = ended
  }
  return before!
}

function* expectLoadbalance(route: Group<'loadbalance'>, next: Next, history: RequestHistory): Expecting<Ended> {
  yield* history.peek()
  const nowMs = history.nowMs()
  const untilMs = route.routes.map((child) => blockedUntilMs(child, history, nowMs))
  const isOpen = untilMs.map((until, i) => until === null && route.weights[i]! > 0)
  if (!isOpen.includes(true)) {
    history.owe('breaker', route.configPath)
    return {
      kind: 'skipped',
      retryAtMs: Math.min(...untilMs.filter((until, i) => until !== null && route.weights[i]! > 0).map(Number)),
    }
  }
  if (!route.sticky) {
    untilMs.forEach((until, i) => {
      if (until !== null && route.weights[i]! > 0) history.owe('breaker', `${route.configPath}.targets[${i}]`)
    })
  }
  const kind = route.sticky ? 'sticky' : 'draw'
  const drawn = route.routes.flatMap((_, i) =>
    history.countOf(kind, `${route.configPath}.targets[${i}]`) > 0 ? [i] : [],
  )
  const index = drawn[0]
  if (index === undefined || drawn.length > 1)
    throw new Violation(`${route.configPath}: ${drawn.length} draws instead of one`)
  if (!isOpen[index]) throw new Violation(`${route.configPath}: drew a target of weight 0 or with an open circuit`)
  if (route.sticky) expectSame(route.configPath, route.sticky, isOpen, index, history)
  return yield* expectRoute(route.routes[index]!, next, history)
}

function expectSame(
  place: string,
  sticky: StickyPolicy,
  isOpen: readonly boolean[],
  index: number,
  history: RequestHistory,
): void {
  const bucket = Math.floor(history.nowMs() / sticky.ttlMs)
  const key = [place, bucket, history.stickyId, history.facts.metadata['user'], isOpen.join()].join()
  const before = history.stuck.get(key)
  if (before !== undefined && before !== index)
    throw new Violation(`${place}: a sticky caller was moved from ${before} to ${index}`)
  history.stuck.set(key, index)
}

/** When the first circuit of the route may be probed; null if this request could call one of its targets now. */
function blockedUntilMs(route: Route, history: RequestHistory, nowMs: number): number | null {
  if (route.kind === 'target') return history.circuitOf(route.target)?.blockedUntilMs(nowMs) ?? null
  if (route.kind === 'conditional') {
    const index = chosenBy(route, history)
    return index === null ? null : blockedUntilMs(route.routes[index]!, history, nowMs)
  }
  const isReachable = (i: number) => route.kind !== 'loadbalance' || route.weights[i]! > 0
  const untilMs = route.routes.filter((_, i) => isReachable(i)).map((child) => blockedUntilMs(child, history, nowMs))
  return untilMs.includes(null) ? null : Math.min(...untilMs.map(Number))
}
