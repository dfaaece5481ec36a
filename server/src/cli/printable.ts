/**
 * Sanitises text for a terminal: replaces control characters in untrusted text (names, models, bodies), keeps colours.
 */

/**
 * Matches a control character, together with the rest of a colour code if one follows, or a character that changes the
 * direction of the text after it. Newlines and tabs are harmless.
 */
const CONTROL = /(?![\n\t])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069](\[[0-9;]*m)?/gu

export function printable(text: string): string {
  return text.replace(CONTROL, (found, colour: string | undefined) => {
    if (colour === undefined) return '·'
    return found.startsWith('\u001b') ? found : `·${colour}`
  })
}

/** JSON.stringify escapes control characters below U+0020 only; terminals also act on U+0080 to U+009F. */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
