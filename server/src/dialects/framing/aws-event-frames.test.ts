import { expect, test } from 'bun:test'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { type AwsEvent, AwsEventFrames, readFrame } from './aws-event-frames.ts'
import { eventFrame, exceptionFrame, frame } from './test-frames.ts'

function read(...chunks: Uint8Array[]): AwsEvent[] {
  const frames = new AwsEventFrames(readFrame)
  return chunks.flatMap((chunk) => frames.push(chunk))
}

const STREAM = Buffer.concat([
  eventFrame('messageStart', { role: 'assistant' }),
  eventFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'naïve 😀' } }),
  frame({ ':event-type': 'empty', ':message-type': 'event' }, ''),
  exceptionFrame('throttlingException', { message: 'Too many.' }),
])

const EVENTS: AwsEvent[] = [
  { name: 'messageStart', data: { role: 'assistant' } },
  { name: 'contentBlockDelta', data: { contentBlockIndex: 0, delta: { text: 'naïve 😀' } } },
  { name: 'empty', data: {} },
  { name: 'exception', data: { type: 'throttlingException', message: 'Too many.' } },
]

test('a stream cut at any byte, or into single bytes, has the same events', () => {
  expect(read(STREAM)).toEqual(EVENTS)
  for (let i = 0; i <= STREAM.length; i++) expect(read(STREAM.subarray(0, i), STREAM.subarray(i))).toEqual(EVENTS)
  expect(read(...Array.from(STREAM, (_, i) => STREAM.subarray(i, i + 1)))).toEqual(EVENTS)
})

test('chunk boundaries do not change the events', () => {
  const payload = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }))
  fc.assert(
    fc.property(fc.array(payload, { maxLength: 5 }), fc.array(fc.nat(), { maxLength: 10 }), (payloads, places) => {
      const bytes = Buffer.concat(payloads.map((data, i) => eventFrame(`e${i}`, data)))
      const ends = places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b)
      const chunks = [0, ...ends].map((start, i) => bytes.subarray(start, ends[i] ?? bytes.length))
      expect(read(...chunks)).toEqual(read(bytes))
      expect(read(bytes).map(({ data }) => JSON.stringify(data))).toEqual(payloads.map((data) => JSON.stringify(data)))
    }),
  )
})

test('an error frame without a body has its code and message from headers', () => {
  const headers = { ':message-type': 'error', ':error-code': 'InternalFailure', ':error-message': 'Sorry.' }
  expect(read(frame(headers, ''))).toEqual([
    { name: 'exception', data: { type: 'InternalFailure', message: 'Sorry.' } },
  ])
})

test('detects damage to any single byte', () => {
  const good = eventFrame('contentBlockDelta', { delta: { text: 'hello' } })
  for (let i = 0; i < good.length; i++) {
    const bad = Uint8Array.from(good)
    bad[i]! ^= 0x55
    expect(() => read(bad)).toThrow(expect.objectContaining({ code: 'upstream_broken' }))
  }
})

/** A prelude with a correct checksum. */
function prelude(total: number, headers: number): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt32BE(total, 0)
  bytes.writeUInt32BE(headers, 4)
  bytes.writeUInt32BE(crc32(bytes.subarray(0, 8)), 8)
  return bytes
}

test.each([
  ['a frame of 4 GiB', prelude(0xffffffff, 0)],
  ['a frame above 24 MiB', prelude(24 * 1024 * 1024 + 1, 0)],
  ['headers above 128 KiB', prelude(1024 * 1024, 128 * 1024 + 1)],
  ['a frame smaller than its own overhead', prelude(15, 0)],
  ['headers larger than the frame', prelude(100, 85)],
])('rejects %s when its prelude is complete', (_name, bytes) => {
  expect(() => read(bytes)).toThrow(expect.objectContaining({ code: 'upstream_broken' }))
})

test('allocates no memory for a declared length before the bytes arrive', () => {
  const before = process.memoryUsage().arrayBuffers
  const readers = Array.from({ length: 50 }, () => {
    const frames = new AwsEventFrames(readFrame)
    frames.push(prelude(16 * 1024 * 1024, 0))
    return frames
  })
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024)
  expect(readers).toHaveLength(50)
})

test.each([['a body that is not JSON', frame({ ':event-type': 'x', ':message-type': 'event' }, '{"a":')]])(
  '%s breaks the stream',
  (_name, bytes) => {
    expect(() => read(bytes)).toThrow(expect.objectContaining({ code: 'upstream_broken' }))
  },
)

test('reads a JSON body that is not an object as {}', () => {
  expect(read(frame({ ':event-type': 'x', ':message-type': 'event' }, '[1]'))).toEqual([{ name: 'x', data: {} }])
})
