/** Masks of stored secrets: the first and last two characters. */

const STARS = '*******'
/** Shorter secrets are masked completely. */
const SHORTEST_SHOWN = 12

export function maskOf(secret: string): string {
  const isShown = secret.length >= SHORTEST_SHOWN && !secret.startsWith('{')
  return isShown ? secret.slice(0, 2) + STARS + secret.slice(-2) : STARS
}

/** Whether the text is a mask that the client sends back. */
export function isMask(text: string): boolean {
  return text.includes(STARS)
}
