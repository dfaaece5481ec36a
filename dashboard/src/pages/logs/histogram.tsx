/** Requests over time by outcome; a range selected by pointer or keyboard becomes the filter range. */

import { useState } from 'preact/hooks'
import type { Resource } from '../../app/use-resource.ts'
import { useWidth } from '../../design/charts/chart-frame.tsx'
import { ChartReadout, type ReadoutRow } from '../../design/charts/readout.tsx'
import { timeTicks } from '../../design/charts/time-ticks.ts'
import { Button } from '../../design/controls/button.tsx'
import { count, counted } from '../../design/data/format.ts'
import { dayClock } from '../../design/data/time-zone.ts'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { shortTime } from './list/columns.tsx'

/** `rescued`: recovered by retry or fallback; a subset of the successful ones. */
type HistogramBar = {
  readonly timestamp: string
  readonly ok: number
  readonly rescued: number
  readonly errors: number
}

export type HistogramResponse = {
  readonly from: string
  readonly to: string
  readonly bar_width: number
  readonly is_partial: boolean
  readonly data: readonly HistogramBar[]
}

type HistogramProps = {
  readonly resource: Resource<HistogramResponse>
  readonly onRange: (range: string) => void
  /** Null: already the widest range. */
  readonly onWider: (() => void) | null
}

const HEIGHT_PX = 56
const TICK_PX = 90
type BarRange = { readonly from: number; readonly to: number }

export function Histogram({ resource, onRange, onWider }: HistogramProps) {
  const { data, error, reload } = resource
  if (error && !data) return <ErrorNotice error={error} what="count the requests" onRetry={reload} />
  if (!data) return <div class="logs-histogram" style={{ height: `${HEIGHT_PX + 48}px` }} />
  return <Bars response={data} onRange={onRange} onWider={onWider} />
}

function Bars({
  response,
  onRange,
  onWider,
}: Omit<HistogramProps, 'resource'> & { readonly response: HistogramResponse }) {
  const { box, width } = useWidth()
  const [chosen, setChosen] = useState<BarRange | null>(null)
  const [isDrawing, setDrawing] = useState(false)
  const [pointed, setPointed] = useState<number | null>(null)
  const bars = response.data
  const most = Math.max(1, ...bars.map((bar) => bar.ok + bar.errors))
  const slot = width / Math.max(1, bars.length)
  const sums = sumsOf(bars)
  const times = bars.map((bar) => Date.parse(bar.timestamp))
  const middleOf = (index: number) => (index + 0.5) * slot
  const zoom = (range: BarRange) => {
    setChosen(null)
    const start = (index: number) => Date.parse(bars[0]?.timestamp ?? response.from) + index * response.bar_width
    const end = Math.min(start(range.to + 1), Date.parse(response.to))
    onRange(`${new Date(start(range.from)).toISOString()}..${new Date(end).toISOString()}`)
  }
  const indexOf = (event: PointerEvent) => {
    const left = box.current?.getBoundingClientRect().left ?? 0
    return Math.max(0, Math.min(bars.length - 1, Math.floor((event.clientX - left) / Math.max(1, slot))))
  }
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setChosen(moved(chosen, step, event.shiftKey, bars.length))
    }
    if (event.key === 'Enter' && chosen) zoom(chosen)
    if (event.key === 'Escape' && chosen) {
      event.preventDefault()
      setChosen(null)
    }
  }
  const rescued = sums.rescued > 0 ? `, ${count(sums.rescued)} recovered` : ''
  const all = count(sums.ok + sums.errors)
  const sentence = `${response.is_partial ? 'At least ' : ''}${all} requests, ${count(sums.errors)} failed${rescued}`
  const span = chosen && ordered(chosen)
  return (
    <div class="logs-histogram">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
      <div
        ref={box}
        class="logs-bars"
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows select a range, Enter zooms into it.
        tabIndex={0}
        aria-label={`${sentence}. Arrow keys select a time, Shift with arrow keys a range, Enter zooms in.`}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDrawing(true)
          setChosen({ from: indexOf(event), to: indexOf(event) })
        }}
        onPointerMove={(event) => {
          setPointed(indexOf(event))
          if (isDrawing && chosen) setChosen({ ...chosen, to: indexOf(event) })
        }}
        onPointerLeave={() => setPointed(null)}
        onPointerUp={() => {
          setDrawing(false)
          if (span) zoom(span)
        }}
      >
        {width > 0 && (
          <svg width={width} height={HEIGHT_PX + 18} aria-hidden="true">
            {span && (
              <rect
                class="logs-chosen"
                x={span.from * slot}
                y={0}
                width={(span.to - span.from + 1) * slot}
                height={HEIGHT_PX}
              />
            )}
            {bars.map((bar, index) => (
              <Bar key={bar.timestamp} bar={bar} x={index * slot} width={slot} scale={(HEIGHT_PX - 2) / most} />
            ))}
            <line class="chart-axis" x1={0} x2={width} y1={HEIGHT_PX - 0.5} y2={HEIGHT_PX - 0.5} />
            {pointed !== null && (
              <line class="chart-cross" x1={middleOf(pointed)} x2={middleOf(pointed)} y1={0} y2={HEIGHT_PX} />
            )}
            {timeTicks(times, Math.max(2, Math.floor(width / TICK_PX))).map(({ index, label }) => (
              <text key={index} x={middleOf(index)} y={HEIGHT_PX + 14} text-anchor={anchorOf(middleOf(index), width)}>
                {label}
              </text>
            ))}
          </svg>
        )}
        {pointed !== null && bars[pointed] && (
          <ChartReadout
            title={dayClock(times[pointed] ?? 0)}
            rows={readoutRows(bars[pointed])}
            left={middleOf(pointed)}
            width={width}
          />
        )}
      </div>
      <div class="spread caption">
        <span class="row-wrap" data-key="histogram-words">
          {span ? rangeText(response, span) : <Legend sums={sums} isPartial={response.is_partial} />}
          <span class="row">
            {bars.length > 2 && (
              <Button kind="quiet" size="small" onClick={() => zoom(span ?? middle(bars.length))}>
                Zoom in
              </Button>
            )}
            {onWider && (
              <Button kind="quiet" size="small" onClick={onWider}>
                Zoom out
              </Button>
            )}
          </span>
        </span>
      </div>
    </div>
  )
}

type LegendProps = { readonly sums: Omit<HistogramBar, 'timestamp'>; readonly isPartial: boolean }

/** The sums, with the colours of the bars. */
function Legend({ sums, isPartial }: LegendProps) {
  const parts = readoutRows({ timestamp: '', ...sums })
  return (
    <>
      <span>
        {isPartial ? 'At least ' : ''}
        {counted(sums.ok + sums.errors, 'request')}
      </span>
      {parts.map(({ name, color, value }) => (
        <span key={name} class="logs-legend">
          <span class="logs-swatch" style={{ background: color }} aria-hidden="true" />
          {value} {name}
        </span>
      ))}
    </>
  )
}

type BarProps = {
  readonly bar: HistogramBar
  readonly x: number
  readonly width: number
  readonly scale: number
}

function Bar({ bar, x, width, scale }: BarProps) {
  const inner = { x: x + width * 0.1, width: Math.max(1, width * 0.8) }
  const parts = [
    { name: 'ok', px: (bar.ok - bar.rescued) * scale },
    { name: 'rescued', px: bar.rescued * scale },
    { name: 'errors', px: bar.errors * scale },
  ]
  let top = HEIGHT_PX
  return (
    <g>
      {parts.map(({ name, px }) => {
        top -= px
        return <rect key={name} class={`logs-bar-${name}`} {...inner} y={top} height={px} />
      })}
    </g>
  )
}

/** Labels at the edges stay inside the chart. */
function anchorOf(x: number, width: number): 'start' | 'middle' | 'end' {
  return x < TICK_PX / 2 ? 'start' : x > width - TICK_PX / 2 ? 'end' : 'middle'
}

function readoutRows({ ok, rescued, errors }: HistogramBar): readonly ReadoutRow[] {
  return [
    { name: 'ok', color: 'var(--outcome-ok)', value: count(ok - rescued) },
    { name: 'recovered', color: 'var(--outcome-recovered)', value: count(rescued) },
    { name: 'failed', color: 'var(--outcome-failed)', value: count(errors) },
  ]
}

function barText({ ok, rescued, errors }: Omit<HistogramBar, 'timestamp'>): string {
  return `${count(ok)} ok${rescued > 0 ? ` (${count(rescued)} recovered)` : ''}, ${count(errors)} failed`
}

function sumsOf(bars: readonly HistogramBar[]): Omit<HistogramBar, 'timestamp'> {
  const sum = (name: 'ok' | 'rescued' | 'errors') => bars.reduce((total, bar) => total + bar[name], 0)
  return { ok: sum('ok'), rescued: sum('rescued'), errors: sum('errors') }
}

function moved(chosen: BarRange | null, step: number, isExtending: boolean, length: number): BarRange {
  if (!chosen) return { from: length - 1, to: length - 1 }
  const to = Math.max(0, Math.min(length - 1, chosen.to + step))
  return { from: isExtending ? chosen.from : to, to }
}

function ordered({ from, to }: BarRange): BarRange {
  return from <= to ? { from, to } : { from: to, to: from }
}

function middle(length: number): BarRange {
  return { from: Math.floor(length / 4), to: Math.ceil((length * 3) / 4) - 1 }
}

function rangeText({ data, to: end, bar_width: widthMs }: HistogramResponse, { from, to }: BarRange): string {
  const bars = data.slice(from, to + 1)
  const start = Date.parse(bars[0]?.timestamp ?? '')
  return `${shortTime(start)} – ${shortTime(Math.min(start + bars.length * widthMs, Date.parse(end)))}: ${barText(sumsOf(bars))}`
}
