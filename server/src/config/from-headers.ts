/** The four ways a request names its provider (spec 5.2), each made into a Plan. */

import { GatewayError } from '../core/errors.ts'
import { NOTHING_STORED, type RootDefaults, type StoredObjects } from './compilation.ts'
import { compile } from './compile.ts'
import type { Plan, SavedSource } from './plan.ts'
import type { ConfigObject } from './schema.ts'

/** The config a request goes by: sent along, or a saved one. */
export type ChosenConfig = { readonly config: ConfigObject; readonly saved: SavedSource | null }

/** Names nothing itself: everything comes from the headers. */
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
