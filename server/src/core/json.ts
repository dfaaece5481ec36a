/** Type guards and safe member access for parsed JSON whose shape is not known. */

export type JsonObject = Record<string, unknown>

/** True for `{...}`; false for arrays and null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value, or null if it is not a string or is empty. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** An own member of an object or an element of an array; undefined otherwise. Never reads the prototype. */
export function memberOf(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return (value as Readonly<Record<string | number, unknown>>)[key]
}
