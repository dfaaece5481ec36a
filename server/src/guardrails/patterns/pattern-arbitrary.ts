/** Generates random patterns, and texts that often match them, for property tests. */

import fc from 'fast-check'

/** Few, so matches are frequent. Includes odd case folding, surrogate pairs, lone surrogates and word boundaries. */
const CHARACTERS = [
  'a',
  'b',
  'A',
  'k',
  '\u212a',
  's',
  'ſ',
  '1',
  '_',
  ' ',
  '\n',
  '-',
  'é',
  'ß',
  '日',
  '😀',
  '\ud83d',
  '\ude00',
]

const ATOMS = [
  'a',
  'b',
  'ab',
  'k',
  's',
  '1',
  ' ',
  '-',
  'é',
  '日',
  '😀',
  '.',
  '(?s:.)',
  '\\n',
  '\\w',
  '\\W',
  '\\d',
  '\\s',
  '\\S',
  '[ab]',
  '[^a]',
  '[a-c1_]',
  '\\p{L}',
  '\\p{Lu}',
  '[^\\p{L}]',
  '(?i:k)',
  '(?i:s)',
  '(?i:[a-k])',
  '^',
  '$',
  '\\b',
  '\\B',
  '\\A',
  '\\z',
  '(?m:^)',
  '(?m:$)',
  '',
] as const

const REPEATS = ['*', '+', '?', '*?', '+?', '??', '{2}', '{1,3}', '{0,2}?', '{2,}'] as const

export const patternArbitrary: fc.Arbitrary<string> = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { weight: 3, arbitrary: fc.constantFrom(...ATOMS) },
    { weight: 3, arbitrary: fc.array(tie('pattern'), { minLength: 2, maxLength: 4 }).map((parts) => parts.join('')) },
    {
      weight: 2,
      arbitrary: fc.array(tie('pattern'), { minLength: 2, maxLength: 3 }).map((parts) => `(?:${parts.join('|')})`),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(tie('pattern'), fc.constantFrom(...REPEATS)).map(([part, repeat]) => `(?:${part})${repeat}`),
    },
  ),
})).pattern

export const textArbitrary: fc.Arbitrary<string> = fc
  .array(
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom('a', 'b', 'ab', '1', ' ') }, fc.constantFrom(...CHARACTERS)),
    {
      maxLength: 40,
    },
  )
  .map((parts) => parts.join(''))
