/** The authenticated caller of a request: a gateway key, workload or session, with its workspace, scopes and limits. */

import type { OwnedLimits } from './stores/limits.ts'

export type KeyKind = 'admin' | 'workspace'

/** The scope to send requests to providers. */
export const INFERENCE = 'completions.write'

export type KeyDefaults = {
  readonly metadata: Readonly<Record<string, string>>
  /**
   * Slug of the key's own default config. On an Admin key it can be the config's id, because a slug is unique only in
   * its workspace. The workspace's default config is not copied here, because it can change while the key is cached.
   */
  readonly configSlug: string | null
  /** The id or slug that the client sent. Responses repeat it, because clients compare it with what they sent. */
  readonly configGiven?: string
  /** False: the caller may not send another config. */
  readonly allowConfigOverride: boolean
}

export const NO_DEFAULTS: KeyDefaults = { metadata: {}, configSlug: null, allowConfigOverride: true }

type WorkloadIdentity = {
  readonly issuerName: string
  readonly subject: string
  /** Id of the token; null if it has none. */
  readonly jti: string | null
  readonly workspaceSlug: string
  /** Identifies the subject in its workspace, for the audit log and idempotency keys. `keyId` is that of the issuer. */
  readonly actorId: string
}

export type Caller = {
  readonly keyId: string
  readonly keyName: string
  readonly kind: KeyKind
  readonly organisationId: string
  /** The workspace charged for the request: the key's own; for an Admin key, the default workspace. */
  readonly workspaceId: string
  readonly scopes: ReadonlySet<string>
  readonly allowInference: boolean
  /** Expiry of the secret that was sent. During a rotation the previous secret expires before the key does. */
  readonly expiresAtMs: number | null
  /** Keyed hash of the secret that was sent. Absent without a gateway key. */
  readonly secretHash?: string
  /** Set if the secret that was sent has been replaced: when the overlap of the rotation ends. */
  readonly secretEndsAtMs?: number
  /** Labels that the request cannot replace. */
  readonly fixedMetadata?: Readonly<Record<string, string>>
  /** Used where the request does not set its own metadata or config. */
  readonly defaults: KeyDefaults
  /** Body logging as set on the workspace, else on the organisation; null: the deployment's setting applies. */
  readonly logBodies: boolean | null
  /**
   * True for requests that the gateway sends to itself. Guardrails do not apply to them: a check that calls a model
   * would trigger itself.
   */
  readonly isInternal?: true
  /** True for a dashboard session; absent for API keys. */
  readonly isPerson?: true
  /** Limits of the key and of its workspace; absent when neither has any. */
  readonly limits?: readonly OwnedLimits[]
  /** Id of the user or key that created this key; null for the keys created at first start. */
  readonly createdBy: string | null
  /** Set if a JWT of a workload issuer authenticated the request. `keyId` is the id of the issuer. */
  readonly workload?: WorkloadIdentity
  /** Set if a client certificate authenticated the request: the entry of the key that names the certificate. */
  readonly certificate?: string
  /** False for an Admin key whose creator was not trusted; see `isTrusted` of `Principal`. */
  readonly isTrusted?: false
  /** Owner of a personal key; the key is limited to the owner's current permissions. Absent on service keys. */
  readonly holderId?: string
}
