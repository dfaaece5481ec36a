/**
 * Measures the cost of a hard budget per request: CPU (limit: 1.4 x) and latency at concurrency 1 (limit: 2 ms at p99).
 * `bun bench/budgets.ts [--quick]`.
 */

import { join } from 'node:path'
import { post, priceBenchModel } from './control/admin-call.ts'
import { countsFor } from './counts.ts'
import { measureCpu } from './measure/cpu.ts'
import { measureLatency } from './measure/latency.ts'
import { startAnnounced } from './pinned-process.ts'
import { printReport, type Row, withRange } from './report.ts'
import { type Subject, startFreshGateway } from './subjects.ts'

const MAX_RATIO = 1.4
const MAX_ADDED_MS = 2

/** Both gateways have a price and the same kind of key. Only one key has a budget. */
async function startPriced(upstream: string, name: string, limits: object): Promise<Subject> {
  const gateway = await startFreshGateway(upstream)
  await priceBenchModel(gateway.url)
  const wish = { name, scopes: ['completions.write'], ...limits }
  const { key } = await post(gateway.url, '/api-keys/workspace/service', wish)
  return { ...gateway, name, headers: { ...gateway.headers, 'x-gateway-api-key': String(key) } }
}

/** Rows of the common report table, whose column "bare relay" is here the gateway without a budget. */
async function measure(plain: Subject, budgeted: Subject): Promise<Row[]> {
  const counts = countsFor(process.argv.slice(2))
  const { rounds, requests: count, concurrency } = counts
  const [without, within] = await measureCpu([plain, budgeted], { rounds, unitsPerTurn: count }, (target) => ({
    kind: 'requests',
    target,
    count,
    concurrency,
  }))
  if (!without || !within) throw new Error('nothing was measured')
  const latency = await measureLatency(plain, budgeted, counts)
  return [
    {
      what: 'CPU per request, budgeted',
      bare: withRange(without.microseconds, ' µs'),
      ours: withRange(within.microseconds, ' µs'),
      compared: withRange(within.ratio, ' x', 2),
      bar: `at most ${MAX_RATIO} x`,
      met: within.ratio.median <= MAX_RATIO,
    },
    ...latency.map(({ percentile, bareMs, oursMs, addedMs }) => ({
      what: `latency ${percentile}, one at a time, budgeted`,
      bare: withRange(bareMs, ' ms', 3),
      ours: withRange(oursMs, ' ms', 3),
      compared: withRange(addedMs, ' ms more', 3),
      bar: percentile === 'p99' ? `at most ${MAX_ADDED_MS} ms more` : 'shown only',
      met: percentile === 'p99' ? addedMs.median <= MAX_ADDED_MS : null,
    })),
  ]
}

const upstream = await startAnnounced('around', [process.execPath, join(import.meta.dir, 'upstream.ts')])
const subjects: Subject[] = []
try {
  const budget = { usage_limits: { type: 'cost', credit_limit: 1_000_000 } }
  const plain = await startPriced(upstream.url, 'without a budget', {})
  subjects.push(plain)
  const budgeted = await startPriced(upstream.url, 'with a budget', budget)
  subjects.push(budgeted)
  const rows = await measure(plain, budgeted)
  printReport(rows)
  process.exitCode = rows.some((row) => row.met === false) && !process.argv.includes('--smoke') ? 1 : 0
} finally {
  for (const subject of subjects) await subject.stop()
  await upstream.stop()
}
