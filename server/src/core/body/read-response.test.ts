import { expect, test } from 'bun:test'
import { gzipSync } from 'bun'
import { readResponse, readResponseStart } from './read-response.ts'

const LIMITS = { maxBytes: 10, timeoutMs: 60_000 }

/** A stream that counts the bytes read and records whether it was cancelled. */
function counted(pieces: Iterable<string>) {
  const state = { given: 0, isCancelled: false }
  const iterator = pieces[Symbol.iterator]()
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = iterator.next()
        if (done) return controller.close()
        state.given++
        controller.enqueue(Buffer.from(value))
      },
      cancel() {
        state.isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { state, response: new Response(body) }
}

function* endless() {
  for (;;) yield 'abcd'
}

test('a response within the limits is read completely', async () => {
  expect(await readResponse(counted(['é', '12345678']).response, LIMITS)).toBe('é12345678')
  expect(await readResponse(new Response(null), LIMITS)).toBe('')
  expect(await readResponse(new Response(''), LIMITS)).toBe('')
})

test('an endless response is read to the limit and cancelled', async () => {
  const { state, response } = counted(endless())
  await expect(readResponse(response, LIMITS)).rejects.toThrow('is larger than 10 bytes')
  expect(state).toEqual({ given: 3, isCancelled: true })
})

test('the start of a response is as long as the limit allows', async () => {
  const { state, response } = counted(endless())
  expect(await readResponseStart(response, LIMITS)).toBe('abcdabcdab')
  expect(state).toEqual({ given: 3, isCancelled: true })
  expect(await readResponseStart(new Response('short'), LIMITS)).toBe('short')
})

test('a response that stalls is cancelled after the timeout', async () => {
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from('half')),
    cancel() {
      isCancelled = true
    },
  })
  await expect(readResponse(new Response(body), { maxBytes: 10, timeoutMs: 20 })).rejects.toThrow(
    'took longer than 20 ms',
  )
  expect(isCancelled).toBe(true)
})

test('a compressed response is not decompressed', async () => {
  const bytes = gzipSync(Buffer.alloc(1_000_000))
  const response = new Response(bytes, { headers: { 'content-encoding': 'gzip' } })
  const text = await readResponse(response, { maxBytes: bytes.length, timeoutMs: 60_000 })
  expect(text.length).toBeLessThanOrEqual(bytes.length)
})
