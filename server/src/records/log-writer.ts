/** The one who moves a node's journal into the store: what the ingest worker drives, whatever the store is. */

import type { Feedback, FeedbackChanges, FeedbackScope } from '../core/logs/feedback.ts'
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
  | { readonly kind: 'retention'; readonly workspace: Workspace; readonly days: number | null }
  | { readonly kind: 'forget'; readonly workspace: Workspace }
  | { readonly kind: 'fill-costs'; readonly costs: readonly FoundCost[] }

/** False: there is no such thing in reach. A number: so many were changed. A text: the trace of the feedback. */
export type WriterResult = boolean | number | string

/** `moved`: call again; `idle`: all done; `look-again`: soon; `leave`: writing must go on in a new segment first. */
export type StepOutcome = 'moved' | 'idle' | 'retry-soon' | 'rotate'

export interface LogWriter {
  /** Everything before this is in the store. */
  readonly position: JournalPosition
  /** One batch. */
  step(): Awaitable<StepOutcome>
  /** One step of folding and of retention; true when more of it is due at once. */
  maintain(nowMs: number): Awaitable<boolean>
  /** Durable before it is given. */
  run(command: WriterCommand, nowMs: number): Awaitable<WriterResult>
  close(): Awaitable<void>
}

/** Long enough between two rounds over all workspaces: days are what they count. */
export const RETENTION_EVERY_MS = 3_600_000

// >>> server/src/records/ingest-counts.ts: /** What became of the frames of the journal, in numbers. */
export type IngestCounts = {
  ingested: number
  /** Frames whose record was in the store already. */
  duplicates: number
  /** Frames that could not be stored, now in `journal/set-aside/`. */
  quarantined: number
  /** Frames whose bytes were damaged. */
  damaged: number
  /** Segments renamed to `.bad`, because nothing behind the damage could be trusted. */
  badSegments: number
  /** Segments that end in an incomplete frame or in zeros, after a kill or a power failure. */
  torn: number
}

/** Records that are not in the store and never will be by themselves; a lower bound: of a bad or torn segment, one. */
export function countLost({ quarantined: setAside, damaged, badSegments, torn }: IngestCounts): number {
  return setAside + damaged + badSegments + torn
}

export function noCounts(): IngestCounts {
  return { ingested: 0, duplicates: 0, quarantined: 0, damaged: 0, badSegments: 0, torn: 0 }
}
