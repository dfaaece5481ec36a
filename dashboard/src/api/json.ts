/** Reads JSON whose shape is not known. */

export type JsonObject = Readonly<Record<string, unknown>>

/** True for `{...}`; false for arrays and null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Undefined: invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The parsed value, or the text itself if it is invalid JSON. */
export function jsonOrText(text: string): unknown {
  const value = parseJson(text)
  return value === undefined ? text : value
}
