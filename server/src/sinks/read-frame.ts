/** Reads a log from a frame of the journal and decides whether a sink receives it. */

import type { LogFilter } from '../core/logs/log-filter.ts'
import type { RecordBodies, RequestRecord } from '../core/record.ts'
import type { FrameOpener } from '../records/encryption/frame-cipher.ts'
import { decodePayload, rowOf } from '../records/journal/frame.ts'
import { AT, fromRow, type RecordDetail, withAttemptBodies } from '../records/log-row.ts'
import { matchesFilter } from '../records/read/matches-filter.ts'
import { toReadFilter } from '../records/read/read-filter.ts'

type FoundLog = { readonly record: RequestRecord; readonly bodies: RecordBodies }

/** `foreign`: the log of another organisation or workspace. `filtered`: left out by the filter or by sampling. */
export type FrameSelection = 'foreign' | 'filtered' | FoundLog

export type FrameSelector = (payload: Buffer) => FrameSelection

/**
 * `opener` decrypts the frames of an encrypted journal. The bodies of a found log are views into the payload. The
 * selector throws if the frame cannot be read.
 */
export function frameSelector(filter: LogFilter, sampleRate: number, opener: FrameOpener | null): FrameSelector {
  const wanted = toReadFilter(filter)
  return (payload) => {
    const row = rowOf(payload)
    // Checked before decrypting the frame and parsing its detail: on a shared node, most logs are of other workspaces.
    if (row[AT.organisationId] !== filter.organisationId) return 'foreign'
    if (filter.workspaceId !== null && row[AT.workspaceId] !== filter.workspaceId) return 'foreign'
    if (!isSampled(row[AT.traceId], sampleRate)) return 'filtered'
    const { detail, request, response, attempts } = decodePayload(payload, opener)
    const { attemptCount: _, guardrailOutcomes: __, ...fields } = fromRow(row)
    const parts: RecordDetail = JSON.parse(
      Buffer.from(detail.buffer, detail.byteOffset, detail.length).toString('utf8'),
    )
    // Frames of the first release have no cost lines.
    const record: RequestRecord = {
      ...fields,
      ...parts,
      attempts: withAttemptBodies(parts.attempts, attempts),
      costLines: parts.costLines ?? [],
    }
    const bodies = { request, response }
    return matchesFilter(wanted, record, null, bodies) ? { record, bodies } : 'filtered'
  }
}

/** Throws if the frame cannot be read. */
export function startTimeOf(payload: Buffer): number {
  return rowOf(payload)[AT.startedAtMs]
}

const HASHED_BITS = 48

/** The result is the same on every node, so either all logs of a trace are sent or none. */
export function isSampled(traceId: string, sampleRate: number): boolean {
  if (sampleRate >= 1) return true
  const digest = new Bun.CryptoHasher('sha256').update(traceId).digest()
  return digest.readUIntBE(0, HASHED_BITS / 8) / 2 ** HASHED_BITS < sampleRate
}
