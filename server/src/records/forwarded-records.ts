/** Records of a worker whose owner keeps the logs: written to the worker's journal, handed over in whole segments. */

import type { RecordSink } from '../core/ports.ts'
import { type JournalHealth, openJournalWriter } from './journal/journal-writer.ts'

/** As soon as people look; each segment costs a few system calls. */
const FORWARD_AFTER_MS = 50

export type ForwardedRecordsOptions = {
  /** The journal; whoever takes segments over finds them here. */
  readonly directory: string
  /** Segments below this number are complete. Resolves when they were taken over. */
  readonly forward: (belowSegment: number) => Promise<void>
  /** For operators: records were lost. */
  readonly onProblem?: (message: string) => void
}

export interface ForwardedRecords {
  readonly sink: RecordSink
  health(): JournalHealth & { readonly problem: string | null }
  /** Hands over what is left; what cannot be stays for the next start. */
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
        // The owner is gone: its next start finds the files.
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
