import { expect, test } from 'bun:test'
import { DISCARDED_BYTES, DiscardedBody } from './discarded-body.ts'

function loggedOf(...chunks: (string | Uint8Array)[]) {
  const body = new DiscardedBody()
  for (const chunk of chunks) body.add(Buffer.from(chunk))
  return body.logged()
}

test('chunks become one text, and only the start of a long body is kept', () => {
  expect(loggedOf()).toBeNull()
  expect(loggedOf('{"error":', '"busy"}')).toEqual({ text: '{"error":"busy"}', isCut: false })
  expect(loggedOf('x'.repeat(DISCARDED_BYTES))).toEqual({ text: 'x'.repeat(DISCARDED_BYTES), isCut: false })
  expect(loggedOf('x'.repeat(DISCARDED_BYTES), 'y')).toEqual({ text: 'x'.repeat(DISCARDED_BYTES), isCut: true })
})

test('the cut never leaves half a character, and bytes that are not text are not kept', () => {
  expect(loggedOf('x'.repeat(DISCARDED_BYTES - 1), 'é')).toEqual({ text: 'x'.repeat(DISCARDED_BYTES - 1), isCut: true })
  expect(loggedOf(new Uint8Array([0xff, 0xfe, 0x00]))).toBeNull()
})
