/** Computes the maximum number of upstream requests, duration and cost of a plan, whatever its providers respond. */

import type { Route, Target } from '../../config/plan.ts'
import type { WorstCase } from '../../core/configs/config-examiner.ts'
import type { StatusSet } from '../../core/status-set.ts'
import { LONGEST_RETRY_AFTER_MS } from '../../gateway/plan/run-plan.ts'
import { retryWaitMs } from '../../policies/backoff.ts'

const NOTHING: WorstCase = { calls: 0, durationMs: 0, waitMs: 0, costNanoUsd: 0 }

/** Facts about a target that are not in its plan. */
type CallFacts = {
  /** The number of provider keys that one attempt may try. */
  readonly callsEach: number
  /** The maximum cost of an attempt; null if unknown. */
  readonly costNanoUsd: number | null
}

export function worstCase(route: Route, factsOf: (target: Target) => CallFacts): WorstCase {
  switch (route.kind) {
    case 'target':
      return ofTarget(route.target, factsOf(route.target))
    case 'fallback':
      return ofFallback(route, 0, factsOf)
    case 'loadbalance':
      return route.routes
        .filter((_, i) => route.weights[i]! > 0)
        .map((child) => worstCase(child, factsOf))
        .reduce(worse, NOTHING)
    case 'conditional':
      return route.routes.map((child) => worstCase(child, factsOf)).reduce(worse, NOTHING)
  }
}

function ofTarget(target: Target, { callsEach, costNanoUsd }: CallFacts): WorstCase {
  const retries = target.retry?.attempts ?? 0
  const calls = (1 + retries) * callsEach
  let waitMs = 0
  for (let retry = 1; retry <= retries; retry++) {
    const ownMs = retryWaitMs(retry, 1)
    waitMs += target.retry?.useRetryAfter ? Math.max(ownMs, LONGEST_RETRY_AFTER_MS) : ownMs
  }
  return {
    calls,
    durationMs: target.timeoutMs === null ? null : calls * target.timeoutMs + waitMs,
    waitMs,
    costNanoUsd: costNanoUsd === null ? null : calls * costNanoUsd,
  }
}

/** The worst case from target `i` on: the plan may end here, fall back, or skip the target if its circuit is open. */
function ofFallback(route: Route & { kind: 'fallback' }, i: number, factsOf: (target: Target) => CallFacts): WorstCase {
  const here = worstCase(route.routes[i]!, factsOf)
  if (i === route.routes.length - 1) return here
  const later = ofFallback(route, i + 1, factsOf)
  if (canHappen(route.on[i]!)) return worse(sum(here, later), later)
  return hasCircuit(route.routes[i]!) ? worse(here, later) : here
}

function canHappen(statuses: StatusSet): boolean {
  for (let status = 100; status < 600; status++) if (statuses.has(status)) return true
  return false
}

function hasCircuit(route: Route): boolean {
  return route.kind === 'target' ? route.target.circuit !== null : route.routes.some(hasCircuit)
}

function sum(left: WorstCase, right: WorstCase): WorstCase {
  return {
    calls: left.calls + right.calls,
    durationMs: both(left.durationMs, right.durationMs, (one, other) => one + other),
    waitMs: left.waitMs + right.waitMs,
    costNanoUsd: both(left.costNanoUsd, right.costNanoUsd, (one, other) => one + other),
  }
}

/** The maximum of each figure: the path with the most requests need not take the most time. */
function worse(left: WorstCase, right: WorstCase): WorstCase {
  return {
    calls: Math.max(left.calls, right.calls),
    durationMs: both(left.durationMs, right.durationMs, Math.max),
    waitMs: Math.max(left.waitMs, right.waitMs),
    costNanoUsd: both(left.costNanoUsd, right.costNanoUsd, Math.max),
  }
}

/** Null (unknown) if either value is null. */
function both(left: number | null, right: number | null, join: (left: number, right: number) => number): number | null {
  return left === null || right === null ? null : join(left, right)
}
