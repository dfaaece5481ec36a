import { expect, test } from 'bun:test'
import { SearchTime } from './search-time.ts'

test('a search may take its first steps even if no time is left', () => {
  const time = new SearchTime(0, 3)
  expect([1, 2, 3, 4, 5].map(() => time.isOverAfterStep())).toEqual([false, false, false, true, true])
})

test('a search with time left goes on after its first steps', () => {
  const time = new SearchTime(Number.POSITIVE_INFINITY, 0)
  expect([time.isOverAfterStep(), time.isOverAfterStep()]).toEqual([false, false])
})
