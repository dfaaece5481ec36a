import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { slugOf } from './slug-of.ts'

test('slugs are made of lower-case letters, digits and single hyphens', () => {
  expect(['OpenAI main', ' Café – Zürich! ', '日本', 'a__b'].map(slugOf)).toEqual([
    'openai-main',
    'cafe-zurich',
    '',
    'a-b',
  ])
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => expect(slugOf(name)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)),
  )
})
