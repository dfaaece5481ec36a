import { expect, test } from 'bun:test'
import { once } from './once.ts'

test('creates the value once', async () => {
  let calls = 0
  const plain = once(() => ++calls)
  expect([plain(), plain()]).toEqual([1, 1])
  const promised = once(async () => ++calls)
  expect(await Promise.all([promised(), promised()])).toEqual([2, 2])
  expect(await promised()).toBe(2)
})

test('a failure rejects every waiting caller and is not cached', async () => {
  let calls = 0
  const made = once(async () => {
    calls++
    if (calls === 1) throw new Error('not yet')
    return calls
  })
  const both = await Promise.allSettled([made(), made()])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(calls).toBe(1)
  expect(await made()).toBe(2)
  expect(await made()).toBe(2)
  let throws = 0
  const plain = once(() => {
    if (throws++ === 0) throw new Error('not yet')
    return 'made'
  })
  expect(plain).toThrow('not yet')
  expect(plain()).toBe('made')
})
