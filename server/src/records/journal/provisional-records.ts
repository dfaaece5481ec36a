/**
 * Provisional records of finished requests whose guardrails are still running. They are read only after a crash:
 * otherwise the complete record follows, and the provisional one is deleted. The store ignores records it already has.
 */

import { join } from 'node:path'
import type { ProvisionalRecord } from '../../core/ports.ts'
import type { RecordBodies, RequestRecord } from '../../core/record.ts'
import { type Durability, disk } from '../../core/runtime/disk.ts'
import { adoptSegments } from './adopt-segments.ts'
import { type JournalWriter, openJournalWriter } from './journal-writer.ts'
import { segmentPath } from './segments.ts'

/** Segments are deleted whole, so they are small. */
const SEGMENT_BYTES = 1024 * 1024

export function provisionalDirectory(journalDirectory: string): string {
  return join(journalDirectory, 'provisional')
}

/** Call before `ProvisionalRecords` opens the directory, and after the complete records have been adopted. */
export function adoptProvisional(to: { readonly directory: string; readonly journal: JournalWriter }): void {
  adoptSegments(provisionalDirectory(to.directory), Number.MAX_SAFE_INTEGER, to)
}

export class ProvisionalRecords {
  readonly #directory: string
  readonly #onProblem: ((message: string) => void) | undefined
  /** Opened by the first record: most gateways have none. */
  #journal: JournalWriter | null = null
  /** Number of records that wait for their complete record, by segment. */
  readonly #waiting = new Map<number, number>()

  constructor(
    journalDirectory: string,
    private readonly durability: Durability,
    onProblem?: (message: string) => void,
    private readonly journalKey: Uint8Array | null = null,
  ) {
    this.#directory = provisionalDirectory(journalDirectory)
    this.#onProblem = onProblem
  }

  add(record: RequestRecord, bodies: RecordBodies): ProvisionalRecord {
    this.#journal ??= openJournalWriter({
      directory: this.#directory,
      segmentBytes: SEGMENT_BYTES,
      durability: this.durability,
      journalKey: this.journalKey,
      ...(this.#onProblem && { onProblem: this.#onProblem }),
    })
    const written = this.#journal.append(record, bodies)
    const { segment } = this.#journal.position()
    this.#waiting.set(segment, (this.#waiting.get(segment) ?? 0) + 1)
    let isDone = false
    const done = () => {
      if (isDone) return
      isDone = true
      this.#finish(segment)
    }
    return { written, done }
  }

  #finish(segment: number): void {
    const left = (this.#waiting.get(segment) ?? 1) - 1
    if (left > 0) return void this.#waiting.set(segment, left)
    this.#waiting.delete(segment)
    const journal = this.#journal
    if (!journal) return
    // Continues in a new segment if this one is the current one.
    journal.rotate(segment)
    const oldest = Math.min(...this.#waiting.keys(), journal.position().segment)
    journal.committed({ segment: oldest, offset: 0 })
    this.#delete(segment)
  }

  #delete(segment: number): void {
    try {
      disk.remove(segmentPath(this.#directory, segment))
    } catch {
      // The segment stays until the next start adopts it. The store ignores the records that it already has.
    }
  }

  close(): void {
    this.#journal?.close()
  }
}
