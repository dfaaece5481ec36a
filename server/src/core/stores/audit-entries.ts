/** The audit log: entries are only ever added, each chained to the one before. */

import type { Listed, Page, Reach } from './reach.ts'

export type AuditActor = {
  readonly type: 'user' | 'api_key'
  readonly id: string
  readonly name: string
  /** Who made the key that acted; null for people. */
  readonly creatorId: string | null
}

export type NewAuditEntry = {
  readonly id: string
  readonly organisationId: string
  /** Null when the action concerns the organisation. */
  readonly workspaceId: string | null
  readonly atMs: number
  readonly actor: AuditActor
  /** `config.create`; refused ones too. */
  readonly action: string
  readonly resource: string
  readonly targetId: string | null
  readonly targetName: string | null
  readonly method: string
  readonly uri: string
  readonly ip: string
  readonly userAgent: string | null
  readonly requestId: string
  readonly traceId: string
  /** What the caller was answered. */
  readonly status: number
  /** Null when it was allowed; else our error code. */
  readonly refusedWith: string | null
  /** JSON texts with secrets masked. */
  readonly requestBody: string | null
  readonly queryParams: string | null
  readonly requestHeaders: string
  readonly before: string | null
  readonly after: string | null
}

export type AuditEntry = NewAuditEntry & { readonly sequence: number; readonly hash: string }

export type AuditFilter = {
  readonly fromMs?: number
  readonly toMs?: number
  readonly methods?: readonly string[]
  readonly uri?: string
  readonly requestId?: string
  readonly actorId?: string
  readonly actorType?: AuditActor['type']
  readonly statuses?: readonly number[]
  readonly resource?: string
  readonly action?: string
  readonly ip?: string
  readonly targetId?: string
}

/** What a walk over the whole chain found. */
export type ChainVerdict =
  | { readonly isWhole: true; readonly count: number; readonly head: string }
  | { readonly isWhole: false; readonly count: number; readonly brokenAt: number; readonly reason: string }

export interface AuditEntryStore {
  append(entry: NewAuditEntry): Promise<void>
  list(reach: Reach, filter: AuditFilter, page: Page): Promise<Listed<AuditEntry>>
  /** The newest entries older than this one (null: the newest of all), for walking a long list without counting it. */
  before(reach: Reach, filter: AuditFilter, sequence: number | null, most: number): Promise<readonly AuditEntry[]>
  /** Recomputes every hash and compares with the stored head. */
  verify(organisationId: string): Promise<ChainVerdict>
}
