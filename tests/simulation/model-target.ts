/** The steps that one target may take: check its circuit, call and wait within its policy, and report one verdict. */

import type { Target } from '../../server/src/config/plan.ts'
import type { StatusSet } from '../../server/src/core/status-set.ts'
import { type Expecting, type RequestHistory, Violation } from './request-history.ts'
import type { SimulatedResponse, StepOf } from './step.ts'

const MAX_RETRIES = 5
const LONGEST_RETRY_AFTER_MS = 60_000

/** The fallback status sets of the groups around a target. A status in any of them leads to the next target. */
export type Next = readonly StatusSet[]

/** Statuses that are checked with the planner's `next` function. */
const CHECKED_STATUSES = [200, 400, 401, 404, 408, 429, 500, 502, 503, 504, 529]

export type Ended =
  | { readonly kind: 'answered' | 'failed'; readonly status: number; readonly code?: string }
  | { readonly kind: 'abandoned' }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'skipped'; readonly retryAtMs: number }

export function* expectTarget(target: Target, next: Next, history: RequestHistory): Expecting<Ended> {
  yield* history.peek()
  const circuit = history.circuitOf(target)
  if (!circuit) return yield* expectCalls(target, next, history)
  const entry = circuit.enter(history.nowMs())
  if (entry === null || entry.isProbe) history.owe('breaker', target.configPath)
  if (entry === null) return { kind: 'skipped', retryAtMs: circuit.openUntilMs! }
  const ended = yield* expectCalls(target, next, history)
  circuit.leave(
    entry,
    history.nowMs(),
    ended.kind === 'failed' ? 'transport' : ended.kind === 'answered' ? ended.status : null,
  )
  return ended
}

function* expectCalls(target: Target, next: Next, history: RequestHistory): Expecting<Ended> {
  const { retry: policy, configPath } = target
  const retries = policy?.attempts ?? 0
  if (retries > MAX_RETRIES)
    throw new Violation(`${configPath}: ${retries} retries are allowed, more than ${MAX_RETRIES}`)
  for (let retry = 0; ; retry++) {
    const sets = policy !== null && retry < retries ? [policy.on, ...next] : next
    const call = yield* history.take('call', `${configPath}, retry ${retry}`)
    if (call.isSent && history.callsLeft() < 1)
      throw new Violation(`${configPath}: one call more than a request may make`)
    if (call.target !== target) throw new Violation(`called ${call.target.configPath} instead of ${configPath}`)
    if (call.retry !== retry) throw new Violation(`${configPath}: counted as retry ${call.retry}, it is ${retry}`)
    expectNext(configPath, call.next, history.callsLeft() > 1 ? sets : [])
    if (call.isSent) history.sentCalls++
    const step = yield* history.takeOutcome()
    if (step.kind === 'refused') return { kind: 'refused', code: step.error.code }
    const { outcome } = step
    if (outcome.kind === 'abandoned') return outcome
    const wantsRetry = policy !== null && (isNetworkFailure(outcome) || policy.on.has(outcome.status))
    if (outcome.kind === 'answered') {
      history.last = { reply: outcome.response, target, retryCount: wantsRetry && retries > 0 ? -1 : retry }
    }
    const ended: Ended = outcome.kind === 'failed' ? { ...outcome, code: outcome.error.code } : outcome
    if (!wantsRetry || retry === retries) return ended
    if (!history.isReplayable()) {
      history.owe('not_replayable', configPath)
      return ended
    }
    if (isAtCallLimit(configPath, history)) return ended
    const retryAfterMs = policy.useRetryAfter && outcome.kind === 'answered' ? outcome.response.retryAfterMs : null
    if (retryAfterMs !== null && retryAfterMs > LONGEST_RETRY_AFTER_MS) {
      history.owe('retry', configPath)
      return ended
    }
    if (outcome.kind === 'answered') yield* expectKeep(history)
    if (!(yield* expectWait(configPath, retry, retryAfterMs, history))) return { kind: 'abandoned' }
  }
}

/** An attempt knows which statuses lead to another target, so that it does not wait for the body of such a response. */
function expectNext(place: string, next: StepOf<'call'>['next'], sets: Next): void {
  if ((next !== null) !== sets.length > 0) throw new Violation(`${place}: ${next ? 'not' : ''} the last chance`)
  for (const status of next ? CHECKED_STATUSES : []) {
    if (next?.(status) !== sets.some((set) => set.has(status)))
      throw new Violation(`${place}: wrong about moving on after ${status}`)
  }
}

/** At the call limit, the last outcome is final. The decision is recorded once. */
export function isAtCallLimit(place: string, history: RequestHistory): boolean {
  if (history.callsLeft() > 0) return false
  if (!history.isAtCallLimit) history.owe('call_limit', place)
  history.isAtCallLimit = true
  return true
}

type Ending = Exclude<StepOf<'outcome'>['outcome'], { kind: 'abandoned' }>

/** Network failures are always retried; the gateway's own timeout only if 408 is among the retried statuses. */
function isNetworkFailure(outcome: Ending): boolean {
  return outcome.kind === 'failed' && outcome.error.code !== 'request_timeout'
}

function* expectWait(
  place: string,
  retry: number,
  retryAfterMs: SimulatedResponse['retryAfterMs'],
  history: RequestHistory,
): Expecting<boolean> {
  const { ms } = yield* history.take('wait', `${place}, before retry ${retry + 1}`)
  const mostMs = 1000 * 2 ** retry
  const isRight = retryAfterMs === null ? ms >= mostMs / 2 && ms <= mostMs : ms === retryAfterMs
  if (!isRight)
    throw new Violation(
      `${place}: waits ${ms} ms before retry ${retry + 1}, ${retryAfterMs ?? `${mostMs / 2}..${mostMs}`} is right`,
    )
  const fromMs = history.nowMs()
  const { stayed } = yield* history.take('woke', `${place} waits`)
  if (stayed && history.nowMs() - fromMs < ms - 0.001) throw new Violation(`${place}: woke before the wait was over`)
  history.owe('wait', place)
  yield* history.peek()
  if (stayed && history.countOf('wait', place) !== retry + 1)
    throw new Violation(`${place}: a retry without a "wait" decision of its own`)
  return stayed
}

/** A response that the plan falls back from is buffered in the background, to be sent if no later target responds. */
export function* expectKeep(history: RequestHistory): Expecting<void> {
  const received = history.last
  if (!received) return
  const { reply } = yield* history.take('keep', 'the plan falls back from a response')
  if (reply !== received.reply) throw new Violation('the buffered response is not the one the plan fell back from')
  const atMs = history.nowMs()
  history.last = null
  history.fellBackFrom.unshift(received)
  yield* history.peek()
  if (history.nowMs() !== atMs) throw new Violation('the plan waited for a body')
}
