/** Writes logs.db: a batch of the journal, a step of folding, a step of retention, one after the other. */

import type { IngestCounts } from '../ingest-counts.ts'
import { answerWriter, type WriterAnswer, type WriterQuestion } from '../ingest-questions.ts'
import type { OnLoss } from '../journal/journal-loss.ts'
import type { JournalPosition } from '../journal/segments.ts'
import { type LogWriter, RETENTION_EVERY_MS } from '../log-writer.ts'
import { foldStep, hasFoldDue } from '../sums/fold.ts'
import { IngestBatch, type IngestOptions, type StepOutcome } from './ingest-batch.ts'
import { RetentionRound } from './retention.ts'

export class SqliteLogWriter implements LogWriter {
  readonly #batch: IngestBatch
  readonly #retentionDays: number
  #round: RetentionRound | null = null
  #retentionDueAtMs = 0

  constructor(options: IngestOptions & { readonly retentionDays: number }, counts: IngestCounts, onLoss: OnLoss) {
    this.#batch = new IngestBatch(options, counts, onLoss)
    this.#retentionDays = options.retentionDays
  }

  get position(): JournalPosition {
    return this.#batch.position
  }

  step(): StepOutcome {
    return this.#batch.step()
  }

  tidy(nowMs: number): boolean {
    const { database, rollups } = this.#batch
    const isFolding = hasFoldDue(rollups.progress, nowMs) && foldStep(database, rollups, nowMs)
    if (nowMs < this.#retentionDueAtMs) return isFolding
    this.#round ??= new RetentionRound(database, rollups, this.#retentionDays, nowMs)
    if (this.#round.step()) return true
    this.#round = null
    this.#retentionDueAtMs = nowMs + RETENTION_EVERY_MS
    return isFolding
  }

  answer(question: WriterQuestion, nowMs: number): WriterAnswer {
    const answer = answerWriter(this.#batch, question, nowMs)
    if (question.kind === 'retention' || question.kind === 'forget') {
      this.#round = null
      this.#retentionDueAtMs = 0
    }
    return answer
  }

  close(): void {
    this.#batch.close()
  }
}
