/** Latency the gateway adds over the bare relay, one request at a time, alternating between both. */

import type { Counts } from '../counts.ts'
import { runLoad } from '../load/run-load.ts'
import type { Subject } from '../subjects.ts'
import { quantile, type Sample, sampleOf } from './sample.ts'

export type LatencyResult = {
  readonly percentile: 'p50' | 'p99'
  readonly bareMs: Sample
  readonly oursMs: Sample
  readonly addedMs: Sample
}

const FRACTIONS = { p50: 0.5, p99: 0.99 } as const

export async function measureLatency(
  bare: Subject,
  ours: Subject,
  { rounds, latencyRequests, latencyWarmUp }: Pick<Counts, 'rounds' | 'latencyRequests' | 'latencyWarmUp'>,
): Promise<LatencyResult[]> {
  const targets = [bare, ours]
  await runLoad({ kind: 'latency', targets, count: latencyWarmUp })
  const results: { bareMs: readonly number[]; oursMs: readonly number[] }[] = []
  for (let round = 0; round < rounds; round++) {
    const { latenciesMs } = await runLoad({ kind: 'latency', targets, count: latencyRequests })
    results.push({ bareMs: latenciesMs[0] ?? [], oursMs: latenciesMs[1] ?? [] })
  }
  return (['p50', 'p99'] as const).map((percentile) => {
    const fraction = FRACTIONS[percentile]
    const bareMs = results.map((result) => quantile(result.bareMs, fraction))
    const oursMs = results.map((result) => quantile(result.oursMs, fraction))
    const addedMs = oursMs.map((value, round) => value - (bareMs[round] ?? Number.NaN))
    return { percentile, bareMs: sampleOf(bareMs), oursMs: sampleOf(oursMs), addedMs: sampleOf(addedMs) }
  })
}
