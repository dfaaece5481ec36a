/** Erasing the logs of one person, on every engine. */

import { expect, test } from 'bun:test'
import type { ErasedLogs, ErasePhase } from '../../core/logs/log-erasure.ts'
import type { RequestRecord } from '../../core/record.ts'
import { readLog } from '../read/read-log.ts'
import { DIMENSION } from '../rollups/dimensions.ts'
import { sampleRecord } from '../testing/sample-record.ts'
import { forEachLogEngine, type TestLogs } from '../testing/test-log-engines.ts'

const NOW = Date.UTC(2026, 5, 3, 12)
const PHASES: readonly ErasePhase[] = ['rollups', 'logs', 'feedback', 'scrub']
const ORDER: ErasedLogs = { organisationId: 'org_1', workspaceId: null, match: { user: 'alice' }, untilMs: NOW }

const MARKER = 'text of alice'
const bodies = ({ metadata }: RequestRecord) => ({
  request: Buffer.from(metadata?.['_user'] === 'alice' ? MARKER : 'text of bob'),
  response: Buffer.from('answer'),
})

function recordOf(user: string, changes: Partial<RequestRecord> = {}): RequestRecord {
  return sampleRecord({
    startedAtMs: NOW - 60_000,
    costNanoUsd: 5,
    metadata: { _user: user, team: 'blue' },
    ...changes,
  })
}

async function rowsIn({ database }: TestLogs, sql: string): Promise<unknown[][]> {
  return [...(await database.rows(sql, []))]
}

async function usersIn(logs: TestLogs): Promise<unknown[]> {
  return (await rowsIn(logs, 'SELECT user_label FROM logs ORDER BY user_label')).map(([user]) => user)
}

async function rollupUsers(logs: TestLogs): Promise<unknown[]> {
  const tables = ['sums_minutes', 'sums_hours', 'sums_days']
  const selects = tables.map((table) => `SELECT value FROM ${table} WHERE dimension_id = ${DIMENSION.user}`)
  return (await rowsIn(logs, selects.join(' UNION '))).map(([value]) => value).sort()
}

async function requestsIn(logs: TestLogs, table: string): Promise<unknown> {
  const sql = `SELECT scopes.workspace_id, sum(requests) FROM ${table} JOIN scopes ON scopes.id = scope_id
    WHERE dimension_id = ${DIMENSION.total} GROUP BY scopes.workspace_id ORDER BY scopes.workspace_id`
  return (await rowsIn(logs, sql)).map(([workspace, requests]) => [workspace, Number(requests)])
}

/** All decompressed blocks. */
async function blockTexts(logs: TestLogs): Promise<string> {
  const rows = (await rowsIn(logs, 'SELECT data FROM blocks')) as [Uint8Array][]
  return rows.map(([data]) => Buffer.from(Bun.zstdDecompressSync(data)).toString()).join('\n')
}

const sumOf = (steps: Awaited<ReturnType<TestLogs['erase']>>, name: 'logs' | 'bodies' | 'feedback' | 'rollups') =>
  steps.reduce((sum, { counts }) => sum + counts[name], 0)

forEachLogEngine('erasing a person', (engine) => {
  test('removes rows, bodies and sums by user; other people and all totals stay', async () => {
    await using logs = await engine.open(NOW - 86_400_000)
    const bob = recordOf('bob')
    await logs.store([recordOf('alice'), bob, recordOf('alice'), recordOf('bob')], bodies)
    await logs.fold(NOW + 7_200_000)
    const before = await requestsIn(logs, 'sums_hours')
    expect(await blockTexts(logs)).toContain(MARKER)
    const steps = await logs.erase(ORDER, PHASES)
    expect([sumOf(steps, 'logs'), sumOf(steps, 'bodies')]).toEqual([2, 2])
    expect(sumOf(steps, 'rollups')).toBeGreaterThan(0)
    expect(await usersIn(logs)).toEqual(['bob', 'bob'])
    expect(await rollupUsers(logs)).toEqual(['bob'])
    expect(await requestsIn(logs, 'sums_hours')).toEqual(before)
    expect(await blockTexts(logs)).not.toContain(MARKER)
    const read = await readLog(logs.database, { organisationId: 'org_1', workspaceId: null }, bob.id)
    expect(Buffer.from(read!.bodies.request!).toString()).toBe('text of bob')
    expect(read!.record.attempts).toEqual(bob.attempts)
  })

  test('repeating it erases nothing more', async () => {
    await using logs = await engine.open(NOW - 86_400_000)
    await logs.store([recordOf('alice'), recordOf('bob')], bodies)
    await logs.erase(ORDER, PHASES)
    const again = await logs.erase(ORDER, PHASES)
    expect(again.every(({ counts }) => Object.values(counts).every((count) => count === 0))).toBe(true)
  })

  test('keeps requests after the order, and other workspaces if the order names one', async () => {
    await using logs = await engine.open(NOW - 86_400_000)
    const later = recordOf('alice', { startedAtMs: NOW + 3_600_000 })
    const elsewhere = recordOf('alice', { workspaceId: 'ws_2' })
    await logs.store([recordOf('alice'), later, elsewhere], bodies)
    await logs.fold(NOW + 7_200_000)
    await logs.erase({ ...ORDER, workspaceId: 'ws_1' }, PHASES)
    const left = (await rowsIn(logs, 'SELECT id FROM logs ORDER BY id')).map(([id]) => id)
    expect(left).toEqual([later.id, elsewhere.id].sort())
    const sql = `SELECT scopes.workspace_id, sum(requests) FROM sums_hours JOIN scopes ON scopes.id = scope_id
      WHERE dimension_id = ${DIMENSION.user} GROUP BY scopes.workspace_id ORDER BY scopes.workspace_id`
    const users = (await rowsIn(logs, sql)).map(([workspace, requests]) => [workspace, Number(requests)])
    expect(users).toEqual([
      ['', 2],
      ['ws_1', 1],
      ['ws_2', 1],
    ])
  })

  test('deletes feedback on the traces of the person, and feedback that names the person', async () => {
    await using logs = await engine.open(NOW - 86_400_000)
    const [alice, bob] = [recordOf('alice'), recordOf('bob')]
    await logs.store([alice, bob])
    const feedback = (id: string, traceId: string, metadata: Record<string, string> | null) => ({
      ...{ id, traceId, metadata, value: 1, weight: 1, createdAtMs: NOW - 1_000, updatedAtMs: NOW - 1_000 },
    })
    await logs.addFeedback({ organisationId: 'org_1', workspaceId: 'ws_1' }, [
      feedback('one', alice.traceId, null),
      feedback('two', bob.traceId, { _user: 'alice' }),
      feedback('three', bob.traceId, { _user: 'bob' }),
    ])
    const steps = await logs.erase(ORDER, PHASES)
    expect(sumOf(steps, 'feedback')).toBe(2)
    expect(await rowsIn(logs, 'SELECT id FROM feedback')).toEqual([['three']])
  })

  test('erases the logs of API keys', async () => {
    await using logs = await engine.open(NOW - 86_400_000)
    const kept = recordOf('bob', { keyId: 'key_2' })
    await logs.store([recordOf('bob'), kept], bodies)
    const steps = await logs.erase({ ...ORDER, match: { keyIds: ['key_1'] } }, PHASES)
    expect(sumOf(steps, 'logs')).toBe(1)
    expect(await rowsIn(logs, 'SELECT id FROM logs')).toEqual([[kept.id]])
  })

  test('erases more logs than one step takes', async () => {
    await using logs = await engine.open(NOW - 86_400_000)
    await logs.store(Array.from({ length: 700 }, () => recordOf('alice')))
    const steps = await logs.erase(ORDER, ['logs'])
    expect(steps.length).toBeGreaterThan(2)
    expect(sumOf(steps, 'logs')).toBe(700)
    expect(await usersIn(logs)).toEqual([])
  })
})
