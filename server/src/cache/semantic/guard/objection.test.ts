import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { objectionTo } from './objection.ts'

const FOLDER = join(import.meta.dir, '../../../../../bench/semantic/pairs')

const pairs = readdirSync(FOLDER).flatMap((file) =>
  readFileSync(join(FOLDER, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t') as [kind: string, one: string, other: string]),
)

test('no near-miss among the labelled pairs passes, whichever of the two was asked first', () => {
  const near = pairs.filter(([kind]) => kind !== 'paraphrase')
  expect(near.length).toBeGreaterThan(400)
  const passed = near.filter(([, one, other]) => objectionTo(one, other) === null || objectionTo(other, one) === null)
  expect(passed).toEqual([])
})

test('most paraphrases among the labelled pairs pass', () => {
  const same = pairs.filter(([kind]) => kind === 'paraphrase')
  const passed = same.filter(([, one, other]) => objectionTo(other, one) === null)
  expect(passed.length / same.length).toBeGreaterThan(0.8)
})

test.each([
  ['numbers', 'Is 17 prime?', 'Is 18 prime?'],
  ['negation', 'Which birds fly?', 'Which birds do not fly?'],
  ['question', 'Where was it built?', 'When was it built?'],
  ['tense', 'How much does it cost?', 'How much did it cost?'],
  ['modality', 'What must I bring?', 'What can I bring?'],
  ['person', 'Where do I live?', 'Where do you live?'],
  ['words', 'the mayor of rome', 'the mayor of milan'],
  ['quoted text', 'What is "a"?', 'What is "b"?'],
  ['binding', 'from Rome to Paris', 'from Paris to Rome'],
  ['order', 'Do cats chase dogs?', 'Do dogs chase cats?'],
  ['language', 'What is the capital of Peru?', 'Was ist die Hauptstadt von Peru?'],
  ['signs of code', 'What does f(x) => {} do?', 'What does f(x) => [] do?'],
])('says that the %s differ', (what, one, other) => {
  expect(objectionTo(one, other)).toStartWith(what)
})

test('a text never differs from itself, and what objects one way objects the other way', () => {
  const words = fc.constantFrom(...new Set(pairs.flatMap(([, one, other]) => [...one.split(' '), ...other.split(' ')])))
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.array(words, { maxLength: 12 }).map((all) => all.join(' ')),
  )
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(objectionTo(one, one)).toBeNull()
      expect(objectionTo(one, other) === null).toBe(objectionTo(other, one) === null)
    }),
    { numRuns: 500 },
  )
})

test('another digit anywhere is always objected to', () => {
  const [first = '', ...more] = ['How many of the {} boxes arrived?', 'Pay {} euros to Anna', '{}', 'v{} of the app']
  fc.assert(
    fc.property(fc.constantFrom(first, ...more), fc.nat(), fc.nat(), (form, one, other) => {
      fc.pre(one !== other)
      expect(objectionTo(form.replace('{}', String(one)), form.replace('{}', String(other)))).not.toBeNull()
    }),
  )
})

test('long texts are judged in a moment', () => {
  const long = Array.from({ length: 400 }, (_, i) => `word${i}`).join(' ')
  const startMs = performance.now()
  objectionTo(`${long} a`, `${long} b`)
  expect(performance.now() - startMs).toBeLessThan(250)
})
