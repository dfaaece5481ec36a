import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { Capture } from './capture.ts'

const TAIL_BYTES = 16 * 1024

/** Chunks of any size. Their bytes depend on their position, so that a shifted copy is detected. */
const chunks = fc
  .array(fc.oneof(fc.nat(40), fc.nat(5_000), fc.constantFrom(0, 1, 16_383, 16_384, 16_385, 40_000, 65_536, 150_000)), {
    maxLength: 12,
  })
  .map((sizes) => {
    let at = 0
    return sizes.map((size) => Uint8Array.from({ length: size }, () => (at++ * 31 + (at >> 8)) & 0xff))
  })
const limit = fc.oneof(fc.nat(100), fc.constantFrom(0, 1, 4_096, 16_384, 20_000, 65_536, 100_000, 262_144))

test('the head is the first bytes up to the limit, whatever the chunks', () => {
  fc.assert(
    fc.property(chunks, limit, (pieces, limitBytes) => {
      const whole = Buffer.concat(pieces)
      const capture = new Capture(limitBytes)
      for (const piece of pieces) capture.push(piece)
      expect(Buffer.compare(capture.head(), whole.subarray(0, limitBytes))).toBe(0)
      expect(capture.totalBytes).toBe(whole.length)
      expect(capture.isCut).toBe(whole.length > limitBytes)
    }),
    { numRuns: propertyRuns(300) },
  )
})

test('the tail is the last bytes in one piece: 16 KiB or more of them, or all there are', () => {
  fc.assert(
    fc.property(chunks, limit, (pieces, limitBytes) => {
      const whole = Buffer.concat(pieces)
      const capture = new Capture(limitBytes)
      for (const piece of pieces) capture.push(piece)
      const tail = Buffer.from(capture.tail())
      expect(tail.length).toBeGreaterThanOrEqual(Math.min(whole.length, TAIL_BYTES))
      expect(tail.equals(whole.subarray(whole.length - tail.length))).toBe(true)
    }),
    { numRuns: propertyRuns(300) },
  )
})

test('a head that was read early is complete when it is read again at the end', () => {
  const capture = new Capture(200_000)
  const pieces = [150_000, 30_000, 40_000].map((size, i) => new Uint8Array(size).fill(i + 1))
  for (const piece of pieces) {
    capture.push(piece)
    expect(capture.head().length).toBe(Math.min(capture.totalBytes, 200_000))
  }
  expect(capture.head().equals(Buffer.concat(pieces).subarray(0, 200_000))).toBe(true)
})

test('a copy does not change when the network reuses its buffer', () => {
  const capture = new Capture(4)
  const chunk = Uint8Array.of(1, 2, 3, 4, 5, 6)
  capture.push(chunk)
  chunk.fill(0)
  expect([...capture.head()]).toEqual([1, 2, 3, 4])
  expect([...capture.tail()]).toEqual([1, 2, 3, 4, 5, 6])
})

test('thousands of tiny chunks beyond the limit keep only the tail in memory', () => {
  const capture = new Capture(10)
  for (let i = 0; i < 100_000; i++) capture.push(Uint8Array.of(i & 0xff))
  expect(capture.totalBytes).toBe(100_000)
  expect(capture.tail().length).toBeLessThanOrEqual(TAIL_BYTES + 1)
})

test('bytes that are whole already give the same head without being pushed', () => {
  const bytes = Uint8Array.from({ length: 50_000 }, (_, i) => i & 0xff)
  const whole = Capture.of(bytes, 60_000)
  expect([whole.head().length, whole.tail().length, whole.isCut]).toEqual([50_000, 50_000, false])
  const cut = Capture.of(bytes, 20_000)
  expect([cut.head().length, cut.totalBytes, cut.isCut]).toEqual([20_000, 50_000, true])
  expect(
    Buffer.from(cut.tail())
      .subarray(-TAIL_BYTES)
      .equals(Buffer.from(bytes.subarray(-TAIL_BYTES))),
  ).toBe(true)
})
