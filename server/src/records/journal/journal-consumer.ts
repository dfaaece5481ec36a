/**
 * Reads the segments of a journal in order. Decides what to store next, which segment is finished, and how to continue
 * after damage.
 */

import { join } from 'node:path'
import { disk } from '../../core/runtime/disk.ts'
import { writeDurably } from '../../core/runtime/write-durably.ts'
import { retireSegment, shareWithOutbox } from './outbox.ts'
import { type ReadFrame, SegmentReader } from './segment-reader.ts'
import {
  type JournalPosition,
  listSegments,
  makeSubdirectory,
  requireJournalDirectory,
  segmentPath,
} from './segments.ts'

export type PollResult =
  /** `isAll`: no more frames have been written yet. */
  | {
      readonly kind: 'frames'
      readonly frames: readonly ReadFrame[]
      readonly next: JournalPosition
      readonly isAll: boolean
    }
  /** `tornBytes`: size of an incomplete last frame. */
  | {
      readonly kind: 'finished'
      readonly at: JournalPosition
      readonly successor: number
      readonly tornBytes: number
    }
  | { readonly kind: 'damaged'; readonly at: JournalPosition; readonly successor: number | undefined }
  | { readonly kind: 'idle' }

/**
 * `skip-frame`: continue after the damaged frame; `quarantine-segment`: the rest of the segment is lost; `zeros`: the
 * rest of the segment has only zeros.
 */
type DamageOutcome =
  | { readonly kind: 'skip-frame'; readonly to: JournalPosition; readonly sizeBytes: number }
  | {
      readonly kind: 'quarantine-segment'
      readonly segment: number
      readonly successor: number
      readonly sizeBytes: number
    }
  | { readonly kind: 'zeros'; readonly successor: number; readonly sizeBytes: number }
  | { readonly kind: 'retry-soon' }
  | { readonly kind: 'rotate' }

export class JournalConsumer {
  readonly #directory: string
  readonly #reader: SegmentReader
  readonly #offsets = new Map<number, number>()
  #position: JournalPosition = { segment: 0, offset: 0 }
  /** Damage seen once in the segment being written. It may be a write in progress, so it is checked again. */
  #suspect: JournalPosition | null = null

  constructor(directory: string, limits: { readonly frames: number; readonly sizeBytes: number }) {
    this.#directory = directory
    requireJournalDirectory(directory)
    this.#reader = new SegmentReader((segment) => segmentPath(directory, segment), limits)
  }

  /** Everything before this position is in the store. */
  get position(): JournalPosition {
    return this.#position
  }

  /** Starts from the offsets saved in the store; returns saved segments that no longer exist. */
  resume(saved: readonly JournalPosition[]): number[] {
    const existing = new Set(listSegments(this.#directory))
    // A missing segment was fully stored; the process died before it deleted the saved offset.
    for (const { segment, offset } of saved) if (existing.has(segment)) this.#offsets.set(segment, offset)
    return saved.map(({ segment }) => segment).filter((segment) => !existing.has(segment))
  }

  poll(): PollResult {
    // List before reading: a segment with a successor is complete, so the read that follows sees all of it.
    const [segment, successor] = listSegments(this.#directory)
    if (segment === undefined) return { kind: 'idle' }
    this.#position = { segment, offset: this.#offsets.get(segment) ?? 0 }
    const { frames, nextOffset, stop } = this.#reader.read(this.#position)
    const isAll = stop === 'end' && successor === undefined
    if (frames.length > 0) return { kind: 'frames', frames, next: { segment, offset: nextOffset }, isAll }
    if (stop === 'damaged') return { kind: 'damaged', at: this.#position, successor }
    if (successor === undefined) return { kind: 'idle' }
    const tornBytes = stop === 'partial' ? this.#reader.bytesFrom(this.#position) : 0
    return { kind: 'finished', at: this.#position, successor, tornBytes }
  }

  skipDamage(at: JournalPosition, successor: number | undefined): DamageOutcome {
    const seenBefore = this.#suspect?.segment === at.segment && this.#suspect.offset === at.offset
    if (successor === undefined && !seenBefore) {
      this.#suspect = at
      return { kind: 'retry-soon' }
    }
    const target = this.#reader.offsetAfterDamage(at)
    if (target !== null) {
      this.#saveDamagedBytes(at, target)
      return { kind: 'skip-frame', to: { segment: at.segment, offset: target }, sizeBytes: target - at.offset }
    }
    if (successor === undefined) return { kind: 'rotate' }
    const sizeBytes = this.#reader.bytesFrom(at)
    if (this.#reader.isZeroFrom(at)) return { kind: 'zeros', successor, sizeBytes }
    return { kind: 'quarantine-segment', segment: at.segment, successor, sizeBytes }
  }

  advanceTo(position: JournalPosition): void {
    this.#offsets.set(position.segment, position.offset)
    this.#position = position
  }

  /** Call when everything in the segment is stored. Sinks may still have to read it. */
  remove(segment: number): void {
    retireSegment(this.#directory, segment)
  }

  /** Renames the segment to `.bad`: nothing after the damage can be trusted, and an operator may inspect it. */
  quarantineSegment(segment: number): void {
    const path = segmentPath(this.#directory, segment)
    shareWithOutbox(this.#directory, segment)
    disk.rename(path, `${path}.bad`)
  }

  /** Saves a frame the store rejects to `set-aside/` for inspection. Otherwise it would block all later frames. */
  quarantineFrame({ offset, payload }: ReadFrame, segment: number): void {
    const directory = join(this.#directory, 'set-aside')
    makeSubdirectory(directory)
    writeDurably(join(directory, `${segment}-${offset}.frame`), payload)
  }

  /** For log messages. */
  pathOf(segment: number): string {
    return segmentPath(this.#directory, segment)
  }

  #saveDamagedBytes(at: JournalPosition, end: number): void {
    const directory = join(this.#directory, 'set-aside')
    makeSubdirectory(directory)
    const path = join(directory, `${at.segment}-${at.offset}.damaged`)
    writeDurably(path, this.#reader.bytesBetween(at, end))
  }

  /** Call when the segment is finished and its saved offset is deleted. */
  forget(segment: number, successor: number): void {
    this.#offsets.delete(segment)
    this.#position = { segment: successor, offset: this.#offsets.get(successor) ?? 0 }
  }

  close(): void {
    this.#reader.close()
  }
}

/** Receives log messages about lost records: which file, which offset, how many records. */
export type OnLoss = (message: string) => void

export function tornLoss(file: string, offset: number, bytes: number): string {
  return `The journal ${file} ends in an incomplete record: ${bytes} bytes at byte ${offset} were discarded. At least 1 record is lost.`
}

/** Zeros contain no frame lengths, so the number of lost records is unknown. */
export function zerosLoss(file: string, offset: number, bytes: number): string {
  return `The journal ${file} contains only zeros from byte ${offset} on, as after a power failure. All records in these ${bytes} bytes are lost, at least 1.`
}

export function damagedLoss(file: string, offset: number, bytes: number): string {
  return `The journal ${file} is damaged at byte ${offset}: 1 record is lost. Its ${bytes} bytes were saved to set-aside/.`
}

export function badSegmentLoss(file: string, offset: number, bytes: number): string {
  return `The journal ${file} is damaged at byte ${offset} and unreadable after it. At least 1 record is lost. The segment was renamed to ${file}.bad; its last ${bytes} bytes were not read.`
}

export function quarantinedLoss(file: string, offset: number): string {
  return `The record at byte ${offset} of the journal ${file} was rejected by the store. 1 record is lost. Its bytes were saved to set-aside/.`
}
