/**
 * Compares the CPU time of this checkout with another one's, in turns within one run:
 *
 *     npm run bench:compare -- --base=../other-checkout
 *     npm run bench:compare -- --base=../other-checkout --rounds=20 --only=requests
 */

import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { LoadSpec } from './load/spec.ts'
import { measureCpu } from './measure/cpu.ts'
import { PINNING, startAnnounced } from './pinned-process.ts'
import { withRange } from './report.ts'
import { type Subject, startCheckout } from './subjects.ts'

const REQUESTS_PER_TURN = 3_000
const TURNS = 2
const STREAMS = 50
const EVENTS_PER_STREAM = 100

const { values } = parseArgs({
  options: { base: { type: 'string' }, rounds: { type: 'string', default: '20' }, only: { type: 'string' } },
})
if (values.base === undefined) {
  console.error(
    'usage: npm run bench:compare -- --base=PATH_OF_ANOTHER_CHECKOUT [--rounds=20] [--only=requests|events]',
  )
  process.exit(2)
}
const rounds = Number(values.rounds)
const project = join(import.meta.dir, '..')
console.log(PINNING ? 'gateways on core 0, load and upstream on core 1' : 'NOT PINNED: taskset or cores missing')

const upstream = await startAnnounced('around', [process.execPath, join(import.meta.dir, 'upstream.ts')])
const subjects: Subject[] = []
try {
  for (const checkout of [resolve(values.base), project]) subjects.push(await startCheckout(upstream.url, checkout))
  if (values.only !== 'events') {
    await compare('request', REQUESTS_PER_TURN, (target) => ({
      kind: 'requests',
      target,
      count: REQUESTS_PER_TURN,
      concurrency: 32,
    }))
  }
  if (values.only !== 'requests') {
    await compare('streamed event', STREAMS * EVENTS_PER_STREAM, (target) => ({
      kind: 'streams',
      target,
      streams: STREAMS,
      events: EVENTS_PER_STREAM,
      gapMs: 5,
    }))
  }
} finally {
  for (const subject of subjects) await subject.stop()
  await upstream.stop()
}

async function compare(unit: string, unitsPerTurn: number, loadFor: (subject: Subject) => LoadSpec): Promise<void> {
  const [base, own] = await measureCpu(subjects, { rounds, turns: TURNS, unitsPerTurn }, loadFor)
  if (!base || !own) throw new Error('nothing was measured')
  console.log(`CPU per ${unit}, ${rounds} rounds`)
  console.log(`  base           ${withRange(base.microseconds, ' µs')}`)
  console.log(`  this checkout  ${withRange(own.microseconds, ' µs')}`)
  console.log(`  ratio          ${withRange(own.ratio, ' x', 3)}`)
}
