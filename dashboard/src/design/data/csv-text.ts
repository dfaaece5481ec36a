/** Rows as CSV: every text is quoted, and no cell can become a formula. */

/** Spreadsheets run cells with these prefixes as formulas. Model, user and label names come from callers. */
const FORMULA = /^[=+\-@\t\r]/

type CsvValue = string | number | null | undefined

export function csvText(rows: readonly (readonly CsvValue[])[]): string {
  return rows.map((row) => row.map(csvField).join(',')).join('\n')
}

function csvField(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  // A negative number is not a formula.
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}
