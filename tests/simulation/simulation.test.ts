import { expect, test } from 'bun:test'
import { propertyRuns } from '../harness/property-runs.ts'
import { simulate } from './simulate.ts'

/** `npm test` runs 400: each planted bug is found by one of the first 200. */
const SEEDS = propertyRuns(propertyRuns(10_000))

test('every rule of the planner holds for every seed', () => {
  const failed: string[] = []
  let calls = 0
  for (let seed = 1; seed <= SEEDS; seed++) {
    const result = simulate(seed)
    calls += result.calls
    if (result.violation !== null) failed.push(`seed ${seed}: ${result.violation}`)
  }
  expect(failed.slice(0, 10)).toEqual([])
  expect(calls).toBeGreaterThan(SEEDS)
})

test('a seed replays with an identical trace, and another seed with another', () => {
  const hashes = new Set<number>()
  const seeds = propertyRuns(200)
  for (let seed = 1; seed <= seeds; seed++) {
    const first = simulate(seed)
    const again = simulate(seed, undefined, true)
    expect(again.hash).toBe(first.hash)
    expect(simulate(seed, undefined, true).trace).toEqual(again.trace)
    hashes.add(first.hash)
  }
  expect(hashes.size).toBe(seeds)
})
