import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../../tests/harness/property-runs.ts'
import { Partition } from './partition.ts'
import { quantise } from './vectors.ts'

const DIMENSIONS = 64

function entryOf(key: string) {
  const rest = { partition: 'p', workspaceId: 'w', namespace: null, text: key, traceId: 't', answerBytes: 0 }
  return { key, ...rest, storedAtMs: 0, expiresAtMs: 1 }
}

function randomVector(): Int8Array {
  return quantise(Float32Array.from({ length: DIMENSIONS }, () => Math.random() - 0.5)) ?? new Int8Array(DIMENSIONS)
}

function near(vector: Int8Array): Int8Array {
  return vector.map((value) => Math.max(-127, Math.min(127, value + Math.round((Math.random() - 0.5) * 20))))
}

async function filled(count: number, graphFrom: number) {
  const vectors = Array.from({ length: count }, randomVector)
  const partition = new Partition(DIMENSIONS, graphFrom)
  for (const [i, vector] of vectors.entries()) partition.add(entryOf(`${i}`), vector)
  while (partition.isMoving) await Bun.sleep(1)
  return { partition, vectors }
}

test.each([
  ['few are all compared', 300, 1_000_000],
  ['many are chosen by their signs', 3_000, 1_000_000],
  ['very many are found through the graph', 2_000, 600],
])('%s, and the nearest is found', async (_, count, graphFrom) => {
  const { partition, vectors } = await filled(count, graphFrom)
  let found = 0
  for (let i = 0; i < 100; i++) {
    const wanted = Math.floor(Math.random() * count)
    const [best] = partition.search(near(vectors[wanted]!))
    if (best?.question.key === `${wanted}` && best.similarity > 0.9) found++
  }
  expect(found).toBeGreaterThanOrEqual(97)
})

test('removed entries are never found again, including in the graph', async () => {
  const { partition, vectors } = await filled(1_000, 600)
  for (let i = 0; i < 1_000; i += 2) expect(partition.remove(`${i}`)).toBe(true)
  expect([partition.size, partition.remove('0')]).toEqual([500, false])
  for (let i = 0; i < 100; i++) {
    const keys = partition.search(vectors[i]!).map(({ question }) => Number(question.key))
    expect(keys.every((key) => key % 2 === 1)).toBe(true)
  }
  const [best] = partition.search(vectors[501]!)
  expect([best?.question.key, best?.similarity]).toEqual(['501', expect.closeTo(1)])
})

test('after any sequence of adds and removes, a search equals an exhaustive comparison', () => {
  const steps = fc.array(fc.record({ key: fc.nat(20), isAdded: fc.boolean() }), { maxLength: 60 })
  fc.assert(
    fc.property(steps, (all) => {
      const partition = new Partition(DIMENSIONS)
      const kept = new Map<string, Int8Array>()
      for (const { key, isAdded } of all) {
        if (isAdded) {
          const vector = randomVector()
          kept.set(`${key}`, vector)
          partition.add(entryOf(`${key}`), vector)
        } else expect(partition.remove(`${key}`)).toBe(kept.delete(`${key}`))
      }
      expect(partition.size).toBe(kept.size)
      for (const [key, vector] of kept) {
        const [best] = partition.search(vector)
        expect([best?.question.key, best?.similarity]).toEqual([key, expect.closeTo(1)])
      }
    }),
    { numRuns: propertyRuns(50) },
  )
})

test('a zero vector is rejected', () => {
  expect(quantise(new Float32Array(4))).toBeNull()
  expect(quantise(new Float32Array(0))).toBeNull()
  expect(quantise(Float32Array.from([1, Number.NaN]))).toBeNull()
  expect(quantise(Float32Array.from([1, Number.POSITIVE_INFINITY]))).toBeNull()
  expect([...(quantise(Float32Array.from([2, -1])) ?? [])]).toEqual([127, -63])
})
