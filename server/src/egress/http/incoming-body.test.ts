import { fullGC, heapStats } from 'bun:jsc'
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { IncomingBody } from './incoming-body.ts'

const KIB = 1024

class Tap {
  isOpen = true
  pause(): void {
    this.isOpen = false
  }
  resume(): void {
    this.isOpen = true
  }
}

async function drain(body: IncomingBody): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for (let chunk = await body.read(); chunk !== null; chunk = await body.read()) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test('the sender is paused above the limit of unread bytes and resumed after a read', async () => {
  const tap = new Tap()
  const body = new IncomingBody(tap)
  for (let i = 0; i < 5; i++) {
    body.push(new Uint8Array(16 * KIB))
    body.applyBackPressure()
    expect(tap.isOpen).toBe(i < 3)
  }
  await body.read()
  expect(tap.isOpen).toBe(false)
  await body.read()
  expect(tap.isOpen).toBe(true)
})

test('a large chunk is delivered in smaller ones', async () => {
  const body = new IncomingBody(new Tap())
  const waiting = body.read()
  body.push(new Uint8Array(150 * KIB))
  body.end()
  const sizes = [(await waiting)!.length]
  for (let piece = await body.read(); piece !== null; piece = await body.read()) sizes.push(piece.length)
  expect(sizes).toEqual([32 * KIB, 32 * KIB, 32 * KIB, 32 * KIB, 22 * KIB])
})

const words = (sizeBytes: number) => Buffer.from('a stalled reader '.repeat(sizeBytes / 17 + 1).slice(0, sizeBytes))
const noise = (sizeBytes: number) => Buffer.from(crypto.getRandomValues(new Uint8Array(sizeBytes)))

test('bytes buffered for a stalled reader are delivered unchanged, compressed or not', async () => {
  for (const make of [words, noise]) {
    const body = new IncomingBody(new Tap())
    const sent = [make(300), make(60 * KIB), make(50 * KIB)]
    const copy = Buffer.concat(sent)
    for (const chunk of sent) body.push(chunk)
    body.applyBackPressure()
    const early = await body.read()
    // Time to compress what is held; if it is not compressed yet, the result is the same.
    await Bun.sleep(250)
    body.push(make(10))
    body.end()
    const rest = await drain(body)
    expect(Buffer.concat([early!, rest]).subarray(0, copy.length).equals(copy)).toBe(true)
    expect(early!.length + rest.length).toBe(copy.length + 10)
  }
})

test('buffers of a thousand stalled readers stay small', async () => {
  const before = memory()
  const bodies: IncomingBody[] = []
  for (let i = 0; i < 1_000; i++) {
    const body = new IncomingBody(new Tap())
    body.push(words(256 * KIB))
    body.applyBackPressure()
    bodies.push(body)
    if (i % 50 === 0) await Bun.sleep(1)
  }
  // Time to compress what is held; a slower machine measures more, never less.
  await Bun.sleep(300)
  expect(memory() - before).toBeLessThan(32 * KIB * 1_000)
  for (const body of bodies) body.end()
  expect((await drain(bodies[0]!)).equals(words(256 * KIB))).toBe(true)
})

function memory(): number {
  fullGC()
  return heapStats().extraMemorySize
}

test('bytes before a failure are delivered first, and a failure after the end is ignored', async () => {
  const broken = new IncomingBody(new Tap())
  broken.push(new Uint8Array([1]))
  broken.fail(new Error('cut'))
  expect(await broken.read()).toEqual(new Uint8Array([1]))
  await expect(broken.read()).rejects.toThrow('cut')
  await expect(broken.bytes()).rejects.toThrow('cut')

  const whole = new IncomingBody(new Tap())
  whole.push(new Uint8Array([1]))
  whole.end()
  whole.fail(new Error('late'))
  expect(whole.bytes()).toEqual(new Uint8Array([1]))
})

test('bytes are delivered unchanged for any order of reads and writes', async () => {
  const step = fc.oneof(fc.uint8Array({ maxLength: 20 }), fc.constant('read' as const))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const body = new IncomingBody(new Tap())
      const put: Uint8Array[] = []
      const got: Promise<Uint8Array | null>[] = []
      let isWaiting = false
      for (const one of steps) {
        if (one !== 'read') {
          body.push(one)
          put.push(one)
          if (one.length > 0) isWaiting = false
        } else if (!isWaiting) {
          got.push(body.read())
          isWaiting = true
          await Promise.resolve()
          isWaiting = Buffer.concat(put).length <= Buffer.concat(await settledOf(got)).length
        }
      }
      body.end()
      const first = (await Promise.all(got)).filter((chunk) => chunk !== null)
      expect(Buffer.concat([...first, await drain(body)])).toEqual(Buffer.concat(put))
    }),
  )
})

/** The chunks of the reads that have already resolved. */
async function settledOf(reads: readonly Promise<Uint8Array | null>[]): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = []
  for (const read of reads) {
    const chunk = await Promise.race([read, Promise.resolve(undefined)])
    if (chunk) chunks.push(chunk)
  }
  return chunks
}
