/** The check `contains`: a text has any, all or none of the given words or phrases, compared exactly. */

import { z } from 'zod'
import type { Check } from '../check.ts'
import type { CompileContext } from '../compile-context.ts'
import { compileWords } from '../patterns/compile-text-pattern.ts'
import { operator, texts } from './parameter-schemas.ts'
import { spanCheck } from './regex-checks.ts'
import { requireOfTexts } from './whole-check.ts'

/** Maximum length of all words together. Bounds the memory of the automaton. */
const MAX_CHARACTERS = 16_384
/** Maximum number of words with `all`, which searches each word separately. */
const MAX_ALL_WORDS = 100

export const containsParameters = z.strictObject({
  words: texts(1_000, 1_024).describe('The words or phrases to look for. Case matters.'),
  operator: operator.default('any').describe('How many of them the text must contain: at least one, all, or none.'),
})

export function compileContains(
  id: string,
  parameters: z.output<typeof containsParameters>,
  { refuse }: CompileContext,
): Check {
  const words = [...new Set(parameters.words)]
  const characters = words.reduce((sum, word) => sum + word.length, 0)
  if (characters > MAX_CHARACTERS) refuse('words', `the words have more than ${MAX_CHARACTERS} characters together.`)
  if (parameters.operator === 'all') {
    if (words.length > MAX_ALL_WORDS) refuse('words', `"all" takes at most ${MAX_ALL_WORDS} words.`)
    return requireOfTexts(id, false, (text) => {
      const missing = words.filter((word) => !text.includes(word)).length
      const explanation = `The text contains ${words.length - missing} of ${words.length} words; all are required.`
      return { isMet: missing === 0, data: { explanation } }
    })
  }
  const pattern = compileWords(words)
  if (parameters.operator === 'none') return spanCheck(id, pattern, 'word', { kind: 'report' }, true)
  return requireOfTexts(id, false, (text) => {
    const isMet = pattern.matches(text)
    return { isMet, data: { explanation: `The text contains ${isMet ? 'one or more' : 'none'} of the words.` } }
  })
}
