/** Reads a log from a frame of the journal and decides whether a sink receives it. */

import type { LogFilter } from '../core/logs/log-filter.ts'
import type { RecordBodies, RequestRecord } from '../core/record.ts'
import type { FrameOpener } from '../records/encryption/frame-cipher.ts'
import { decodePayload, rowOf } from '../records/journal/frame.ts'
import { AT, fromRow, type RecordDetail } from '../records/log-row.ts'
import { matchesFilter } from '../records/read/matches-filter.ts'
import { toReadFilter } from '../records/read/read-filter.ts'

type FoundLog = { readonly record: RequestRecord; readonly bodies: RecordBodies }

/** `foreign`: the log of another organisation or workspace. `filtered`: left out by the filter or by sampling. */
export type FrameSelection = 'foreign' | 'filtered' | FoundLog

export type FrameSelector = (payload: Buffer) => FrameSelection

/**
 * `opener`: decrypts the frames of a journal that is encrypted. The bodies of a found log are views into the payload.
 * Throws if the frame cannot be read.
 */
export function frameSelector(filter: LogFilter, sampleRate: number, opener: FrameOpener | null): FrameSelector {
  const wanted = toReadFilter(filter)
  return (payload) => {
    const row = rowOf(payload)
    // Before the frame is decrypted and its detail parsed: most logs of a shared node belong to others.
    if (row[AT.organisationId] !== filter.organisationId) return 'foreign'
    if (filter.workspaceId !== null && row[AT.workspaceId] !== filter.workspaceId) return 'foreign'
    if (!isSampled(row[AT.traceId], sampleRate)) return 'filtered'
    const { detail, request, response } = decodePayload(payload, opener)
    const { attemptCount: _, guardrailOutcomes: __, ...fields } = fromRow(row)
    const parts: RecordDetail = JSON.parse(
      Buffer.from(detail.buffer, detail.byteOffset, detail.length).toString('utf8'),
    )
    // Frames of the first release have no cost lines.
    const record: RequestRecord = { ...fields, ...parts, costLines: parts.costLines ?? [] }
    const bodies = { request, response }
    return matchesFilter(wanted, record, null, bodies) ? { record, bodies } : 'filtered'
  }
}

/** Throws if the frame cannot be read. */
export function startTimeOf(payload: Buffer): number {
  return rowOf(payload)[AT.startedAtMs]
}

const HASHED_BITS = 48

/** The same on every node: all logs of a trace are sent, or none. */
export function isSampled(traceId: string, sampleRate: number): boolean {
  if (sampleRate >= 1) return true
  const digest = new Bun.CryptoHasher('sha256').update(traceId).digest()
  return digest.readUIntBE(0, HASHED_BITS / 8) / 2 ** HASHED_BITS < sampleRate
}
