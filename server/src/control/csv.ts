/** CSV rows that spreadsheets cannot interpret as formulas (CSV injection). */

/** A field that starts with one of these characters is evaluated by Excel and Google Sheets. */
const FORMULA = /^[=+\-@\t\r]/

export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvField).join(',')}\r\n`
}

function csvField(value: unknown): string {
  if (value === null || value === undefined) return ''
  // Not escaped: a negative number starts with "-" but is not a formula.
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
