import { expect, test } from 'bun:test'
import { TextMatches } from './text-matches.ts'

const TEXT = 'mail ada@x.io or call 555'
const span = (start: number, end: number, label = 'word') => ({
  start,
  end,
  label,
  action: { kind: 'report' } as const,
})
const placesIn = ({ list }: TextMatches) => list.map(({ start, end }) => TEXT.slice(start, end))

test('offsets are those of the text as it was sent, also after it was changed', () => {
  const matches = new TextMatches(TEXT)
  matches.found('a', 0, TEXT, [span(5, 13)])
  matches.changed(0, TEXT, [{ start: 5, end: 13, text: '[EMAIL_ADDRESS]' }])
  const changed = 'mail [EMAIL_ADDRESS] or call 555'
  matches.found('b', 0, changed, [span(29, 32), span(0, 4)])
  expect(placesIn(matches)).toEqual(['mail', 'ada@x.io', '555'])
  // A match inside a replacement is not in the original text; a match around it covers the whole replaced text.
  matches.found('c', 0, changed, [span(6, 11), span(5, 20)])
  expect(placesIn(matches)).toEqual(['mail', 'ada@x.io', 'ada@x.io', '555'])
  matches.changed(0, changed, [{ start: 0, end: 5, text: '' }])
  matches.found('d', 0, changed.slice(5), [span(16, 18)])
  expect(placesIn(matches)).toEqual(['mail', 'ada@x.io', 'ada@x.io', 'or', '555'])
})

test('a repeated run counts once, and the texts of a replaced body have no place', () => {
  const matches = new TextMatches(TEXT)
  for (let i = 0; i < 2; i++) matches.found('a', 0, TEXT, [span(5, 13)])
  matches.found('a', 0, 'another text', [span(0, 7)])
  matches.found('a', 1, TEXT, [span(0, 4)])
  expect(placesIn(matches)).toEqual(['ada@x.io'])
  expect(new TextMatches(null).list).toEqual([])
})
