/** Port for reading the secrets that references name. */

import type { GatewayError } from '../errors.ts'
import type { Awaitable } from '../ports.ts'
import type { Secret } from '../secret.ts'

/** The result of testing a reference. It never contains the value. */
export type SecretInspection = {
  readonly isFound: boolean
  /** Characters of the value; null if it was not found. */
  readonly length: number | null
  /** As the store names it; null if the store has no versions. */
  readonly version: string | null
  /** When the store last changed the value; null if it does not say. */
  readonly rotatedAtMs: number | null
  readonly message: string
}

export interface SecretReferences {
  /**
   * Why a caller may not save or test the reference; null if it may. `workspaceId`: null for trusted principals, who
   * may use every path of every source.
   */
  refusal(reference: string, workspaceId: string | null, param: string): GatewayError | null
  /** Synchronous if the value is cached. `workspaceId`: null if a trusted principal saved the reference. */
  value(reference: string, workspaceId: string | null): Awaitable<Secret>
  /** Changes when a new value was read. */
  revision(reference: string): number
  /** Call after a provider rejected the value. True if the store has a new one; asks it at most once a minute. */
  renew(reference: string, rejected: Secret): Promise<boolean>
  /** Reads the secret from the store, not from the cache. */
  inspect(reference: string): Promise<SecretInspection>
}
