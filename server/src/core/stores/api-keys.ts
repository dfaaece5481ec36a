/** Port for gateway API keys. */

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
  /** Owner of a personal key. A key created with a personal key has the same owner; null on service keys. */
  readonly userId: string | null
  /** Keyed hash of the secret. The secret itself is not stored. */
  readonly hash: string
  readonly hint: string
  /** Hash of the secret before the last rotation; valid until it expires. */
  readonly previousHash: string | null
  readonly previousHashExpiresAtMs: number | null
  readonly scopes: readonly string[]
  readonly allowInference: boolean
  readonly defaults: KeyDefaults
  readonly limits: Limits
  readonly alertEmails: readonly string[]
  /** Certificates that authenticate as this key, such as `dns:billing.example.com`: see `certificateEntry`. */
  readonly clientCertificates: readonly string[]
  readonly rotation: RotationPolicy | null
  readonly expiresAtMs: number | null
  readonly lastUsedAtMs: number | null
  readonly lastUsedIp: string | null
  /** Id of the user or key that created it; null for keys created at first start. */
  readonly createdBy: string | null
  readonly creationMode: 'ui' | 'api' | 'auto'
  /** When its creator was removed or lost permissions; null if no review is due. */
  readonly reviewSinceMs: number | null
  /** Id of the user or service key that rotated it last; null if it was never rotated. */
  readonly rotatedBy: string | null
  /** Ids of the users and service keys that added its client certificates. */
  readonly certifiedBy: readonly string[]
  /** Whether a trusted caller created it: see `Principal`. Only relevant for Admin keys. */
  readonly isTrusted: boolean
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** A certificate that a key names. */
export type KeyCertificate = { readonly keyId: string; readonly entry: string }

export type KeyUse = {
  /** Id of the key, or of the workload issuer. */
  readonly keyId: string
  readonly atMs: number
  readonly ip: string
  /** Subject of a workload token. Absent for keys. */
  readonly subject?: string
}

export type KeyFilter = {
  readonly types: readonly KeyType[]
  readonly needsReview?: boolean
  /** A part of the name or id. */
  readonly search?: string
}

export interface ApiKeyStore {
  /**
   * Finds the caller by the hash of its secret. Its metadata overrides that of its workspace and organisation. The
   * previous secret of a rotated key is found with its own expiry. Not found: deleted keys, and keys whose owner is
   * removed, disabled or no longer a member of the key's workspace.
   */
  findCaller(hash: string): Promise<Caller | undefined>
  /**
   * The caller for a key in a given workspace: any workspace for an Admin key, only its own for other keys. With
   * `secretHash`, the caller is found only if the key still has this secret, as by `findCaller`.
   */
  findCallerIn(keyId: string, workspaceIdOrSlug: string, secretHash?: string): Promise<Caller | undefined>
  /** The caller for a key in its own workspace; for an Admin key, in the default workspace. */
  findCallerOf(keyId: string): Promise<Caller | undefined>
  /** The certificates of all keys of all organisations. */
  certificates(): Promise<readonly KeyCertificate[]>
  find(reach: Reach, id: string): Promise<ApiKey | undefined>
  /** Newest first. */
  list(reach: Reach, filter: KeyFilter, page: Page): Promise<Listed<ApiKey>>
  /**
   * Marks keys for review after their creators lost access: keys that the creators, or other keys found in this way,
   * created, rotated or added client certificates to. Excludes keys that the creators own. `workspaceId` null: in every
   * workspace.
   */
  markForReview(creatorIds: readonly string[], workspaceId: string | null, nowMs: number): Promise<readonly ApiKey[]>
  insert(key: ApiKey): Promise<void>
  /** Does not change the workspace, kind, type, owner, creator, `isTrusted` and last use of the key. */
  update(key: ApiKey): Promise<void>
  remove(id: string): Promise<void>
  /** Removes name, description, defaults, addresses and certificates of a deleted key. Logs still refer to its row. */
  anonymise(id: string): Promise<void>
  /** Writes the last use of many keys and workload subjects; called every few seconds instead of per request. */
  recordUses(uses: readonly KeyUse[]): Promise<void>
  isEmpty(): Promise<boolean>
}
