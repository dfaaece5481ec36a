import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type SseEvent, SseEvents } from './sse-events.ts'

function read(...chunks: (string | Uint8Array)[]): SseEvent[] {
  const events = new SseEvents()
  return chunks.flatMap((chunk) => events.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk))
}

function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b)
  return [0, ...ends].map((start, i) => bytes.subarray(start, ends[i] ?? bytes.length))
}

// One case per rule of https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation.
test.each<[string, string, SseEvent[]]>([
  ['an event ends at an empty line', 'data: a\n\ndata: b\n\n', [ev('a'), ev('b')]],
  ['CR and CRLF end lines too', 'data: a\r\rdata: b\r\n\r\ndata: c\n\r\n', [ev('a'), ev('b'), ev('c')]],
  ['several data lines are one text', 'data: a\ndata: b\ndata:\n\n', [ev('a\nb\n')]],
  ['one space after the colon is dropped, a second stays', 'data:a\n\ndata:  b\n\n', [ev('a'), ev(' b')]],
  ['comments, ids, retries and unknown fields say nothing', ': hi\nid: 1\nretry: 5\nfoo: x\ndata: a\n\n', [ev('a')]],
  ['a field may have no colon', 'data\n\n', [ev('')]],
  ['an event without data is none, and its name is forgotten', 'event: x\n\ndata: a\n\n', [ev('a')]],
  ['a name belongs to its event alone', 'event: x\ndata: a\n\ndata: b\n\n', [ev('a', 'x'), ev('b')]],
  ['names of fields are compared whole', 'database: x\nevents: y\nData: z\n\n', []],
  ['a byte order mark is taken off', '\ufeffdata: a\n\n', [ev('a')]],
  ['what has not ended is not an event', 'data: a\n\ndata: b\n', [ev('a')]],
])('%s', (_name, text, events) => {
  expect(read(text)).toEqual(events)
})

function ev(data: string, name = ''): SseEvent {
  return { name, data }
}

const FIXTURE = Buffer.from(
  '\ufeff: comment ü\r\nevent: début\r\ndata: {"text":"naïve 😀 ","n":1}\r\ndata: zwei\r\n\r\rid: 7\ndata: {"x":"\\n"}\n\nevent: x\rdata:\r\r',
)

test('a stream cut at any byte, or into single bytes, has the same events', () => {
  const all = read(FIXTURE)
  expect(all.map(({ name }) => name)).toEqual(['début', '', 'x'])
  expect(all[0]?.data).toBe('{"text":"naïve 😀 ","n":1}\nzwei')
  for (let i = 0; i <= FIXTURE.length; i++) expect(read(FIXTURE.subarray(0, i), FIXTURE.subarray(i))).toEqual(all)
  expect(read(...cut(FIXTURE, [...FIXTURE.keys()]))).toEqual(all)
})

test('chunk boundaries do not change the events', () => {
  const piece = fc.constantFrom('data', 'event', ':', ' ', '\r', '\n', '\r\n', '\n\n', 'é', '😀', '\ufeff', 'x')
  const text = fc.oneof(
    fc.array(piece, { maxLength: 60 }).map((parts) => parts.join('')),
    fc.string({ unit: 'grapheme' }),
  )
  fc.assert(
    fc.property(text, fc.array(fc.nat(), { maxLength: 12 }), (whole, places) => {
      const bytes = Buffer.from(whole)
      expect(read(...cut(bytes, places))).toEqual(read(bytes))
    }),
  )
})

const MAX_EVENT_CHARACTERS = 32 * 1024 * 1024

test('rejects an event larger than 32 Mi characters, in one line or in several', () => {
  const large = 'x'.repeat(MAX_EVENT_CHARACTERS)
  for (const text of [`data: x${large}\n`, `data: ${large}\ndata: y\n`, `:${large}x`]) {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'upstream_broken' }))
  }
})

test('reads an event of 32 Mi characters, such as an image, in large and small chunks', () => {
  const line = Buffer.from(`data: ${'x'.repeat(MAX_EVENT_CHARACTERS)}\n\n`)
  for (const size of [line.length, 65_536, 5_000]) {
    const events = new SseEvents()
    const found: SseEvent[] = []
    for (let at = 0; at < line.length; at += size) found.push(...events.push(line.subarray(at, at + size)))
    expect(found.map(({ data }) => data.length)).toEqual([MAX_EVENT_CHARACTERS])
  }
})

test('joins a long line in tiny chunks in order', () => {
  const events = new SseEvents()
  let expected = ''
  events.push(Buffer.from('data: '))
  for (let i = 0; i < 20_000; i++) {
    const piece = String(i % 10)
    expected += piece
    events.push(Buffer.from(piece))
  }
  expect(events.push(Buffer.from('\n\n'))).toEqual([{ name: '', data: expected }])
})
