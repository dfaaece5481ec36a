/** Port for the access review: who has which role or key. Every page costs the same, wherever it starts. */

import type { KeyType } from './api-keys.ts'

export type SubjectType = 'user' | 'api_key' | 'workload_issuer'

export type AccessFilter = {
  readonly type?: SubjectType
  readonly subjectId?: string
  /** Part of the e-mail address or name. */
  readonly search?: string
  /** Only access to this workspace, including access to all workspaces. */
  readonly workspaceId?: string
}

type Row = {
  readonly subjectId: string
  readonly name: string
  /** Null: all workspaces, and the organisation itself. */
  readonly workspaceId: string | null
  readonly workspaceName: string | null
  readonly createdAtMs: number
}

export type UserRow = Row & {
  readonly kind: 'user'
  readonly role: string
  /** True: a group mapping gave the role. */
  readonly isByGroups: boolean
  readonly isDisabled: boolean
  readonly lastUsedAtMs: number | null
}

export type KeyRow = Row & {
  readonly kind: 'api_key'
  readonly type: KeyType
  readonly scopes: readonly string[]
  readonly allowInference: boolean
  readonly clientCertificates: readonly string[]
  readonly needsReview: boolean
  readonly expiresAtMs: number | null
  readonly lastUsedAtMs: number | null
  /** The owner of a personal key with its roles; null for service keys. */
  readonly holder: {
    readonly userId: string
    readonly email: string
    readonly isDisabled: boolean
    readonly role: string
    readonly workspaceRole: string | null
  } | null
}

export type IssuerRow = Row & {
  readonly kind: 'workload_issuer'
  readonly isEnabled: boolean
  readonly lastUsedAtMs: number | null
  readonly scopes: readonly string[]
}

export type AccessRow = UserRow | KeyRow | IssuerRow

/** Where a page ends: the source and the key of its last row. */
export type AccessCursor = { readonly source: number; readonly after: readonly string[] }

export type AccessPage = {
  readonly rows: readonly AccessRow[]
  /** Null: there is nothing more. */
  readonly next: AccessCursor | null
}

export interface AccessReviewStore {
  /** At most `limit` rows: organisation roles, then roles in workspaces, API keys, workload issuers. */
  page(organisationId: string, filter: AccessFilter, from: AccessCursor | null, limit: number): Promise<AccessPage>
}
