/** Rows for spreadsheets, as they are copied: every text quoted, and never a formula. */

/** What a spreadsheet would run instead of show: names of models, users and labels are whatever callers sent. */
const FORMULA = /^[=+\-@\t\r]/

type CsvValue = string | number | null | undefined

export function csvText(rows: readonly (readonly CsvValue[])[]): string {
  return rows.map((row) => row.map(csvField).join(',')).join('\n')
}

function csvField(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  // A negative number is a number, not a formula.
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}
