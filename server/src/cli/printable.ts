/** Text for a terminal: what others wrote (names, models, bodies) must not move its cursor; colours may stay. */

/** A control character with what makes it a colour, if that follows; lines and tabs are no danger. */
const CONTROL = /(?![\n\t])\p{Cc}(\[[0-9;]*m)?/gu

export function printable(text: string): string {
  return text.replace(CONTROL, (found, colour: string | undefined) => {
    if (colour === undefined) return '·'
    return found.startsWith('\u001b') ? found : `·${colour}`
  })
}
