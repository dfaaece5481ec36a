/**
 * Sanitises text for a terminal: replaces control characters in foreign text (names, models, bodies), except colour
 * codes.
 */

/** Matches a control character, including a following colour sequence. Newlines and tabs are harmless. */
const CONTROL = /(?![\n\t])\p{Cc}(\[[0-9;]*m)?/gu

export function printable(text: string): string {
  return text.replace(CONTROL, (found, colour: string | undefined) => {
    if (colour === undefined) return '·'
    return found.startsWith('\u001b') ? found : `·${colour}`
  })
}
