/** Refuses requests that a guardrail must check but cannot: under a denying guardrail nothing passes unchecked. */

import type { Route, Target } from '../../config/plan.ts'
import { quote } from '../../config/problems.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Direction } from '../../core/guardrails/guardrails.ts'
import type { Guardrail } from '../../guardrails/guardrail.ts'
import type { RequestHead } from '../request.ts'
import { isCovered } from './formats.ts'

const DIRECTIONS: readonly Direction[] = ['input', 'output']

/** True if the guardrail can deny or change text: if it did not run, text that must not pass could pass. */
function isEnforced({ spec, checks }: Guardrail): boolean {
  const { deny, async, shadow } = spec.actions
  if (async || shadow) return false
  return deny || checks.some((check) => check.kind === 'spans' && !check.failsOnFinding)
}

type Head = Pick<RequestHead, 'endpoint' | 'method' | 'path' | 'pathname' | 'socket'> & { readonly search?: string }

/** Null if the guardrails of the target can check the request, or have nothing to enforce. */
export function uncoveredRefusal(head: Head, { guardrails, configPath }: Target): GatewayError | null {
  if (guardrails === null) return null
  for (const direction of DIRECTIONS) {
    if (head.socket === undefined && isCovered(head, direction)) continue
    const enforced = guardrails[direction].find(isEnforced)
    if (enforced !== undefined) return uncovered(head, enforced, direction, configPath)
  }
  return null
}

/** Like `uncoveredRefusal`, for every target that a request may reach. */
export function uncoveredRouteRefusal(head: Head, route: Route): GatewayError | null {
  if (route.kind === 'target') return uncoveredRefusal(head, route.target)
  for (const child of route.routes) {
    const refusal = uncoveredRouteRefusal(head, child)
    if (refusal !== null) return refusal
  }
  return null
}

function uncovered(head: Head, { spec }: Guardrail, direction: Direction, param: string): GatewayError {
  const does = spec.actions.deny ? 'can deny' : 'changes'
  const what = direction === 'input' ? 'requests' : 'responses'
  const where = `${head.method} ${head.pathname.slice(0, 128)}`
  const path = head.socket === undefined ? where : `the WebSocket at ${head.pathname.slice(0, 128)}`
  return new GatewayError('guardrail_uncovered', {
    param,
    message: `The guardrail ${quote(spec.id)} ${does} ${what}, and the gateway cannot check those of ${path}.`,
  })
}
