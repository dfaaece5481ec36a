/** A time: short text, exact time with zone on hover, ISO in the markup. */

import { exactTime, when } from './format.ts'

export function Time({ at }: { readonly at: string | number | null | undefined }) {
  if (at === null || at === undefined) return <span class="muted">never</span>
  const ms = typeof at === 'number' ? at : Date.parse(at)
  if (!Number.isFinite(ms)) return <span class="muted">unknown</span>
  return (
    <time dateTime={new Date(ms).toISOString()} title={exactTime(ms)}>
      {when(ms)}
    </time>
  )
}
