/** Chart axes: horizontal grid lines with values, and times below. */

import type { Scale } from './scale.ts'
import { timeTicks } from './time-ticks.ts'

export const INSETS = { top: 8, right: 8, bottom: 24, left: 52 } as const
const LABEL_PX = 76

type AxesProps = {
  readonly width: number
  readonly height: number
  readonly scale: Scale
  readonly times: readonly number[]
  readonly format: (value: number) => string
}

export function Axes({ width, height, scale, times, format }: AxesProps) {
  const tall = height - INSETS.top - INSETS.bottom
  const wide = width - INSETS.left - INSETS.right
  const middleOf = (index: number) => INSETS.left + ((index + 0.5) * wide) / times.length
  return (
    <g>
      {scale.ticks.map((tick) => {
        const y = INSETS.top + tall - (tall * tick) / scale.top
        return (
          <g key={tick}>
            <line class="chart-axis" x1={INSETS.left} x2={width - INSETS.right} y1={y} y2={y} />
            <text x={INSETS.left - 8} y={y + 4} text-anchor="end">
              {withoutZeros(format(tick))}
            </text>
          </g>
        )
      })}
      {timeTicks(times, Math.max(2, Math.floor(wide / LABEL_PX))).map(({ index, label }) => {
        const x = middleOf(index)
        // A label near the right edge ends at the edge instead of being cut off.
        const anchor = x > width - LABEL_PX / 2 ? 'end' : 'middle'
        return (
          <text key={index} x={anchor === 'end' ? width - INSETS.right : x} y={height - 6} text-anchor={anchor}>
            {label}
          </text>
        )
      })}
    </g>
  )
}

/** `2.00 s` is `2 s` and `1.50 s` is `1.5 s` on an axis; amounts of money keep their cents. */
function withoutZeros(text: string): string {
  const whole = text.replace(/\.0+(?!\d)/, '')
  return whole.startsWith('$') ? whole : whole.replace(/(\.\d+?)0+(?!\d)/, '$1')
}
