/** Whether this caller may send this request now. */

import { GatewayError } from '../core/errors.ts'
import type { Caller } from '../core/caller.ts'

export function admit(caller: Caller): void {
  if (!caller.allowInference) throw new GatewayError('inference_forbidden')
}
