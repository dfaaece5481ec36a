/** The interface that SCIM users and groups implement. */

import type { JsonObject } from '../../core/json.ts'
import type { Slice } from '../../core/stores/scim.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { OperationCall } from '../endpoint.ts'
import type { Filter } from './filter.ts'
import type { Projection, Resource } from './representation.ts'

export type ScimCall = Pick<OperationCall<unknown, unknown>, 'nowMs' | 'announce' | 'note'> & {
  readonly organisationId: string
  /** For example `https://gateway.example.com/scim/v2`. */
  readonly base: string
  /** Throws with status 412 if the If-Match of the request names another version. */
  readonly requireVersion: (version: string) => void
}

type View = {
  readonly base: string
  readonly projection: Projection
  /** True if a filter needs every attribute. */
  readonly needsAll?: boolean
}

type Found = {
  readonly total: number
  /** False: the store could not apply the filter, so `resources` is unfiltered. */
  readonly isFiltered: boolean
  readonly resources: readonly Resource[]
}

export type ResourceHandler = {
  readonly type: 'User' | 'Group'
  readonly path: 'Users' | 'Groups'
  list(stores: Stores, organisationId: string, filter: Filter | null, slice: Slice, view: View): Promise<Found>
  find(stores: Stores, organisationId: string, id: string, view: View): Promise<Resource | null>
  /** Call this and the following methods inside a transaction. */
  create(call: ScimCall, stores: Stores, body: JsonObject): Promise<Resource>
  replace(call: ScimCall, stores: Stores, id: string, body: JsonObject): Promise<Resource>
  patch(call: ScimCall, stores: Stores, id: string, body: JsonObject): Promise<Resource>
  remove(call: ScimCall, stores: Stores, id: string): Promise<void>
}
