/** Ends a WebRTC call at its provider. No key, limit or guardrail may prevent it: nobody would count the rest of the call. */

import type { Target } from '../../config/plan.ts'
import { PROXY } from '../../core/endpoints.ts'
import { type AttemptPorts, TargetAttempts } from '../attempt/plan-attempts.ts'
import { ClientConnection } from '../client-connection.ts'
import { Journal } from '../journal.ts'
import { RequestHolds } from '../limits/request-holds.ts'
import type { RequestLimits } from '../limits/request-limits.ts'
import { RequestBody } from '../receive/request-body.ts'
import type { Attempted, Outbound } from '../request.ts'

/** The target that created the call, and the request that it answered. */
export type Created = { readonly target: Target; readonly request: Attempted }

export type HangUpPorts = AttemptPorts & { readonly limits: RequestLimits }

const MAX_TRIES = 4
const WAIT_MS = 500

/** Rejects if the provider does not accept the request. */
export async function hangUp(callId: string, created: Created, ports: HangUpPorts): Promise<void> {
  for (let tries = 1; ; tries++) {
    const status = await send(callId, created, ports).catch(() => null)
    // 404 and 409: the call is over.
    if (status !== null && status < 500 && status !== 429) return
    if (tries === MAX_TRIES) throw new Error(`the provider did not end the call ${callId}: status ${status}`)
    await Bun.sleep(WAIT_MS * tries)
  }
}

async function send(callId: string, { target, request }: Created, ports: HangUpPorts): Promise<number | null> {
  const { head, caller } = request
  const path = `/realtime/calls/${callId}/hangup`
  const pathname = `/v1${path}`
  const { headers, traceId } = head
  const journal = new Journal()
  const own: Outbound = {
    id: Bun.randomUUIDv7(),
    head: { method: 'POST', pathname, path, search: '', endpoint: PROXY, headers, traceId, deployment: null },
    journal,
    connection: new ClientConnection(new Request(`http://inside${pathname}`)),
    caller,
    options: null,
    body: new RequestBody(),
    memory: null,
    holds: new RequestHolds(ports.limits.budgetService, journal),
    prompt: null,
    savedConfig: null,
  }
  const plain: Target = { ...target, guardrails: null, cache: null, changes: null }
  try {
    const outcome = await new TargetAttempts(own, { ...ports, limits: { open: () => null } }).attempt(plain, 0, null)
    if (outcome.kind !== 'answered') return null
    outcome.response.attempt?.abort()
    return outcome.status
  } finally {
    own.connection.settle()
  }
}
