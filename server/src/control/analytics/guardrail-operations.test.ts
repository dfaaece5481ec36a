import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RequestRecord } from '../../core/record.ts'
import { openRecords, type Records } from '../../records/records.ts'
import { sampleCheck, sampleGuardrail } from '../../records/testing/sample-guardrail.ts'
import { sampleRecord } from '../../records/testing/sample-record.ts'
import { startControl } from '../test-control.ts'
import { guardrailOperations } from './guardrail-operations.ts'

const startedAtMs = Date.now() - 60_000
const match = { label: 'EMAIL_ADDRESS', masked: 'an…om', where: 'messages[0].content' }
const found = sampleCheck({ id: 'default.pii', verdict: false, matches: [match, match] })
const SHADOW = sampleGuardrail({ verdict: false, deny: true, shadow: true, checks: [found] })
const PASSED = sampleGuardrail({ shadow: true })
const DOWN = sampleCheck({ id: 'default.webhook', error: { name: 'TimeoutError', message: 'timed out after 3000 ms' } })

let folder: string
let records: Records
let control: Awaited<ReturnType<typeof startControl>>
let wouldDeny: RequestRecord

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-guardrails-'))
  records = openRecords({ dataDirectory: folder, retentionDays: 30 })
  control = await startControl(guardrailOperations(records.analytics, records.reader))
  const { organisation_id: organisationId, id: workspaceId } = control.home
  const add = (changes: Partial<RequestRecord>) => {
    const record = sampleRecord({ organisationId, workspaceId, startedAtMs, ...changes })
    records.writer.append(record, { request: null, response: null })
    return record
  }
  wouldDeny = add({ guardrails: [SHADOW] })
  add({ guardrails: [PASSED] })
  add({ guardrails: [PASSED, sampleGuardrail({ id: 'remote', checks: [DOWN] })], startedAtMs: startedAtMs - 1000 })
  add({})
  add({ workspaceId: 'w2', guardrails: [SHADOW] })
  add({ organisationId: 'o2', guardrails: [SHADOW] })
  await records.drained()
})

afterAll(async () => {
  await records.close()
  await control[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function get(path: string, kind: 'admin' | 'workspace' = 'workspace') {
  const answer = await control.ask({ path, as: control.principal({ kind }) })
  return answer!.body as Record<string, unknown> & { data: Record<string, unknown>[] }
}

test('runs are counted by verdict, for the workspace of a key or the whole organisation', async () => {
  const own = await get('/analytics/guardrails')
  expect(own).toMatchObject({
    object: 'analytics-guardrails',
    total: 2,
    is_partial: false,
    data: [
      { guardrail: 'pii', runs: 3, passed: 2, failed: 0, denied: 0, would_deny: 1, errors: 0 },
      { guardrail: 'remote', runs: 1, passed: 1, errors: 1 },
    ],
  })
  const points = own.data[0]!['data_points'] as { runs: number }[]
  expect(points.reduce((sum, { runs }) => sum + runs, 0)).toBe(3)
  const whole = await get('/analytics/guardrails?guardrail=pii', 'admin')
  expect(whole.data).toMatchObject([{ guardrail: 'pii', runs: 4, would_deny: 2 }])
})

test('the report of a shadow guardrail names the logs that it would have denied, with masked matches', async () => {
  const report = await get('/guardrails/pii/report')
  expect(report).toMatchObject({
    object: 'guardrail-report',
    guardrail: 'pii',
    requests: 4,
    runs: 3,
    would_deny: 1,
    fail_share: 1 / 3,
    deny_share: 1 / 3,
    sampled: 1,
    checks: [{ check: 'default.pii', failed: 1, errors: 0, labels: { EMAIL_ADDRESS: 2 } }],
  })
  expect(report['examples']).toEqual([
    {
      log_id: wouldDeny.id,
      created_at: new Date(startedAtMs).toISOString(),
      direction: 'input',
      verdict: 'would_deny',
      shadow: true,
      transformed: false,
      ai_model: wouldDeny.model,
      status_code: 200,
      failed_checks: ['default.pii'],
      errors: [],
      matches: [
        { check: 'default.pii', ...match },
        { check: 'default.pii', ...match },
      ],
    },
  ])
})

test('a report shows checks that could not be run; there is none for a guardrail that nobody knows', async () => {
  const remote = await get('/guardrails/remote/report')
  expect(remote['examples']).toMatchObject([
    { verdict: 'passed', errors: [{ check: 'default.webhook', message: 'timed out after 3000 ms' }] },
  ])
  expect(await get('/guardrails/nobody/report')).toMatchObject({ error: { code: 'not_found', param: 'slug' } })
})
