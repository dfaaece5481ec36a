/** Walks a plan: which target, how often, and on to which next. Knows no socket and no clock; the dry run and the simulation use it too. */

import type { Plan, RequestFacts, Route, Target } from '../config/plan.ts'
import { GatewayError } from '../core/errors.ts'
import type { Decision } from '../core/record.ts'
import { retryWaitMs } from '../policies/backoff.ts'
import { pickWeighted, rankSticky } from '../policies/weighted-pick.ts'

/** How one call, target or group ended. */
export type Outcome<Reply> =
  | { readonly kind: 'answered'; readonly status: number; readonly reply: Reply }
  /** No usable answer came; `status` is what the caller would see and what the sets are asked about. */
  | { readonly kind: 'failed'; readonly status: number; readonly error: GatewayError }
  | { readonly kind: 'abandoned' }

/** What the walk needs of the world. */
export interface PlanWorld<Reply> {
  elapsedMs(): number
  epochMs(): number
  random(): number
  /** Resolves to false when the caller left meanwhile. */
  wait(ms: number): Promise<boolean>
  /** One call. `canMoveOn` says that a retry or another target could still take over. */
  call(target: Target, retry: number, canMoveOn: boolean): Promise<Outcome<Reply>>
  /** Reads a reply that is handed on from, so that it can be sent later; false when it was too large to keep. */
  keep(reply: Reply): Promise<boolean>
  retryAfterMs(reply: Reply): number | null
  /** False once an upload that cannot be repeated has begun. */
  isReplayable(): boolean
  decide(kind: Decision['kind'], target: string | null, reason: string, atMs?: number, durationMs?: number): void
}

export type PlanResult<Reply> =
  | { readonly kind: 'reply'; readonly reply: Reply; readonly target: Target; readonly retryCount: number }
  | { readonly kind: 'abandoned' }

/** Over this, a provider's Retry-After is not waited for: the plan goes on. */
const LONGEST_RETRY_AFTER_MS = 60_000

type Kept<Reply> = { readonly reply: Reply; readonly target: Target; readonly retryCount: number }

/** The answer to send, or a GatewayError when no target gave one. */
export async function runPlan<Reply>(
  plan: Plan,
  facts: () => RequestFacts,
  stickyId: string,
  world: PlanWorld<Reply>,
): Promise<PlanResult<Reply>> {
  const walk = new Walk(facts, stickyId, world)
  const outcome = await walk.run(plan.route, false)
  if (outcome.kind === 'abandoned') return outcome
  const last = walk.lastAnswer
  if (outcome.kind === 'answered' && last) return { kind: 'reply', ...last }
  const kept = walk.kept
  if (kept) {
    world.decide('kept', kept.target.place, 'no later target answered, so the last answer received is sent')
    return { kind: 'reply', ...kept }
  }
  throw outcome.kind === 'failed' ? outcome.error : new GatewayError('upstream_unreachable')
}

class Walk<Reply> {
  lastAnswer: Kept<Reply> | null = null
  /** The last answer that was handed on from. */
  kept: Kept<Reply> | null = null

  constructor(
    private readonly facts: () => RequestFacts,
    private readonly stickyId: string,
    private readonly world: PlanWorld<Reply>,
  ) {}

  run(route: Route, hasNext: boolean): Promise<Outcome<Reply>> {
    switch (route.kind) {
      case 'target':
        return this.runTarget(route.target, hasNext)
      case 'fallback':
        return this.runFallback(route, hasNext)
      case 'loadbalance':
        return this.run(route.routes[this.draw(route)]!, hasNext)
      case 'conditional':
        return this.run(route.routes[this.match(route)]!, hasNext)
    }
  }

  private async runFallback(route: Route & { kind: 'fallback' }, hasNext: boolean): Promise<Outcome<Reply>> {
    const last = route.routes.length - 1
    for (let i = 0; ; i++) {
      const outcome = await this.run(route.routes[i]!, hasNext || i < last)
      if (i === last || outcome.kind === 'abandoned') return outcome
      if (!route.on[i]!.has(outcome.status)) return outcome
      if (!this.world.isReplayable()) return this.stay(outcome, `${route.place}.targets[${i}]`)
      const why = outcome.kind === 'failed' ? outcome.error.code : `status ${outcome.status}`
      this.world.decide('fallback', `${route.place}.targets[${i}]`, `${why} hands on to ${route.place}.targets[${i + 1}]`)
      await this.keep(outcome)
    }
  }

  private async runTarget(target: Target, hasNext: boolean): Promise<Outcome<Reply>> {
    const retries = target.retry?.attempts ?? 0
    for (let retry = 0; ; retry++) {
      const outcome = await this.world.call(target, retry, hasNext || retry < retries)
      if (outcome.kind === 'abandoned') return outcome
      const wants = this.wantsRetry(target, outcome)
      if (outcome.kind === 'answered') {
        const retryCount = wants && retries > 0 ? -1 : retry
        this.lastAnswer = { reply: outcome.reply, target, retryCount }
      }
      if (!wants || retry >= retries) return outcome
      if (!this.world.isReplayable()) return this.stay(outcome, target.place)
      const waitMs = this.waitFor(target, outcome, retry)
      if (waitMs === null) return outcome
      await this.keep(outcome)
      if (!(await this.pause(target, waitMs, retry, outcome))) return { kind: 'abandoned' }
    }
  }

  /** A network failure is retried whatever the list says (contract 1.4); our own time-out only if its 408 is listed. */
  private wantsRetry(target: Target, outcome: Outcome<Reply>): boolean {
    if (!target.retry || outcome.kind === 'abandoned') return false
    const isNetwork = outcome.kind === 'failed' && outcome.error.code !== 'request_timeout'
    return isNetwork || target.retry.on.has(outcome.status)
  }

  private waitFor(target: Target, outcome: Outcome<Reply>, retry: number): number | null {
    const asked = target.retry?.useRetryAfter && outcome.kind === 'answered' ? this.world.retryAfterMs(outcome.reply) : null
    if (asked === null) return retryWaitMs(retry + 1, this.world.random())
    if (asked <= LONGEST_RETRY_AFTER_MS) return asked
    this.world.decide('retry', target.place, `not retried: the provider asks for ${Math.ceil(asked / 1000)} s, more than 60 s`)
    return null
  }

  private async pause(target: Target, waitMs: number, retry: number, outcome: Outcome<Reply>): Promise<boolean> {
    const why = outcome.kind === 'failed' ? outcome.error.code : outcome.kind === 'answered' ? `status ${outcome.status}` : ''
    const atMs = this.world.elapsedMs()
    const stayed = await this.world.wait(waitMs)
    this.world.decide('wait', target.place, `${why}: retry ${retry + 1} after ${Math.round(waitMs)} ms`, atMs, this.world.elapsedMs() - atMs)
    return stayed
  }

  private stay(outcome: Outcome<Reply>, place: string): Outcome<Reply> {
    this.world.decide('not_replayable', place, 'the upload was too large to keep, so it cannot be sent again')
    return outcome
  }

  private async keep(outcome: Outcome<Reply>): Promise<void> {
    const answer = this.lastAnswer
    if (outcome.kind !== 'answered' || !answer) return
    this.lastAnswer = null
    if (await this.world.keep(answer.reply)) this.kept = answer
  }

  private draw(route: Route & { kind: 'loadbalance' }): number {
    if (!route.sticky) {
      const index = pickWeighted(route.weights, this.world.random())
      this.world.decide('draw', `${route.place}.targets[${index}]`, `drawn by weight ${route.weights[index]}`)
      return index
    }
    const facts = this.facts()
    const bucket = Math.floor(this.world.epochMs() / route.sticky.ttlMs)
    const seed = [this.stickyId, bucket, ...route.sticky.hashFields.map((field) => readField(facts, field))].join('\0')
    const index = rankSticky(route.weights, seed)[0]!
    this.world.decide('sticky', `${route.place}.targets[${index}]`, `same ${['key', ...route.sticky.hashFields].join(', ')} as before`)
    return index
  }

  private match(route: Route & { kind: 'conditional' }): number {
    const facts = this.facts()
    for (const condition of route.conditions) {
      if (!condition.matches(facts)) continue
      this.world.decide('condition', `${route.place}.targets[${condition.route}]`, `${condition.text} is true, so ${condition.then}`)
      return condition.route
    }
    if (route.otherwise === null) throw new GatewayError('no_condition_matched', { param: route.place })
    this.world.decide('condition', `${route.place}.targets[${route.otherwise}]`, 'no condition is true, so the default')
    return route.otherwise
  }
}

/** `metadata.user.id`, `params.model`, `headers.x-session`: own members only. */
function readField(facts: RequestFacts, field: string): string {
  let value: unknown = facts
  for (const step of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return ''
    value = (value as Record<string, unknown>)[step]
  }
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
