/**
 * Interface between the ingest worker and a store engine (SQLite or PostgreSQL): ingest, maintenance, commands,
 * counters.
 */

import type { ReencryptCursor, ReencryptedBlocks, ReencryptStep } from '../core/logs/body-keys.ts'
import type { Feedback, FeedbackChanges, FeedbackScope } from '../core/logs/feedback.ts'
import type { EraseCursor, ErasedLogs, ErasePhase, EraseStep } from '../core/logs/log-erasure.ts'
import type { FoundCost } from '../core/logs/unpriced.ts'
import type { Awaitable } from '../core/ports.ts'
import type { JournalPosition } from './journal/segments.ts'

type Workspace = { readonly organisationId: string; readonly workspaceId: string }

export type WriterCommand =
  | { readonly kind: 'create-feedback'; readonly scope: FeedbackScope; readonly entries: readonly Feedback[] }
  | {
      readonly kind: 'update-feedback'
      readonly scope: FeedbackScope
      readonly id: string
      readonly changes: FeedbackChanges
    }
  | {
      readonly kind: 'retention'
      readonly workspace: Workspace
      readonly days: number | null
      readonly bodyDays: number | null
    }
  | { readonly kind: 'forget'; readonly workspace: Workspace }
  | { readonly kind: 'fill-costs'; readonly costs: readonly FoundCost[] }
  | {
      readonly kind: 'erase'
      readonly logs: ErasedLogs
      readonly phase: ErasePhase
      readonly cursor: EraseCursor
    }
  | { readonly kind: 'reencrypt'; readonly blocks: ReencryptedBlocks; readonly cursor: ReencryptCursor }

/** false: not found in this scope. Number: changed rows. String: trace id of the feedback. Object: what a step did. */
export type WriterResult = boolean | number | string | EraseStep | ReencryptStep

/**
 * `moved`: call again; `idle`: nothing left; `retry-soon`: check possible damage again; `rotate`: the journal must
 * start a new segment first; `needs-keys`: the keys of `KnownKeys.wanted` must be requested first.
 */
export type StepOutcome = 'moved' | 'idle' | 'retry-soon' | 'rotate' | 'needs-keys'

export interface LogWriter {
  /** Everything before this position is in the store. */
  readonly position: JournalPosition
  /** Ingests one batch. */
  step(): Awaitable<StepOutcome>
  /** Runs one step of maintenance, such as folding and retention; true if more is due now. */
  maintain(nowMs: number): Awaitable<boolean>
  /** The change is durable when this returns. */
  run(command: WriterCommand, nowMs: number): Awaitable<WriterResult>
  close(): Awaitable<void>
}

/** Interval of retention runs. Retention is configured in days, so an hour is precise enough. */
export const RETENTION_EVERY_MS = 3_600_000

/** Counters of ingest, in frames unless noted. */
export type IngestCounts = {
  ingested: number
  /** Records already in the store. */
  duplicates: number
  /** Frames the store rejected, saved to `journal/set-aside/`. */
  quarantined: number
  /** Frames with a wrong checksum. */
  damaged: number
  /** Segments renamed to `.bad` because nothing after the damage could be read. */
  badSegments: number
  /** Segments that end in an incomplete frame or in zeros, after a kill or a power failure. */
  torn: number
}

/** Lower bound of lost records: a bad or torn segment counts as one. */
export function countLost({ quarantined, damaged, badSegments, torn }: IngestCounts): number {
  return quarantined + damaged + badSegments + torn
}

export function noCounts(): IngestCounts {
  return { ingested: 0, duplicates: 0, quarantined: 0, damaged: 0, badSegments: 0, torn: 0 }
}
