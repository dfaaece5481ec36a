import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { didYouMean, suggest } from './suggest.ts'

const KNOWN = ['provider', 'virtual_key', 'custom_host', 'retry', 'cache']

test.each([
  ['provder', 'provider'],
  ['Provider', 'provider'],
  ['virtualkey', 'virtual_key'],
  ['costum_host', 'custom_host'],
  ['rety', 'retry'],
  ['rerty', 'retry'],
  ['cahce', 'cache'],
])('%s suggests %s', (word, nearest) => {
  expect(suggest(word, KNOWN)).toBe(nearest)
})

test.each(['zebra', 'x', '', 'guardrails', 'p'.repeat(65)])('%j suggests nothing', (word) => {
  expect(suggest(word, KNOWN)).toBeNull()
  expect(didYouMean(word, KNOWN)).toBe('')
})

test('a swap of two letters is one mistake, also in a short word', () => {
  expect(suggest('mokc', ['openai', 'mock'])).toBe('mock')
})

test('the nearest of several candidates is suggested, and the sentence names it', () => {
  expect(suggest('cached', ['cache', 'cachet', 'cached_'])).toBe('cache')
  expect(didYouMean('chache', KNOWN)).toBe(' Did you mean "cache"?')
})

test('any single typo in a known word of three or more letters suggests that word', () => {
  const word = fc.stringMatching(/^[a-z]{3,20}$/)
  const slip = fc.record({
    at: fc.nat(),
    letter: fc.stringMatching(/^[a-z]$/),
    kind: fc.constantFrom('drop', 'add', 'swap'),
  })
  fc.assert(
    fc.property(word, slip, (known, { at, letter, kind }) => {
      const i = at % known.length
      const typed = known.slice(0, i) + (kind === 'drop' ? '' : letter) + known.slice(kind === 'add' ? i : i + 1)
      expect(suggest(typed, [known])).toBe(known)
    }),
  )
})
