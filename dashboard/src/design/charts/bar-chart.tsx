/** Stacked bars over time, by outcome. The last, incomplete bucket is hatched. */

import { navigate } from '../../app/location.ts'
import { Axes, INSETS } from './axes.tsx'
import { type ChartData, ChartFrame, useWidth } from './chart-frame.tsx'
import { scaleFor } from './scale.ts'

type BarChartProps = {
  readonly data: ChartData
  readonly sentence: string
  readonly height?: number
  readonly isLastUnfinished?: boolean
}

export function BarChart({ data, sentence, height = 180, isLastUnfinished }: BarChartProps) {
  const { box, width } = useWidth()
  const { labels, series, format = String } = data
  const totals = labels.map((_, index) => series.reduce((sum, one) => sum + (one.values[index] ?? 0), 0))
  const scale = scaleFor(Math.max(0, ...totals))
  const inner = { width: Math.max(0, width - INSETS.left - INSETS.right), height: height - INSETS.top - INSETS.bottom }
  const slot = inner.width / Math.max(1, labels.length)
  return (
    <ChartFrame data={data} sentence={sentence}>
      <div ref={box}>
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            <Axes width={width} height={height} scale={scale} labels={labels} format={format} />
            {labels.map((label, index) => {
              let below = 0
              const isHatched = isLastUnfinished && index === labels.length - 1
              return (
                // For the mouse only: the picture is one image, and its table has the same links for keys and screen readers.
                // biome-ignore lint/a11y: see above.
                <g
                  key={label}
                  style={{ opacity: isHatched ? 0.55 : 1, cursor: data.hrefOf ? 'pointer' : undefined }}
                  onClick={() => data.hrefOf && navigate(data.hrefOf(index))}
                >
                  <title>{tooltip(data, index)}</title>
                  <rect
                    x={INSETS.left + index * slot}
                    y={INSETS.top}
                    width={slot}
                    height={inner.height}
                    fill="transparent"
                  />
                  {series.map((one) => {
                    const value = one.values[index] ?? 0
                    const tall = (inner.height * value) / scale.top
                    below += tall
                    return (
                      <rect
                        key={one.name}
                        x={INSETS.left + index * slot + slot * 0.1}
                        y={INSETS.top + inner.height - below}
                        width={Math.max(1, slot * 0.8)}
                        height={tall}
                        fill={one.color}
                        stroke={isHatched ? one.color : undefined}
                        stroke-dasharray={isHatched ? '2 2' : undefined}
                      />
                    )
                  })}
                </g>
              )
            })}
          </svg>
        )}
      </div>
    </ChartFrame>
  )
}

/** All series of one bucket, largest first. */
function tooltip({ labels, series, format = String }: ChartData, index: number): string {
  const rows = series
    .map((one) => ({ name: one.name, value: one.values[index] ?? null }))
    .sort((one, other) => (other.value ?? -1) - (one.value ?? -1))
    .map(({ name, value }) => `${name}: ${value === null ? '—' : format(value)}`)
  return [labels[index], ...rows].join('\n')
}
