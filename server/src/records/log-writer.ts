/** The one who moves a node's journal into the store: what the ingest worker drives, whatever the store is. */

import type { Awaitable } from '../core/ports.ts'
import type { WriterAnswer, WriterQuestion } from './ingest-questions.ts'
import type { JournalPosition } from './journal/segments.ts'
import type { StepOutcome } from './store/ingest-batch.ts'

export interface LogWriter {
  /** Everything before this is in the store. */
  readonly position: JournalPosition
  /** One batch. */
  step(): Awaitable<StepOutcome>
  /** One step of folding and of retention; true when more of it is due at once. */
  tidy(nowMs: number): Awaitable<boolean>
  /** Durable before it is given. */
  answer(question: WriterQuestion, nowMs: number): Awaitable<WriterAnswer>
  close(): Awaitable<void>
}

/** Long enough between two rounds over all workspaces: days are what they count. */
export const RETENTION_EVERY_MS = 3_600_000
