/** How a secret of a saved config is shown to people. */

/** Contract 4.0: the first two and last two characters; of a short secret nothing. */
const STARS = '*******'
const MASKED = /^(?:.{2}\*{7}.{2}|\*{9})$/s
const LONG_MASK = /^.{2}\*{7}.{2}$/s
const SHORT = 12

/** Shown instead of a secret; sent back at the same path it means the same secret. */
export function maskOf(value: string): string {
  return value.length < SHORT ? `${STARS}**` : value.slice(0, 2) + STARS + value.slice(-2)
}

export function isMask(value: string): boolean {
  return MASKED.test(value)
}

/** The form that nobody writes by chance; nine stars may be somebody's text. */
export function isLongMask(value: string): boolean {
  return LONG_MASK.test(value)
}
