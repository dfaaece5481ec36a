import { expect, test } from 'bun:test'
import { StepLimit } from './step-limit.ts'
import { tokensOf } from './tokens.ts'

const SIGNS: ReadonlySet<string> = new Set(['minus', 'dash', '->'])

const signsOf = (text: string) =>
  tokensOf(text, new StepLimit())
    .tokens.map((token) => token.text)
    .filter((word) => SIGNS.has(word))

test.each([
  ['-5 degrees', ['minus']],
  ['What is 3 -5?', ['minus']],
  ['What is 3 –5?', ['minus']],
  ['pages 3-5', ['dash']],
  ['pages 3–5', ['dash']],
  ['What is p -> q?', ['->']],
  ["I don't read pages 3-5", ['dash']],
  ["I can't solve 3 -5", ['minus']],
  ["What's 3 -5, and who'll read 3-5?", ['minus', 'dash']],
  ["I've read Ann's pages 3-5", ['dash']],
  ["Is it Ann's-5?", ['dash']],
  ["l'équipe a 3 -5", ['minus']],
])('in "%s", a dash at the start or after a space is a minus sign', (text, signs) => {
  expect(signsOf(text)).toEqual(signs)
})
