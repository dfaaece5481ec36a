/** Port for the audit log: append-only, each entry contains the hash of the previous one. */

import type { Listed, Page, Reach } from './reach.ts'

export type AuditActor = {
  /** `command_line`: a command on the machine of the gateway, which needs no key. */
  readonly type: 'user' | 'api_key' | 'command_line'
  readonly id: string
  readonly name: string
  /** Creator of the key that acted; null for users. */
  readonly creatorId: string | null
}

export type NewAuditEntry = {
  readonly id: string
  readonly organisationId: string
  /** Null if the action concerns the whole organisation. */
  readonly workspaceId: string | null
  readonly atMs: number
  readonly actor: AuditActor
  /** Such as `config.create`. Refused actions are logged too. */
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
  /** HTTP status of the response. */
  readonly status: number
  /** Error code of the refusal; null if the action was allowed. */
  readonly refusedWith: string | null
  /** JSON text with secrets masked, here and below. */
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

/** An action of a command, which cannot write the audit log itself because it may not have the master key. */
export type PendingAuditEntry = {
  readonly id: string
  readonly atMs: number
  readonly action: 'backup.create' | 'backup.restore'
  /** Id of the backup. */
  readonly targetId: string
  readonly facts: Readonly<Record<string, unknown>>
}

export interface PendingAuditStore {
  hasAny(): Promise<boolean>
  /** Removes and returns the oldest entries. Call it in the transaction that appends them to the audit log. */
  take(most: number): Promise<readonly PendingAuditEntry[]>
}

/** Result of verifying the whole hash chain. */
export type ChainVerdict =
  | { readonly isWhole: true; readonly count: number; readonly head: string }
  | { readonly isWhole: false; readonly count: number; readonly brokenAt: number; readonly reason: string }

export interface AuditEntryStore {
  append(entry: NewAuditEntry): Promise<void>
  list(reach: Reach, filter: AuditFilter, page: Page): Promise<Listed<AuditEntry>>
  /** Keyset pagination: entries older than `sequence`, newest first; null starts with the newest. */
  before(reach: Reach, filter: AuditFilter, sequence: number | null, most: number): Promise<readonly AuditEntry[]>
  /**
   * One bounded step over the entries after this sequence: replaces those for which `change` returns another entry, and
   * keeps the chain verifiable. Skips entries whose hash is wrong. `last` is where to continue; null at the end.
   */
  redact(
    organisationId: string,
    after: number,
    change: (entry: NewAuditEntry, text: string) => NewAuditEntry | null,
  ): Promise<{ readonly last: number | null; readonly redacted: number }>
  /** Recomputes every hash and compares the last one with the stored head. */
  verify(organisationId: string): Promise<ChainVerdict>
}
