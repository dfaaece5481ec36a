/** Detects the language of a text by its function words. */

import { chinese } from './lexicons/chinese.ts'
import { english } from './lexicons/english.ts'
import { french } from './lexicons/french.ts'
import { german } from './lexicons/german.ts'
import { Lexicon } from './lexicons/lexicon.ts'
import { spanish } from './lexicons/spanish.ts'
import { stemNothing } from './lexicons/stems.ts'
import type { Tokens } from './tokens.ts'

/** For unsupported languages: every word counts as content. */
export const unknown = new Lexicon({
  code: 'other',
  fillers: '',
  grammar: '',
  negations: '',
  numbers: '',
  questions: '',
  governors: '',
  tenses: '',
  modals: '',
  owners: '',
  same: '',
  openers: '',
  attributes: '',
  implied: '',
  stem: stemNothing,
})

const LATIN = [english, german, spanish, french]
const OTHER_SCRIPTS =
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Greek}]/u

/** Null if the language cannot be detected. */
export function languageOf(text: string, { tokens }: Tokens): Lexicon | null {
  if (OTHER_SCRIPTS.test(text)) return unknown
  if (/\p{Script=Han}/u.test(text)) return chinese
  let best: Lexicon | null = null
  let most = 0
  for (const lexicon of LATIN) {
    // Function words count twice as much as other known words, because languages share many content words.
    const score = tokens.reduce((sum, token) => sum + weightOf(token.text, lexicon), 0)
    if (score > most) {
      best = lexicon
      most = score
    }
  }
  return best
}

function weightOf(word: string, lexicon: Lexicon): number {
  if (lexicon.marks.has(word)) return 2
  return lexicon.knows(word) ? 1 : 0
}
