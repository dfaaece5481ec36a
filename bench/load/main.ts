/** The load generator process: runs the spec in its argument and prints the result as one line of JSON. */

import { holdStreams, readStreams } from './open-streams.ts'
import { measureLatencies, sendRequests } from './send-requests.ts'
import type { LoadResult, LoadSpec } from './spec.ts'

async function run(spec: LoadSpec): Promise<LoadResult['latenciesMs']> {
  if (spec.kind === 'latency') return measureLatencies(spec.targets, spec.count)
  if (spec.kind === 'requests') return [await sendRequests(spec.target, spec.count, spec.concurrency)]
  if (spec.kind === 'streams') await readStreams(spec.target, spec.streams, spec.events, spec.gapMs)
  else await holdStreams(spec.target, spec.model, spec.count)
  return []
}

const spec = JSON.parse(process.argv[2] ?? '{}') as LoadSpec
const startMs = performance.now()
const latenciesMs = await run(spec)
const result: LoadResult = { durationMs: performance.now() - startMs, latenciesMs }
process.stdout.write(`${JSON.stringify(result)}\n`)
if (spec.kind === 'hold') setInterval(() => {}, 60_000)
