/** The frame of every chart: title, unit, legend, and the same data as a table and CSV. */

import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../controls/button.tsx'
import { CopyButton } from '../controls/copy-button.tsx'
import { csvText } from '../data/csv-text.ts'

export type ChartSeries = {
  readonly name: string
  readonly color: string
  /** One per label; null is a gap. */
  readonly values: readonly (number | null)[]
}

export type ChartData = {
  /** A noun phrase: "Requests by outcome". */
  readonly title: string
  readonly unit: string
  /** One per bucket, as displayed. */
  readonly labels: readonly string[]
  readonly series: readonly ChartSeries[]
  readonly format?: (value: number) => string
  /** Link of a bucket, such as the logs of that time range. */
  readonly hrefOf?: (index: number) => string
}

type FrameProps = {
  readonly data: ChartData
  /** Text alternative for screen readers. */
  readonly sentence: string
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

export function ChartFrame({ data, sentence, actions, children }: FrameProps) {
  const [isTable, setTable] = useState(false)
  const { title, unit, series } = data
  return (
    <figure class="chart">
      <figcaption class="spread">
        <span>
          <strong>{title}</strong> <span class="caption">{unit}</span>
        </span>
        <span class="row">
          {actions}
          <Button
            kind="quiet"
            size="small"
            aria-pressed={isTable ? 'true' : 'false'}
            onClick={() => setTable(!isTable)}
          >
            As table
          </Button>
          <CopyButton text={csvOf(data)} what="CSV" />
        </span>
      </figcaption>
      {isTable ? (
        <ChartTable data={data} />
      ) : (
        <div role="img" aria-label={sentence}>
          {children}
        </div>
      )}
      {series.length > 1 && (
        <div class="chart-legend">
          {series.map((one) => (
            <span key={one.name}>
              <span class="swatch" style={{ background: one.color }} aria-hidden="true" />
              {one.name}
            </span>
          ))}
        </div>
      )}
    </figure>
  )
}

function ChartTable({ data: { title, labels, series, format = String, hrefOf } }: { readonly data: ChartData }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard.
    <section class="table-frame" tabIndex={0} aria-label={title}>
      <table class="table table-compact" aria-label={title}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map((one) => (
              <th key={one.name} scope="col" class="number">
                {one.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, index) => (
            <tr key={label}>
              <td>{hrefOf ? <a href={hrefOf(index)}>{label}</a> : label}</td>
              {series.map((one) => (
                <td key={one.name} class="number">
                  {show(one.values[index], format)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function show(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? '—' : format(value)
}

function csvOf({ labels, series }: ChartData): string {
  const head = ['time', ...series.map((one) => one.name)]
  return csvText([head, ...labels.map((label, index) => [label, ...series.map((one) => one.values[index])])])
}

/** Measured width. The SVG is drawn at this size so that its text is not scaled. */
export function useWidth() {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  // A layout effect measures before the first paint. A chart drawn later would move the content below it.
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { box, width }
}
