import { expect, test } from 'bun:test'
import type { GuardrailAnalytics } from '../../core/logs/analytics.ts'
import type { LogFilter } from '../../core/logs/log-filter.ts'
import { runQuery } from '../read/queries.ts'
import { toReadFilter } from '../read/read-filter.ts'
import { readLog } from '../read/read-log.ts'
import { sampleCheck, sampleGuardrail } from '../testing/sample-guardrail.ts'
import { sampleRecord } from '../testing/sample-record.ts'
import { forEachLogEngine, type TestLogs } from '../testing/test-log-engines.ts'

const nowMs = 1_763_000_000_000
const MINUTE_MS = 60_000
const scope = { organisationId: 'org_1', workspaceId: 'ws_1' }

async function ask(logs: TestLogs, filter: Partial<LogFilter>, width: 'minute' | 'hour' | null = null) {
  const query = { kind: 'guardrails', filter: toReadFilter({ ...scope, ...filter }), width } as const
  return (await runQuery(logs.database, query, nowMs)) as GuardrailAnalytics
}

const DENIED = sampleGuardrail({ verdict: false, deny: true, durationMs: 2 })
const PASSED = sampleGuardrail({ durationMs: 1 })
const SHADOW = sampleGuardrail({ id: 'words', verdict: false, deny: true, shadow: true, direction: 'output' })
const TIMED_OUT = sampleGuardrail({
  id: 'words',
  durationMs: 3000,
  verdict: false,
  checks: [sampleCheck({ error: { name: 'TimeoutError', message: 'timed out' } })],
})
const SKIPPED = sampleGuardrail({ id: 'words', skipped: true, checks: [] })

const records = [
  sampleRecord({ startedAtMs: nowMs - 1000, guardrails: [DENIED, SKIPPED], status: 446, model: 'large' }),
  sampleRecord({ startedAtMs: nowMs - 2000, guardrails: [PASSED, SHADOW] }),
  sampleRecord({ startedAtMs: nowMs - 2 * MINUTE_MS, guardrails: [PASSED, TIMED_OUT] }),
  sampleRecord({ startedAtMs: nowMs - 3000 }),
  sampleRecord({ startedAtMs: nowMs - 3000, workspaceId: 'ws_2', guardrails: [DENIED] }),
  sampleRecord({ startedAtMs: nowMs - 3000, organisationId: 'org_2', guardrails: [DENIED] }),
]

const none = { failed: 0, denied: 0, wouldDeny: 0, skipped: 0, errors: 0, transformed: 0 }
const PII = { id: 'pii', ...none, runs: 3, passed: 2, denied: 1 }
const WORDS = { id: 'words', ...none, runs: 2, passed: 0, failed: 1, wouldDeny: 1, skipped: 1, errors: 1 }

forEachLogEngine('analytics by guardrail', (engine) => {
  test('runs are counted by verdict and time, from rollups and from single logs alike', async () => {
    await using logs = await engine.open(nowMs - 86_400_000)
    await logs.store(records)
    for (const isFolded of [false, true]) {
      if (isFolded) await logs.fold(nowMs + 7_200_000)
      const range = { fromMs: nowMs - 3_600_000, toMs: nowMs + 1 }
      const [summed, scanned] = [await ask(logs, range), await ask(logs, { ...range, sources: ['gateway'] })]
      for (const found of [summed, scanned]) {
        expect(found.guardrails).toMatchObject([PII, WORDS])
        expect(found.total).toBe(2)
        const [pii, words] = found.guardrails
        expect(pii!.p50Ms! / 1).toBeWithin(0.85, 1.15)
        expect(words!.p99Ms! / 3000).toBeWithin(0.85, 1.15)
        expect(pii!.points.map(({ runs }) => runs).filter((runs) => runs > 0)).toEqual([1, 2])
        expect(found.buckets.length).toBe(pii!.points.length)
      }
      expect((await ask(logs, { ...range, models: ['large'] })).guardrails).toMatchObject([
        { id: 'pii', runs: 1, denied: 1 },
        { id: 'words', runs: 0, skipped: 1 },
      ])
      expect((await ask(logs, { ...range, guardrails: ['words'] })).guardrails).toMatchObject([WORDS])
    }
  })

  test('an organisation counts its workspaces and no other organisation', async () => {
    await using logs = await engine.open(nowMs - 86_400_000)
    await logs.store(records)
    const whole = await ask(logs, { workspaceId: null, fromMs: nowMs - 3_600_000 })
    expect(whole.guardrails[0]).toMatchObject({ id: 'pii', runs: 4, denied: 2 })
    const other = await ask(logs, { organisationId: 'org_2', workspaceId: null, fromMs: nowMs - 3_600_000 })
    expect(other.guardrails).toMatchObject([{ id: 'pii', runs: 1, denied: 1 }])
    expect((await ask(logs, { organisationId: 'org_3', workspaceId: null })).guardrails).toEqual([])
  })

  test('a log keeps every result as it was', async () => {
    await using logs = await engine.open(nowMs)
    const match = { label: 'EMAIL_ADDRESS', masked: 'an…om', where: 'messages[0].content' }
    const result = sampleGuardrail({
      checks: [sampleCheck({ verdict: false, data: { found: 1 }, matches: [match] })],
      feedback: { value: -5, weight: 1, metadata: { a: 'b' } },
    })
    const record = sampleRecord({ startedAtMs: nowMs, guardrails: [result] })
    const plain = sampleRecord({ startedAtMs: nowMs })
    await logs.store([record, plain])
    expect((await readLog(logs.database, scope, record.id))?.record).toEqual(record)
    expect((await readLog(logs.database, scope, plain.id))?.record).toEqual(plain)
  })
})
