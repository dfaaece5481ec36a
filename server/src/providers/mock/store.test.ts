import { expect, test } from 'bun:test'
import { MAX_ENTRY_BYTES, MAX_WORKSPACE_BYTES, MAX_WORKSPACE_ENTRIES, MockStore } from './store.ts'

test('a workspace evicts its oldest entries by count and bytes, and none of another workspace', () => {
  const store = new MockStore()
  const other = store.of('other')
  other.put('file-other', 'other', 10)
  const own = store.of('own')
  for (let i = 0; i < MAX_WORKSPACE_ENTRIES + 5; i++) own.put(`file-${i}`, i, 10)
  expect(own.list('file-')).toHaveLength(MAX_WORKSPACE_ENTRIES)
  expect(own.get('file-4')).toBeUndefined()
  expect(own.get('file-5')).toBe(5)
  for (let i = 0; i < 5; i++) expect(own.put(`large-${i}`, i, MAX_ENTRY_BYTES)).toBe(true)
  expect(own.list('file-')).toEqual([])
  expect(own.list('large-')).toEqual([4])
  expect(store.size.bytes).toBeLessThanOrEqual(MAX_WORKSPACE_BYTES + 1_000)
  expect(own.put('huge', 0, MAX_ENTRY_BYTES + 1)).toBe(false)
  expect(other.get('file-other')).toBe('other')
})

test('the total of all workspaces is limited too', () => {
  const store = new MockStore()
  for (let i = 0; i < 400; i++) store.of(`workspace-${i}`).put(`file-${i}`, i, 100_000)
  expect(store.size.bytes).toBeLessThanOrEqual(32 * 1024 * 1024)
  expect(store.of('workspace-399').get('file-399')).toBe(399)
  for (let i = 0; i < 1_100; i++) store.of(`workspace-${i}`).put(`small-${i}`, i, 0)
  expect(store.size.entries).toBeLessThanOrEqual(1_000)
})

test('an entry expires after an hour', () => {
  let nowMs = 0
  const store = new MockStore(() => nowMs)
  store.of('own').put('file-1', 1, 10)
  nowMs = 60 * 60_000 - 1
  expect(store.of('own').get('file-1')).toBe(1)
  nowMs++
  expect(store.of('own').get('file-1')).toBeUndefined()
  expect(store.size.entries).toBe(0)
})
