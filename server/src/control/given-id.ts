/** Ids that the caller chooses for new resources, so that a migrated or restored resource keeps its id. */

import { z } from 'zod'
import { GatewayError } from '../core/errors.ts'
import type { IdHome, IdKind } from '../core/stores/ids.ts'
import type { Stores } from '../core/stores/stores.ts'
import type { Principal } from './access/principal.ts'

/** An id of digits only could be mistaken for a version number. */
export const givenId = z
  .string()
  .regex(/^(?=[0-9]*[A-Za-z_-])[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 of A-Z, a-z, 0-9, _ and -, and not a number')
  .optional()
  .describe('The id of the new resource. Generated if omitted. Only owners, admins and trusted Admin keys may send it.')

type Claim = {
  readonly kind: IdKind
  readonly id: string | undefined
  readonly home: IdHome
  /** The request field that contains the id. Default: `id`. */
  readonly param?: string
}

/**
 * Call it inside the transaction. Only trusted callers may choose ids, because the error reveals whether another
 * workspace has the id.
 */
export async function claimId(
  principal: Principal,
  stores: Stores,
  { kind, id, home, param = 'id' }: Claim,
): Promise<void> {
  if (id === undefined) return
  if (!principal.isTrusted)
    throw new GatewayError('scope_missing', {
      param,
      message: `${param}: only owners, admins and trusted Admin keys can choose the id of a new resource.`,
      hint: `Omit ${param} to generate it.`,
    })
  if (await stores.ids.claim(kind, id, home)) return
  throw new GatewayError('conflict', {
    param,
    message: `${param}: the id ${id} is already in use.`,
    hint: 'Choose another id, or omit it to generate one.',
  })
}
