/** Which kinds of characters a text has. One pass decides which of the slower steps it needs. */

/** Outside ASCII. */
export const NON_ASCII = 1
/** Zero-width characters, soft hyphens, direction marks and variation selectors. */
export const INVISIBLE = 2
/** Greek and Cyrillic letters and others, some of which look like Latin ones. */
export const FOLDABLE = 4
/** Scripts without spaces: Chinese, Japanese, Korean. */
export const UNSPACED_SCRIPT = 8
/** Half of a tag character, which nobody sees. */
export const TAG = 16
/** The typographic apostrophe. */
export const APOSTROPHE = 32
/** What special tokens and fake headings begin with. */
export const MARKUP = 64

const TRAITS = new Uint8Array(0x10000).fill(NON_ASCII, 0x80)

const mark = (bit: number, ranges: readonly (readonly [number, number])[]) => {
  for (const [first, last] of ranges)
    for (let code = first; code <= last; code++) TRAITS[code] = (TRAITS[code] as number) | bit
}
mark(INVISIBLE, [
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x2064],
  [0x206a, 0x206f],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
])
mark(FOLDABLE, [
  [0x370, 0x3ff],
  [0x400, 0x52f],
  [0x578, 0x578],
  [0x57d, 0x57d],
  [0x261, 0x261],
  [0x131, 0x131],
])
mark(UNSPACED_SCRIPT, [
  [0x3040, 0x30ff],
  [0x3400, 0x9fff],
  [0xac00, 0xd7af],
])
mark(TAG, [[0xdb40, 0xdb40]])
mark(APOSTROPHE, [[0x2019, 0x2019]])
for (const character of '<[#') mark(MARKUP, [[character.charCodeAt(0), character.charCodeAt(0)]])

export function traitsOf(text: string): number {
  let traits = 0
  for (let i = 0; i < text.length; i++) traits |= TRAITS[text.charCodeAt(i)] as number
  return traits
}

export function isFoldable(code: number): boolean {
  return ((TRAITS[code] as number) & FOLDABLE) !== 0
}
