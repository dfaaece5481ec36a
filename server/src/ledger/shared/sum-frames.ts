/** Converts journal frames to a report for the shared store. */

import type { StoredHold } from '../../core/money/ledger-store.ts'
import type { LedgerReport, ReportedEntry } from '../../core/money/shared-ledger.ts'
import { entryIn, holdLinesIn, type LedgerFrame } from '../ledger-frame.ts'

type ReportLines = Pick<LedgerReport, 'entries' | 'openedHolds' | 'resolvedHoldIds'>

export function sumFrames(frames: readonly LedgerFrame[]): ReportLines {
  const opened = new Map<string, StoredHold>()
  const resolved: string[] = []
  const entries: ReportedEntry[] = []
  for (const frame of frames) {
    if (frame[0] === 'hold') {
      const [, id, atMs, lines] = frame
      if (lines.length > 0) opened.set(id, { id, atMs, lines: holdLinesIn(lines) })
    } else if (frame[0] === 'entries') {
      const [, id, kind, atMs, lines] = frame
      if (!opened.delete(id)) resolved.push(id)
      for (const line of lines) entries.push(entryIn(id, kind, atMs, line))
    }
  }
  return { entries, openedHolds: [...opened.values()], resolvedHoldIds: resolved }
}
