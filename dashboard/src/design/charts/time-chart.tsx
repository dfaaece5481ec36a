/** Lines or stacked bars over time: gaps for unknown values, the incomplete last bucket hatched. */

import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { navigate } from '../../app/location.ts'
import { count, shortCount } from '../data/format.ts'
import { Axes, INSETS } from './axes.tsx'
import { ChartFrame, type ChartSeries, useWidth } from './chart-frame.tsx'
import { pathOf } from './path-of.ts'
import { ChartReadout } from './readout.tsx'
import { scaleFor } from './scale.ts'

export type TimeChartData = {
  /** A noun phrase, in sentence case. */
  readonly title: string
  readonly unit: string
  readonly kind: 'bars' | 'lines'
  /** Start of each bucket. */
  readonly times: readonly number[]
  readonly labels: readonly string[]
  readonly series: readonly ChartSeries[]
  /** The values of the previous period, shown as a dashed line. */
  readonly before: readonly (number | null)[] | null
  readonly isLastPartial: boolean
  readonly format: (value: number) => string
  readonly hrefOf: (index: number) => string
}

/** The time under the pointer, shared by all charts of the page. */
const pointedAtMs = signal<number | null>(null)

type TimeChartProps = {
  readonly data: TimeChartData
  readonly sentence: string
  readonly actions?: ComponentChildren
  readonly height?: number
}

export function TimeChart({ data, sentence, actions, height = 180 }: TimeChartProps) {
  const { box, width } = useWidth()
  const [isPointed, setPointed] = useState(false)
  const { times, labels, series, before, kind, format } = data
  const compared: ChartSeries[] = before ? [{ name: 'previous period', color: 'var(--text-3)', values: before }] : []
  const heights = kind === 'bars' ? labels.map((_, index) => sumAt(series, index)) : series.flatMap((one) => one.values)
  const scale = scaleFor(
    Math.max(0, ...heights.map((value) => value ?? 0), ...(before ?? []).map((value) => value ?? 0)),
    format === count || format === shortCount,
  )
  const wide = Math.max(0, width - INSETS.left - INSETS.right)
  const tall = height - INSETS.top - INSETS.bottom
  const slot = wide / Math.max(1, labels.length)
  const x = (index: number) => INSETS.left + (index + 0.5) * slot
  const y = (value: number) => INSETS.top + tall - (tall * value) / scale.top
  const at = bucketAt(times, pointedAtMs.value)
  const indexAt = (event: MouseEvent) => {
    const left = box.current?.getBoundingClientRect().left ?? 0
    const index = Math.floor((event.clientX - left - INSETS.left) / slot)
    return Math.max(0, Math.min(times.length - 1, index))
  }
  return (
    <ChartFrame data={{ ...data, series: [...series, ...compared] }} sentence={sentence} actions={actions}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: for the mouse; the table has the same links for keyboard and screen readers. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the mouse, as above. */}
      <div
        ref={box}
        class="chart-plot"
        onClick={(event) => navigate(data.hrefOf(indexAt(event)))}
        onPointerMove={(event) => {
          pointedAtMs.value = times[indexAt(event)] ?? null
          setPointed(true)
        }}
        onPointerLeave={() => {
          pointedAtMs.value = null
          setPointed(false)
        }}
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            <Axes width={width} height={height} scale={scale} times={times} format={format} />
            {kind === 'bars' ? <Bars data={data} slot={slot} x={x} y={y} /> : <Lines data={data} x={x} y={y} />}
            {before && <path class="chart-before" d={pathOf(before, x, y)} />}
            {at >= 0 && <line class="chart-cross" x1={x(at)} x2={x(at)} y1={INSETS.top} y2={INSETS.top + tall} />}
          </svg>
        )}
        {at >= 0 && isPointed && <Readout data={data} at={at} left={x(at)} width={width} />}
      </div>
    </ChartFrame>
  )
}

type PlotProps = {
  readonly data: TimeChartData
  readonly x: (index: number) => number
  readonly y: (value: number) => number
}

function Bars({ data: { series, labels, isLastPartial }, slot, x, y }: PlotProps & { readonly slot: number }) {
  const id = useId()
  const barWidth = Math.max(1, slot * 0.8)
  return (
    <g>
      {isLastPartial && series.map((one, index) => <Hatch key={one.name} id={`${id}-${index}`} color={one.color} />)}
      {labels.map((label, index) => {
        let below = 0
        return series.map((one, number) => {
          const value = one.values[index] ?? 0
          if (value <= 0) return null
          const bottom = y(below)
          below += value
          const isHatched = isLastPartial && index === labels.length - 1
          return (
            <rect
              key={`${label} ${one.name}`}
              x={x(index) - barWidth / 2}
              y={y(below)}
              width={barWidth}
              height={bottom - y(below)}
              fill={isHatched ? `url(#${id}-${number})` : one.color}
              stroke={isHatched ? one.color : undefined}
            />
          )
        })
      })}
    </g>
  )
}

function Hatch({ id, color }: { readonly id: string; readonly color: string }) {
  return (
    <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <line x1="0" x2="0" y1="0" y2="5" stroke={color} stroke-width="3" />
    </pattern>
  )
}

function Lines({ data: { series, labels, isLastPartial }, x, y }: PlotProps) {
  const last = labels.length - 1
  return (
    <g>
      {series.map((one) => {
        const sure = isLastPartial ? one.values.map((value, index) => (index === last ? null : value)) : one.values
        const tail = one.values.map((value, index) => (index >= last - 1 ? value : null))
        return (
          <g key={one.name} stroke={one.color} fill={one.color}>
            <path d={pathOf(sure, x, y)} fill="none" stroke-width="1.5" />
            {isLastPartial && <path d={pathOf(tail, x, y)} fill="none" stroke-width="1.5" stroke-dasharray="3 3" />}
            {one.values.map((value, index) =>
              // A single point between gaps would be invisible as a line.
              value !== null && isAlone(one.values, index) ? (
                <circle key={labels[index]} cx={x(index)} cy={y(value)} r="2" />
              ) : null,
            )}
          </g>
        )
      })}
    </g>
  )
}

type ReadoutProps = {
  readonly data: TimeChartData
  readonly at: number
  readonly left: number
  readonly width: number
}

/** All series at the hovered time, largest first, with the total of stacked bars. */
function Readout({ data, at, left, width }: ReadoutProps) {
  const { labels, series, before, format, kind, isLastPartial } = data
  const shown = (value: number | null | undefined) => (value === null || value === undefined ? '—' : format(value))
  const rows = [...series]
    .sort((one, other) => (other.values[at] ?? -1) - (one.values[at] ?? -1))
    .map((one) => ({ name: one.name, color: one.color, value: shown(one.values[at]) }))
  const total = kind === 'bars' && series.length > 1 ? [{ name: 'total', value: format(sumAt(series, at)) }] : []
  const earlier = before ? [{ name: 'previous period', value: shown(before[at]) }] : []
  return (
    <ChartReadout
      title={labels[at] ?? ''}
      note={isLastPartial && at === labels.length - 1 ? 'incomplete' : undefined}
      rows={[...rows, ...total, ...earlier]}
      left={left}
      width={width}
    />
  )
}

/** The bucket that contains the time. Charts of a page may have buckets of different width. */
function bucketAt(times: readonly number[], atMs: number | null): number {
  const [first] = times
  const last = times.at(-1)
  if (atMs === null || first === undefined || last === undefined || atMs < first) return -1
  const bucketMs = times.length > 1 ? (last - first) / (times.length - 1) : 0
  return atMs > last + bucketMs ? -1 : times.findLastIndex((startMs) => startMs <= atMs)
}

function sumAt(series: readonly ChartSeries[], index: number): number {
  return series.reduce((sum, one) => sum + (one.values[index] ?? 0), 0)
}

function isAlone(values: readonly (number | null)[], index: number): boolean {
  return (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null
}
