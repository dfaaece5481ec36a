import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { textMask } from './mask-text.ts'
import { isSampled } from './read-frame.ts'

test('sampling decides by the trace, and a higher rate never loses a trace', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (trace, a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        expect(isSampled(trace, 0)).toBe(false)
        expect(isSampled(trace, 1)).toBe(true)
        expect(isSampled(trace, low)).toBe(isSampled(trace, low))
        if (isSampled(trace, low)) expect(isSampled(trace, high)).toBe(true)
      },
    ),
  )
})

test('about the given part of the traces is sampled', () => {
  const sampled = Array.from({ length: 10_000 }, (_, i) => isSampled(`trace-${i}`, 0.3)).filter(Boolean).length
  expect(sampled).toBeGreaterThan(2_800)
  expect(sampled).toBeLessThan(3_200)
})

test.each([
  ['{"content":"write to ada@example.com"}', '{"content":"write to [EMAIL_ADDRESS]"}'],
  ['{"content":"write to ada\\u0040example.com"}', '{"content":"write to [EMAIL_ADDRESS]"}'],
  ['{"n":1.0,"content":"nothing \\u00e9"}', '{"n":1.0,"content":"nothing \\u00e9"}'],
  ['data: {"delta":"ada@exa"}\n\ndata: {"delta":"mple.com"}\n\n', '[EVENT_STREAM]'],
])('%s is masked as %s', (text, expected) => {
  expect(textMask()(text)).toBe(expected)
})
