/** The box next to the crosshair: all values at the hovered time. */

export type ReadoutRow = { readonly name: string; readonly value: string; readonly color?: string }

type ReadoutProps = {
  readonly title: string
  readonly note?: string
  readonly rows: readonly ReadoutRow[]
  /** Position of the crosshair, and width of the chart, in pixels. */
  readonly left: number
  readonly width: number
}

export function ChartReadout({ title, note, rows, left, width }: ReadoutProps) {
  const style = left > width / 2 ? { right: `${width - left + 8}px` } : { left: `${left + 8}px` }
  return (
    <div class="chart-readout" style={style} aria-hidden="true">
      <strong>{title}</strong>
      {note && <span class="muted"> {note}</span>}
      {rows.map((row) => (
        <div key={row.name} class={row.color ? 'spread' : 'spread muted'}>
          <span class="row">
            {row.color && <span class="swatch" style={{ background: row.color }} />}
            {row.name}
          </span>
          <span class="number">{row.value}</span>
        </div>
      ))}
    </div>
  )
}
