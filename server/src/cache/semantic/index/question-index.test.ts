import { expect, test } from 'bun:test'
import type { StoredQuestion } from '../../../core/semantic/question-store.ts'
import { MAX_ENTRY_BYTES, QuestionIndex } from './question-index.ts'

function question(key: string, more: Partial<StoredQuestion> = {}): StoredQuestion {
  return {
    key,
    partition: 'p',
    workspaceId: 'w',
    namespace: null,
    text: 'How are you?',
    vector: Int8Array.from({ length: 384 }, (_, i) => (i * Number(key.length)) % 100),
    traceId: 't',
    storedAtMs: 0,
    expiresAtMs: 1_000,
    answerBytes: 100,
    ...more,
  }
}

test('the index never exceeds its limit and evicts the least recently used entry', () => {
  const gone: string[] = []
  const index = new QuestionIndex(10_000, (keys) => gone.push(...keys))
  for (let i = 0; i < 20; i++) {
    index.add(question(`${i}`))
    const first = index.get('0')
    if (first) index.touch(first)
    expect(index.size(null).sizeBytes).toBeLessThanOrEqual(10_000)
  }
  expect(index.get('0')).toBeDefined()
  expect(gone.slice(0, 3)).toEqual(['1', '2', '3'])
  expect(index.size(null).entries).toBe(20 - gone.length)
})

test('stored responses are limited too', () => {
  const index = new QuestionIndex(100_000, () => {})
  for (let i = 0; i < 20; i++) index.add(question(`${i}`, { answerBytes: 100_000 }))
  expect(index.size(null)).toMatchObject({ entries: 8, answerBytes: 800_000 })
})

test('an entry without its response is at most 4 KB: longer questions are not stored', () => {
  expect(MAX_ENTRY_BYTES).toBe(4_096)
  const index = new QuestionIndex(1_000_000, () => {})
  expect(index.add(question('long', { text: 'x'.repeat(2_400) }))).toBe(true)
  expect(index.add(question('longer', { text: 'x'.repeat(3_000) }))).toBe(false)
  expect(index.add(question('wide', { text: '字'.repeat(1_500) }))).toBe(false)
  expect(index.add(question('large', { vector: new Int8Array(4_000).fill(1) }))).toBe(false)
  expect(index.size(null).entries).toBe(1)
})

test('partitions and vector sizes are isolated', () => {
  const index = new QuestionIndex(1_000_000, () => {})
  const vector = new Int8Array(384).fill(1)
  index.add(question('a', { vector }))
  expect(index.search('p', vector)).toHaveLength(1)
  expect(index.search('q', vector)).toEqual([])
  expect(index.search('p', new Int8Array(128).fill(1))).toEqual([])
  expect(index.add(question('b', { vector: new Int8Array(128).fill(1) }))).toBe(false)
})

test('a purge removes a workspace or one of its namespaces, expiry removes old entries', () => {
  const index = new QuestionIndex(1_000_000, () => {})
  index.add(question('a', { namespace: 'n' }))
  index.add(question('b', { expiresAtMs: 50 }))
  index.add(question('c', { workspaceId: 'x', namespace: 'n' }))
  expect(index.purge('w', 'n')).toEqual(['a'])
  index.expire(60)
  expect(index.get('b')).toBeUndefined()
  expect(index.size('x').entries).toBe(1)
  expect(index.purge('x', null)).toEqual(['c'])
  expect(index.size(null)).toEqual({ entries: 0, partitions: 0, sizeBytes: 0, answerBytes: 0 })
})
