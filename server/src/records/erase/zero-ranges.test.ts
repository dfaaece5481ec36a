import { expect, test } from 'bun:test'
import { zeroRanges } from './zero-ranges.ts'

test('overwrites only the ranges', () => {
  const block = Bun.zstdCompressSync(Buffer.from('first|second|third'))
  const left = Bun.zstdDecompressSync(zeroRanges(block, [{ offset: 6, length: 6 }]))
  expect(Buffer.from(left).toString()).toBe('first|\0\0\0\0\0\0|third')
})

test('ignores the part of a range behind the end', () => {
  const left = Bun.zstdDecompressSync(zeroRanges(Bun.zstdCompressSync(Buffer.from('abc')), [{ offset: 2, length: 9 }]))
  expect(Buffer.from(left).toString()).toBe('ab\0')
})
