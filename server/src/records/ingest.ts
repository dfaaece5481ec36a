/** The ingest worker: the only writer of logs.db. It works when told that the journal grew, and otherwise sleeps. */

import { answerWriter, type WriterAnswer, type WriterQuestion } from './ingest-questions.ts'
import type { JournalPosition } from './journal/segments.ts'
import { IngestBatch, type IngestCounts, type IngestOptions, noCounts } from './store/ingest-batch.ts'
import { RetentionRound } from './store/retention.ts'
import { foldStep, hasFoldDue } from './sums/fold.ts'

type IngestStart = IngestOptions & { readonly retentionDays: number }

export type ToIngest =
  | { readonly kind: 'start'; readonly options: IngestStart }
  | { readonly kind: 'wake' }
  | { readonly kind: 'ask'; readonly ticket: number; readonly question: WriterQuestion }
  | { readonly kind: 'stop' }

export type FromIngest =
  | { readonly kind: 'progress'; readonly position: JournalPosition; readonly counts: IngestCounts }
  | { readonly kind: 'trouble'; readonly message: string }
  | { readonly kind: 'leave'; readonly segment: number }
  | { readonly kind: 'answer'; readonly ticket: number; readonly answer: WriterAnswer }
  | { readonly kind: 'unanswered'; readonly ticket: number; readonly trouble: string }
  | { readonly kind: 'stopped' }

declare const self: Worker

const LOOK_AGAIN_MS = 50
const BACK_OFF_MS = { first: 100, most: 5000 }
const RETENTION_EVERY_MS = 3_600_000
const FOLD_EVERY_MS = 60_000

let options: IngestStart | null = null
const counts = noCounts()
let batch: IngestBatch | null = null
let timer: ReturnType<typeof setTimeout> | null = null
let backOffMs = BACK_OFF_MS.first
let isBackingOff = false
let retentionDueAtMs = 0
let round: RetentionRound | null = null

function post(message: FromIngest): void {
  self.postMessage(message)
}

/** One timer at most; a timer instead of a loop lets messages in between batches. */
function schedule(delayMs: number): void {
  if (timer) clearTimeout(timer)
  timer = setTimeout(tick, delayMs)
}

function tick(): void {
  timer = null
  try {
    schedule(work())
    backOffMs = BACK_OFF_MS.first
    isBackingOff = false
  } catch (error) {
    // The store cannot be written now: the journal grows, and what it holds is tried again.
    post({ kind: 'trouble', message: String(error) })
    closeBatch()
    isBackingOff = true
    schedule(backOffMs)
    backOffMs = Math.min(backOffMs * 2, BACK_OFF_MS.most)
  }
}

/** One batch and one step of what else is due; returns when to come back. */
function work(): number {
  if (!options) return RETENTION_EVERY_MS
  batch ??= new IngestBatch(options, counts)
  const outcome = batch.step()
  const nowMs = Date.now()
  const hasMore = tidy(batch, options.retentionDays, nowMs)
  post({ kind: 'progress', position: batch.position, counts })
  if (outcome === 'moved' || hasMore) return 0
  if (outcome === 'leave') post({ kind: 'leave', segment: batch.position.segment })
  return outcome === 'idle' ? Math.min(retentionDueAtMs - nowMs, FOLD_EVERY_MS) : LOOK_AGAIN_MS
}

/** One step of folding and of retention; true when more of it is due at once. */
function tidy({ database, rollups }: IngestBatch, retentionDays: number, nowMs: number): boolean {
  const isFolding = hasFoldDue(rollups, nowMs) && foldStep(database, rollups, nowMs)
  if (nowMs < retentionDueAtMs) return isFolding
  round ??= new RetentionRound(database, rollups, retentionDays, nowMs)
  if (round.step()) return true
  round = null
  retentionDueAtMs = nowMs + RETENTION_EVERY_MS
  return isFolding
}

function closeBatch(): void {
  round = null
  try {
    batch?.close()
  } catch {
    // A store in trouble may not even close; the next one opens anew.
  }
  batch = null
}

function answer(ticket: number, question: WriterQuestion): void {
  try {
    if (!options) throw new Error('the worker was not started')
    batch ??= new IngestBatch(options, counts)
    post({ kind: 'answer', ticket, answer: answerWriter(batch, question, Date.now()) })
    if (question.kind === 'retention' || question.kind === 'forget') {
      round = null
      retentionDueAtMs = 0
    }
  } catch (error) {
    closeBatch()
    post({ kind: 'unanswered', ticket, trouble: String(error) })
  }
}

self.onmessage = ({ data }: MessageEvent<ToIngest>) => {
  if (data.kind === 'start') options = data.options
  if (data.kind === 'ask') answer(data.ticket, data.question)
  if (data.kind !== 'stop') {
    if (!isBackingOff) schedule(0)
    return
  }
  if (timer) clearTimeout(timer)
  closeBatch()
  post({ kind: 'stopped' })
}
