/** What the shared stores cost: CPU per request on 1, 2 and 4 nodes against the embedded stores. `npm run bench:nodes [-- --quick]`. */

import { join } from 'node:path'
import { countsFor } from '../counts.ts'
import { type Sample, sampleOf } from '../measure/sample.ts'
import { startAnnounced } from '../pinned-process.ts'
import { printReport, type Row, withRange } from '../report.ts'
import { type Group, startEmbedded, startShared } from './groups.ts'
import { measureGroup } from './measure-group.ts'

const MOST_RATIO = 1.5
/** "Flat": what more nodes may add to the CPU of one request. */
const MOST_GROWTH = 1.2
const NODE_COUNTS = [1, 2, 4] as const

type Taken = { readonly gateway: number[]; readonly servers: number[] }

const flags = process.argv.slice(2)
const { rounds, requests, concurrency } = countsFor(flags)
const postgresUrl = named('GATEHOUSE_TEST_POSTGRES_URL')
const redisUrl = named('GATEHOUSE_TEST_REDIS_URL')
const upstream = await startAnnounced('around', [process.execPath, join(import.meta.dir, '..', 'upstream.ts')])
const groups: Group[] = []
try {
  groups.push(await startEmbedded(upstream.url))
  for (const count of NODE_COUNTS) groups.push(await startShared(upstream.url, count, { postgresUrl, redisUrl }))
  const rows: Row[] = []
  for (const kind of ['plain', 'limited'] as const) rows.push(...(await compare(kind)))
  printReport(rows)
  process.exitCode = rows.some((row) => row.met === false) && !flags.includes('--smoke') ? 1 : 0
} finally {
  for (const group of groups) await group.stop()
  await upstream.stop()
}

/** Rounds alternate between the groups, so that the machine's moods fall on all of them; the first only warms up. */
async function compare(kind: 'plain' | 'limited'): Promise<Row[]> {
  const taken = new Map<Group, Taken>(groups.map((group) => [group, { gateway: [], servers: [] }]))
  for (let round = 0; round <= rounds; round++) {
    for (const group of groups) {
      const used = await measureGroup(group, kind, requests, concurrency)
      if (round === 0) continue
      taken.get(group)?.gateway.push(used.gatewayMicros)
      taken.get(group)?.servers.push(used.serverMicros)
    }
  }
  const embedded = taken.get(groups[0]!)?.gateway ?? []
  const alone = taken.get(groups[1]!)?.gateway ?? []
  const title = kind === 'plain' ? 'a request' : 'a request with budget and rate limit'
  return groups.map((group, i): Row => {
    const { gateway, servers } = taken.get(group) ?? { gateway: [], servers: [] }
    const ratio = ratioTo(gateway, embedded)
    const growth = ratioTo(gateway, alone)
    const isShared = i > 0
    return {
      what: `CPU of ${title}, ${group.name}`,
      bare: withRange(sampleOf(embedded), ' µs'),
      ours: `${withRange(sampleOf(gateway), ' µs')}${isShared ? `, servers ${sampleOf(servers).median.toFixed(0)} µs` : ''}`,
      compared: withRange(ratio, ' x', 2),
      bar: isShared ? `at most ${MOST_RATIO} x, and ${MOST_GROWTH} x of one node` : 'the yardstick',
      met: isShared ? ratio.median <= MOST_RATIO && growth.median <= MOST_GROWTH : null,
    }
  })
}

function ratioTo(values: readonly number[], yardstick: readonly number[]): Sample {
  return sampleOf(values.map((value, round) => value / (yardstick[round] ?? Number.NaN)))
}

function named(variable: string): string {
  const value = process.env[variable]
  if (!value) throw new Error(`${variable} is not set: run "npm run bench:nodes", which starts the servers.`)
  return value
}
