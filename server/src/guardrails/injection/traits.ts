/** Finds in one pass which kinds of characters a text has, so that slower steps run only on texts that need them. */

/** Characters outside ASCII. */
export const NON_ASCII = 1
/** Zero-width characters, soft hyphens, direction marks and variation selectors. */
export const INVISIBLE = 2
/** Greek and Cyrillic letters and others, some of which look like Latin ones. */
export const FOLDABLE = 4
/** Scripts without spaces: Chinese, Japanese, Korean. */
export const UNSPACED_SCRIPT = 8
/** The first surrogate of tag characters, which are invisible. */
export const TAG = 16
/** The typographic apostrophe. */
export const APOSTROPHE = 32
/** Characters with which special tokens and fake headings begin. */
export const MARKUP = 64
/** Characters that NFKC may change, or compose with the previous character. */
export const UNSTABLE = 128

/** Code units beyond ASCII that NFKC never changes in any context: most letters of most texts, and punctuation. */
const STABLE: readonly (readonly [number, number])[] = [
  [0xa1, 0xa7],
  [0xab, 0xae],
  [0xb0, 0xb1],
  [0xb6, 0xb7],
  [0xbb, 0xbb],
  [0xbf, 0x131],
  [0x134, 0x13e],
  [0x141, 0x148],
  [0x14a, 0x17e],
  [0x180, 0x1c3],
  [0x1cd, 0x1f0],
  [0x1f4, 0x2af],
  [0x388, 0x3cf],
  [0x400, 0x482],
  [0x48a, 0x52f],
  [0x5d0, 0x5ea],
  [0x621, 0x63a],
  [0x641, 0x64a],
  [0x2012, 0x2016],
  [0x2018, 0x2023],
  [0x2030, 0x2032],
  [0x2039, 0x203a],
  [0x20a9, 0x20bf],
  [0x2190, 0x222b],
  [0x2500, 0x27bf],
  [0x3001, 0x3029],
  [0x3041, 0x3096],
  [0x30a1, 0x30fe],
  [0x3400, 0x9fff],
  [0xac00, 0xd7a3],
]

const TRAITS = new Uint8Array(0x10000).fill(NON_ASCII | UNSTABLE, 0x80)
for (const [first, last] of STABLE) TRAITS.fill(NON_ASCII, first, last + 1)

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
