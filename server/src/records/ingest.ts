/** The ingest worker: the only writer of logs.db. It works when told that the journal grew, and otherwise sleeps. */

import { IngestBatch, type IngestCounts, type IngestOptions, noCounts } from './ingest-batch.ts'
import type { JournalPosition } from './journal/segments.ts'
import { forgetStep } from './retention.ts'

type IngestStart = IngestOptions & { readonly retentionDays: number }

export type ToIngest =
  | { readonly kind: 'start'; readonly options: IngestStart }
  | { readonly kind: 'wake' }
  | { readonly kind: 'stop' }

export type FromIngest =
  | { readonly kind: 'progress'; readonly position: JournalPosition; readonly counts: IngestCounts }
  | { readonly kind: 'trouble'; readonly message: string }
  | { readonly kind: 'leave'; readonly segment: number }
  | { readonly kind: 'stopped' }

declare const self: Worker

const LOOK_AGAIN_MS = 50
const BACK_OFF_MS = { first: 100, most: 5000 }
const RETENTION_EVERY_MS = 3_600_000

let options: IngestStart | null = null
const counts = noCounts()
let batch: IngestBatch | null = null
let timer: ReturnType<typeof setTimeout> | null = null
let backOffMs = BACK_OFF_MS.first
let isBackingOff = false
let retentionDueAtMs = 0

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

/** One batch and, when due, one step of retention; returns when to come back. */
function work(): number {
  if (!options) return RETENTION_EVERY_MS
  batch ??= new IngestBatch(options, counts)
  const outcome = batch.step()
  const nowMs = Date.now()
  let hasOld = false
  if (nowMs >= retentionDueAtMs) {
    hasOld = forgetStep(batch.database, options.retentionDays, nowMs)
    if (!hasOld) retentionDueAtMs = nowMs + RETENTION_EVERY_MS
  }
  post({ kind: 'progress', position: batch.position, counts })
  if (outcome === 'moved' || hasOld) return 0
  if (outcome === 'leave') post({ kind: 'leave', segment: batch.position.segment })
  return outcome === 'idle' ? retentionDueAtMs - nowMs : LOOK_AGAIN_MS
}

function closeBatch(): void {
  try {
    batch?.close()
  } catch {
    // A store in trouble may not even close; the next one opens anew.
  }
  batch = null
}

self.onmessage = ({ data }: MessageEvent<ToIngest>) => {
  if (data.kind === 'start') options = data.options
  if (data.kind !== 'stop') {
    if (!isBackingOff) schedule(0)
    return
  }
  if (timer) clearTimeout(timer)
  closeBatch()
  post({ kind: 'stopped' })
}
