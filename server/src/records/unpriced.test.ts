import { expect, test } from 'bun:test'
import type { GroupBy } from '../core/logs/analytics.ts'
import type { FoundCost } from '../core/logs/unpriced.ts'
import type { RequestRecord } from '../core/record.ts'
import { NO_BODIES } from './journal/frame.ts'
import { openRecords, type Records } from './records.ts'
import { sampleRecord, sampleUsage } from './testing/sample-record.ts'
import { type TestFolder, testFolder } from './testing/test-folder.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const nowMs = Date.now()
const EVERYTHING = {
  organisationId: 'org_1',
  workspaceId: null,
  fromMs: 0,
  toMs: nowMs + DAY_MS,
  provider: null,
  model: null,
}

const costOf = (i: number): FoundCost => ({
  id: '',
  nanoUsd: 1_000_003 * (i + 1),
  lines: [{ unit: 'input_tokens', quantity: i, rateNanoUsd: 1, rateUnits: 1, nanoUsd: 1_000_003 * (i + 1) }],
  priceVersion: `own-${i}`,
})

/** Records from now to five weeks ago: minutes, folded hours, folded days and thinned rollups. */
function manyRecords(): RequestRecord[] {
  const ages = [0, 30_000, 10 * 60_000, 3 * HOUR_MS, 30 * HOUR_MS, 3 * DAY_MS, 18 * DAY_MS, 25 * DAY_MS]
  return Array.from({ length: 120 }, (_, i) =>
    sampleRecord({
      startedAtMs: nowMs - ages[i % ages.length]! - i,
      workspaceId: `ws_${i % 2}`,
      model: `model-${i % 3}`,
      virtualKey: `vk-${i % 2}`,
      usage: sampleUsage({ inputTokens: i, outputTokens: 1, totalTokens: i + 1 }),
      metadata: { _user: `user-${i % 5}`, team: `team-${i % 7}` },
    }),
  )
}

async function open(folder: TestFolder, rows: readonly RequestRecord[]): Promise<Records> {
  const records = openRecords({ dataDirectory: folder.path, retentionDays: 60 })
  for (const row of rows) records.writer.append(row, NO_BODIES)
  await records.drained()
  return records
}

/** Every result that contains a cost. */
async function figures({ analytics }: Records) {
  const wide = { organisationId: 'org_1', workspaceId: null, fromMs: nowMs - 40 * DAY_MS, toMs: nowMs + DAY_MS }
  const by: GroupBy[] = ['user', 'model', 'virtualKey', 'key', 'status', { metadata: 'team' }]
  const scopes = [wide, { ...wide, workspaceId: 'ws_0' }, { ...wide, workspaceId: 'ws_1', virtualKeys: ['vk-1'] }]
  const found: unknown[] = []
  for (const scope of scopes) {
    found.push((await analytics.summary(scope)).cost)
    for (const width of ['day', 'hour'] as const) {
      const { points } = await analytics.graph('totals', { ...scope, fromMs: nowMs - 14 * DAY_MS }, width)
      found.push(points.map(({ startMs, cost }) => ({ startMs, ...cost })))
    }
    const minutes = await analytics.graph('totals', { ...scope, fromMs: nowMs - HOUR_MS }, 'minute')
    found.push(minutes.points.map(({ startMs, cost }) => ({ startMs, ...cost })))
    for (const group of by) {
      const { groups } = await analytics.groups(group, scope, { offset: 0, limit: 50 })
      found.push(
        groups.map(({ value, requests, costNanoUsd, unpricedRequests }) => [
          value,
          requests,
          costNanoUsd,
          unpricedRequests,
        ]),
      )
    }
  }
  return found
}

test('a cost set later is in every rollup as if known from the start', async () => {
  using late = testFolder()
  using known = testFolder()
  const rows = manyRecords()
  const priced = rows.map((row, i): RequestRecord => {
    const { nanoUsd, lines, priceVersion } = costOf(i)
    return { ...row, costNanoUsd: nanoUsd, costLines: lines, priceVersion }
  })
  const [records, reference] = [await open(late, rows), await open(known, priced)]
  const before = await figures(records)
  const costs = rows.map((row, i) => ({ ...costOf(i), id: row.id }))
  expect(await records.unpriced.fill(costs.slice(0, 70))).toBe(70)
  // Repeating the command sets only the missing costs.
  expect(await records.unpriced.fill(costs)).toBe(50)
  expect(await records.unpriced.fill(costs)).toBe(0)
  const after = await figures(records)
  expect(after).not.toEqual(before)
  expect(after).toEqual(await figures(reference))
  const scope = { organisationId: 'org_1', workspaceId: null }
  for (const i of [0, 60, 119]) {
    const [one, other] = [
      await records.reader.read(scope, rows[i]!.id),
      await reference.reader.read(scope, rows[i]!.id),
    ]
    expect(one?.record).toEqual(other!.record)
  }
  await records.close()
  await reference.close()
})

test('finds logs without a cost by model and by page, without errors and priced logs', async () => {
  using folder = testFolder()
  const at = (minutes: number, more: Partial<RequestRecord>) =>
    sampleRecord({ startedAtMs: nowMs - minutes * 60_000, model: 'a', workspaceId: 'ws_1', ...more })
  const rows = [
    at(5, {}),
    at(5, { usage: null }),
    at(3, { model: 'b', workspaceId: 'ws_2' }),
    at(2, { status: 504, ending: 'refused', usage: null }),
    at(1, { costNanoUsd: 0 }),
    at(1, { organisationId: 'org_2' }),
  ]
  const records = await open(folder, rows)
  const { unpriced } = records
  expect(await unpriced.models(EVERYTHING)).toEqual({
    models: [
      {
        provider: 'openai',
        model: 'a',
        requests: 2,
        tokens: 184,
        firstSeenMs: rows[0]!.startedAtMs,
        lastSeenMs: rows[1]!.startedAtMs,
      },
      {
        provider: 'openai',
        model: 'b',
        requests: 1,
        tokens: 184,
        firstSeenMs: rows[2]!.startedAtMs,
        lastSeenMs: rows[2]!.startedAtMs,
      },
    ],
    isPartial: false,
  })
  const [first] = await unpriced.page(EVERYTHING, null, 1)
  const rest = await unpriced.page(EVERYTHING, first!, 10)
  expect([first!, ...rest].map(({ id }) => id)).toEqual([...[rows[0]!.id, rows[1]!.id].sort(), rows[2]!.id])
  expect(rest.at(-1)).toMatchObject({ workspaceId: 'ws_2', model: 'b', usage: { inputTokens: 120 } })
  const idsOf = async (more: Partial<typeof EVERYTHING> | { workspaceId: string } | { model: string }) =>
    (await unpriced.page({ ...EVERYTHING, ...more }, null, 10)).map(({ id }) => id)
  expect(await idsOf({ workspaceId: 'ws_2' })).toEqual([rows[2]!.id])
  expect(await idsOf({ model: 'b' })).toEqual([rows[2]!.id])
  expect(await idsOf({ toMs: rows[2]!.startedAtMs })).not.toContain(rows[2]!.id)
  await records.close()
})
