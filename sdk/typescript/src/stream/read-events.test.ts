import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readEvents, type ServerEvent } from './read-events.ts'

const TEXT =
  '\ufeff: a comment\nevent: first\ndata: {"a": "ä😀"}\n\ndata: two\r\ndata:lines\r\n\r\nid: 7\rdata:  spaced\r\revent: last\ndata: [DONE]'

const EVENTS: ServerEvent[] = [
  { event: 'first', data: '{"a": "ä😀"}' },
  { event: null, data: 'two\nlines' },
  { event: null, data: ' spaced' },
  { event: 'last', data: '[DONE]' },
]

async function readInPieces(bytes: Uint8Array, cuts: readonly number[]): Promise<ServerEvent[]> {
  const places = [0, ...cuts.map((cut) => cut % bytes.length).sort((one, other) => one - other), bytes.length]
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let i = 1; i < places.length; i++) controller.enqueue(bytes.slice(places[i - 1], places[i]))
      controller.close()
    },
  })
  return Array.fromAsync(readEvents(body))
}

test('events are the same however the bytes are cut, inside letters and line breaks too', async () => {
  const bytes = new TextEncoder().encode(TEXT)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 20 }), async (cuts) => {
      expect(await readInPieces(bytes, cuts)).toEqual(EVENTS)
    }),
  )
  expect(await readInPieces(bytes, [...bytes.keys()])).toEqual(EVENTS)
})

test('leaving the loop cancels the body', async () => {
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
    cancel: () => {
      isCancelled = true
    },
  })
  for await (const { data } of readEvents(body)) {
    expect(data).toBe('1')
    break
  }
  expect(isCancelled).toBe(true)
})
