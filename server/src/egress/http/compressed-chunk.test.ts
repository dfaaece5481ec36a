import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { CompressedChunk } from './compressed-chunk.ts'

test('all bytes survive a round trip, compressed or not', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 200 }), (part, times) => {
      const bytes = Buffer.concat(Array.from({ length: times }, () => part))
      const packed = CompressedChunk.of(new Uint8Array(bytes))
      expect(Buffer.from(packed instanceof CompressedChunk ? packed.decompress() : packed).equals(bytes)).toBe(true)
    }),
  )
})

test('text is compressed and its buffer detached; random bytes stay unchanged', () => {
  const text = new Uint8Array(Buffer.from('word '.repeat(10_000)))
  expect(CompressedChunk.of(text)).toBeInstanceOf(CompressedChunk)
  expect(text.byteLength).toBe(0)
  const noise = crypto.getRandomValues(new Uint8Array(50_000))
  expect(CompressedChunk.of(noise)).toBe(noise)
  expect(noise.byteLength).toBe(50_000)
})
