/**
 * Measures queries of logs and analytics: `bun bench/records/log-queries.ts <folder or postgres url> [runs]`. Run
 * bench/records/log-rows.ts or postgres-log-rows.ts first. Exits with 1 if a limit is missed. Counts the queries over a
 * limit both in elapsed time and in CPU time, which other programs affect much less.
 */

import { join } from 'node:path'
import type { GroupBy } from '../../server/src/core/logs/analytics.ts'
import type { LogFilter } from '../../server/src/core/logs/log-filter.ts'
import { LogReaderClient } from '../../server/src/records/log-reader-client.ts'
import { cpuClock } from './cpu-clock.ts'

const [folder, runs] = process.argv.slice(2)
if (!folder) throw new Error('usage: bun bench/records/log-queries.ts <folder or postgres url> [runs]')
const isShared = /^postgres(ql)?:/.test(folder)
const RUNS = Number(runs ?? 20)
/** Limits in milliseconds; null: no limit. */
const LIMITS = isShared ? { p95: 300, median: null, lookUp: null } : { p95: 200, median: 80, lookUp: 10 }
const DAY_MS = 86_400_000

type Answer = { readonly isPartial?: boolean; readonly logs?: readonly unknown[]; readonly requests?: number }

const reader = new LogReaderClient(isShared ? { databaseUrl: folder } : { databasePath: join(folder, 'logs.db') })
const scope = { organisationId: 'org_1', workspaceId: 'ws_1' }
const pages: Readonly<Record<string, Partial<LogFilter>>> = {
  'no filter': {},
  'whole organisation': { workspaceId: null },
  'rare model': { models: ['model-19'] },
  'rare provider and model': { providerModels: [{ provider: 'provider-4', model: 'model-19' }] },
  key: { keyIds: ['key_49'] },
  config: { configs: ['config-99'] },
  'virtual key': { virtualKeys: ['virtual-39'] },
  prompt: { prompts: ['prompt-29'] },
  user: { metadata: { _user: 'user-4999' } },
  'frequent user': { metadata: { _user: 'user-0' } },
  'metadata pair': { metadata: { team: 'team-49' } },
  'rare metadata pair': { metadata: { needle: 'needle-2' } },
  'metadata pair nobody has': { metadata: { needle: 'needle-9' } },
  'two metadata pairs': { metadata: { needle: 'needle-1', team: 'team-3' } },
  'cost range': { costNanoUsd: { min: 1_100_000 } },
  'cost range nobody has': { costNanoUsd: { min: 1e12 } },
  'trace id': { workspaceId: null, traceIds: ['trace-5000000'] },
  'unknown trace id': { traceIds: ['nothing'] },
  errors: { statuses: ['5xx'] },
  'rare status': { statuses: [503] },
  'status nobody had': { statuses: [418] },
  'weighted feedback': { weightedFeedback: { min: 9 } },
  'model and key and team': { models: ['model-19'], keyIds: ['key_40'], metadata: { team: 'team-40' } },
}
/** Queries that need only an index. */
const LOOK_UPS = new Set([
  'page: no filter',
  'page: whole organisation',
  'page: trace id',
  'page: unknown trace id',
  'page: errors',
  'page: with previews',
  'one log',
])
const ranges = { 'last hour': DAY_MS / 24, 'last 7 days': 7 * DAY_MS, 'last 30 days': 30 * DAY_MS }
const groups: readonly GroupBy[] = [
  'user',
  'model',
  'provider',
  'key',
  'config',
  'virtualKey',
  'promptVersion',
  'status',
]

const questions: [string, () => Promise<Answer>][] = []
for (const [name, filter] of Object.entries(pages)) {
  questions.push([`page: ${name}`, () => reader.list({ ...scope, ...filter, limit: 50 })])
}
questions.push(['page: with previews', () => reader.list({ ...scope, limit: 50, withPreview: true })])
const [newest] = (await reader.list({ ...scope, limit: 1 })).logs
if (!newest) throw new Error(`${folder} contains no logs of workspace ${scope.workspaceId}`)
questions.push(['one log', async () => ({ logs: [await reader.read(scope, newest.id)] })])
questions.push([
  'export page',
  () => reader.exportPage({ ...scope, limit: 500, withBodies: true, withDetail: false }) as Promise<Answer>,
])
for (const [name, lengthMs] of Object.entries(ranges)) {
  const filter = () => ({ ...scope, fromMs: Date.now() - lengthMs })
  for (const metric of ['totals', 'users', 'error-statuses', 'feedback'] as const) {
    questions.push([`graph ${metric}: ${name}`, () => reader.graph(metric, filter(), null)])
  }
  questions.push([
    `graph totals, one user: ${name}`,
    () => reader.graph('totals', { ...filter(), metadata: { _user: 'user-7' } }, null),
  ])
  questions.push([
    `graph totals, one model: ${name}`,
    () => reader.graph('totals', { ...filter(), models: ['model-3'] }, null),
  ])
  questions.push([
    `graph totals, organisation: ${name}`,
    () => reader.graph('totals', { ...filter(), workspaceId: null }, null),
  ])
  questions.push([
    `graph totals, raw filter: ${name}`,
    () => reader.graph('totals', { ...filter(), costNanoUsd: { min: 1 } }, null),
  ])
  questions.push([`summary: ${name}`, () => reader.summary(filter())])
  questions.push([`facets: ${name}`, () => reader.facets(filter())])
  questions.push([`facets, one model: ${name}`, () => reader.facets({ ...filter(), models: ['model-3'] })])
  questions.push([`histogram: ${name}`, () => reader.histogram(filter(), 60)])
  for (const by of groups)
    questions.push([`groups ${by}: ${name}`, () => reader.groups(by, filter(), { offset: 0, limit: 50 })])
  questions.push([
    `groups workspace: ${name}`,
    () => reader.groups('workspace', { ...filter(), workspaceId: null }, { offset: 0, limit: 50 }),
  ])
  for (const measure of ['requests', 'cost'] as const)
    for (const by of ['model', 'user'] as const)
      questions.push([
        `series ${by} by ${measure}: ${name}`,
        () => reader.series(by, filter(), { measure, limit: 5 }, null) as Promise<Answer>,
      ])
  questions.push([
    `groups metadata: ${name}`,
    () => reader.groups({ metadata: 'team' }, filter(), { offset: 0, limit: 50 }),
  ])
}

const cpu = await cpuClock(isShared ? folder : null)
let missed = 0
let missedByCpu = 0
let partial = 0
console.log('question | p50 ms | p95 ms | p99 ms | CPU p50 ms | CPU p95 ms | result')
for (const [name, ask] of questions) {
  const times: number[] = []
  const cpuTimes: number[] = []
  let answer: Answer = {}
  for (let run = 0; run < RUNS; run++) {
    const cpuBefore = await cpu.readMs()
    const startedAt = performance.now()
    answer = await ask()
    times.push(performance.now() - startedAt)
    cpuTimes.push((await cpu.readMs()) - cpuBefore)
  }
  const median = (LOOK_UPS.has(name) ? LIMITS.lookUp : LIMITS.median) ?? Number.POSITIVE_INFINITY
  const isMissed = rank(times, 0.95) > LIMITS.p95 || rank(times, 0.5) > median
  if (isMissed) missed++
  if (rank(cpuTimes, 0.95) > LIMITS.p95 || rank(cpuTimes, 0.5) > median) missedByCpu++
  if (answer.isPartial) partial++
  const rows = answer.logs ? `${answer.logs.length} rows` : ''
  const figures = [...[0.5, 0.95, 0.99].map((share) => rank(times, share)), rank(cpuTimes, 0.5), rank(cpuTimes, 0.95)]
  const result = [rows, answer.isPartial ? 'partial' : '', isMissed ? 'over the limit' : ''].filter(Boolean).join(', ')
  console.log(`${name} | ${figures.map((ms) => ms.toFixed(1)).join(' | ')} | ${result}`)
}
console.log(`${questions.length} questions, ${missed} over a limit: ${describeLimits()}`)
console.log(
  `${missedByCpu} over a limit in CPU time; ${partial} with a partial result, because the time of a search was over`,
)
reader.close()
process.exitCode = missed > 0 ? 1 : 0

function rank(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

function describeLimits(): string {
  const { p95, median, lookUp } = LIMITS
  const medians = median === null ? '' : `, median below ${median} ms, median of look-ups below ${lookUp} ms`
  return `p95 below ${p95} ms${medians}`
}
