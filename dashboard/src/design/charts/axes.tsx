/** Chart axes: horizontal grid lines with values, and labels below. */

import { labelIndexes, type Scale } from './scale.ts'

export const INSETS = { top: 8, right: 8, bottom: 24, left: 56 } as const
const LABEL_PX = 110

type AxesProps = {
  readonly width: number
  readonly height: number
  readonly scale: Scale
  readonly labels: readonly string[]
  readonly format: (value: number) => string
}

export function Axes({ width, height, scale, labels, format }: AxesProps) {
  const tall = height - INSETS.top - INSETS.bottom
  const wide = width - INSETS.left - INSETS.right
  const middleOf = (index: number) => INSETS.left + ((index + 0.5) * wide) / labels.length
  // Drop the last label if it would be cut off at the edge.
  const shown = labelIndexes(labels.length, Math.max(2, Math.floor(wide / LABEL_PX))).filter(
    (index) => index === 0 || middleOf(index) + LABEL_PX / 2 <= width + INSETS.right,
  )
  return (
    <g>
      {scale.ticks.map((tick) => {
        const y = INSETS.top + tall - (tall * tick) / scale.top
        return (
          <g key={tick}>
            <line class="chart-axis" x1={INSETS.left} x2={width - INSETS.right} y1={y} y2={y} />
            <text x={INSETS.left - 8} y={y + 4} text-anchor="end">
              {format(tick)}
            </text>
          </g>
        )
      })}
      {shown.map((index) => (
        <text key={index} x={middleOf(index)} y={height - 6} text-anchor="middle">
          {labels[index]}
        </text>
      ))}
    </g>
  )
}
