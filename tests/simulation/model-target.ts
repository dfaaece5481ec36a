/** What one target may do: its circuit asked first, calls and waits within its policy, one verdict for the whole execution. */

import type { Target } from '../../server/src/config/plan.ts'
import type { StatusSet } from '../../server/src/core/status-set.ts'
import type { SimulatedResponse, StepOf } from './step.ts'
import { type Expecting, type Story, Violation } from './story.ts'

const MOST_RETRIES = 5
const LONGEST_RETRY_AFTER_MS = 60_000

/** The sets of the groups around a target: a status in one of them is moved on from. */
export type Next = readonly StatusSet[]

/** Statuses the planner is asked about. */
const ASKED = [200, 400, 401, 404, 408, 429, 500, 502, 503, 504, 529]

export type Ended =
  | { readonly kind: 'answered' | 'failed'; readonly status: number; readonly code?: string }
  | { readonly kind: 'abandoned' }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'skipped'; readonly retryAtMs: number }

export function* expectTarget(target: Target, next: Next, story: Story): Expecting<Ended> {
  yield* story.peek()
  const circuit = story.circuitOf(target)
  if (!circuit) return yield* expectCalls(target, next, story)
  const entry = circuit.enter(story.nowMs())
  if (entry === null || entry.isProbe) story.owe('breaker', target.configPath)
  if (entry === null) return { kind: 'skipped', retryAtMs: circuit.openUntilMs! }
  const ended = yield* expectCalls(target, next, story)
  circuit.leave(
    entry,
    story.nowMs(),
    ended.kind === 'failed' ? 'transport' : ended.kind === 'answered' ? ended.status : null,
  )
  return ended
}

function* expectCalls(target: Target, next: Next, story: Story): Expecting<Ended> {
  const { retry: policy, configPath } = target
  const retries = policy?.attempts ?? 0
  if (retries > MOST_RETRIES)
    throw new Violation(`${configPath}: ${retries} retries are allowed, more than ${MOST_RETRIES}`)
  for (let retry = 0; ; retry++) {
    const sets = policy !== null && retry < retries ? [policy.on, ...next] : next
    const call = yield* story.take('call', `${configPath}, retry ${retry}`)
    if (call.isSent && story.callsLeft() < 1)
      throw new Violation(`${configPath}: one call more than a request may make`)
    if (call.target !== target) throw new Violation(`called ${call.target.configPath} instead of ${configPath}`)
    if (call.retry !== retry) throw new Violation(`${configPath}: counted as retry ${call.retry}, it is ${retry}`)
    expectNext(configPath, call.next, story.callsLeft() > 1 ? sets : [])
    if (call.isSent) story.sentCalls++
    const step = yield* story.takeOutcome()
    if (step.kind === 'refused') return { kind: 'refused', code: step.error.code }
    const { outcome } = step
    if (outcome.kind === 'abandoned') return outcome
    const wantsRetry = policy !== null && (isNetworkFailure(outcome) || policy.on.has(outcome.status))
    if (outcome.kind === 'answered') {
      story.last = { reply: outcome.response, target, retryCount: wantsRetry && retries > 0 ? -1 : retry }
    }
    const ended: Ended = outcome.kind === 'failed' ? { ...outcome, code: outcome.error.code } : outcome
    if (!wantsRetry || retry === retries) return ended
    if (!story.isReplayable()) {
      story.owe('not_replayable', configPath)
      return ended
    }
    if (isAtCallLimit(configPath, story)) return ended
    const askedMs = policy.useRetryAfter && outcome.kind === 'answered' ? outcome.response.retryAfterMs : null
    if (askedMs !== null && askedMs > LONGEST_RETRY_AFTER_MS) {
      story.owe('retry', configPath)
      return ended
    }
    if (outcome.kind === 'answered') yield* expectKeep(story)
    if (!(yield* expectWait(configPath, retry, askedMs, story))) return { kind: 'abandoned' }
  }
}

/** A call knows after which statuses the plan goes on, so that it need not wait for a body nobody wants. */
function expectNext(place: string, next: StepOf<'call'>['next'], sets: Next): void {
  if ((next !== null) !== sets.length > 0) throw new Violation(`${place}: ${next ? 'not' : ''} the last chance`)
  for (const status of next ? ASKED : []) {
    if (next?.(status) !== sets.some((set) => set.has(status)))
      throw new Violation(`${place}: wrong about moving on after ${status}`)
  }
}

/** No call is left: whatever came last stands. Said once. */
export function isAtCallLimit(place: string, story: Story): boolean {
  if (story.callsLeft() > 0) return false
  if (!story.isAtCallLimit) story.owe('call_limit', place)
  story.isAtCallLimit = true
  return true
}

type Ending = Exclude<StepOf<'outcome'>['outcome'], { kind: 'abandoned' }>

/** Contract 1.4: a network failure is retried whatever the list says; our own time-out only if 408 is listed. */
function isNetworkFailure(outcome: Ending): boolean {
  return outcome.kind === 'failed' && outcome.error.code !== 'request_timeout'
}

function* expectWait(
  place: string,
  retry: number,
  askedMs: SimulatedResponse['retryAfterMs'],
  story: Story,
): Expecting<boolean> {
  const { ms } = yield* story.take('wait', `${place}, before retry ${retry + 1}`)
  const mostMs = 1000 * 2 ** retry
  const isRight = askedMs === null ? ms >= mostMs / 2 && ms <= mostMs : ms === askedMs
  if (!isRight)
    throw new Violation(
      `${place}: waits ${ms} ms before retry ${retry + 1}, ${askedMs ?? `${mostMs / 2}..${mostMs}`} is right`,
    )
  const fromMs = story.nowMs()
  const { stayed } = yield* story.take('woke', `${place} waits`)
  if (stayed && story.nowMs() - fromMs < ms - 0.001) throw new Violation(`${place}: woke before the wait was over`)
  story.owe('wait', place)
  yield* story.peek()
  if (stayed && story.countOf('wait', place) !== retry + 1)
    throw new Violation(`${place}: a retry without a "wait" decision of its own`)
  return stayed
}

/** An answer that is handed on from is read, so that it can be sent if nothing better comes; nobody waits for that. */
export function* expectKeep(story: Story): Expecting<void> {
  const answer = story.last
  if (!answer) return
  const { reply } = yield* story.take('keep', 'an answer is handed on from')
  if (reply !== answer.reply) throw new Violation('another answer is kept than the one handed on from')
  const atMs = story.nowMs()
  story.last = null
  story.handedOn.unshift(answer)
  yield* story.peek()
  if (story.nowMs() !== atMs) throw new Violation('the plan waited for a body')
}
