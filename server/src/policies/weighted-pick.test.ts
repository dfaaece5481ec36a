import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { pickWeighted, rankSticky } from './weighted-pick.ts'

/** A seeded generator, so that the shares are the same in every run. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const weightList = fc.array(fc.double({ min: 0, max: 1e308, noNaN: true }), { minLength: 1, maxLength: 20 })
const random01 = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

test('picks each route by its weight, within 0.5 % over a million picks', () => {
  const weights = [5, 3, 0, 1, 0.5]
  const counts = weights.map(() => 0)
  const random = generator(17)
  for (let i = 0; i < 1_000_000; i++) counts[pickWeighted(weights, random())]! += 1
  const sum = weights.reduce((a, b) => a + b)
  for (const [i, weight] of weights.entries()) {
    expect(Math.abs(counts[i]! / 1_000_000 - weight / sum)).toBeLessThan(0.005)
  }
  expect(counts[2]).toBe(0)
})

test('picks the right route at the edges of the shares', () => {
  expect(pickWeighted([1, 1], 0)).toBe(0)
  expect(pickWeighted([1, 1], 0.499)).toBe(0)
  expect(pickWeighted([1, 1], 0.5)).toBe(1)
  expect(pickWeighted([0, 1, 0], 0)).toBe(1)
  expect(pickWeighted([0, 1, 0], 0.999999)).toBe(1)
})

test('never picks a weight of zero, and picks nothing if all are zero', () => {
  fc.assert(
    fc.property(weightList, random01, (weights, random) => {
      const index = pickWeighted(weights, random)
      if (weights.every((weight) => weight === 0)) expect(index).toBe(-1)
      else expect(weights[index]).toBeGreaterThan(0)
    }),
  )
  expect(pickWeighted([], 0.5)).toBe(-1)
})

test('weights whose sum overflows still get equal shares', () => {
  expect(pickWeighted([1e308, 1e308], 0.25)).toBe(0)
  expect(pickWeighted([1e308, 1e308], 0.75)).toBe(1)
})

test('ranks exactly the routes with a positive weight, in the same order each time', () => {
  fc.assert(
    fc.property(weightList, fc.string(), (weights, seed) => {
      const ranking = rankSticky(weights, seed)
      const positive = weights.flatMap((weight, i) => (weight > 0 ? [i] : []))
      expect([...ranking].sort((a, b) => a - b)).toEqual(positive)
      expect(rankSticky(weights, seed)).toEqual(ranking)
    }),
  )
})

test('sticky callers are distributed by weight, within 0.5 %', () => {
  const weights = [5, 3, 1]
  const counts = [0, 0, 0]
  for (let i = 0; i < 200_000; i++) counts[rankSticky(weights, `caller ${i}`)[0]!]! += 1
  for (const [i, weight] of weights.entries()) {
    expect(Math.abs(counts[i]! / 200_000 - weight / 9)).toBeLessThan(0.005)
  }
})

test('reordering named routes does not change the choice', () => {
  const routes = fc.uniqueArray(fc.tuple(fc.string(), fc.integer({ min: 1, max: 100 })), {
    minLength: 1,
    maxLength: 10,
    selector: ([id]) => id,
  })
  fc.assert(
    fc.property(routes, fc.string(), fc.nat(), (list, seed, turn) => {
      const moved = list.map((_, i) => list[(i + turn) % list.length]!)
      const winners = (from: typeof list) =>
        rankSticky(
          from.map(([, weight]) => weight),
          seed,
          from.map(([id]) => id),
        ).map((i) => from[i]![0])
      expect(winners(moved)).toEqual(winners(list))
    }),
  )
})

test('removing a route moves only its callers, each to its own second choice', () => {
  let moved = 0
  for (let i = 0; i < 2000; i++) {
    const before = rankSticky([2, 1, 1, 4], `caller ${i}`)
    const after = rankSticky([2, 1, 0, 4], `caller ${i}`)
    expect(after).toEqual(before.filter((index) => index !== 2))
    if (before[0] === 2) moved += 1
  }
  expect(moved).toBeGreaterThan(150)
  expect(moved).toBeLessThan(350)
})
