import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../tests/harness/property-runs.ts'
import { readOutcomes } from './commands/configs/read-outcomes.ts'
import { readEvents } from './commands/logs/read-events.ts'
import { readRate, readSpanMs, readTime } from './input/read-amount.ts'
import { differenceLine, differences } from './json-difference.ts'
import { printable, printableJson } from './printable.ts'
import { Remote } from './remote.ts'

test('a value has no differences from itself, whatever the order of its members', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(differences(value, structuredClone(value))).toEqual([])
    }),
  )
  expect(differences({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([])
})

test('differences are listed by path: added, removed, changed', () => {
  const found = differences({ a: [{ w: 0.3 }, 1], gone: true }, { a: [{ w: 0.5 }, 1, 2], fresh: null })
  expect(found.map(differenceLine)).toEqual(['~ a[0].w  0.3 → 0.5', '+ a[2]  2', '- gone  true', '+ fresh  null'])
})

test('a masked secret is not reported as a difference', () => {
  expect(differences({ api_key: 'sk*****34' }, { api_key: 'sk-real-1234' })).toEqual([])
})

test('only colour codes reach the terminal', () => {
  expect(printable('\u001b[31mred\u001b[39m')).toBe('\u001b[31mred\u001b[39m')
  expect(printable('safe\u202etxt.exe\u2066')).toBe('safe·txt.exe·')
  const foreign = { name: 'a\u009b31m\u202e\u001b[2J\u007f' }
  expect(printableJson(foreign)).toMatch(/^[\x20-\x7e]*$/)
  expect(JSON.parse(printableJson(foreign, 2))).toEqual(foreign)
  expect(printable('a\u001b[2Jb\u001b]0;title\u0007c\rd\u009bm')).toBe('a·[2Jb·]0;title·c·d·m')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(printable(text)).not.toMatch(/(?![\n\t])\p{Cc}(?!\[[0-9;]*m)/u)
    }),
  )
})

test('parses durations, times and rates', () => {
  expect([readSpanMs('x', '15m'), readSpanMs('x', '0s'), readSpanMs('x', '2w')]).toEqual([900_000, 0, 1_209_600_000])
  expect(readTime('since', '1h', -1, Date.UTC(2026, 0, 2))).toBe('2026-01-01T23:00:00.000Z')
  expect(readTime('since', '2026-01-31', -1)).toBe('2026-01-31T00:00:00.000Z')
  expect(readRate('10/s')).toEqual({ type: 'requests', unit: 'rps', value: 10 })
  for (const wrong of ['', '1', 'm', '1y', '-1h', '1.5h', '99999999d']) expect(() => readSpanMs('x', wrong)).toThrow()
  for (const wrong of ['10', '/m', '10/y', '1.5/s']) expect(() => readRate(wrong)).toThrow()
  expect(() => readTime('since', 'yesterday', -1)).toThrow('--since must be a time')
})

test('repeated outcomes of a target apply to its calls in order', () => {
  expect(readOutcomes(['targets[0]=429,620ms,retry-after=0.4', 'targets[0]=timeout,2s', 'a=b=200'])).toEqual({
    'targets[0]': [
      { status: 429, duration_ms: 620, retry_after_ms: 400 },
      { error: 'timeout', duration_ms: 2000 },
    ],
    'a=b': [{ status: 200 }],
  })
  for (const wrong of ['429', '=429', 'a=99', 'a=600', 'a=maybe', 'a=200,soon'])
    expect(() => readOutcomes([wrong])).toThrow()
})

test('events are complete however the bytes are split', async () => {
  const text = ': hello\nretry: 2000\n\nevent: log\nid: 1\ndata: {"a":"é"}\n\nevent: missed\ndata: {"count":2}\n\n'
  const bytes = new TextEncoder().encode(text)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 8 }), async (cuts) => {
      const places = [0, ...cuts.sort((left, right) => left - right), bytes.length]
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const [i, place] of places.entries()) if (i > 0) controller.enqueue(bytes.slice(places[i - 1], place))
          controller.close()
        },
      })
      expect(await Array.fromAsync(readEvents(stream))).toEqual([
        { name: 'log', data: '{"a":"é"}' },
        { name: 'missed', data: '{"count":2}' },
      ])
    }),
    { numRuns: propertyRuns(50) },
  )
})

test.each([
  ['http://gateway.example:8787/v1', 'http://gateway.example:8787'],
  ['http://gateway.example/v1/', 'http://gateway.example'],
  ['localhost:9000', 'http://localhost:9000'],
  ['https://proxy.example/ai/v1', 'https://proxy.example/ai'],
])('the gateway %s is %s', (given, url) => {
  expect(new Remote(given, null, null).url).toBe(url)
})

test('an invalid URL is refused', () => {
  for (const wrong of ['', 'ftp://x', 'http://'])
    expect(() => new Remote(wrong, null, null)).toThrow('is not a gateway URL')
})
