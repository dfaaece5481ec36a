/** Whether a route can be called at all now: not when every circuit below it is open. */

import type { Route, Target } from '../../config/plan.ts'
import type { Circuit } from '../../policies/circuit.ts'
import { findRoute, type RoutedRequest } from './choose-route.ts'

type Guards = { circuit(target: Target): Circuit | null }

/** When the first circuit below may be probed, if all are open; null when some target may be called now. */
export function blockedUntilMs(route: Route, nowMs: number, request: RoutedRequest, guards: Guards): number | null {
  if (route.kind === 'target') {
    const circuit = guards.circuit(route.target)
    return circuit?.isBlocked(nowMs) ? circuit.retryAtMs : null
  }
  if (route.kind === 'conditional') {
    const chosen = findRoute(route, request.facts())
    return chosen === null ? null : blockedUntilMs(route.routes[chosen]!, nowMs, request, guards)
  }
  let earliest = Number.POSITIVE_INFINITY
  for (const [i, child] of route.routes.entries()) {
    if (route.kind === 'loadbalance' && route.weights[i] === 0) continue
    const untilMs = blockedUntilMs(child, nowMs, request, guards)
    if (untilMs === null) return null
    earliest = Math.min(earliest, untilMs)
  }
  return earliest
}
