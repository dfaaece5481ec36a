/** The checks `wordCount`, `sentenceCount` and `characterCount`. */

import { z } from 'zod'
import type { Check } from '../check.ts'
import { count, not } from './parameter-schemas.ts'
import { requireOfTexts } from './whole-check.ts'

export const wordCountParameters = z.strictObject({
  minWords: count.default(0).describe('The smallest number of words that passes.'),
  maxWords: count.default(99_999).describe('The largest number of words that passes.'),
  not,
})
export const sentenceCountParameters = z.strictObject({
  minSentences: count.default(0).describe('The smallest number of sentences that passes.'),
  maxSentences: count.default(99_999).describe('The largest number of sentences that passes.'),
  not,
})
export const characterCountParameters = z.strictObject({
  minCharacters: count.default(0).describe('The smallest number of characters that passes.'),
  maxCharacters: count.default(9_999_999).describe('The largest number of characters that passes.'),
  not,
})

export function compileWordCount(id: string, parameters: z.output<typeof wordCountParameters>): Check {
  return within(id, 'words', parameters.minWords, parameters.maxWords, parameters.not, countWords)
}

export function compileSentenceCount(id: string, parameters: z.output<typeof sentenceCountParameters>): Check {
  return within(id, 'sentences', parameters.minSentences, parameters.maxSentences, parameters.not, countSentences)
}

export function compileCharacterCount(id: string, parameters: z.output<typeof characterCountParameters>): Check {
  const { minCharacters, maxCharacters } = parameters
  return within(id, 'characters', minCharacters, maxCharacters, parameters.not, (text) => text.length)
}

function within(
  id: string,
  unit: string,
  least: number,
  most: number,
  isNegated: boolean,
  countUnits: (text: string) => number,
): Check {
  return requireOfTexts(id, isNegated, (text) => {
    const counted = countUnits(text)
    const isMet = counted >= least && counted <= most
    const explanation = `The text has ${counted} ${unit}, ${isMet ? 'within' : 'outside'} the range of ${least} to ${most}.`
    return { isMet, data: { explanation, count: counted, min: least, max: most } }
  })
}

/** Counts runs of characters that are not white space. */
function countWords(text: string): number {
  let words = 0
  let before = SPACE
  for (let at = 0; at < text.length; at++) {
    const here = (CLASS[text.charCodeAt(at)] as number) & SPACE
    // A word begins where white space ends.
    words += before & ~here
    before = here
  }
  return words
}

/** Counts the characters that end a sentence, as Portkey does. `3.5` therefore counts as one sentence. */
function countSentences(text: string): number {
  let sentences = 0
  for (let at = 0; at < text.length; at++) sentences += (CLASS[text.charCodeAt(at)] as number) >> 1
  return sentences
}

const SPACE = 1
const SENTENCE_END = 2
const CLASS = new Uint8Array(0x10000)
// The white space that `\s` matches in JavaScript.
for (const character of '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff')
  CLASS[character.charCodeAt(0)] = SPACE
// Includes the ideographic full stop and the full-width marks.
for (const character of '.!?\u3002\uff01\uff1f') CLASS[character.charCodeAt(0)] = SENTENCE_END
