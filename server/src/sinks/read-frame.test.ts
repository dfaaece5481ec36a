import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { FRAME_HEADER_BYTES, FrameEncoder } from '../records/journal/frame.ts'
import { sampleRecord } from '../records/testing/sample-record.ts'
import { textMask } from './mask-text.ts'
import { frameSelector, isSampled } from './read-frame.ts'

test('a selected log is the record that was written, with the bodies of its attempts', () => {
  const attempts = sampleRecord().attempts.map((attempt) => ({
    ...attempt,
    sent: { startBytes: 0, endBytes: 1, text: '{"m":2' },
    received: { text: 'busy', isCut: true },
  }))
  const record = sampleRecord({ attempts })
  const bodies = { request: Buffer.from('{"m":1}'), response: Buffer.from('{}') }
  const encoder = new FrameEncoder()
  const payload = Buffer.from(encoder.bytes.subarray(FRAME_HEADER_BYTES, encoder.encode(record, bodies)))
  const select = frameSelector({ organisationId: 'org_1', workspaceId: null }, 1, null)
  expect(select(payload)).toEqual({ record, bodies })
})

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
