/**
 * Measures the cost of shared stores: CPU per request on 1, 2 and 4 nodes, compared with embedded stores. `npm run
 * bench:nodes [-- --quick]`.
 */

import { join } from 'node:path'
import { countsFor } from '../counts.ts'
import { type Sample, sampleOf } from '../measure/sample.ts'
import { startAnnounced } from '../pinned-process.ts'
import { printReport, type Row, withRange } from '../report.ts'
import { type Group, startEmbedded, startShared } from './groups.ts'
import { type GroupCosts, measureGroup, type Way } from './measure-group.ts'

const MAX_RATIO = 1.5
/** Maximum ratio of the CPU time per request on several nodes to that on one node. */
const MAX_GROWTH = 1.2
const NODE_COUNTS = [1, 2, 4] as const

type Case = { readonly group: Group; readonly way: Way; readonly taken: GroupCosts[] }

const flags = process.argv.slice(2)
const { rounds, requests, concurrency } = countsFor(flags)
const postgresUrl = named('GATEHOUSE_TEST_POSTGRES_URL')
const redisUrl = named('GATEHOUSE_TEST_REDIS_URL')
const upstream = await startAnnounced('around', [process.execPath, join(import.meta.dir, '..', 'upstream.ts')])
const groups: Group[] = []
try {
  groups.push(await startEmbedded(upstream.url))
  for (const count of NODE_COUNTS) groups.push(await startShared(upstream.url, count, { postgresUrl, redisUrl }))
  console.log(
    'All nodes run on one core. "At once" they share it; "in turn" each has it to itself, as on its own machine.',
  )
  const rows: Row[] = []
  for (const kind of ['plain', 'limited'] as const) rows.push(...(await compare(kind)))
  printReport(rows)
  process.exitCode = rows.some((row) => row.met === false) && !flags.includes('--smoke') ? 1 : 0
} finally {
  for (const group of groups) await group.stop()
  await upstream.stop()
}

/** Rounds alternate between the groups, so that noise affects all of them. The first round is a warm-up. */
async function compare(kind: 'plain' | 'limited'): Promise<Row[]> {
  const cases = groups.flatMap((group): Case[] => {
    const ways: readonly Way[] = group.nodes.length > 1 ? ['in turn', 'at once'] : ['in turn']
    return ways.map((way) => ({ group, way, taken: [] }))
  })
  for (let round = 0; round <= rounds; round++) {
    for (const { group, way, taken } of cases) {
      const costs = await measureGroup(group, { kind, way, count: requests, concurrency })
      if (round > 0) taken.push(costs)
    }
  }
  const [embedded, alone] = cases.map(({ taken }) => taken.map((costs) => costs.gatewayMicros))
  return cases.map((one) => rowOf(kind, one, embedded ?? [], alone ?? []))
}

function rowOf(kind: 'plain' | 'limited', one: Case, embedded: readonly number[], alone: readonly number[]): Row {
  const { group, way, taken } = one
  const gateway = taken.map((costs) => costs.gatewayMicros)
  const ratio = ratioTo(gateway, embedded)
  const growth = ratioTo(gateway, alone)
  const isShared = group !== groups[0]
  const title = kind === 'plain' ? 'a request' : 'a request with budget and rate limit'
  const servers = sampleOf(taken.map((costs) => costs.serverMicros)).median
  const transactions = sampleOf(taken.map((costs) => costs.transactions)).median
  const aside = `, servers ${servers.toFixed(0)} µs, ${transactions.toFixed(0)} transactions for 1,000`
  return {
    what: `CPU of ${title}, ${group.name}${group.nodes.length > 1 ? ` ${way}` : ''}`,
    bare: withRange(sampleOf(embedded), ' µs'),
    ours: `${withRange(sampleOf(gateway), ' µs')}${isShared ? aside : ''}`,
    compared: withRange(ratio, ' x', 2),
    bar: isShared ? `at most ${MAX_RATIO} x, and ${MAX_GROWTH} x of one node` : 'the yardstick',
    met: isShared ? ratio.median <= MAX_RATIO && growth.median <= MAX_GROWTH : null,
  }
}

function ratioTo(values: readonly number[], yardstick: readonly number[]): Sample {
  return sampleOf(values.map((value, round) => value / (yardstick[round] ?? Number.NaN)))
}

function named(variable: string): string {
  const value = process.env[variable]
  if (!value) throw new Error(`${variable} is not set: run "npm run bench:nodes", which starts the servers.`)
  return value
}
