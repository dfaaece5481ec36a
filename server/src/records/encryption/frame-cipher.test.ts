import { expect, test } from 'bun:test'
import { randomBytes, randomInt } from 'node:crypto'
import { FrameOpener, FrameSealer, SEAL_BYTES } from './frame-cipher.ts'

const journalKey = randomBytes(32)

function sealed(sealer: FrameSealer, text: Uint8Array): Buffer {
  const bytes = Buffer.alloc(text.length + SEAL_BYTES)
  bytes.set(text)
  expect(sealer.seal(bytes, 0, text.length)).toBe(bytes.length)
  return bytes
}

/** Every length from 0 to 49 bytes, which covers the block boundaries of the cipher, and random lengths. */
const texts = Array.from({ length: 200 }, (_, i) => randomBytes(i < 50 ? i : randomInt(5_000)))

test('frames of two writers are decrypted in order, backwards, shuffled and twice', () => {
  const sealers = [new FrameSealer(journalKey), new FrameSealer(journalKey)]
  const frames = texts.map((text, i) => sealed(sealers[i % 2]!, text))
  const inOrder = texts.map((_, i) => i)
  const shuffled = inOrder.map((i) => ({ i, order: Math.random() })).sort((a, b) => a.order - b.order)
  for (const order of [inOrder, inOrder.toReversed(), shuffled.map(({ i }) => i), [7, 7, 150, 7]]) {
    const opener = new FrameOpener(journalKey)
    for (const i of order) expect(opener.open(frames[i]!).equals(texts[i]!)).toBe(true)
  }
})

test('no part of a key stream is used twice', () => {
  const zeros = Buffer.alloc(64)
  const streams = new Set<string>()
  for (let writer = 0; writer < 20; writer++) {
    const sealer = new FrameSealer(journalKey)
    // The encryption of zeros is the key stream itself.
    for (let i = 0; i < 50; i++)
      for (let at = SEAL_BYTES; at < SEAL_BYTES + 64; at += 16)
        streams.add(sealed(sealer, zeros).toString('hex', at, at + 16))
  }
  expect(streams.size).toBe(20 * 50 * 4)
})

test('a frame of another journal key is refused, and the frames after it are read', () => {
  const opener = new FrameOpener(journalKey)
  const own = new FrameSealer(journalKey)
  const first = sealed(own, Buffer.from('first'))
  const foreign = sealed(new FrameSealer(randomBytes(32)), Buffer.from('foreign'))
  expect(opener.open(first).toString()).toBe('first')
  expect(() => opener.open(foreign)).toThrow('encrypted with another key')
  expect(opener.open(sealed(own, Buffer.from('second'))).toString()).toBe('second')
})
