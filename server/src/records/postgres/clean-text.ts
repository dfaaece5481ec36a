/** Replaces characters that PostgreSQL text cannot store: NUL and unpaired surrogates. */

const REPLACEMENT = '\ufffd'

export function cleanText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', REPLACEMENT) : whole
}

/** Also replaces escaped characters (`\\u0000`), because PostgreSQL rejects them when it parses the JSON. */
export function cleanJson(text: string): string {
  if (!/\\u(0000|d[89a-f])/i.test(text)) return cleanText(text)
  return JSON.stringify(cleanValue(JSON.parse(text)))
}

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [cleanText(key), cleanValue(member)]))
}
