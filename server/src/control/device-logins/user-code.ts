/** The code that a person compares or types: eight consonants, so that it forms no word. */

/** The 20 letters that RFC 8628, section 6.1 recommends. Eight letters have 34.5 bits of entropy. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8
/** The largest multiple of 20 that fits in a byte. Larger bytes are skipped, so that every letter is equally likely. */
const UNBIASED = 240
const USER_CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/

/** For example `BCDF-GHJK`. */
export function newUserCode(): string {
  let letters = ''
  while (letters.length < LENGTH)
    for (const byte of crypto.getRandomValues(new Uint8Array(2 * LENGTH)))
      if (byte < UNBIASED && letters.length < LENGTH) letters += LETTERS[byte % LETTERS.length]
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`
}

/** The letters of a code as a person types it: any case, with spaces, hyphens or dots. Null if it is not valid. */
export function readUserCode(typed: string): string | null {
  const letters = typed.replaceAll(/[\s\-‐-―.]/g, '').toUpperCase()
  return USER_CODE.test(letters) ? letters : null
}
