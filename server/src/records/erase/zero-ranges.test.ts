import { expect, test } from 'bun:test'
import { openBlock, sealBlock } from '../encryption/block-cipher.ts'
import { KnownKeys, MissingBodyKeys } from '../encryption/known-keys.ts'
import { zeroInStored, zeroRanges } from './zero-ranges.ts'

test('overwrites only the ranges', () => {
  const block = Bun.zstdCompressSync(Buffer.from('first|second|third'))
  const left = Bun.zstdDecompressSync(zeroRanges(block, [{ offset: 6, length: 6 }]))
  expect(Buffer.from(left).toString()).toBe('first|\0\0\0\0\0\0|third')
})

test('ignores the part of a range behind the end', () => {
  const left = Bun.zstdDecompressSync(zeroRanges(Bun.zstdCompressSync(Buffer.from('abc')), [{ offset: 2, length: 9 }]))
  expect(Buffer.from(left).toString()).toBe('ab\0')
})

test('parts of an encrypted block are overwritten, and a block without a key stays as it is', () => {
  const key = { organisationId: 'org_1', workspaceId: 'ws_1', version: 3, bytes: new Uint8Array(32).fill(7) }
  const block = { id: 5, kind: 'body', workspaceId: 'ws_1' } as const
  const data = sealBlock(Bun.zstdCompressSync(Buffer.from('alice bob')), key, block)
  const ranges = [{ offset: 0, length: 5 }]
  const keys = new KnownKeys()
  expect(() => zeroInStored(data, ranges, block, keys)).toThrow(MissingBodyKeys)
  expect(keys.wanted).toEqual(['ws_1'])
  keys.put('ws_1', [key])
  const left = Bun.zstdDecompressSync(openBlock(zeroInStored(data, ranges, block, keys), key, block))
  expect(Buffer.from(left).toString()).toBe('\0\0\0\0\0 bob')
  keys.put('ws_1', [])
  expect(zeroInStored(data, ranges, block, keys)).toBe(data)
})
