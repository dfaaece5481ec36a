import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { ChunkedBody } from './chunked-body.ts'

/** Decodes `wire`, delivered in pieces that end at `cuts`. */
function decode(
  wire: Buffer,
  cuts: readonly number[],
): { readonly body: Buffer; readonly rest: number; isDone: boolean } {
  const decoder = new ChunkedBody()
  const ends = [...new Set(cuts.map((cut) => cut % (wire.length + 1))), wire.length].sort((a, b) => a - b)
  const out: Buffer[] = []
  let rest = 0
  let from = 0
  for (const end of ends) {
    if (end === from) continue
    const piece = Buffer.from(wire.subarray(from, end))
    from = end
    if (decoder.isDone) {
      rest += piece.length
      continue
    }
    const pushed = decoder.push(piece)
    out.push(Buffer.from(pushed.payload))
    rest += pushed.rest
  }
  return { body: Buffer.concat(out), rest, isDone: decoder.isDone }
}

const text = (wire: string, ...cuts: number[]) => decode(Buffer.from(wire), cuts)

test('a body is decoded correctly for any chunking and any network segmentation', () => {
  const chunk = fc.record({
    data: fc.uint8Array({ minLength: 1, maxLength: 40 }),
    extension: fc.constantFrom('', ';a=b', ' ;x', ';"q"'),
    isUpper: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.array(chunk, { maxLength: 8 }),
      fc.constantFrom('', 'x-trailer: 1\r\n', 'a: b\r\nc: d\r\n'),
      fc.uint8Array({ maxLength: 5 }),
      fc.array(fc.nat(), { maxLength: 12 }),
      (chunks, trailers, after, cuts) => {
        const parts = chunks.flatMap(({ data, extension, isUpper }) => {
          const size = data.length.toString(16)
          return [Buffer.from(`${isUpper ? size.toUpperCase() : size}${extension}\r\n`), data, Buffer.from('\r\n')]
        })
        const wire = Buffer.concat([...parts, Buffer.from(`0\r\n${trailers}\r\n`), after])
        const { body, rest, isDone } = decode(wire, cuts)
        expect(body).toEqual(Buffer.concat(chunks.map(({ data }) => data)))
        expect([rest, isDone]).toEqual([after.length, true])
      },
    ),
    { numRuns: propertyRuns(300) },
  )
})

test('the chunks of one read become one contiguous view', () => {
  const { payload } = new ChunkedBody().push(Buffer.from('3\r\nabc\r\n2\r\nde\r\n4\r\nfg'))
  expect(Buffer.from(payload).toString()).toBe('abcdefg')
})

test('a body is incomplete before its last line', () => {
  expect(text('1\r\na\r\n0\r\n').isDone).toBe(false)
  expect(text('1\r\na\r\n0\r\n\r').isDone).toBe(false)
  expect(text('1\r\na\r\n0\r\nx: y\r\n').isDone).toBe(false)
})

test.each([
  ['no size', '\r\n'],
  ['a size that is none', 'xyz\r\n'],
  ['a negative size', '-1\r\n'],
  ['a size of many digits', `${'0'.repeat(14)}1\r\na`],
  ['a size that ends with a bare line feed', '1\na'],
  ['a carriage return without its line feed', '1\rxa'],
  ['data longer than its size', '1\r\nab\r\n'],
  ['data without its end', '1\r\na0\r\n\r\n'],
  ['a line feed inside an extension', '1;a\nb\r\na'],
  ['a trailer with a bare line feed', '0\r\na: b\n\r\n'],
  ['an endless extension', `1;${'x'.repeat(70_000)}`],
  ['endless trailers', `0\r\n${'a: b\r\n'.repeat(20_000)}`],
])('%s is refused', (_, wire) => {
  expect(() => text(wire)).toThrow(expect.objectContaining({ code: 'bad_chunk' }))
})
