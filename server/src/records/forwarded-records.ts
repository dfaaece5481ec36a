/**
 * Records of a worker process that does not own the log store: written to a journal of its own and forwarded to the
 * owner in complete segments.
 */

import type { RecordSink } from '../core/ports.ts'
import { type JournalHealth, openJournalWriter } from './journal/journal-writer.ts'

/** Delay before forwarding. Each segment costs a few system calls, so records of 50 ms share one. */
const FORWARD_AFTER_MS = 50

export type ForwardedRecordsOptions = {
  /** The journal directory. The owner reads the segments from here. */
  readonly directory: string
  /** Announces that all segments below this number are complete. Resolves when the owner has adopted them. */
  readonly forward: (belowSegment: number) => Promise<void>
  /** Called when records are lost. */
  readonly onProblem?: (message: string) => void
}

export interface ForwardedRecords {
  readonly sink: RecordSink
  health(): JournalHealth & { readonly problem: string | null }
  /** Forwards the remaining segments. If that fails, they stay on disk for the next start. */
  close(): Promise<void>
}

export function openForwardedRecords({
  directory,
  forward: handOver,
  onProblem,
}: ForwardedRecordsOptions): ForwardedRecords {
  let timer: ReturnType<typeof setTimeout> | null = null
  let forwarding: Promise<void> = Promise.resolve()
  const journal = openJournalWriter({
    directory,
    ...(onProblem && { onProblem }),
    onAppend: () => {
      timer ??= setTimeout(forwardSegments, FORWARD_AFTER_MS)
    },
  })

  function forwardSegments(): void {
    timer = null
    const { segment, offset } = journal.position()
    if (offset > 0) journal.rotate(segment)
    const below = journal.position().segment
    forwarding = handOver(below).then(
      () => journal.committed({ segment: below, offset: 0 }),
      () => {
        // The owner process is unreachable. It adopts these files at its next start.
      },
    )
  }

  return {
    sink: journal,
    health: () => {
      const health = journal.health()
      return { ...health, problem: health.lastError }
    },
    async close() {
      if (timer) clearTimeout(timer)
      forwardSegments()
      await forwarding
      journal.close()
    },
  }
}
