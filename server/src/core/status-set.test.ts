import { expect, test } from 'bun:test'
import { NO_STATUS, NOT_SUCCESS, readStatus, statusSet } from './status-set.ts'

test.each([
  [429, [429, 429]],
  ['429', [429, 429]],
  [100, [100, 100]],
  [599, [599, 599]],
  ['5xx', [500, 599]],
  ['4XX', [400, 499]],
] as [string | number, [number, number]][])('%j is the range %j', (entry, range) => {
  expect(readStatus(entry)).toEqual(range)
})

test.each([99, 600, 0, -429, 429.5, Number.NaN, '', 'xx', '6xx', '0xx', '42', '4290', ' 429', '5x', '5xx ', '4e2'])(
  '%j is not a status',
  (entry) => {
    expect(readStatus(entry)).toBeNull()
  },
)

test('a set contains exactly the statuses of its entries', () => {
  const set = statusSet([429, '503', '2xx', 'nonsense'])
  const inside = Array.from({ length: 600 }, (_, status) => status).filter((status) => set.has(status))
  expect(inside).toEqual([...Array.from({ length: 100 }, (_, i) => 200 + i), 429, 503])
})

test('the two fixed sets: no status, and every status except 2xx', () => {
  expect([199, 200, 299, 300, 408, 500].map((status) => NOT_SUCCESS.has(status))).toEqual([
    true,
    false,
    false,
    true,
    true,
    true,
  ])
  expect([200, 429, 500].some((status) => NO_STATUS.has(status))).toBe(false)
})
