import { expect, test } from 'bun:test'
import { simulate } from './simulate.ts'

const SEEDS = 10_000
const LEAST_RATIO = 1_000

test('every rule of the planner holds over ten thousand seeds, a thousand times faster than real time', () => {
  const startMs = performance.now()
  const failed: string[] = []
  let [virtualMs, requests, calls] = [0, 0, 0]
  for (let seed = 1; seed <= SEEDS; seed++) {
    const result = simulate(seed)
    virtualMs += result.virtualMs
    requests += result.requests
    calls += result.calls
    if (result.violation !== null) failed.push(`seed ${seed}: ${result.violation}`)
  }
  const tookMs = performance.now() - startMs
  const speed = `${Math.round((SEEDS / tookMs) * 1000)} seeds/s, ${Math.round(virtualMs / tookMs)} x real time (bar ${LEAST_RATIO} x)`
  process.stdout.write(
    `simulation: ${SEEDS} seeds, ${requests} requests, ${calls} calls, ${failed.length} failed, ${speed}\n`,
  )
  expect(failed.slice(0, 10)).toEqual([])
  expect(virtualMs / tookMs).toBeGreaterThan(LEAST_RATIO)
}, 120_000)

test('a seed replays with an identical trace, and another seed with another', () => {
  const hashes = new Set<number>()
  for (let seed = 1; seed <= 200; seed++) {
    const first = simulate(seed)
    const again = simulate(seed, undefined, true)
    expect(again.hash).toBe(first.hash)
    expect(simulate(seed, undefined, true).trace).toEqual(again.trace)
    hashes.add(first.hash)
  }
  expect(hashes.size).toBe(200)
})
