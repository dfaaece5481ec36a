import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { highlighted } from './highlight.ts'

function resultsOf(...masks: readonly string[]) {
  const matches = masks.map((masked) => ({ label: 'EMAIL', masked, where: 'text' }))
  const check = { id: 'default.pii', verdict: false, data: null, execution_time: 1, transformed: false, matches }
  const hook = { id: 'g', verdict: false, deny: true, async: false, transformed: false, execution_time: 1 }
  return { before_request_hooks: [{ ...hook, checks: [check] }] }
}

const marked = (text: string, ...masks: string[]) =>
  highlighted(text, resultsOf(...masks))
    .filter(({ label }) => label !== null)
    .map((part) => part.text)

test('marks the text that a mask hides', () => {
  expect(marked('Write to ada@example.com or bob@example.com.', 'ad…om', 'bo…om')).toEqual([
    'ada@example.com',
    'bob@example.com',
  ])
  expect(marked('no match', 'xy…z')).toEqual([])
  expect(marked('a a', '***')).toEqual([])
})

test('the same mask twice marks two places', () => {
  expect(marked('ada@x.com ada@x.com', 'ad…om', 'ad…om')).toEqual(['ada@x.com', 'ada@x.com'])
})

test('whatever the masks, the parts are the text', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string({ maxLength: 6 }), { maxLength: 4 }), (text, masks) => {
      const parts = highlighted(text, resultsOf(...masks))
      expect(parts.map((part) => part.text).join('')).toBe(text)
    }),
  )
})
