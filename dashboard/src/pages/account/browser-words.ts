/** A user agent as people know it: `Firefox on Linux`. What is not known is shown as it came. */

/** In this order: many say they are others as well. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]
const MOST_LETTERS = 60

export function browserWords(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return 'an unknown program'
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (browser === undefined) return userAgent.slice(0, MOST_LETTERS)
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  return system === undefined ? browser : `${browser} on ${system}`
}
