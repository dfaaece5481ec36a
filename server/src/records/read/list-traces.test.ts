import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import type { RequestRecord } from '../../core/record.ts'
import { NO_BODIES } from '../journal/frame.ts'
import { sampleRecord, sampleUsage } from '../testing/sample-record.ts'
import { forEachLogEngine, type TestLogs } from '../testing/test-log-engines.ts'
import { listTraces, type TraceListResult } from './list-traces.ts'
import type { ReadFilter } from './read-filter.ts'

const startMs = 1_763_000_000_000
const scope = { organisationId: 'org_1', workspaceId: 'ws_1' }

/** A trace id as the gateway creates it for a request without one. */
function ownTraceId(atMs: number): string {
  const made = atMs.toString(16).padStart(12, '0')
  return `${made.slice(0, 8)}-${made.slice(8)}-7abc-8def-${crypto.randomUUID().slice(-12)}`
}

async function everyPage(logs: TestLogs, filter: ReadFilter, limit: number, leastRequests: number) {
  const traces: TraceListResult['traces'][number][] = []
  let after: TraceListResult['next'] = null
  do {
    const page: TraceListResult = await listTraces(logs.database, { filter, limit, after, leastRequests })
    expect(page.traces.length).toBeLessThanOrEqual(limit)
    traces.push(...page.traces)
    after = page.next
  } while (after)
  return traces
}

forEachLogEngine('traces', (engine) => {
  test("a trace contains all its requests, is found by any matching one, and starts with the first request's text", async () => {
    await using logs = await engine.open(startMs)
    const part = (afterMs: number, changes: Partial<RequestRecord>) =>
      sampleRecord({ traceId: 'story', startedAtMs: startMs + afterMs, durationMs: 100, ...changes })
    const first = part(0, { costNanoUsd: 7, usage: sampleUsage({ totalTokens: 10 }), metadata: null })
    const records = [
      first,
      part(200, { status: 503, model: 'other', usage: null, metadata: { _user: 'ann' } }),
      part(300, { costNanoUsd: 5, usage: sampleUsage({ totalTokens: 4 }), durationMs: 250.5, metadata: null }),
      part(250, { workspaceId: 'ws_2' }),
      part(260, { organisationId: 'org_2' }),
      sampleRecord({ startedAtMs: startMs + 500, traceId: ownTraceId(startMs + 499) }),
    ]
    const request = Buffer.from('{"messages":[{"role":"user","content":"Once upon a time"}]}')
    await logs.store(records, ({ id }) => (id === first.id ? { request, response: null } : NO_BODIES))
    const story = {
      traceId: 'story',
      workspaceId: 'ws_1',
      requests: 3,
      errors: 1,
      worstStatus: 503,
      firstAtMs: startMs,
      lastAtMs: startMs + 300,
      durationMs: 550.5,
      models: ['gpt-4o-mini', 'other'],
      user: 'ann',
      totalTokens: 14,
      costNanoUsd: 12,
      unpricedRequests: 1,
      words: 'Once upon a time',
      isPartial: false,
    }
    expect(await everyPage(logs, { ...scope, statuses: [503] }, 5, 1)).toEqual([story])
    expect(await everyPage(logs, scope, 5, 2)).toEqual([story])
    expect(await everyPage(logs, scope, 5, 4)).toEqual([])
    expect((await everyPage(logs, scope, 5, 1)).map(({ requests }) => requests)).toEqual([1, 3])
    const everywhere = await everyPage(logs, { ...scope, workspaceId: null }, 5, 1)
    expect(everywhere.map(({ workspaceId, requests }) => [workspaceId, requests])).toEqual([
      ['ws_1', 1],
      ['ws_1', 3],
      ['ws_2', 1],
    ])
  })

  test('every trace is on exactly one page, ordered by its newest matching request', async () => {
    const one = fc.record({
      ageMs: fc.integer({ min: 0, max: 30 }),
      trace: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'own'),
      status: fc.constantFrom(200, 200, 503),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(one, { maxLength: 30 }),
        fc.constantFrom(1, 2, 50),
        fc.constantFrom(1, 2),
        async (given, limit, least) => {
          await using logs = await engine.open(startMs)
          // Distinct times: engines may order equal times differently.
          const records = given.map(({ ageMs, trace, status }, i) => {
            const startedAtMs = startMs - ageMs * 1000 - i
            const traceId = trace === 'own' ? ownTraceId(startedAtMs) : trace
            return sampleRecord({ startedAtMs, traceId, status })
          })
          await logs.store(records)
          for (const statuses of [undefined, [503]]) {
            const matching = records.filter(({ status }) => !statuses || statuses.includes(status))
            const newest = matching.toSorted((left, right) => right.startedAtMs - left.startedAtMs)
            const count = (id: string) => records.filter(({ traceId }) => traceId === id).length
            const wanted = [...new Set(newest.map(({ traceId }) => traceId))].filter((id) => count(id) >= least)
            const found = await everyPage(logs, { ...scope, ...(statuses && { statuses }) }, limit, least)
            expect(found.map(({ traceId }) => traceId)).toEqual(wanted)
            expect(found.map(({ traceId, requests }) => [traceId, requests])).toEqual(
              wanted.map((id) => [id, count(id)]),
            )
          }
        },
      ),
      { numRuns: propertyRuns(engine.name === 'SQLite' ? 30 : 8) },
    )
  })
})
