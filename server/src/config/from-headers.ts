/** Builds the Plan of a request from its config, or from its provider or virtual key headers alone. */

import { GatewayError } from '../core/errors.ts'
import { NOTHING_STORED, type RootDefaults, type StoredObjects } from './compilation.ts'
import { compile } from './compile.ts'
import type { Plan, SavedSource } from './plan.ts'
import type { ConfigObject } from './schema.ts'

/** The config of a request: sent with the request (`saved` is null), or saved. */
export type ChosenConfig = { readonly config: ConfigObject; readonly saved: SavedSource | null }

/** Config of a request without one. The headers provide everything. */
const EMPTY: ConfigObject = Object.freeze(Object.create(null))

export function planFromHeaders(
  headers: RootDefaults,
  chosen: ChosenConfig | null,
  stored: StoredObjects = NOTHING_STORED,
): Plan {
  if (chosen !== null) return compile(chosen.config, headers, stored, chosen.saved)
  if (headers.provider === null && headers.virtualKey === null && headers.modelKey === null)
    throw new GatewayError('provider_missing')
  return compile(EMPTY, headers, stored)
}
