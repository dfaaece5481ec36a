/** What a request may do, step by step, by spec 2.2 and decisions.md: the oracle that every simulated run is held against. */

import type { Plan, Route, StickyPolicy } from '../../server/src/config/plan.ts'
import { GatewayError } from '../../server/src/core/errors.ts'
import { type Ended, expectKeep, expectTarget, isAtCallLimit, type Next } from './model-target.ts'
import { type Answer, type Expecting, type Story, Violation } from './story.ts'

type Group<Kind extends Route['kind']> = Extract<Route, { kind: Kind }>

/** Takes every step of a request and ends when the request has ended as it must. */
export function* expectPlan(plan: Plan, story: Story): Expecting<void> {
  const ended = yield* expectRoute(plan.route, [], story)
  if ((yield* story.peek()).kind === 'keeping') yield* story.take('keeping', 'an answer may be kept')
  const { result } = yield* story.take('end', `the plan ended: ${ended.kind}`)
  const error = result instanceof GatewayError ? result : null
  const reply = result instanceof GatewayError || result.kind === 'abandoned' ? null : result
  if (ended.kind === 'abandoned') {
    if (result instanceof GatewayError || result.kind !== 'abandoned')
      throw new Violation('the caller left, but the plan answered')
    return
  }
  if (ended.kind === 'refused') return expectCode(error, ended.code)
  const answer = ended.kind === 'answered' && story.last ? story.last : lastKept(story)
  if (answer) {
    if (reply?.response !== answer.reply)
      throw new Violation(`the answer to send is reply ${answer.reply.id}: the last received`)
    if (reply.target !== answer.target) throw new Violation('the answer is said to be of another target')
    if (reply.retryCount !== answer.retryCount)
      throw new Violation(`retry count ${reply.retryCount}, not ${answer.retryCount}`)
    if (answer.reply.state === 'dropped') throw new Violation('the answer sent was dropped before')
    if (answer !== story.last && story.countOf('kept', answer.target.configPath) !== 1)
      throw new Violation('an unexplained kept answer')
    return
  }
  if (ended.kind === 'failed') return expectCode(error, ended.code ?? '')
  // An answer too large to keep, and nobody after it.
  if (ended.kind !== 'skipped') return expectCode(error, 'upstream_broken')
  expectCode(error, 'circuit_open')
  // While a probe is under way its time has come already; callers are asked back a second later.
  const retryAfterMs = Math.max(1000, ended.retryAtMs - story.nowMs())
  if (error?.retryAfterMs !== retryAfterMs)
    throw new Violation(`Retry-After ${error?.retryAfterMs}, not ${retryAfterMs} ms`)
  if (story.sentCalls > 0) throw new Violation('every circuit was open, yet a call was made')
}

/** Only what is in memory can be sent, and what may still come into it has to be waited for. */
function lastKept({ handedOn }: Story): Answer | null {
  for (const answer of handedOn) {
    if (answer.reply.state === 'keeping') throw new Violation('ended before it was known whether an answer was kept')
    if (answer.reply.state === 'kept') return answer
  }
  return null
}

function expectCode(error: GatewayError | null, code: string): void {
  if (error?.code !== code) throw new Violation(`ended with ${error?.code ?? 'an answer'}, not with ${code}`)
}

function* expectRoute(route: Route, next: Next, story: Story): Expecting<Ended> {
  switch (route.kind) {
    case 'target':
      return yield* expectTarget(route.target, next, story)
    case 'fallback':
      return yield* expectFallback(route, next, story)
    case 'loadbalance':
      return yield* expectLoadbalance(route, next, story)
    case 'conditional': {
      const index = chosenBy(route, story)
      if (index === null) return { kind: 'refused', code: 'no_condition_matched' }
      story.owe('condition', `${route.configPath}.targets[${index}]`)
      return yield* expectRoute(route.routes[index]!, next, story)
    }
  }
}

function chosenBy(route: Group<'conditional'>, story: Story): number | null {
  return route.conditions.find((condition) => condition.matches(story.facts))?.route ?? route.otherwise
}

function* expectFallback(route: Group<'fallback'>, next: Next, story: Story): Expecting<Ended> {
  const last = route.routes.length - 1
  let before: Ended | null = null
  for (let i = 0; i <= last; i++) {
    const ended: Ended = yield* expectRoute(route.routes[i]!, i < last ? [route.on[i]!, ...next] : next, story)
    if (ended.kind === 'abandoned' || ended.kind === 'refused') return ended
    if (ended.kind === 'skipped') {
      if (before === null || (before.kind === 'skipped' && ended.retryAtMs < before.retryAtMs)) before = ended
      continue
    }
    if (i === last || !route.on[i]!.has(ended.status)) return ended
    const place = `${route.configPath}.targets[${i}]`
    if (!story.isReplayable()) {
      story.owe('not_replayable', place)
      return ended
    }
    if (isAtCallLimit(place, story)) return ended
    story.owe('fallback', place)
    if (ended.kind === 'answered') yield* expectKeep(story)
    before = ended
  }
  return before!
}

function* expectLoadbalance(route: Group<'loadbalance'>, next: Next, story: Story): Expecting<Ended> {
  yield* story.peek()
  const nowMs = story.nowMs()
  const untilMs = route.routes.map((child) => blockedUntilMs(child, story, nowMs))
  const isOpen = untilMs.map((until, i) => until === null && route.weights[i]! > 0)
  if (!isOpen.includes(true)) {
    story.owe('breaker', route.configPath)
    return {
      kind: 'skipped',
      retryAtMs: Math.min(...untilMs.filter((until, i) => until !== null && route.weights[i]! > 0).map(Number)),
    }
  }
  if (!route.sticky) {
    untilMs.forEach((until, i) => {
      if (until !== null && route.weights[i]! > 0) story.owe('breaker', `${route.configPath}.targets[${i}]`)
    })
  }
  const kind = route.sticky ? 'sticky' : 'draw'
  const drawn = route.routes.flatMap((_, i) =>
    story.countOf(kind, `${route.configPath}.targets[${i}]`) > 0 ? [i] : [],
  )
  const index = drawn[0]
  if (index === undefined || drawn.length > 1)
    throw new Violation(`${route.configPath}: ${drawn.length} draws instead of one`)
  if (!isOpen[index]) throw new Violation(`${route.configPath}: drew a target of weight 0 or with an open circuit`)
  if (route.sticky) expectSame(route.configPath, route.sticky, isOpen, index, story)
  return yield* expectRoute(route.routes[index]!, next, story)
}

function expectSame(
  place: string,
  sticky: StickyPolicy,
  isOpen: readonly boolean[],
  index: number,
  story: Story,
): void {
  const bucket = Math.floor(story.nowMs() / sticky.ttlMs)
  const key = [place, bucket, story.stickyId, story.facts.metadata['user'], isOpen.join()].join()
  const before = story.stuck.get(key)
  if (before !== undefined && before !== index)
    throw new Violation(`${place}: a sticky caller was moved from ${before} to ${index}`)
  story.stuck.set(key, index)
}

/** When the first circuit below may be probed; null when this request could call somebody there now. */
function blockedUntilMs(route: Route, story: Story, nowMs: number): number | null {
  if (route.kind === 'target') return story.circuitOf(route.target)?.blockedUntilMs(nowMs) ?? null
  if (route.kind === 'conditional') {
    const index = chosenBy(route, story)
    return index === null ? null : blockedUntilMs(route.routes[index]!, story, nowMs)
  }
  const isReachable = (i: number) => route.kind !== 'loadbalance' || route.weights[i]! > 0
  const untilMs = route.routes.filter((_, i) => isReachable(i)).map((child) => blockedUntilMs(child, story, nowMs))
  return untilMs.includes(null) ? null : Math.min(...untilMs.map(Number))
}
