/**
 * Records of a worker process that does not own the log store: written to a journal of its own and forwarded to the
 * owner in complete segments.
 */

import type { LogErasure } from '../core/logs/log-erasure.ts'
import type { RecordWriter } from '../core/ports.ts'
import type { Durability } from '../core/runtime/disk.ts'
import { removeQuarantined } from './erase/remove-quarantined.ts'
import { type JournalHealth, openJournalWriter } from './journal/journal-writer.ts'
import { ProvisionalRecords } from './journal/provisional-records.ts'

/** Delay before forwarding. Each segment costs a few system calls, so records of 50 ms share one segment. */
const FORWARD_AFTER_MS = 50
const RETRY_AFTER_MS = 1_000

export type ForwardedRecordsOptions = {
  /** The journal directory. The owner reads the segments from here. */
  readonly directory: string
  /** Announces that all segments below this number are complete. Resolves when the owner has them in its journal. */
  readonly forward: (belowSegment: number) => Promise<void>
  /** The default is `process`. */
  readonly durability?: Durability
  /** Encrypts bodies; absent: they are plain text. */
  readonly journalKey?: Uint8Array | null
  /** Called when records are lost. */
  readonly onProblem?: (message: string) => void
}

export interface ForwardedRecords {
  readonly writer: RecordWriter
  /** `settle` resolves when the owner has every record so far in its journal. */
  readonly erasure: Pick<LogErasure, 'settle' | 'eraseOutbox' | 'removeQuarantined'>
  health(): JournalHealth & { readonly problem: string | null }
  /** Forwards the remaining segments. If that fails, they stay on disk for the next start. */
  close(): Promise<void>
}

export function openForwardedRecords({
  directory,
  forward: handOver,
  durability = 'process',
  journalKey = null,
  onProblem,
}: ForwardedRecordsOptions): ForwardedRecords {
  let timer: ReturnType<typeof setTimeout> | null = null
  let forwarding: Promise<void> = Promise.resolve()
  let isClosed = false
  /** Why the owner has not taken the last segments into its journal; null if it has. */
  let failure: string | null = null
  const journal = openJournalWriter({
    directory,
    durability,
    journalKey,
    ...(onProblem && { onProblem }),
    onAppend: () => {
      timer ??= setTimeout(forwardSegments, FORWARD_AFTER_MS)
    },
  })

  const provisional = new ProvisionalRecords(directory, durability, onProblem, journalKey)

  function forwardSegments(): void {
    timer = null
    const { segment, offset } = journal.position()
    if (offset > 0) journal.rotate(segment)
    const below = journal.position().segment
    // The owner renames the segments. With `disk`, the segments must be durable under their original names first.
    const complete = durability === 'disk' ? journal.settled().then(() => handOver(below)) : handOver(below)
    forwarding = complete.then(
      () => {
        failure = null
        journal.committed({ segment: below, offset: 0 })
      },
      (error: unknown) => {
        // The files stay here, and forwarding is retried. If the owner process has exited, its next start adopts them.
        failure = `Records wait in ${directory} and are not in the logs yet: ${String(error)}`
        if (!isClosed) timer ??= setTimeout(forwardSegments, RETRY_AFTER_MS)
      },
    )
  }

  return {
    writer: {
      append: (record, bodies) => journal.append(record, bodies),
      gather: (record, bodies) => journal.gather(record, bodies),
      provisional: (record, bodies) => provisional.add(record, bodies),
    },
    erasure: {
      async settle() {
        if (timer) clearTimeout(timer)
        forwardSegments()
        await forwarding
        if (failure !== null) throw new Error(failure)
      },
      // The owner delivers the records to sinks.
      eraseOutbox: async () => 0,
      removeQuarantined: (texts) => removeQuarantined(directory, texts),
    },
    health: () => {
      const health = journal.health()
      return { ...health, problem: health.lastError ?? failure }
    },
    async close() {
      isClosed = true
      if (timer) clearTimeout(timer)
      forwardSegments()
      await forwarding
      journal.close()
      provisional.close()
    },
  }
}
