import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { CachedResponse } from '../core/ports.ts'
import { MemoryCache } from './memory-cache.ts'

const HOUR_MS = 3_600_000

function answer(sizeBytes: number, fill = 0): CachedResponse {
  return {
    status: 200,
    headers: {},
    body: new Uint8Array(sizeBytes).fill(fill),
    isEventStream: false,
    storedAtMs: 0,
    tookMs: null,
  }
}

test('returns the latest response stored under a key', () => {
  const cache = new MemoryCache(100_000)
  const [first, second] = [answer(10, 1), answer(10, 2)]
  cache.set('key', first, HOUR_MS)
  expect(cache.get('key')).toBe(first)
  cache.set('key', second, HOUR_MS)
  expect(cache.get('key')).toBe(second)
  expect(cache.get('other')).toBeUndefined()
})

test('an expired response is not returned', async () => {
  const cache = new MemoryCache(100_000)
  cache.set('short', answer(10), 5)
  cache.set('long', answer(10), HOUR_MS)
  const untilMs = performance.now() + 20
  while (performance.now() < untilMs) await Bun.sleep(1)
  expect(cache.get('short')).toBeUndefined()
  expect(cache.get('long')).toBeDefined()
})

test('the least recently used entry is evicted', () => {
  const cache = new MemoryCache(12_000)
  for (const key of ['a', 'b', 'c']) cache.set(key, answer(2_900), HOUR_MS)
  cache.get('a')
  cache.set('d', answer(2_900), HOUR_MS)
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key))).toEqual(['a', 'c', 'd'])
})

test('a response larger than the cache is not stored and evicts nothing', () => {
  const cache = new MemoryCache(10_000)
  cache.set('small', answer(100), HOUR_MS)
  cache.set('large', answer(10_001), HOUR_MS)
  expect(cache.get('large')).toBeUndefined()
  expect(cache.get('small')).toBeDefined()
})

test('the stored size never exceeds the limit', () => {
  const puts = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 20_000 })), {
    maxLength: 100,
  })
  fc.assert(
    fc.property(puts, (all) => {
      const cache = new MemoryCache(50_000)
      for (const [key, sizeBytes] of all) cache.set(String(key), answer(sizeBytes), HOUR_MS)
      let keptBytes = 0
      for (let key = 0; key <= 30; key++) keptBytes += cache.get(String(key))?.body.length ?? 0
      expect(keptBytes).toBeLessThanOrEqual(50_000)
      const last = all.at(-1)
      if (last) expect(cache.get(String(last[0]))?.body.length).toBe(last[1])
    }),
  )
})
