/** Days as text, `2026-11-15`: without a time they need no time zone. */

const DAY_MS = 86_400_000

export function addDays(day: string, count: number): string {
  return textOf(Date.parse(day) + count * DAY_MS)
}

/** The same day of another month, or its last day if that month is shorter. */
export function addMonths(day: string, count: number): string {
  const date = new Date(day)
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1)
  const last = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count + 1, 0)
  return textOf(Math.min(last, first + (date.getUTCDate() - 1) * DAY_MS))
}

/** The weeks that contain days of the month, from Monday to Sunday. */
export function monthWeeks(day: string): readonly (readonly string[])[] {
  const first = `${day.slice(0, 7)}-01`
  const monday = addDays(first, -((new Date(first).getUTCDay() + 6) % 7))
  const weeks: string[][] = []
  for (let start = monday; start < addMonths(first, 1); start = addDays(start, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(start, index)))
  }
  return weeks
}

function textOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
