/** Text as PostgreSQL can keep it: without the character NUL and without halves of surrogate pairs. */

const REPLACEMENT = '\ufffd'

export function cleanText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', REPLACEMENT) : whole
}

/** Of JSON, also what is only written with escapes: PostgreSQL refuses to read such members. */
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
