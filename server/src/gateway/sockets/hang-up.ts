/**
 * Ends a WebRTC call at its provider. No key, limit or guardrail may prevent this: the rest of the call would not be
 * metered.
 */

import type { Target } from '../../config/plan.ts'
import { PROXY } from '../../core/endpoints.ts'
import { type AttemptPorts, TargetAttempts } from '../attempt/plan-attempts.ts'
import { ClientConnection } from '../client-connection.ts'
import { Journal } from '../journal.ts'
import { RequestHolds } from '../limits/request-holds.ts'
import type { RequestLimits } from '../limits/request-limits.ts'
import { RequestBody } from '../receive/request-body.ts'
import type { Attempted, Outbound } from '../request.ts'
import type { LiveVirtualKey } from '../stored/virtual-keys.ts'

/** The target that created the call, the request for the call, and the virtual key of the target as it was then. */
export type Created = {
  readonly target: Target
  readonly request: Attempted
  readonly virtualKey: LiveVirtualKey | null
}

export type HangUpPorts = AttemptPorts & { readonly limits: RequestLimits }

const MAX_TRIES = 4
const WAIT_MS = 500
const ALREADY_OVER: ReadonlySet<number> = new Set([404, 409, 410])

/** Rejects if every try fails: the provider does not respond, or its status does not show that the call has ended. */
export async function hangUp(callId: string, created: Created, ports: HangUpPorts): Promise<void> {
  for (let tries = 1; ; tries++) {
    const status = await send(callId, created, ports).catch(() => null)
    if (status !== null && (status < 300 || ALREADY_OVER.has(status))) return
    if (tries === MAX_TRIES) throw new Error(`the provider did not end the call ${callId}: status ${status}`)
    await Bun.sleep(WAIT_MS * tries)
  }
}

async function send(callId: string, created: Created, ports: HangUpPorts): Promise<number | null> {
  const { target, request } = created
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
  const unlimited = { ...ports, virtualKeys: keysOf(created, ports), limits: { holdFor: () => null } }
  try {
    const outcome = await new TargetAttempts(own, unlimited).attempt(plain, 0, null)
    if (outcome.kind !== 'answered') return null
    outcome.response.attempt?.abort()
    return outcome.status
  } finally {
    own.connection.settle()
  }
}

/** Finds the virtual key of the call also if it has been deleted, disabled or has expired since. */
function keysOf({ virtualKey }: Created, { virtualKeys }: HangUpPorts): HangUpPorts['virtualKeys'] {
  if (virtualKey === null) return virtualKeys
  const find = async (workspaceId: string, slug: string): Promise<LiveVirtualKey> => {
    // The credentials of the key may have been replaced since.
    const current = await Promise.resolve(virtualKeys.find(workspaceId, slug)).catch(() => undefined)
    const key = current?.id === virtualKey.id ? current : virtualKey
    return { ...key, isDisabled: false, expiresAtMs: null, integration: null }
  }
  return { rotation: virtualKeys.rotation, peek: () => virtualKey, find }
}
