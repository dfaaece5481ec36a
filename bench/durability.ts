/**
 * Measures what GATEWAY_DURABILITY=disk costs: CPU per request at concurrency 64 (limit: 1.15 x), and the latency it
 * adds at concurrency 1 and 64, with and without a budget. The latency depends on the disk, so it has no limit.
 * `npm run bench:durability -- [--quick]`.
 */

import { join } from 'node:path'
import { post, priceBenchModel } from './control/admin-call.ts'
import { runLoad } from './load/run-load.ts'
import { type LatencyResult, measureLatency } from './measure/latency.ts'
import { quantile, sampleOf } from './measure/sample.ts'
import { PINNING, startAnnounced } from './pinned-process.ts'
import { cpuMs, untilIdle } from './process-meter.ts'
import { printReport, type Row, withRange } from './report.ts'
import { PROJECT, type Subject, startCheckout } from './subjects.ts'

const MAX_RATIO = 1.15
const CONCURRENCY = 64
const flags = process.argv.slice(2)
const counts = flags.includes('--smoke')
  ? { rounds: 1, requests: 200 }
  : { rounds: flags.includes('--quick') ? 3 : 7, requests: 4_000 }
const latencyCounts = { rounds: counts.rounds, latencyRequests: 200, latencyWarmUp: 200 }
const concurrency = flags.includes('--smoke') ? 4 : CONCURRENCY

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

type Measured = { readonly subject: Subject; readonly perRequest: number[]; readonly latencies: (readonly number[])[] }

async function measure(plain: Subject, synced: Subject, kind: Kind): Promise<Row[]> {
  const [without, within] = await measureRounds([plain, synced])
  if (!without || !within) throw new Error('nothing was measured')
  const ratio = sampleOf(within.perRequest.map((used, round) => used / (without.perRequest[round] ?? Number.NaN)))
  return [
    {
      what: `CPU per request, ${concurrency} at once, ${kind}`,
      bare: withRange(sampleOf(without.perRequest), ' µs'),
      ours: withRange(sampleOf(within.perRequest), ' µs'),
      compared: withRange(ratio, ' x', 3),
      bar: `at most ${MAX_RATIO} x`,
      met: ratio.median <= MAX_RATIO,
    },
    ...latencyRows(concurrentLatency(without, within), `${concurrency} at once, ${kind}`),
    ...latencyRows(await measureLatency(plain, synced, latencyCounts), `one at a time, ${kind}`),
  ]
}

/** The gateways alternate, in reverse order every second round. The first round is a warm-up and not counted. */
async function measureRounds(subjects: readonly Subject[]): Promise<Measured[]> {
  const measured = subjects.map((subject): Measured => ({ subject, perRequest: [], latencies: [] }))
  for (const { pid } of subjects) await untilIdle(pid)
  for (let round = 0; round <= counts.rounds; round++) {
    for (const { subject, perRequest, latencies } of round % 2 ? measured.toReversed() : measured) {
      // The gateway has been idle since its last turn, so only requests use its CPU.
      const beforeMs = cpuMs(subject.pid)
      const load = { kind: 'requests', target: subject, count: counts.requests, concurrency } as const
      const { latenciesMs } = await runLoad(load)
      await untilIdle(subject.pid)
      if (round === 0) continue
      perRequest.push(((cpuMs(subject.pid) - beforeMs) * 1000) / counts.requests)
      latencies.push(latenciesMs[0] ?? [])
    }
  }
  return measured
}

function concurrentLatency(plain: Measured, synced: Measured): LatencyResult[] {
  return (['p50', 'p99'] as const).map((percentile) => {
    const fraction = percentile === 'p50' ? 0.5 : 0.99
    const bare = plain.latencies.map((round) => quantile(round, fraction))
    const ours = synced.latencies.map((round) => quantile(round, fraction))
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
  process.exitCode = rows.some((row) => row.met === false) && !flags.includes('--smoke') ? 1 : 0
} finally {
  await upstream.stop()
}
