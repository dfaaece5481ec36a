/** A row of large numbers, each with a label above and a note below. */

import type { ComponentChildren } from 'preact'

export type Figure = {
  readonly label: string
  readonly value: ComponentChildren
  readonly note?: ComponentChildren
}

export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl class="figures">
      {figures.map(({ label, value, note }) => (
        <div key={label} class="card">
          <dt class="caption">{label}</dt>
          <dd class="figure">{value}</dd>
          {note && <dd class="caption">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
