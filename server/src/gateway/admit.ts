/** Whether this caller may send this request now. */

import type { Caller } from '../core/caller.ts'
import { GatewayError } from '../core/errors.ts'
import type { Exchange } from './exchange.ts'
import type { Load } from './load.ts'

export function admit(exchange: Exchange, caller: Caller, load: Load): void {
  if (!caller.allowInference) throw new GatewayError('inference_forbidden')
  load.enter(caller.keyId)
  exchange.isCounted = true
}

/** Gives back what the exchange was counted for; called once, when it ends. */
export function dismiss(exchange: Exchange, load: Load): void {
  if (exchange.isCounted && exchange.caller) load.leave(exchange.caller.keyId)
  load.release(exchange.heldBytes)
}
