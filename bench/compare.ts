/**
 * Compares this checkout with another one: CPU time per request and event, start, and memory at rest. Both checkouts
 * alternate within one run.
 *
 *     npm run bench:compare -- --base=../other-checkout
 *     npm run bench:compare -- --base=../other-checkout --rounds=20 --only=requests
 */

import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { LoadSpec } from './load/spec.ts'
import { measureCpu } from './measure/cpu.ts'
import { type Sample, sampleOf } from './measure/sample.ts'
import { PINNING, startAnnounced } from './pinned-process.ts'
import { cpuMs, residentBytes, untilIdle } from './process-meter.ts'
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
    'usage: npm run bench:compare -- --base=PATH_OF_ANOTHER_CHECKOUT [--rounds=20] [--only=requests|events|start]',
  )
  process.exit(2)
}
const rounds = Number(values.rounds)
const project = join(import.meta.dir, '..')
console.log(PINNING ? 'gateways on core 0, load and upstream on core 1' : 'NOT PINNED: taskset or cores missing')

const checkouts = [resolve(values.base), project]
const upstream = await startAnnounced('around', [process.execPath, join(import.meta.dir, 'upstream.ts')])
const subjects: Subject[] = []
try {
  if (isWanted('start')) await compareStarts()
  if (isWanted('requests') || isWanted('events'))
    for (const checkout of checkouts) subjects.push(await startCheckout(upstream.url, checkout))
  if (isWanted('requests')) {
    await compare('request', REQUESTS_PER_TURN, (target) => ({
      kind: 'requests',
      target,
      count: REQUESTS_PER_TURN,
      concurrency: 32,
    }))
  }
  if (isWanted('events')) {
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

function isWanted(section: 'requests' | 'events' | 'start'): boolean {
  return values.only === undefined || values.only === section
}

/** Starts with an empty data folder: time until ready, then CPU time and memory of the server once it is idle. */
async function compareStarts(): Promise<void> {
  const tables = checkouts.map(() => ({ readyMs: [] as number[], usedMs: [] as number[], mebibytes: [] as number[] }))
  // The first start of a checkout may build something, so it is not counted.
  for (let round = 0; round <= rounds; round++) {
    for (const [i, checkout] of checkouts.entries()) {
      const table = tables[i]!
      const beganMs = performance.now()
      const subject = await startCheckout(upstream.url, checkout)
      const readyMs = performance.now() - beganMs
      await untilIdle(subject.pid)
      if (round > 0) {
        table.readyMs.push(readyMs)
        table.usedMs.push(cpuMs(subject.pid))
        table.mebibytes.push(residentBytes(subject.pid) / 1024 ** 2)
      }
      await subject.stop()
    }
  }
  const [base, own] = tables
  if (!base || !own) throw new Error('nothing was measured')
  print('Time until ready', ' ms', base.readyMs, own.readyMs)
  print('CPU time of a start', ' ms', base.usedMs, own.usedMs)
  print('Memory at rest', ' MiB', base.mebibytes, own.mebibytes)
}

function print(what: string, unit: string, base: readonly number[], own: readonly number[]): void {
  const ratios = own.map((value, round) => value / (base[round] ?? Number.NaN))
  printSamples(
    what,
    { base: withRange(sampleOf(base), unit, 0), own: withRange(sampleOf(own), unit, 0) },
    sampleOf(ratios),
  )
}

function printSamples(what: string, shown: { readonly base: string; readonly own: string }, ratio: Sample): void {
  console.log(`${what}, ${rounds} rounds`)
  console.log(`  base           ${shown.base}`)
  console.log(`  this checkout  ${shown.own}`)
  console.log(`  ratio          ${withRange(ratio, ' x', 3)}`)
}

async function compare(unit: string, unitsPerTurn: number, loadFor: (subject: Subject) => LoadSpec): Promise<void> {
  const [base, own] = await measureCpu(subjects, { rounds, turns: TURNS, unitsPerTurn }, loadFor)
  if (!base || !own) throw new Error('nothing was measured')
  const shown = { base: withRange(base.microseconds, ' µs'), own: withRange(own.microseconds, ' µs') }
  printSamples(`CPU per ${unit}`, shown, own.ratio)
}
