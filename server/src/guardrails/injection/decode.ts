/** Finds text that is encoded as base 64, hexadecimal, binary or Morse code, and decodes it. */

const MAX_DECODED = 4096
const MAX_PARTS = 16

/** Decoded texts that read like prose. The work is linear in the length of the text. */
export function decodedTexts(text: string): readonly string[] {
  const texts: string[] = []
  const keep = (decoded: string) => {
    if (texts.length < MAX_PARTS && isProse(decoded)) texts.push(decoded.slice(0, MAX_DECODED))
  }
  let end = 0
  for (;;) {
    const start = runAt(text, end, BASE64, MIN_WORD)
    if (start < 0 || texts.length >= MAX_PARTS) break
    end = start + MIN_WORD
    while (end < text.length && ((CLASS[text.charCodeAt(end)] as number) & BASE64) !== 0) end++
    const word = text.slice(start, Math.min(end, start + MAX_DECODED * 2))
    if (text[end] !== '=' && /^[0-9a-fA-F]+$/.test(word)) keep(Buffer.from(word, 'hex').toString('utf8'))
    else if (/[A-Z]/.test(word) && /[a-z]/.test(word)) keep(Buffer.from(word, 'base64').toString('utf8'))
  }
  const hasBinary = runAt(text, 0, BIT, 8) >= 0
  // Eight letters, each with a space or a slash after it.
  const hasMorse = runAt(text, 0, MORSE_PART, 16) >= 0
  for (const match of hasBinary ? text.matchAll(/(?:\b[01]{8}\b[ ,]?){6,}/g) : []) {
    const bytes = match[0].slice(0, MAX_DECODED * 9).match(/[01]{8}/g) ?? []
    keep(Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))).toString('utf8'))
  }
  for (const match of hasMorse ? text.matchAll(/(?:[.-]{1,6}[ /]{1,3}){8,}[.-]{0,6}/g) : [])
    keep(morse(match[0].slice(0, MAX_DECODED * 6)))
  return texts
}

const BASE64 = 1
const BIT = 2
const MORSE_PART = 4
const MIN_WORD = 24
const CLASS = new Uint8Array(0x10000)
for (const [characters, bit] of [
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-', BASE64],
  ['01', BIT],
  ['.- /', MORSE_PART],
] as const)
  for (const character of characters) CLASS[character.charCodeAt(0)] = (CLASS[character.charCodeAt(0)] as number) | bit

/**
 * Returns the start of the next run of at least `length` characters of a class, or -1. Tests every `length`th character
 * and then goes back from it. `from` must not be inside a run.
 */
function runAt(text: string, from: number, bit: number, length: number): number {
  let last = from + length - 1
  while (last < text.length) {
    let at = last
    while (at > last - length && ((CLASS[text.charCodeAt(at)] as number) & bit) !== 0) at--
    if (at === last - length) return at + 1
    last = at + length
  }
  return -1
}

const MORSE_LETTERS = 'abcdefghijklmnopqrstuvwxyz1234567890?'
const MORSE_CODES =
  '.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.. .---- ..--- ...-- ....- ..... -.... --... ---.. ----. ----- ..--..'
const MORSE = new Map(MORSE_CODES.split(' ').map((code, i) => [code, MORSE_LETTERS[i] as string]))

function morse(code: string): string {
  return code
    .split(/ ?\/ ?/)
    .map((word) =>
      word
        .trim()
        .split(/ +/)
        .map((letter) => MORSE.get(letter) ?? '')
        .join(''),
    )
    .join(' ')
}

/** Mostly letters and spaces, with at least two words. */
function isProse(text: string): boolean {
  if (text.length < 12 || text.includes('\ufffd')) return false
  let letters = 0
  let spaces = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return false
    if (code === 0x20) spaces++
    else if ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) letters++
  }
  return spaces >= 1 && letters + spaces >= text.length * 0.8
}
