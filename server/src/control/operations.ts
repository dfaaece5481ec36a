/** Every administrative operation there is: what is not listed here has no address. */

import type { BreakerBoard, LogReader } from '../core/ports.ts'
import { breakerOperations } from './breakers/operations.ts'
import type { Operation } from './endpoint.ts'
import { logOperations } from './logs/operations.ts'
import { type SupportedProvider, supportedProviderOperations } from './supported-providers/operations.ts'

export type ControlStores = {
  readonly logs: LogReader
  readonly breakers: BreakerBoard
  readonly providers: readonly SupportedProvider[]
}

export function adminOperations(stores: ControlStores): readonly Operation[] {
  return [
    ...logOperations(stores.logs),
    ...breakerOperations(stores.breakers),
    ...supportedProviderOperations(stores.providers),
  ]
}
