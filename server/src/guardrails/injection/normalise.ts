/** Undoes the disguise of words: removes invisible characters and replaces look-alikes and full-width letters. */

import { APOSTROPHE, FOLDABLE, INVISIBLE, isFoldable, NON_ASCII, TAG, traitsOf, UNSTABLE } from './traits.ts'

/** Zero-width characters, soft hyphens, direction marks and variation selectors. */
const ALL_INVISIBLE =
  /\u00ad|\u061c|\u115f|\u1160|\u180e|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u2064]|[\u206a-\u206f]|[\ufe00-\ufe0f]|\ufeff/g

/** Characters of Unicode's tag block. Each stands for an ASCII character and is invisible. */
const TAGS = /[\u{e0020}-\u{e007e}]/gu

/** Cyrillic and Greek letters that look like Latin ones. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  ԁ: 'd',
  һ: 'h',
  ո: 'n',
  ս: 'u',
  ɡ: 'g',
  ı: 'i',
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  Х: 'X',
  І: 'I',
  Ѕ: 'S',
  α: 'a',
  ο: 'o',
  ρ: 'p',
  ν: 'v',
  ι: 'i',
  υ: 'u',
  κ: 'k',
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
}

export type Normalised = {
  readonly text: string
  /** As `traitsOf` returns them. Look-alikes that were replaced still count. */
  readonly traits: number
  /** ASCII that was spelled with invisible tag characters. */
  readonly hidden: string
  /** Number of places inside Latin words that had invisible characters. */
  readonly invisible: number
}

export function normalise(original: string): Normalised {
  let traits = traitsOf(original)
  if ((traits & NON_ASCII) === 0) return { text: original, traits, hidden: '', invisible: 0 }
  let text = (traits & APOSTROPHE) === 0 ? original : original.replaceAll('\u2019', "'")
  let hidden = ''
  if ((traits & TAG) !== 0)
    hidden = (text.match(TAGS) ?? [])
      .map((tag) => String.fromCharCode((tag.codePointAt(0) as number) - 0xe0000))
      .join('')
  let invisible = 0
  if ((traits & INVISIBLE) !== 0) {
    // Joiners between emoji and direction marks between words are common. Inside a Latin word they are suspicious.
    invisible = text.match(/[A-Za-z][\u00ad\u200b-\u200d\u2060\ufeff]+(?=[A-Za-z])/g)?.length ?? 0
    text = text.replace(ALL_INVISIBLE, '')
  }
  const composed = (traits & UNSTABLE) === 0 ? text : text.normalize('NFKC')
  if (composed !== text) traits = traitsOf(composed)
  return { text: (traits & FOLDABLE) === 0 ? composed : foldMixedWords(composed), traits, hidden, invisible }
}

/** Replaces look-alikes in words that have Latin letters too. Words of one script are left as they are. */
function foldMixedWords(text: string): string {
  let folded = ''
  let copied = 0
  let start = 0
  let isLatin = false
  let isOther = false
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 0
    const lower = code | 0x20
    if (lower >= 0x61 && lower <= 0x7a && code < 0x80) isLatin = true
    else if (isFoldable(code)) isOther = true
    else {
      if (isLatin && isOther) {
        folded += text.slice(copied, start)
        for (let i = start; i < at; i++) folded += LOOK_ALIKES[text[i] as string] ?? text[i]
        copied = at
      }
      start = at + 1
      isLatin = false
      isOther = false
    }
  }
  return copied === 0 ? text : folded + text.slice(copied)
}
