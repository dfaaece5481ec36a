/** Classes of UTF-16 code units, in a table that the scanners use. */

export const SPACE = 1
export const DIGIT = 2
export const LOWER = 4
export const UPPER = 8
/** Letters beyond ASCII of scripts with capital letters: Latin, Greek, Cyrillic. */
export const LETTER = 16
/** Characters inside e-mail addresses and numbers: . _ % + - ~ */
export const JOINT = 32
export const AT = 64
/** Capital letters beyond ASCII. They have the bit LETTER too. */
export const CAPITAL = 128

/** An atom is a run of these characters. All other characters separate atoms. */
export const ATOM = DIGIT | LOWER | UPPER | LETTER | JOINT | AT
export const LETTERS = LOWER | UPPER | LETTER
export const WORD = LETTERS | DIGIT

export const CLASS = buildTable()

function buildTable(): Uint8Array {
  const table = new Uint8Array(0x10000)
  const fill = (first: number, last: number, value: number) => table.fill(value, first, last + 1)
  fill(0, 0x20, SPACE)
  fill(0x30, 0x39, DIGIT)
  fill(0x61, 0x7a, LOWER)
  fill(0x41, 0x5a, UPPER)
  for (const joint of '._%+-~') table[joint.charCodeAt(0)] = JOINT
  table[0x40] = AT
  fill(0xc0, 0x24f, LETTER)
  table[0xd7] = 0
  table[0xf7] = 0
  // Combining marks belong to the letter before.
  fill(0x300, 0x36f, LETTER)
  fill(0x370, 0x52f, LETTER)
  fill(0x1e00, 0x1fff, LETTER)
  for (let code = 0xc0; code < 0x2000; code++) {
    const letter = String.fromCharCode(code)
    if (table[code] === LETTER && letter.toLowerCase() !== letter) table[code] = LETTER | CAPITAL
  }
  table[0xa0] = SPACE
  fill(0x2000, 0x200a, SPACE)
  table[0x202f] = SPACE
  table[0x3000] = SPACE
  return table
}

export function isDigitAt(text: string, at: number): boolean {
  return ((CLASS[text.charCodeAt(at)] as number) & DIGIT) !== 0
}

/** The class of the character at an index, or 0 outside the text. */
export function classAt(text: string, at: number): number {
  return at >= 0 && at < text.length ? (CLASS[text.charCodeAt(at)] as number) : 0
}
