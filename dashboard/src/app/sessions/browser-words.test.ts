import { expect, test } from 'bun:test'
import { browserWords } from './browser-words.ts'

test('browsers are named correctly although their user agents mention other browsers', () => {
  const like = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)'
  expect(browserWords(`${like} HeadlessChrome/140.0.0.0 Safari/537.36`)).toBe('Chrome on Linux')
  expect(browserWords(`${like} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`)).toBe('Edge on Linux')
  expect(browserWords('Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0')).toBe(
    'Firefox on macOS',
  )
  expect(
    browserWords('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18 Safari/604'),
  ).toBe('Safari on iOS')
})

test('an unknown user agent is shown as sent, shortened', () => {
  expect(browserWords('curl/8.5.0')).toBe('curl/8.5.0')
  expect(browserWords('x'.repeat(500))).toHaveLength(60)
  for (const nothing of [null, '', ' ']) expect(browserWords(nothing)).toBe('an unknown program')
})
