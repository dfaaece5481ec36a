import { expect, test } from 'bun:test'
import { GatewayError } from '../errors.ts'
import { BodyReader } from './body-reader.ts'

const CHUNK = 64 * 1024

function read(chunks: number) {
  let sent = 0
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent === chunks) controller.close()
      else controller.enqueue(new Uint8Array(CHUNK).fill(sent++ % 251))
    },
  })
  return new BodyReader(stream, null).readAll(1e9, () => new GatewayError('body_too_large'))
}

test('a body over 256 KiB is in shared memory, a smaller one is not', async () => {
  expect((await read(4)).buffer).toBeInstanceOf(ArrayBuffer)
  expect((await read(5)).buffer).toBeInstanceOf(SharedArrayBuffer)
})

test('the chunks of a large body are joined in order without blocking the event loop', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const body = await read(160)
  isOver = true
  expect(body.length).toBe(160 * CHUNK)
  for (let i = 0; i < 160; i++) expect([body[i * CHUNK], body[(i + 1) * CHUNK - 1]]).toEqual([i % 251, i % 251])
  expect(turns).toBeGreaterThanOrEqual(4)
})
