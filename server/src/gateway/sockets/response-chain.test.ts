import { expect, test } from 'bun:test'
import { ResponseChain } from './response-chain.ts'

test('references to shared items count, so that long conversations forget their oldest responses', () => {
  const chain = new ResponseChain()
  const items = Array.from({ length: 300_000 }, () => 0)
  chain.add('r0', [], items)
  for (let i = 1; i <= 20; i++) chain.add(`r${i}`, chain.itemsOf(`r${i - 1}`)!, [i])
  const kept = Array.from({ length: 21 }, (_, i) => chain.itemsOf(`r${i}`)).filter((one) => one !== null)
  const references = kept.reduce((sum, one) => sum + one.length, 0)
  expect(references * 16).toBeLessThanOrEqual(32 * 1024 * 1024)
  expect(chain.itemsOf('r20')).toHaveLength(300_020)
})

test('a response that is added twice counts once', () => {
  const chain = new ResponseChain()
  chain.add('r', [], ['x'])
  const { bytes } = chain
  chain.add('r', [], ['x'])
  expect(chain.bytes).toBe(bytes)
})
