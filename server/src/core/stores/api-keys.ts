/** Gateway keys. */

import type { Caller, KeyDefaults, KeyKind } from '../caller.ts'
import type { Limits } from './limits.ts'
import type { Listed, Page, Reach } from './reach.ts'

export type KeyType = 'organisation-service' | 'workspace-service' | 'workspace-user'

export type RotationPolicy = {
  readonly period: 'weekly' | 'monthly' | null
  readonly nextRotationAtMs: number | null
  readonly transitionMs: number
}

export type ApiKey = {
  readonly id: string
  readonly organisationId: string
  /** Null on Admin keys. */
  readonly workspaceId: string | null
  readonly kind: KeyKind
  readonly type: KeyType
  readonly name: string
  readonly description: string | null
  /** Its holder. A key made with a personal key has the same holder; service keys have none. */
  readonly userId: string | null
  /** Keyed hash of the secret; the secret itself is stored nowhere. */
  readonly hash: string
  readonly hint: string
  /** The secret before the last rotation, valid until its end. */
  readonly previousHash: string | null
  readonly previousHashExpiresAtMs: number | null
  readonly scopes: readonly string[]
  readonly allowInference: boolean
  readonly defaults: KeyDefaults
  readonly limits: Limits
  readonly alertEmails: readonly string[]
  readonly rotation: RotationPolicy | null
  readonly expiresAtMs: number | null
  readonly lastUsedAtMs: number | null
  readonly lastUsedIp: string | null
  /** Who made it: a user's or a key's id; null at the first start. */
  readonly createdBy: string | null
  readonly creationMode: 'ui' | 'api' | 'auto'
  /** Since when its maker has been removed or has lost rights; null once somebody reviewed it. */
  readonly reviewSinceMs: number | null
  /** Who rotated it last: a person's id, or the id of a key without holder; null when nobody has. */
  readonly rotatedBy: string | null
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export type KeyUse = { readonly keyId: string; readonly atMs: number; readonly ip: string }

export interface ApiKeyStore {
  /**
   * The caller behind a secret, with the metadata of its workspace and organisation below its own. A secret that was
   * rotated out is found with its own end as expiry. Deleted keys are not found, nor those whose holder is removed,
   * disabled, or no longer belongs to the key's workspace.
   */
  findCaller(hash: string): Promise<Caller | undefined>
  /** The same key as it acts in a workspace named by id or slug: an Admin key in any, others in their own. */
  findCallerIn(keyId: string, workspaceIdOrSlug: string): Promise<Caller | undefined>
  find(reach: Reach, id: string): Promise<ApiKey | undefined>
  /** Newest first. */
  list(
    reach: Reach,
    filter: { readonly types: readonly KeyType[]; readonly needsReview?: boolean },
    page: Page,
  ): Promise<Listed<ApiKey>>
  /**
   * Marks the keys whose secret this person has seen and that outlive the person's rights: those it made or rotated
   * that have no holder or another one, and those made or rotated with them. In one workspace, or everywhere (null).
   */
  markForReview(makerId: string, workspaceId: string | null, nowMs: number): Promise<readonly ApiKey[]>
  insert(key: ApiKey): Promise<void>
  /** Everything but its kind, its maker and its last use. */
  update(key: ApiKey): Promise<void>
  remove(id: string): Promise<void>
  /** A hundred or so at once: last use is written every few seconds, not per request. */
  recordUses(uses: readonly KeyUse[]): Promise<void>
  isEmpty(): Promise<boolean>
}
