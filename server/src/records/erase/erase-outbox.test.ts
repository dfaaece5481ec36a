/** Erasing logs that wait for sinks. */

import { expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ErasedLogs } from '../../core/logs/log-erasure.ts'
import { NO_BODIES, rowOf } from '../journal/frame.ts'
import { openJournalWriter } from '../journal/journal-writer.ts'
import { listOutbox, openOutbox, outboxDirectory, retireSegment } from '../journal/outbox.ts'
import { SegmentReader } from '../journal/segment-reader.ts'
import { segmentPath } from '../journal/segments.ts'
import { AT } from '../log-row.ts'
import { sampleRecord } from '../testing/sample-record.ts'
import { eraseOutbox } from './erase-outbox.ts'

const NOW = Date.UTC(2026, 5, 3, 12)
const ORDER: ErasedLogs = { organisationId: 'org_1', workspaceId: null, match: { user: 'alice' }, untilMs: NOW }

/** Retires one segment with a log of each user and runs `check` on the path of its file. */
async function withSegment(
  users: readonly { readonly user: string; readonly startedAtMs?: number; readonly workspaceId?: string }[],
  check: (directory: string, path: string) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-outbox-'))
  const journal = openJournalWriter({ directory })
  try {
    openOutbox(directory)
    for (const { user, startedAtMs = NOW - 1, workspaceId = 'ws_1' } of users) {
      const record = sampleRecord({ metadata: { _user: user }, startedAtMs, workspaceId })
      journal.append(record, { ...NO_BODIES, request: Buffer.from(`text of ${user}`) })
    }
    const { segment } = journal.position()
    journal.rotate(segment)
    retireSegment(directory, segment)
    expect(listOutbox(directory)).toEqual([segment])
    await check(directory, segmentPath(outboxDirectory(directory), segment))
  } finally {
    journal.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** The user of each frame; null if it cannot be read. */
function usersIn(path: string): (string | null)[] {
  const reader = new SegmentReader(() => path, { frames: 1_000, sizeBytes: 1024 * 1024 })
  const { frames, stop } = reader.read({ segment: 1, offset: 0 })
  reader.close()
  expect(stop).toBe('end')
  return frames.map(({ payload }) => {
    try {
      return rowOf(payload)[AT.userLabel]
    } catch {
      return null
    }
  })
}

test('frames of the person become unreadable, and the others stay', async () => {
  const users = ['alice', 'alice', 'bob', 'alice', 'alice-2', 'alice'].map((user) => ({ user }))
  await withSegment(users, async (directory, path) => {
    const sizeBytes = readFileSync(path).length
    expect(await eraseOutbox(directory, ORDER)).toBe(4)
    expect(usersIn(path)).toEqual([null, null, 'bob', null, 'alice-2', null])
    const bytes = readFileSync(path)
    expect(bytes.length).toBe(sizeBytes)
    expect(bytes.includes('"alice"')).toBe(false)
    expect(bytes.includes('text of bob')).toBe(true)
    expect(await eraseOutbox(directory, ORDER)).toBe(0)
  })
})

test('later requests and other workspaces stay', async () => {
  const users = [{ user: 'alice', startedAtMs: NOW + 1 }, { user: 'alice', workspaceId: 'ws_2' }, { user: 'alice' }]
  await withSegment(users, async (directory, path) => {
    expect(await eraseOutbox(directory, { ...ORDER, workspaceId: 'ws_1' })).toBe(1)
    expect(usersIn(path)).toEqual(['alice', 'alice', null])
  })
})

test('an outbox that does not exist has nothing to erase', async () => {
  expect(await eraseOutbox(join(tmpdir(), 'gatehouse-no-such-journal'), ORDER)).toBe(0)
})
