/** Straight lines over time, such as p50 and p95; where nothing is known there is a gap. */

import { Axes, INSETS } from './axes.tsx'
import { type ChartData, ChartFrame, useWidth } from './chart-frame.tsx'
import { scaleFor } from './scale.ts'

type LineChartProps = { readonly data: ChartData; readonly sentence: string; readonly height?: number }

export function LineChart({ data, sentence, height = 180 }: LineChartProps) {
  const { box, width } = useWidth()
  const { labels, series, format = String } = data
  const scale = scaleFor(Math.max(0, ...series.flatMap((one) => one.values.map((value) => value ?? 0))))
  const wide = Math.max(0, width - INSETS.left - INSETS.right)
  const tall = height - INSETS.top - INSETS.bottom
  const x = (index: number) => INSETS.left + ((index + 0.5) * wide) / Math.max(1, labels.length)
  const y = (value: number) => INSETS.top + tall - (tall * value) / scale.top
  return (
    <ChartFrame data={data} sentence={sentence}>
      <div ref={box}>
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            <Axes width={width} height={height} scale={scale} labels={labels} format={format} />
            {series.map((one) => (
              <g key={one.name} stroke={one.color} fill={one.color}>
                <path d={pathOf(one.values, x, y)} fill="none" stroke-width="1.5" />
                {one.values.map(
                  (value, index) =>
                    value !== null && (
                      <circle key={labels[index]} cx={x(index)} cy={y(value)} r="2">
                        <title>{`${labels[index]}\n${one.name}: ${format(value)}`}</title>
                      </circle>
                    ),
                )}
              </g>
            ))}
          </svg>
        )}
      </div>
    </ChartFrame>
  )
}

export function pathOf(
  values: readonly (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  let isDrawing = false
  const parts: string[] = []
  values.forEach((value, index) => {
    if (value !== null) parts.push(`${isDrawing ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
    isDrawing = value !== null
  })
  return parts.join('')
}
