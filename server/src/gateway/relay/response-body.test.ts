import { expect, test } from 'bun:test'
import { ResponseBody } from './response-body.ts'

/** A body whose chunks the test sends one by one. */
function scriptedBody() {
  let controller!: ReadableStreamDefaultController<Uint8Array>
  const stream = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given
    },
  })
  return {
    body: ResponseBody.of(stream),
    send: (text: string) => controller.enqueue(Buffer.from(text)),
    end: () => controller.close(),
    fail: (error: Error) => controller.error(error),
  }
}

const text = (chunk: Uint8Array | null | 'late') =>
  chunk === null || chunk === 'late' ? chunk : Buffer.from(chunk).toString()
const PATIENT_MS = 30_000

test('chunks come in order, then null, and null again', async () => {
  const { body, send, end } = scriptedBody()
  send('a')
  send('b')
  end()
  expect([text(await body.read()), text(await body.read()), await body.read(), await body.read()]).toEqual([
    'a',
    'b',
    null,
    null,
  ])
})

test('chunks that were peeked at are read first, in order', async () => {
  const { body, send, end } = scriptedBody()
  send('a')
  send('b')
  send('c')
  end()
  const seen = [(await body.read())!, (await body.read())!]
  body.putBack(seen)
  expect([text(await body.read()), text(await body.read()), text(await body.read()), await body.read()]).toEqual([
    'a',
    'b',
    'c',
    null,
  ])
})

test('a chunk that is late is not lost: the next read gets it', async () => {
  const { body, send, end } = scriptedBody()
  expect(await body.readWithin(0)).toBe('late')
  expect(await body.readWithin(0)).toBe('late')
  send('a')
  end()
  expect(text(await body.read())).toBe('a')
  expect(await body.readWithin(PATIENT_MS)).toBeNull()
})

test('buffered chunks are read before later ones', async () => {
  const { body, send, end } = scriptedBody()
  send('a')
  const seen = (await body.readWithin(PATIENT_MS)) as Uint8Array
  expect(await body.readWithin(0)).toBe('late')
  body.putBack([seen])
  send('b')
  end()
  expect([text(await body.read()), text(await body.read()), await body.read()]).toEqual(['a', 'b', null])
})

test('a chunk in time is given at once', async () => {
  const { body, send } = scriptedBody()
  const reading = body.readWithin(PATIENT_MS)
  send('a')
  expect(text(await reading)).toBe('a')
})

test('a broken body rejects the read, also one that was late', async () => {
  const { body, fail } = scriptedBody()
  expect(await body.readWithin(0)).toBe('late')
  fail(new Error('reset'))
  await expect(body.read()).rejects.toThrow('reset')
})

test('a read with a time limit returns buffered chunks first, at once and in order', async () => {
  const { body, send, end } = scriptedBody()
  send('a')
  send('b')
  const seen = [(await body.read())!, (await body.read())!]
  body.putBack(seen)
  expect([text(await body.readWithin(0)), text(await body.readWithin(0))]).toEqual(['a', 'b'])
  end()
  expect(await body.readWithin(PATIENT_MS)).toBeNull()
})
