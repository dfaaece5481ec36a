/** Horizontal bars sorted by size, with their share; the remainder is "others". */

import { percent } from '../data/format.ts'

export type SortedBar = {
  readonly name: string
  readonly value: number
  readonly href?: string
  readonly color?: string
}

type SortedBarsProps = {
  readonly label: string
  readonly bars: readonly SortedBar[]
  readonly format: (value: number) => string
  readonly most?: number
}

export function SortedBars({ label, bars, format, most = 8 }: SortedBarsProps) {
  const sorted = [...bars].sort((one, other) => other.value - one.value)
  const total = sorted.reduce((sum, one) => sum + one.value, 0)
  const largest = sorted[0]?.value ?? 1
  const rest = sorted.slice(most)
  const others = { name: `${rest.length} others`, value: rest.reduce((sum, one) => sum + one.value, 0) }
  const shown: readonly SortedBar[] = rest.length > 0 ? [...sorted.slice(0, most), others] : sorted
  return (
    <ol class="sorted-bars" aria-label={label}>
      {shown.map((bar) => (
        <li key={bar.name} class="sorted-bar">
          <span class="truncate" title={bar.name}>
            {bar.href ? <a href={bar.href}>{bar.name}</a> : bar.name}
          </span>
          <span class="sorted-bar-lane" aria-hidden="true">
            <span
              class="sorted-bar-fill"
              style={{ width: `${(100 * bar.value) / largest}%`, background: bar.color ?? 'var(--series-8)' }}
            />
          </span>
          <span class="number">{format(bar.value)}</span>
          <span class="number muted">{percent(total > 0 ? bar.value / total : 0)}</span>
        </li>
      ))}
    </ol>
  )
}
