/** Port for erasures: orders to erase the data of one person, their progress and their receipts. */

import type { EraseCursor, LocalErasureCounts } from '../logs/log-erasure.ts'
import type { ExportRun } from '../logs/log-exports.ts'
import type { AuditActor } from './audit-entries.ts'
import type { Listed, Page, Reach } from './reach.ts'

export type SubjectType = 'end_user' | 'account'

export type ErasureCounts = {
  readonly logs: number
  readonly bodies: number
  readonly feedback: number
  readonly rollups: number
  readonly quarantinedFiles: number
  readonly exports: number
  readonly cachedResponses: number
  readonly invites: number
  readonly auditEntries: number
  readonly alerts: number
}

export type ErasureProgress = {
  /** Index of the current stage in the list of stages of its subject. */
  readonly stage: number
  readonly cursor: EraseCursor
  readonly counts: ErasureCounts
}

export type Erasure = {
  readonly id: string
  readonly organisationId: string
  /** Null: every workspace of the organisation. */
  readonly workspaceId: string | null
  readonly subjectType: SubjectType
  readonly subjectHash: string
  /** Encrypted; null once the erasure is complete and its subject is no longer needed. */
  readonly sealedSubject: string | null
  readonly status: 'in_progress' | 'success'
  /** Requests that started later are kept. */
  readonly untilMs: number
  readonly progress: ErasureProgress
  readonly actor: AuditActor
  /** Why the last attempt failed. It will be retried. */
  readonly error: string | null
  readonly finishedAtMs: number | null
  /** When to look for logs that were stored after the erasure was finished. */
  readonly sweepAtMs: number | null
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export type ErasureNodes = {
  /** Ids of the processes that have reported. */
  readonly done: ReadonlySet<string>
  /** Sums of what they reported. */
  readonly counts: LocalErasureCounts
  /** Ids of the processes that sent a heartbeat recently. Empty without a shared database. */
  readonly alive: readonly string[]
}

export interface ErasureStore {
  find(reach: Reach, id: string): Promise<Erasure | undefined>
  /** Newest first. */
  list(reach: Reach, page: Page): Promise<Listed<Erasure>>
  insert(erasure: Erasure): Promise<void>
  /** Erasures whose subject is still stored, oldest first. */
  open(): Promise<readonly Erasure[]>
  /** Claims it for a run; only one of several concurrent claims succeeds. Undefined if another run has it. */
  claim(id: string, run: ExportRun): Promise<Erasure | undefined>
  /** Stores the progress and renews the lease. False if the run has lost the erasure. */
  advance(erasure: Erasure, run: ExportRun): Promise<boolean>
  release(id: string, runId: string): Promise<void>
  /** Records that a process has erased its own files and caches. Adds its counts to those it reported before. */
  reportNode(id: string, nodeId: string, counts: LocalErasureCounts): Promise<void>
  nodes(id: string): Promise<ErasureNodes>
}
