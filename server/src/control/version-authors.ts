/** Reads the names of the users and keys that created versions of a config, prompt or guardrail. */

import type { Stores } from '../core/stores/stores.ts'

/** Names by id, without deleted users and keys. */
export function authorsOf(
  stores: Stores,
  { organisationId }: { readonly organisationId: string },
  versions: readonly { readonly createdBy: string }[],
): Promise<ReadonlyMap<string, string>> {
  return stores.users.authors(organisationId, [...new Set(versions.map((version) => version.createdBy))])
}
