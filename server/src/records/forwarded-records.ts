/** Records of a worker whose owner keeps the logs: written to the worker's journal, handed over in whole segments. */

import type { RecordSink } from '../core/ports.ts'
import { openSpool, type SpoolHealth } from './journal/journal-writer.ts'

/** As soon as people look; each segment costs a few system calls. */
const HAND_OVER_AFTER_MS = 50

export type HandedRecordsOptions = {
  /** The journal; whoever takes segments over finds them here. */
  readonly directory: string
  /** Segments below this number are complete. Resolves when they were taken over. */
  readonly handOver: (belowSegment: number) => Promise<void>
  /** For operators: records were lost. */
  readonly onProblem?: (message: string) => void
}

export interface HandedRecords {
  readonly sink: RecordSink
  health(): SpoolHealth & { readonly problem: string | null }
  /** Hands over what is left; what cannot be stays for the next start. */
  close(): Promise<void>
}

export function openHandedRecords({ directory, handOver, onProblem }: HandedRecordsOptions): HandedRecords {
  let timer: ReturnType<typeof setTimeout> | null = null
  let handing: Promise<void> = Promise.resolve()
  const spool = openSpool({
    directory,
    ...(onProblem && { onProblem }),
    onAppend: () => {
      timer ??= setTimeout(hand, HAND_OVER_AFTER_MS)
    },
  })

  function hand(): void {
    timer = null
    const { segment, offset } = spool.position()
    if (offset > 0) spool.leave(segment)
    const below = spool.position().segment
    handing = handOver(below).then(
      () => spool.committed({ segment: below, offset: 0 }),
      () => {
        // The owner is gone: its next start finds the files.
      },
    )
  }

  return {
    sink: spool,
    health: () => {
      const health = spool.health()
      return { ...health, problem: health.lastError }
    },
    async close() {
      if (timer) clearTimeout(timer)
      hand()
      await handing
      spool.close()
    },
  }
}
