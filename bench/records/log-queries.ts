/**
 * Measures queries of logs and analytics: `bun bench/records/log-queries.ts <folder or postgres url> [runs]`. Run
 * bench/records/log-rows.ts or postgres-log-rows.ts first.
 */

import { join } from 'node:path'
import type { GroupBy } from '../../server/src/core/logs/analytics.ts'
import type { LogFilter } from '../../server/src/core/logs/log-filter.ts'
import { LogReaderClient } from '../../server/src/records/log-reader-client.ts'

const [folder, runs] = process.argv.slice(2)
if (!folder) throw new Error('usage: bun bench/records/log-queries.ts <folder or postgres url> [runs]')
const isShared = /^postgres(ql)?:/.test(folder)
const RUNS = Number(runs ?? 20)
const BAR_MS = isShared ? 300 : 200
const DAY_MS = 86_400_000

type Answer = { readonly isPartial?: boolean; readonly logs?: readonly unknown[]; readonly requests?: number }

const desk = new LogReaderClient(isShared ? { databaseUrl: folder } : { databasePath: join(folder, 'logs.db') })
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
  'trace id': { traceIds: ['trace-5000000'] },
  'unknown trace id': { traceIds: ['nothing'] },
  errors: { statuses: ['5xx'] },
  'rare status': { statuses: [503] },
  'status nobody had': { statuses: [418] },
  'weighted feedback': { weightedFeedback: { min: 9 } },
  'model and key and team': { models: ['model-19'], keyIds: ['key_40'], metadata: { team: 'team-40' } },
}
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
  questions.push([`page: ${name}`, () => desk.list({ ...scope, ...filter, limit: 50 })])
}
questions.push([
  'export page',
  () => desk.exportPage({ ...scope, limit: 500, withBodies: true, withDetail: false }) as Promise<Answer>,
])
for (const [name, lengthMs] of Object.entries(ranges)) {
  const filter = () => ({ ...scope, fromMs: Date.now() - lengthMs })
  for (const metric of ['totals', 'users', 'error-statuses', 'feedback'] as const) {
    questions.push([`graph ${metric}: ${name}`, () => desk.graph(metric, filter(), null)])
  }
  questions.push([
    `graph totals, one user: ${name}`,
    () => desk.graph('totals', { ...filter(), metadata: { _user: 'user-7' } }, null),
  ])
  questions.push([
    `graph totals, one model: ${name}`,
    () => desk.graph('totals', { ...filter(), models: ['model-3'] }, null),
  ])
  questions.push([
    `graph totals, organisation: ${name}`,
    () => desk.graph('totals', { ...filter(), workspaceId: null }, null),
  ])
  questions.push([
    `graph totals, raw filter: ${name}`,
    () => desk.graph('totals', { ...filter(), costNanoUsd: { min: 1 } }, null),
  ])
  questions.push([`summary: ${name}`, () => desk.summary(filter())])
  questions.push([`facets: ${name}`, () => desk.facets(filter())])
  questions.push([`facets, one model: ${name}`, () => desk.facets({ ...filter(), models: ['model-3'] })])
  questions.push([`histogram: ${name}`, () => desk.histogram(filter(), 60)])
  for (const by of groups)
    questions.push([`groups ${by}: ${name}`, () => desk.groups(by, filter(), { offset: 0, limit: 50 })])
  questions.push([
    `groups workspace: ${name}`,
    () => desk.groups('workspace', { ...filter(), workspaceId: null }, { offset: 0, limit: 50 }),
  ])
  for (const measure of ['requests', 'cost'] as const)
    for (const by of ['model', 'user'] as const)
      questions.push([
        `series ${by} by ${measure}: ${name}`,
        () => desk.series(by, filter(), { measure, limit: 5 }, null) as Promise<Answer>,
      ])
  questions.push([
    `groups metadata: ${name}`,
    () => desk.groups({ metadata: 'team' }, filter(), { offset: 0, limit: 50 }),
  ])
}

let slow = 0
console.log('question | p50 ms | p99 ms | answer')
for (const [name, ask] of questions) {
  const times: number[] = []
  let answer: Answer = {}
  for (let run = 0; run < RUNS; run++) {
    const startedAt = performance.now()
    answer = await ask()
    times.push(performance.now() - startedAt)
  }
  times.sort((left, right) => left - right)
  const at = (rank: number) => times[Math.min(times.length - 1, Math.floor(times.length * rank))]!
  const mark = at(0.99) > BAR_MS ? ' !' : ''
  if (mark) slow++
  const rows = answer.logs ? `${answer.logs.length} rows` : ''
  console.log(
    `${name} | ${at(0.5).toFixed(1)} | ${at(0.99).toFixed(1)}${mark} | ${rows}${answer.isPartial ? ' partial' : ''}`,
  )
}
console.log(`${questions.length} questions, ${slow} over ${BAR_MS} ms`)
desk.close()
