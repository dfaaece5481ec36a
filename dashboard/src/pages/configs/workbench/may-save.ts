/** Whether the user may save a new version of a config. */

import { can } from '../../../app/session.ts'
import type { ConfigRow } from '../config-types.ts'

/** The default config routes other users' requests, so changing it needs a separate permission. */
export function maySave(saved: Pick<ConfigRow, 'is_default'> | null): boolean {
  if (saved === null) return can('configs.create')
  return can('configs.update') && (saved.is_default === 0 || can('configs.default'))
}
