import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { propertyRuns } from '../../../../../tests/harness/property-runs.ts'
import { IRREGULAR, stemEnglish } from './lexicons/stems.ts'
import { type Objection, objectionTo } from './objection.ts'
import { StepLimit } from './step-limit.ts'

const FOLDER = join(import.meta.dir, '../../../../../bench/semantic/pairs')

const pairs = readdirSync(FOLDER).flatMap((file) =>
  readFileSync(join(FOLDER, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t') as [kind: string, one: string, other: string]),
)

test('no labelled near-miss passes, in either order', () => {
  const near = pairs.filter(([kind]) => kind !== 'paraphrase')
  expect(near.length).toBeGreaterThan(400)
  const passed = near.filter(([, one, other]) => objectionTo(one, other) === null || objectionTo(other, one) === null)
  expect(passed).toEqual([])
})

test('most labelled paraphrases pass', () => {
  const same = pairs.filter(([kind]) => kind === 'paraphrase')
  const passed = same.filter(([, one, other]) => objectionTo(other, one) === null)
  expect(passed.length / same.length).toBeGreaterThan(0.8)
})

test.each<[Objection['kind'], string, string]>([
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
  expect(objectionTo(one, other)?.kind).toBe(what)
})

test('a text never differs from itself, and objections are symmetric', () => {
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
    { numRuns: propertyRuns(500) },
  )
})

test('a different digit anywhere is always an objection', () => {
  const [first = '', ...more] = ['How many of the {} boxes arrived?', 'Pay {} euros to Anna', '{}', 'v{} of the app']
  fc.assert(
    fc.property(fc.constantFrom(first, ...more), fc.nat(), fc.nat(), (form, one, other) => {
      fc.pre(one !== other)
      expect(objectionTo(form.replace('{}', String(one)), form.replace('{}', String(other)))).not.toBeNull()
    }),
  )
})

test('irregular stems are final: no word is stemmed twice', () => {
  for (const [word, stem] of Object.entries(IRREGULAR)) {
    expect([stemEnglish(word), stemEnglish(stem)]).toEqual([stem, stem])
  }
  expect(stemEnglish('news')).not.toBe(stemEnglish('new'))
})

test('a question of 400 words is compared completely', () => {
  const long = Array.from({ length: 400 }, (_, i) => `word${i}`).join(' ')
  expect(objectionTo(`${long} a`, `please ${long} a`)).toBeNull()
  expect(objectionTo(`${long} one`, `${long} two`)?.kind).toBe('numbers')
})

const LIMIT_REACHED: Objection = { kind: 'step limit reached', details: null }

test('comparisons of one lookup share the step limit, and reaching it is a miss', () => {
  const steps = new StepLimit(3_000)
  const compared = Array.from({ length: 10 }, () => objectionTo('How old is Rome?', 'Please, how old is Rome?', steps))
  expect([compared[0], compared.at(-1)]).toEqual([null, LIMIT_REACHED])
  expect(objectionTo('Is 17 prime?', 'Is 18 prime?', steps)).toEqual(LIMIT_REACHED)
})

const LENGTH = 1_000_000
const long = (unit: string) => unit.repeat(Math.ceil(LENGTH / unit.length))

test.each([
  ['one word', long('a')],
  ['one word of endings', long('inged')],
  ['vowels before an ending', `${long('e')}d`],
  ['full stops in code', `{${long('.')}x`],
  ['exclamations in code', `{${long('?!')}x`],
  ['opening quotes', long('“')],
  ['straight quotes', long('"')],
  ['quotations', long('"a" ')],
  ['backticks', long('`a`')],
  ['underscores', long('_.')],
  ['digits', long('1')],
  ['groups of digits', long('1,000.')],
  ['small words', long('do ')],
  ['phrases', long('how much is ')],
  ['letters', long('a b c d ')],
  ['genitives', long("'s ")],
  ['dashes', long('- ')],
  ['Chinese', long('中文字符测试问题')],
  ['Chinese numbers', long('二十五万')],
  ['mixed scripts', long('aяあ中 ')],
  ['combining characters', `a${long('\u0301')}`],
  ['ligatures that grow when normalised', long('\ufdfa')],
  ['lone surrogates', long('\ud800')],
  ['emoji', long('👩‍👧 ')],
])('a megabyte of %s is a miss', (_, text) => {
  expect(objectionTo(text, `${text} x`)).toEqual(LIMIT_REACHED)
  expect(objectionTo('What is it?', text)).toEqual(LIMIT_REACHED)
})
