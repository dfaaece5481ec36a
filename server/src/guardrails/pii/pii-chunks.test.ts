import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { compileSpanCheck, cut, feed, splitsOf } from '../test-feed.ts'
import { PII_TYPES } from './pii-types.ts'

const all = compileSpanCheck('default.pii', { types: PII_TYPES, phoneCountries: ['DE'] })

const TEXTS = [
  'Write to john.doe+list@mail.example.co.uk or call +46 (0)8 928 571 38 (office), 345-899-3560x4587 fax.',
  'Card 4111 1111 1111 1111, IBAN DE89 3704 0044 0532 0130 00 and GB29NWBK60161331926819; SSN 123-45-6789.',
  'From 86.121.97.248, 2001:db8::8a2e:370:7334, ::1 and 00:1A:2B:3C:4D:5E at 12:30:45 on 2024-02-29 10:11.',
  'postgres://admin:hunter2@db.internal:5432/app?x=1 and https://example.com/a/b. AB 12 34 56 C, 12345678Z',
  'Our office: 6750 Koskikatu 25 Apt. 864\nArtilleros\n, CO\n Uruguay 64677. Or 14 Crown Street, London, UK.',
  'Dr. Cettina Fanucci and Mr. Matthews from Allstate Insurance Group, born 2/16/1942, live in New York, 46 years old.',
  'PSC 1437, Box 3833\nAPO AA 66791 and P.O. Box 123 and 12 rue de la Paix and Søndergade 52\n Apt. 656\n Brønderslev',
  'My name is Anna-Maria de la Cruz. Zip code 35350. Numbers: 1 22 333 4444 55555 666666 7777777 88888888 999999999.',
]

test('finds the same spans at every split of a text', () => {
  for (const text of TEXTS) {
    const whole = all.find(text, 0)
    expect(whole.length).toBeGreaterThan(0)
    for (const chunks of splitsOf(text)) expect(feed(all, chunks)).toEqual([...whole])
  }
})

const piece = fc.oneof(
  fc.constantFrom(...TEXTS.flatMap((text) => text.split(/(?<=[ ,.:;\n])/))),
  fc.constantFrom(' ', '  ', '\n', '-', '.', ', ', ':', '(', ')', '+', '@', '/', '::', 'x', '(0)', '#'),
  fc.integer({ min: 0, max: 10 ** 9 }).map(String),
  fc.constantFrom(
    'call',
    'Apt. 5',
    'born ',
    'Anna ',
    'van ',
    'Mr. ',
    '1.2.3.4',
    'a@b.co',
    'St',
    '12 Main',
    'é',
    '中',
    '😀',
  ),
)

test('finds the same spans however generated texts are cut', () => {
  const texts = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
  const cases = fc.property(texts, fc.array(fc.nat(400), { maxLength: 12 }), (text, indices) => {
    expect(feed(all, cut(text, indices))).toEqual([...all.find(text, 0)])
    expect(feed(all, [...text])).toEqual([...all.find(text, 0)])
  })
  fc.assert(cases, { numRuns: propertyRuns(1500) })
})

test('returns spans in order and without overlaps', () => {
  for (const text of TEXTS) {
    let end = 0
    for (const span of all.find(text, 0)) {
      expect(span.start).toBeGreaterThanOrEqual(end)
      expect(span.end).toBeGreaterThan(span.start)
      end = span.end
    }
  }
})

test('does not hold back data without separators', () => {
  const blob = 'QUJD'.repeat(2000)
  expect(all.settledUntil(blob, 0)).toBe(blob.length)
  const after = `${blob} a@example.com `
  expect(feed(all, cut(after, [300, 5000, 8003])).map((span) => span.start)).toEqual([8001])
})

test('nothing is found inside of a word, wherever a search begins', () => {
  const text = 'x12345678Z xGB29NWBK60161331926819 xAnna x123-45-6789'
  for (let from = 0; from < text.length; from++) expect(all.find(text, from)).toEqual([])
})
