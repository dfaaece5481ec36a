/** Measures how random a text looks. */

const COUNTS = new Uint16Array(0x80)

/** Shannon entropy in bits per character, for under 65,536 characters. All non-ASCII characters count as equal. */
export function entropyOf(text: string): number {
  COUNTS.fill(0)
  for (let i = 0; i < text.length; i++) {
    const code = Math.min(text.charCodeAt(i), 0x7f)
    COUNTS[code] = (COUNTS[code] as number) + 1
  }
  let bits = 0
  for (let code = 0; code < COUNTS.length; code++) {
    const count = COUNTS[code] as number
    if (count > 0) bits -= (count / text.length) * Math.log2(count / text.length)
  }
  return bits
}
