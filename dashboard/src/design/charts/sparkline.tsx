/** A small line chart next to a number. It has no axis. */

import { pathOf } from './path-of.ts'

type SparklineProps = { readonly values: readonly (number | null)[]; readonly label: string; readonly color?: string }

const WIDTH = 96
const HEIGHT = 24

export function Sparkline({ values, label, color = 'var(--text-3)' }: SparklineProps) {
  const top = Math.max(1e-9, ...values.map((value) => value ?? 0))
  const x = (index: number) => (index * WIDTH) / Math.max(1, values.length - 1)
  const y = (value: number) => HEIGHT - 1 - ((HEIGHT - 2) * value) / top
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path d={pathOf(values, x, y)} fill="none" stroke={color} stroke-width="1.5" />
    </svg>
  )
}
