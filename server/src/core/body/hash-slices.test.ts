import { expect, test } from 'bun:test'
import { updateInSlices } from './hash-slices.ts'

const MIB = 1024 * 1024

test.each([0, 1, 2 * MIB, 2 * MIB + 1, 5 * MIB + 7])(
  'the hash of %p bytes equals the hash computed in one call',
  async (size) => {
    const bytes = new Uint8Array(size).map((_, i) => i % 251)
    const hasher = new Bun.CryptoHasher('sha256')
    await updateInSlices(hasher, bytes)
    expect(hasher.digest('hex')).toBe(new Bun.CryptoHasher('sha256').update(bytes).digest('hex'))
  },
)

test('hashing a large body yields to the event loop between slices; a small one is hashed at once', async () => {
  const hasher = new Bun.CryptoHasher('sha256')
  expect(updateInSlices(hasher, new Uint8Array(2 * MIB))).toBeUndefined()
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await updateInSlices(hasher, new Uint8Array(10 * MIB))
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(4)
})
