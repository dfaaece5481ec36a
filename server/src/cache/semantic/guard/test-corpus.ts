/**
 * Runs the guard over public word lists and a public corpus, in a process that the test can kill if the guard loops
 * forever.
 */

import { createRequire } from 'node:module'
import { chinese } from './lexicons/chinese.ts'
import { english } from './lexicons/english.ts'
import { french } from './lexicons/french.ts'
import { german } from './lexicons/german.ts'
import type { Lexicon } from './lexicons/lexicon.ts'
import { spanish } from './lexicons/spanish.ts'
import { IRREGULAR } from './lexicons/stems.ts'
import { objectionTo } from './objection.ts'

// require(), because type checking the imported word lists would be too slow.
const require = createRequire(import.meta.url)
const LISTS: readonly [unknown, Lexicon][] = [
  [require('an-array-of-english-words'), english],
  [require('an-array-of-german-words'), german],
  [require('an-array-of-spanish-words'), spanish],
  [require('an-array-of-french-words'), french],
]
const { all: allSentences } = require('nlp-corpus') as { readonly all: () => readonly string[] }
const LEXICONS = [english, german, spanish, french, chinese]
const ENDINGS = ['', ...'s es ies ed ied ing ly our ise e n en em er o ar ir x ss sh ch zz'.split(' ')]

const counts = { words: 0, generated: 0, texts: 0, questions: 0 }
/** Words whose stem is empty or longer than any rule allows. */
const badStems: string[] = []
/** Ordinary sentences that must not reach the step limit. */
const limited: string[] = []

function check(word: string, lexicon: Lexicon): void {
  const stem = lexicon.stem(word)
  lexicon.senseOf(word)
  if (stem === '' || (stem.length > word.length + 1 && IRREGULAR[word] === undefined)) badStems.push(word)
}

for (const [words, lexicon] of LISTS) {
  for (const word of words as readonly string[]) {
    check(word, lexicon)
    if (lexicon !== english) check(word, english)
    counts.words++
  }
}

const bases = new Set([...Object.entries(IRREGULAR).flat(), ...LEXICONS.flatMap(({ marks }) => [...marks])])
for (const base of bases) {
  for (const first of ENDINGS) {
    for (const second of ENDINGS) {
      for (const lexicon of LEXICONS) check(base + first + second, lexicon)
      counts.generated++
    }
  }
}

let before = ''
allSentences().forEach((text, i) => {
  const isQuestion = text.trimEnd().endsWith('?')
  if (!isQuestion && i % 5 !== 0) return
  counts.texts++
  if (isQuestion) counts.questions++
  // The same content makes the guard compare the word order. The previous sentence mostly has different words.
  for (const other of [`Please tell me: ${text}`, before]) {
    if (objectionTo(text, other)?.kind === 'step limit reached') limited.push(text)
  }
  before = text
})

process.stdout.write(JSON.stringify({ ...counts, badStems, limited }))
