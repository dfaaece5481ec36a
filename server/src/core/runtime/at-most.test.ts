import { heapStats } from 'bun:jsc'
import { expect, test } from 'bun:test'
import { LRUCache } from 'lru-cache'
import { atMost, atMostBytes } from './at-most.ts'

test('keeps the given number of entries, the most recently used ones', () => {
  const cache = new LRUCache<string, number>(atMost(3))
  for (const [i, name] of ['a', 'b', 'c'].entries()) cache.set(name, i)
  cache.get('a')
  cache.set('d', 3)
  expect([...cache.keys()].sort()).toEqual(['a', 'c', 'd'])
  for (let i = 0; i < 1_000; i++) cache.set(`key ${i}`, i)
  expect([...cache.keys()].sort()).toEqual(['key 997', 'key 998', 'key 999'])
})

test('allocates nothing for missing entries', () => {
  Bun.gc(true)
  const before = heapStats().heapSize
  const cache = new LRUCache<string, number>(atMost(1_000_000))
  Bun.gc(true)
  expect(heapStats().heapSize - before).toBeLessThan(100_000)
  cache.set('a', 1)
  expect(cache.get('a')).toBe(1)
})

test('a limit of entries and bytes holds for both', () => {
  const small = new LRUCache<string, number>(atMostBytes(3, 300, () => 1))
  for (let i = 0; i < 10; i++) small.set(`k${i}`, i)
  expect([...small.keys()]).toEqual(['k9', 'k8', 'k7'])
  const large = new LRUCache<string, number>(atMostBytes(3, 300, (value, key) => value + key.length))
  large.set('a', 199)
  large.set('b', 149)
  expect([...large.keys()]).toEqual(['b'])
})
