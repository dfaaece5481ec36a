/**
 * Measures what GATEWAY_DURABILITY=disk costs: CPU per request at concurrency 64 (limit: 1.15 x), and the latency it adds at
 * concurrency 1 and 64, with and without a budget. The latency is that of the disk of this machine, so it has no limit.
 * `npm run bench:durability -- [--quick]`.
 */

import { join } from 'node:path'
import { post, priceBenchModel } from './control/admin-call.ts'
import { countsFor } from './counts.ts'
import { runLoad } from './load/run-load.ts'
import { measureCpu } from './measure/cpu.ts'
import { type LatencyResult, measureLatency } from './measure/latency.ts'
import { quantile, sampleOf } from './measure/sample.ts'
import { PINNING, startAnnounced } from './pinned-process.ts'
import { printReport, type Row, withRange } from './report.ts'
import { PROJECT, type Subject, startCheckout } from './subjects.ts'

const MAX_RATIO = 1.15
const CONCURRENCY = 64
const counts = countsFor(process.argv.slice(2))
const concurrency = process.argv.includes('--smoke') ? counts.concurrency : CONCURRENCY

/** With a budget, each request also waits for the sync of its hold. */
type Kind = 'no budget' | 'budget'

async function start(upstream: string, durability: string, kind: Kind): Promise<Subject> {
  const gateway = await startCheckout(upstream, PROJECT, { GATEWAY_DURABILITY: durability })
  const name = `${durability}, ${kind}`
  if (kind === 'no budget') return { ...gateway, name }
  await priceBenchModel(gateway.url)
  const { key } = await post(gateway.url, '/api-keys/workspace/service', {
    name,
    scopes: ['completions.write'],
    usage_limits: { type: 'cost', credit_limit: 1_000_000 },
  })
  return { ...gateway, name, headers: { ...gateway.headers, 'x-gateway-api-key': String(key) } }
}

async function measure(process: Subject, disk: Subject, kind: Kind): Promise<Row[]> {
  const { rounds, turns } = counts
  const count = Math.ceil(counts.requests / turns)
  const load = (target: Subject) => ({ kind: 'requests', target, count, concurrency }) as const
  const [without, within] = await measureCpu([process, disk], { rounds, turns, unitsPerTurn: count }, load)
  if (!without || !within) throw new Error('nothing was measured')
  return [
    {
      what: `CPU per request, ${concurrency} at once, ${kind}`,
      bare: withRange(without.microseconds, ' µs'),
      ours: withRange(within.microseconds, ' µs'),
      compared: withRange(within.ratio, ' x', 3),
      bar: `at most ${MAX_RATIO} x`,
      met: within.ratio.median <= MAX_RATIO,
    },
    ...latencyRows(await measureLatency(process, disk, counts), `one at a time, ${kind}`),
    ...latencyRows(await measureConcurrent(process, disk, count), `${concurrency} at once, ${kind}`),
  ]
}

async function measureConcurrent(process: Subject, disk: Subject, count: number): Promise<LatencyResult[]> {
  const rounds: { readonly process: readonly number[]; readonly disk: readonly number[] }[] = []
  const latencies = async (target: Subject) => {
    const { latenciesMs } = await runLoad({ kind: 'requests', target, count, concurrency })
    return latenciesMs[0] ?? []
  }
  for (let round = 0; round < counts.rounds; round++)
    rounds.push({ process: await latencies(process), disk: await latencies(disk) })
  return (['p50', 'p99'] as const).map((percentile) => {
    const fraction = percentile === 'p50' ? 0.5 : 0.99
    const bare = rounds.map((round) => quantile(round.process, fraction))
    const ours = rounds.map((round) => quantile(round.disk, fraction))
    const added = ours.map((value, round) => value - (bare[round] ?? Number.NaN))
    return { percentile, bareMs: sampleOf(bare), oursMs: sampleOf(ours), addedMs: sampleOf(added) }
  })
}

function latencyRows(results: readonly LatencyResult[], how: string): Row[] {
  return results.map(({ percentile, bareMs, oursMs, addedMs }) => ({
    what: `latency ${percentile}, ${how}`,
    bare: withRange(bareMs, ' ms', 3),
    ours: withRange(oursMs, ' ms', 3),
    compared: withRange(addedMs, ' ms more', 3),
    bar: 'shown only',
    met: null,
  }))
}

console.log(PINNING ? 'gateways on core 0, load and upstream on core 1' : 'NOT PINNED: taskset or cores missing')
console.log('column "bare relay": GATEWAY_DURABILITY=process; column "gatehouse": disk')
const upstream = await startAnnounced('around', [process.execPath, join(import.meta.dir, 'upstream.ts')])
const rows: Row[] = []
try {
  for (const kind of ['no budget', 'budget'] as const) {
    const subjects: Subject[] = []
    try {
      for (const durability of ['process', 'disk']) subjects.push(await start(upstream.url, durability, kind))
      const [plain, synced] = subjects
      rows.push(...(await measure(plain!, synced!, kind)))
    } finally {
      for (const subject of subjects) await subject.stop()
    }
  }
  printReport(rows)
  process.exitCode = rows.some((row) => row.met === false) && !process.argv.includes('--smoke') ? 1 : 0
} finally {
  await upstream.stop()
}
