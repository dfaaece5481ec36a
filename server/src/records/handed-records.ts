/** Records of a worker whose owner keeps the logs: written to the worker's journal, handed over in whole segments. */

import type { RecordSink } from '../core/ports.ts'
import { openSpool, type SpoolHealth } from './journal/spool.ts'

/** As soon as people look; each segment costs a few system calls. */
const HAND_OVER_AFTER_MS = 50
const RETRY_AFTER_MS = 1_000

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
  let isClosed = false
  /** Why the owner did not take the last segments over; null when it did. */
  let failure: string | null = null
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
      () => {
        failure = null
        spool.committed({ segment: below, offset: 0 })
      },
      (error: unknown) => {
        // They stay here: without an owner its next start finds them.
        failure = `Records wait in ${directory} and are not in the logs yet: ${String(error)}`
        if (!isClosed) timer ??= setTimeout(hand, RETRY_AFTER_MS)
      },
    )
  }

  return {
    sink: spool,
    health: () => {
      const health = spool.health()
      return { ...health, problem: health.lastError ?? failure }
    },
    async close() {
      isClosed = true
      if (timer) clearTimeout(timer)
      hand()
      await handing
      spool.close()
    },
  }
}
