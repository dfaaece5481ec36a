import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import type { LogFilter } from '../../core/logs/log-filter.ts'
import type { AttemptRecord, Decision, RecordBodies, RequestRecord } from '../../core/record.ts'
import { sampleCheck, sampleGuardrail } from '../testing/sample-guardrail.ts'
import { sampleRecord } from '../testing/sample-record.ts'
import { forEachLogEngine, type TestLogs } from '../testing/test-log-engines.ts'
import { type ListResult, listLogs } from './list-logs.ts'
import { matchesFilter } from './matches-filter.ts'
import { toReadFilter } from './read-filter.ts'

const startMs = 1_763_000_000_000
const scope = { organisationId: 'org_1', workspaceId: 'ws_1' }

const attempt = (changes: Partial<AttemptRecord>): AttemptRecord => ({ ...sampleRecord().attempts[0]!, ...changes })
const OK = attempt({})
const BUSY = attempt({ status: 429, durationMs: 20 })
const breaker = (reason: string): Decision => ({
  kind: 'breaker',
  atMs: 0.3,
  durationMs: 0,
  target: 'config.targets[0]',
  reason,
})
const SKIP = breaker('skipped: its circuit is open, next probe in 18 s')
const OPENED = breaker('opened: the failure threshold or failure percentage was reached')

function bodies(request: string, response: string | null): RecordBodies {
  return { request: Buffer.from(request), response: response === null ? null : Buffer.from(response) }
}

const ask = (content: string) =>
  JSON.stringify({
    model: 'm',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content },
    ],
  })
const streamed = (pieces: readonly string[]) =>
  pieces.map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`).join('')

const TEXTS: Readonly<Record<string, RecordBodies>> = {
  plain: bodies(ask('Where is the  Eiffel\nTower?'), '{"choices":[{"message":{"content":"In Paris."}}]}'),
  stream: bodies(ask('Write a poem'), streamed(['Wal', 'rus', 'es sing'])),
  escaped: bodies('{"messages":[{"role":"user","content":"caf\\u00e9 \\"noir\\""}]}', null),
  none: { request: null, response: null },
}

const PII = sampleGuardrail({ checks: [sampleCheck({ error: { name: 'Error', message: 'down' } })] })
const WORDS = sampleGuardrail({ id: 'words', verdict: false, deny: true })
const SHADOW = sampleGuardrail({ id: 'words', verdict: false, deny: true, shadow: true })

type Changes = Omit<Partial<RequestRecord>, 'guardrails'> & {
  readonly guardrails: RequestRecord['guardrails'] | undefined
} & { readonly text: string; readonly ageMs: number }

const of = <T>(...values: T[]) => fc.constantFrom(...values)
const changes: fc.Arbitrary<Changes> = fc.record({
  ageMs: fc.integer({ min: 0, max: 3 * 86_400_000 }),
  text: of(...Object.keys(TEXTS)),
  status: of(200, 200, 201, 429, 503),
  ending: of('complete' as const, 'broken' as const),
  model: of('small', 'large', null),
  provider: of('openai', 'mock', null),
  virtualKey: of('v1', null),
  promptId: of('greeting', 'other', null),
  promptVersion: of(1, 3),
  durationMs: of(0.5, 1999.5, 2000, 90_000),
  attempts: of([], [OK], [OK, { ...OK, isBeside: true as const }], [BUSY, OK], [BUSY, BUSY, OK]),
  guardrails: of(undefined, undefined, [PII], [PII, WORDS], [WORDS], [SHADOW]),
  decisions: of([], [SKIP], [OPENED], [OPENED, SKIP]),
  metadata: of(null, { _user: 'ann', team: 'x' }, { team: 'y' }),
})

const filters: readonly Partial<LogFilter>[] = [
  { durationMs: { min: 2000 } },
  { durationMs: { min: 1, max: 1999.5 } },
  { attempts: { min: 2 } },
  { attempts: { max: 0 } },
  { isRecovered: true },
  { isRecovered: false, statuses: ['2xx'] },
  { hasCircuitSkip: true },
  { hasCircuitSkip: false, models: ['small'] },
  { promptVersions: [{ prompt: 'greeting', version: 3 }] },
  { promptVersions: [{ prompt: 'greeting', version: 3 }], prompts: ['other'] },
  { text: 'eiffel tower' },
  { text: 'PARIS' },
  { text: 'walruses  sing' },
  { text: 'café "noir"', hasCircuitSkip: true },
  { text: 'nobody wrote this' },
  { not: { statuses: ['5xx', 429] } },
  { statuses: ['4xx', '5xx'], not: { statuses: [429] } },
  { not: { models: ['small'], providers: ['mock'] } },
  { not: { virtualKeys: ['v1'], prompts: ['other'] }, text: 'is the' },
  { not: { promptVersions: [{ prompt: 'greeting', version: 1 }] } },
  { not: { metadata: { team: 'x' } } },
  { not: { metadata: { _user: 'ann', team: 'y' } } },
  { metadata: { _user: 'ann' }, text: 'poem' },
  { guardrails: ['pii'] },
  { guardrails: ['words'], guardrailVerdicts: ['denied'] },
  { guardrails: ['pii', 'words'], guardrailVerdicts: ['passed', 'error'] },
  { guardrailVerdicts: ['denied', 'would_deny'], statuses: ['2xx'] },
  { guardrails: ['nobody'] },
  { workspaceId: null, guardrailVerdicts: ['shadow'] },
  { not: { guardrails: ['pii'] } },
  { not: { guardrailVerdicts: ['denied'], guardrails: ['nobody'] }, guardrails: ['words'] },
]

async function everyPage(logs: TestLogs, filter: LogFilter, limit: number): Promise<string[]> {
  const ids: string[] = []
  let after: ListResult['next'] = null
  do {
    const page: ListResult = await listLogs(logs.database, { filter: toReadFilter(filter), limit, after })
    ids.push(...page.logs.map(({ id }) => id))
    after = page.next
  } while (after)
  return ids
}

forEachLogEngine('filters', (engine) => {
  test('every filter returns exactly the matching logs on every page, and agrees with the live tail', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 40 }), of(1, 7, 100), async (given, limit) => {
        await using logs = await engine.open(startMs)
        const texts = new Map<string, RecordBodies>()
        const records = given.map(({ ageMs, text, guardrails, ...rest }, i) => {
          const ran = guardrails && { guardrails }
          const record = sampleRecord({ ...rest, ...ran, startedAtMs: startMs - ageMs * 100 - i })
          texts.set(record.id, TEXTS[text]!)
          return record
        })
        await logs.store(records, ({ id }) => texts.get(id)!)
        await logs.fold(startMs + 3_600_000)
        for (const filter of filters) {
          const wanted = records
            .filter((record) =>
              matchesFilter(toReadFilter({ ...scope, ...filter }), record, null, texts.get(record.id)),
            )
            .sort((left, right) => right.startedAtMs - left.startedAtMs)
          expect([filter, await everyPage(logs, { ...scope, ...filter }, limit)]).toEqual([
            filter,
            wanted.map(({ id }) => id),
          ])
        }
      }),
      { numRuns: propertyRuns(4) },
    )
  })

  test("a page with previews shows each attempt's status, the time split and the start of the prompt", async () => {
    await using logs = await engine.open(startMs)
    const rescued = sampleRecord({
      startedAtMs: startMs,
      durationMs: 900,
      attempts: [BUSY, attempt({ retry: 1, status: null, error: 'upstream_unreachable', durationMs: 30 }), OK],
      decisions: [{ kind: 'wait', atMs: 20, durationMs: 10, target: null, reason: 'retry 1' }],
    })
    const bare = sampleRecord({ startedAtMs: startMs - 1, attempts: [], decisions: [] })
    await logs.store([rescued, bare], ({ id }) => (id === rescued.id ? TEXTS['plain']! : TEXTS['none']!))
    const query = { filter: scope, limit: 10, after: null }
    const { logs: rows } = await listLogs(logs.database, { ...query, withPreview: true })
    expect(rows.map(({ preview }) => preview)).toEqual([
      {
        trail: [
          { status: 429, error: null, retry: 0 },
          { status: null, error: 'upstream_unreachable', retry: 1 },
          { status: 200, error: null, retry: 0 },
        ],
        ownMs: 900 - 20 - 30 - 811 - 10,
        words: 'Where is the Eiffel Tower?',
      },
      { trail: [], ownMs: bare.durationMs, words: null },
    ])
    const plain = await listLogs(logs.database, query)
    expect(plain.logs.map((row) => 'preview' in row)).toEqual([false, false])
  })
})
