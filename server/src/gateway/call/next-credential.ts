/** Lets a provider key rest that was refused, and finds the one of the same virtual key that takes over. */

import type { Target } from '../../config/plan.ts'
import type { Exchange } from '../exchange.ts'
import type { CallOutcome } from '../plan/run-plan.ts'
import type { VirtualKeys } from '../stored/virtual-keys.ts'
import { type Access, otherAccess } from './credential.ts'
import { readAside } from './hold-head.ts'
import { askedToWaitMs, type UpstreamReply } from './reply.ts'

/** Statuses after which another credential of the virtual key is tried. */
export function isRotated(status: number): boolean {
  return status === 401 || status === 429
}

/** Null: the outcome stands. Otherwise its answer is given up and the call goes out again with another credential. */
export async function nextAccess(
  exchange: Exchange,
  target: Target,
  outcome: CallOutcome<UpstreamReply>,
  { stored }: Access,
  tried: Set<string>,
  { virtualKeys, maxCalls }: { readonly virtualKeys: VirtualKeys; readonly maxCalls: number },
): Promise<Access | null> {
  const chosen = stored?.chosen
  if (!chosen || outcome.kind !== 'answered' || outcome.isCached) return null
  const { status, reply } = outcome
  const { rota } = virtualKeys
  if (!isRotated(status)) {
    rota.serve(chosen.rotaId)
    return null
  }
  if (stored.key.credentials.length < 2) return null
  const retryAfterMs = askedToWaitMs(reply)
  rota.rest(chosen.rotaId, status === 401 ? 'rejected' : 'limited', retryAfterMs, performance.now())
  tried.add(chosen.rotaId)
  if (exchange.hasLeft || !exchange.isReplayable) return null
  // A virtual key that was removed or switched off meanwhile has no next one either.
  const next = await otherAccess(exchange, target, virtualKeys, tried).catch(() => null)
  if (next === null) return null
  if (exchange.calls >= maxCalls) {
    exchange.decide('call_limit', target.configPath, `${maxCalls} calls were made, so no other credential is tried`)
    return null
  }
  const why = status === 401 ? 'rejected (401) and rests until it is replaced' : 'limited (429) and rests'
  exchange.decide('credential', target.configPath, `${chosen.hint}: ${why}; ${next.stored?.chosen?.hint} takes over`)
  // Read in the background: a connection whose response is read to its end can be used again.
  void readAside(reply)
  return next
}
