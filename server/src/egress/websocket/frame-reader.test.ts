import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { FrameReader } from './frame-reader.ts'
import { writeFrame } from './frame-writer.ts'

/** A frame as a server writes it. */
function serverFrame(opcode: number, isFinal: boolean, payload: Buffer): Buffer {
  const size = payload.length
  const head = size < 126 ? [size] : size < 65_536 ? [126, size >> 8, size & 0xff] : [127, 0, 0, 0, 0, ...bytesOf(size)]
  return Buffer.concat([Buffer.from([(isFinal ? 0x80 : 0) | opcode, ...head]), payload])
}

function bytesOf(size: number): number[] {
  return [(size >>> 24) & 0xff, (size >>> 16) & 0xff, (size >>> 8) & 0xff, size & 0xff]
}

function read(chunks: readonly Buffer[]): (string | Buffer)[] {
  const messages: (string | Buffer)[] = []
  const reader = new FrameReader(1e6, {
    onText: (text) => messages.push(text),
    onBinary: (data) => messages.push(Buffer.from(data)),
    onPing: (data) => messages.push(`ping ${data.toString('hex')}`),
    onPong: () => undefined,
    onClose: (code, reason) => messages.push(`close ${code} ${reason}`),
  })
  for (const chunk of chunks) reader.push(chunk)
  expect(reader.bufferedBytes).toBe(0)
  return messages
}

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b)
  return [0, ...ends].map((start, i) => bytes.subarray(start, ends[i] ?? bytes.length))
}

test('messages are the same however they are fragmented and however the bytes are cut', () => {
  const message = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.integer({ min: 65_530, max: 65_540 }).map((size) => 'x'.repeat(size)),
  )
  const sent = fc.array(fc.tuple(message, fc.array(fc.nat(), { maxLength: 4 }), fc.boolean()), { maxLength: 5 })
  fc.assert(
    fc.property(sent, fc.array(fc.nat(), { maxLength: 20 }), (messages, places) => {
      const expected: (string | Buffer)[] = []
      const frames = messages.flatMap(([content, splits, pings]) => {
        const payload = Buffer.from(content as string)
        const parts = cut(payload, splits)
        const opcode = typeof content === 'string' ? 1 : 2
        const own = parts.map((part, i) => serverFrame(i === 0 ? opcode : 0, i === parts.length - 1, part))
        if (pings) {
          own.splice(1, 0, serverFrame(9, true, Buffer.from([7])))
          expected.push(...(own.length > 2 ? ['ping 07', content] : [content, 'ping 07']))
        } else expected.push(content)
        return own
      })
      expect(read(cut(Buffer.concat(frames), places))).toEqual(expected)
    }),
    { numRuns: propertyRuns(300) },
  )
})

test('a message of many tiny fragments is read in linear time and memory', () => {
  const count = 200_000
  const frames = Buffer.alloc(count * 3)
  for (let i = 0; i < count; i++) frames.set([i === 0 ? 0x02 : i === count - 1 ? 0x80 : 0x00, 1, i & 0xff], i * 3)
  const [message] = read([frames])
  expect((message as Buffer).length).toBe(count)
  expect((message as Buffer)[70_000]).toBe(70_000 & 0xff)
})

test('what the writer writes, a server reads after unmasking', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('ä'.repeat(40_000))), (text) => {
      const { bytes, start, end } = writeFrame('text', text)
      const frame = Buffer.from(bytes.subarray(start, end))
      const short = frame[1]! & 0x7f
      const at = short === 127 ? 10 : short === 126 ? 4 : 2
      const mask = frame.subarray(at, at + 4)
      const payload = frame.subarray(at + 4).map((byte, i) => byte ^ mask[i % 4]!)
      expect([frame[0], frame[1]! >> 7]).toEqual([0x81, 1])
      expect(Buffer.from(payload).toString()).toBe(text)
    }),
  )
})

test('a fragment of one byte does not keep the memory of the bytes that arrived with it', () => {
  const reader = new FrameReader(1e6, {
    onText: () => undefined,
    onBinary: () => undefined,
    onPing: () => undefined,
    onPong: () => undefined,
    onClose: () => undefined,
  })
  const before = memoryBytes()
  for (let i = 0; i < 100; i++) {
    const ping = serverFrame(9, true, Buffer.alloc(125))
    const fragment = serverFrame(i === 0 ? 2 : 0, false, Buffer.from([i]))
    reader.push(Buffer.concat([fragment, ...Array.from({ length: 8_000 }, () => ping)]))
  }
  expect(reader.bufferedBytes).toBe(100)
  // The 100 chunks have 100 MB in total, so views into them would exceed this limit.
  expect(memoryBytes() - before).toBeLessThan(50e6)
})

function memoryBytes(): number {
  Bun.gc(true)
  return process.memoryUsage().arrayBuffers + process.memoryUsage().external
}
