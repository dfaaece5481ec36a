import { expect, test } from 'bun:test'
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  type ZstdOptions,
  zstdCompressSync,
} from 'node:zlib'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { GatewayError } from '../../core/errors.ts'
import { type Coding, codingOf, decompress } from './decompress.ts'
import { ZstdFrames } from './zstd-frames.ts'

const MIB = 1024 * 1024

const CODERS: readonly (readonly [Coding, (bytes: Uint8Array) => Uint8Array])[] = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
]

const tooLarge = (limitBytes: number) => new GatewayError('body_too_large', { message: String(limitBytes) })

function unpacked(bytes: Uint8Array, coding: Coding, limitBytes = MIB, hold = (_: number) => {}) {
  return decompress([bytes], coding, { limitBytes, count: { hold }, tooLarge })
}

async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
    return null
  } catch (error) {
    return error instanceof GatewayError ? error.code : error
  }
}

test('every coding gives back the bytes, and counts them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), fc.integer({ min: 1, max: 100 }), async (part, times) => {
      const bytes = Buffer.concat(Array.from({ length: times }, () => part))
      for (const [coding, pack] of CODERS) {
        let held = 0
        const plain = await unpacked(pack(bytes), coding, MIB, (count) => {
          held += count
        })
        expect(Buffer.compare(plain, bytes)).toBe(0)
        expect(held).toBe(bytes.length)
      }
    }),
    { numRuns: propertyRuns(30) },
  )
})

test('a gzip or zstd body of several parts is joined, whatever the sizes of the parts', async () => {
  const size = fc.integer({ min: 1, max: 150_000 })
  await fc.assert(
    fc.asyncProperty(fc.array(size, { minLength: 2, maxLength: 8 }), async (sizes) => {
      const parts = sizes.map((bytes, i) => Buffer.alloc(bytes, `part ${i} of ${bytes};`))
      const whole = Buffer.concat(parts)
      for (const [coding, pack] of [['gzip', gzipSync] as const, ['zstd', zstdCompressSync] as const]) {
        const plain = await unpacked(Buffer.concat(parts.map((part) => pack(part))), coding, 2 * MIB)
        expect(Buffer.compare(plain, whole)).toBe(0)
      }
    }),
    { numRuns: propertyRuns(30) },
  )
})

test.each(CODERS)('%s: a body that ends too early, or is not compressed, is refused', async (coding, pack) => {
  const packed = pack(Buffer.from('{"text":"Hello, hello, hello"}'))
  for (let end = 0; end < packed.length; end++) {
    expect(await codeOf(unpacked(packed.subarray(0, end), coding))).toBe('invalid_body')
  }
  expect(await codeOf(unpacked(Buffer.from('{"model":"m"}'), coding))).toBe('invalid_body')
})

test.each(CODERS)('%s: a bomb is cut at the limit', async (coding, pack) => {
  const bomb = pack(Buffer.alloc(2 * MIB))
  let held = 0
  const code = await codeOf(
    unpacked(bomb, coding, MIB, (count) => {
      held += count
    }),
  )
  expect(code).toBe('body_too_large')
  expect(held).toBeLessThanOrEqual(MIB)
})

test('a body that does not fit into the memory is refused with the error of the memory', async () => {
  const hold = () => {
    throw new GatewayError('overloaded')
  }
  expect(await codeOf(unpacked(gzipSync(Buffer.alloc(1_000)), 'gzip', MIB, hold))).toBe('overloaded')
})

test('a zstd window over 8 MiB is refused', async () => {
  const params = { [constants.ZSTD_c_windowLog]: 27, [constants.ZSTD_c_contentSizeFlag]: 0 }
  const wide = zstdCompressSync(Buffer.alloc(20 * MIB, 'wide'), { params } satisfies ZstdOptions)
  expect(await codeOf(unpacked(wide, 'zstd', 32 * MIB))).toBe('invalid_body')
})

/** Pushes the bytes in chunks of different sizes, which must not change the result. */
function isCompleteZstd(bytes: Uint8Array): boolean {
  const ends = [Math.max(1, bytes.length), 1, 7, 4_096].map((step) => {
    const frames = new ZstdFrames()
    const end = step === 1 ? Math.min(bytes.length, 100_000) : bytes.length
    for (let at = 0; at < end; at += step) frames.push(bytes.subarray(at, Math.min(at + step, end)))
    frames.push(bytes.subarray(end))
    return frames.isComplete
  })
  expect(new Set(ends).size).toBe(1)
  return ends[0]!
}

test('chunks of any size give the same bytes, and each is released when it was read', async () => {
  const bytes = Buffer.from(JSON.stringify({ text: 'Hello, hello. '.repeat(2_000) }))
  for (const [coding, pack] of CODERS) {
    const packed = pack(bytes)
    for (const step of [1, 2, 100, packed.length]) {
      const chunks: Uint8Array[] = []
      for (let at = 0; at < packed.length; at += step) chunks.push(packed.subarray(at, at + step))
      const read: Uint8Array[] = []
      const onRead = (chunk: Uint8Array) => void read.push(chunk)
      const plain = await decompress(chunks, coding, { limitBytes: MIB, count: null, tooLarge, onRead })
      expect([coding, step, Buffer.compare(plain, bytes), read.length]).toEqual([coding, step, 0, chunks.length])
    }
  }
})

test('no further chunk is read after a limit or an error', async () => {
  for (const [coding, pack] of CODERS) {
    let taken = 0
    const endless = (packed: Uint8Array) =>
      (function* () {
        for (let at = 0; ; at += 64) {
          taken++
          yield at < packed.length ? packed.subarray(at, at + 64) : Buffer.alloc(64, 0xff)
        }
      })()
    const limits = { limitBytes: 1_000, count: null, tooLarge }
    const bomb = pack(Buffer.from(Array.from({ length: 20_000 }, (_, i) => (i * 7919) % 251)))
    expect([coding, await codeOf(decompress(endless(bomb), coding, limits))]).toEqual([coding, 'body_too_large'])
    expect(await codeOf(decompress(endless(Buffer.from('{"no":1}'.repeat(9))), coding, limits))).toBe('invalid_body')
    expect(taken).toBeLessThan(2_000)
  }
})

test('whole zstd frames are recognised: several, skippable ones, with checksums, and nothing after them', () => {
  const frame = zstdCompressSync(Buffer.from('{}'))
  const summed = zstdCompressSync(Buffer.alloc(500_000, 'xyz'), { params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  const skippable = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3])
  for (const whole of [frame, summed, Buffer.concat([frame, skippable, summed])]) {
    expect(isCompleteZstd(whole)).toBe(true)
    expect(isCompleteZstd(whole.subarray(0, -1))).toBe(false)
    expect(isCompleteZstd(Buffer.concat([whole, Buffer.from('junk')]))).toBe(false)
  }
  expect(isCompleteZstd(new Uint8Array())).toBe(false)
})

test('a zstd body of a million frames and blocks is complete, and one of more is refused', () => {
  const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0])
  const blocks = Buffer.alloc(3 * 999_999)
  blocks[blocks.length - 3] = 1
  const frame = Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x58]), blocks])
  for (const million of [frame, Buffer.alloc(skippable.length * 1_000_000, skippable)]) {
    const frames = new ZstdFrames()
    frames.push(million)
    expect(frames.isComplete).toBe(true)
    frames.push(skippable)
    expect(frames.isComplete).toBe(false)
  }
})

test('one known coding is read, whatever its case; more than one, or an unknown one, is refused', () => {
  const read = (value: string) => codingOf({ 'content-encoding': value })
  expect(codingOf({})).toBeNull()
  expect(read('Identity')).toBeNull()
  expect(read('GZIP')).toBe('gzip')
  expect(read('identity, zstd')).toBe('zstd')
  for (const value of ['gzip, gzip', 'br, gzip', 'gzip, identity, gzip', 'constructor', 'gzip;q=1', 'aws-chunked'])
    expect(() => read(value)).toThrow(GatewayError)
})
