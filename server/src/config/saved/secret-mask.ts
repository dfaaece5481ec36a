/** How a secret of a saved config is shown to people. */

/** Masks show the first two and last two characters; nothing of a short secret. */
const STARS = '*******'
const MASKED = /^(?:.{2}\*{7}.{2}|\*{9})$/s
const LONG_MASK = /^.{2}\*{7}.{2}$/s
const SHORT = 12

/** Shown instead of a secret. Sent back at the same path, it keeps the stored secret. */
export function maskOf(value: string): string {
  return value.length < SHORT ? `${STARS}**` : value.slice(0, 2) + STARS + value.slice(-2)
}

export function isMask(value: string): boolean {
  return MASKED.test(value)
}

/** The form that does not occur by chance. Nine stars can be ordinary text. */
export function isLongMask(value: string): boolean {
  return LONG_MASK.test(value)
}
