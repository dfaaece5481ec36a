/** Whether this caller may send this request now. */

import type { Caller } from '../core/caller.ts'
import { GatewayError } from '../core/errors.ts'
import type { Exchange } from './exchange.ts'
import type { Load } from './load.ts'

export function admit(exchange: Exchange, caller: Caller, load: Load): void {
  if (!caller.allowInference) throw new GatewayError('inference_forbidden')
  exchange.bodyHold = load.enter(caller.keyId, caller.workspaceId)
}

/** Releases what the exchange was counted for; called once, when it ends. */
export function dismiss(exchange: Exchange): void {
  exchange.bodyHold?.release()
}
