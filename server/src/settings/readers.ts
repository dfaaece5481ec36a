/** How settings groups read environment variables and report invalid values. */

/** The trimmed value of a variable; null if it is unset or empty. */
export type ReadText = (name: string) => string | null

/** Throws a SettingsError with this message. */
export type Refuse = (message: string) => never

export function readInteger(
  name: string,
  value: string | null,
  fallback: number,
  least: number,
  most: number,
  refuse: Refuse,
): number {
  if (value === null) return fallback
  const number = /^[0-9]{1,12}$/.test(value) ? Number(value) : Number.NaN
  return number >= least && number <= most ? number : refuse(`${name} must be a whole number from ${least} to ${most}.`)
}
