/** Workload issuers: issuers of JWTs that callers of the data plane send instead of a gateway key. */

import type { Limits } from '../stores/limits.ts'
import type { Listed, Page, Reach } from '../stores/reach.ts'

/** Asymmetric algorithms only, so that nobody can sign tokens with the keys that an issuer publishes. */
export const TOKEN_ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA'],
] as const

/** Longer tokens are refused before they are parsed. */
export const MAX_TOKEN_CHARACTERS = 8 * 1_024
/** Longer subjects and token ids are refused. */
export const MAX_SUBJECT_CHARACTERS = 512
/** Clocks of the issuer and of the gateway may differ by this. */
export const CLOCK_TOLERANCE_SECONDS = 60

/** Labels that the gateway sets on every request with a token. */
export const ISSUER_LABEL = '_workload_issuer'
export const SUBJECT_LABEL = '_workload_subject'

/** A public key as in RFC 7517. */
export type PublicKey = Readonly<Record<string, unknown>>

export type WorkloadSettings = {
  /** If this and `jwks` are null, the URL is found by OpenID Connect discovery. */
  readonly jwksUrl: string | null
  /** The keys themselves. The gateway then makes no request to the issuer. */
  readonly jwks: { readonly keys: readonly PublicKey[] } | null
  /** The token must name at least one of them in `aud`. */
  readonly audiences: readonly string[]
  readonly algorithms: readonly string[]
  /** Longest time between `iat` and `exp`. */
  readonly maxLifetimeSeconds: number
  /** Patterns by claim name. Each claim must match one of its patterns. A final `*` matches any suffix. */
  readonly claims: Readonly<Record<string, readonly string[]>>
  readonly subjectClaim: string
  /** The claim with the id or slug of the workspace; null if the issuer belongs to a workspace. */
  readonly workspaceClaim: string | null
  readonly scopes: readonly string[]
  /** The token gets only the scopes that are in `scopes` and in this claim; null: all of `scopes`. */
  readonly scopeClaim: string | null
  /** By label: the claim that its value comes from. */
  readonly metadata: Readonly<Record<string, string>>
}

export type WorkloadIssuer = {
  readonly id: string
  readonly organisationId: string
  /** The workspace of all tokens; null: `workspaceClaim` names it. */
  readonly workspaceId: string | null
  readonly name: string
  readonly isEnabled: boolean
  /** The claim `iss`. Several workload issuers can have the same one, with different rules. */
  readonly issuer: string
  readonly settings: WorkloadSettings
  /** Shared by all tokens of the issuer. */
  readonly limits: Limits
  readonly createdBy: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export interface WorkloadIssuerStore {
  /** Finds only issuers the caller may change: those of its workspace, or all if it can access the organisation. */
  find(reach: Reach, id: string): Promise<WorkloadIssuer | undefined>
  /** Sorted by name. */
  list(reach: Reach, page: Page): Promise<Listed<WorkloadIssuer>>
  count(organisationId: string): Promise<number>
  /** Enabled issuers with this `iss`, of every organisation, oldest first. */
  enabled(issuer: string): Promise<readonly WorkloadIssuer[]>
  insert(issuer: WorkloadIssuer): Promise<void>
  update(issuer: WorkloadIssuer): Promise<void>
  remove(id: string): Promise<void>
}

/** Subjects kept per issuer: those whose tokens were used last. */
export const MAX_SUBJECTS = 1_000

/** A subject whose token was used. */
export type WorkloadSubject = {
  readonly subject: string
  readonly lastUsedAtMs: number
  readonly lastUsedIp: string
}

/** Uses are written by `ApiKeyStore.recordUses`. */
export interface WorkloadSubjectStore {
  /** Latest use first. */
  list(issuerId: string, page: Page): Promise<Listed<WorkloadSubject>>
  /** The last use of each of these issuers. Issuers that were never used have no entry. */
  lastUses(issuerIds: readonly string[]): Promise<ReadonlyMap<string, number>>
}

export type RevocationKind = 'jti' | 'subject'

/** Tokens with this id or subject are refused. */
export type Revocation = {
  readonly id: string
  readonly issuerId: string
  readonly kind: RevocationKind
  readonly value: string
  readonly reason: string | null
  /** From this time on, the token with this `jti` has expired anyway; null for subjects. */
  readonly expiresAtMs: number | null
  readonly createdBy: string
  readonly createdAtMs: number
}

export interface RevocationStore {
  /** The kind of a revocation that applies to the token; null: it is not revoked. */
  find(
    issuerId: string,
    token: { readonly jti: string | null; readonly subject: string },
  ): Promise<RevocationKind | null>
  /** Newest first, without expired revocations. */
  list(issuerId: string, page: Page, nowMs: number): Promise<Listed<Revocation>>
  findById(issuerId: string, id: string): Promise<Revocation | undefined>
  count(issuerId: string): Promise<number>
  /** Returns the stored revocation if the value is already revoked. */
  insert(revocation: Revocation): Promise<Revocation>
  remove(id: string): Promise<void>
  removeExpired(issuerId: string, nowMs: number): Promise<void>
}
