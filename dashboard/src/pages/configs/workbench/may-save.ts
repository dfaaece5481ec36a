/** Whether whoever is signed in may save another version of a config. */

import { can } from '../../../app/session.ts'
import type { ConfigRow } from '../config-types.ts'

/** The default config of a workspace routes other people's requests: changing it needs a right of its own. */
export function maySave(saved: Pick<ConfigRow, 'is_default'> | null): boolean {
  if (saved === null) return can('configs.create')
  return can('configs.update') && (saved.is_default === 0 || can('configs.default'))
}
