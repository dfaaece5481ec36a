/** How a stored secret is shown: enough to recognise it, nothing to use (contract 4.0). */

const STARS = '*******'
/** Of a shorter secret two ends would be too much. */
const SHORTEST_SHOWN = 12

export function maskOf(secret: string): string {
  const isShown = secret.length >= SHORTEST_SHOWN && !secret.startsWith('{')
  return isShown ? secret.slice(0, 2) + STARS + secret.slice(-2) : STARS
}

/** A value that was read from us and sent back. */
export function isMask(text: string): boolean {
  return text.includes(STARS)
}
