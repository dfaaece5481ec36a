/** Large numbers, each with the previous value when comparing, and a link to the logs. */

import { percent } from '../../../design/data/format.ts'

export type Tile = {
  readonly label: string
  readonly now: number | null
  readonly before?: number | null
  readonly format: (value: number) => string
  /** Whether an increase is good or bad; absent: neutral. */
  readonly moreIs?: 'better' | 'worse'
  readonly href?: string
  readonly note?: string
}

export function Tiles({ tiles, isCompared }: { readonly tiles: readonly Tile[]; readonly isCompared: boolean }) {
  return (
    <dl class="figures">
      {tiles.map((tile) => (
        <div key={tile.label} class="card">
          <dt class="caption">{tile.label}</dt>
          <dd class="figure">{tile.href ? <a href={tile.href}>{shown(tile.now, tile)}</a> : shown(tile.now, tile)}</dd>
          {isCompared && (
            <dd class="caption">
              <Change {...tile} />
            </dd>
          )}
          {tile.note && <dd class="caption">{tile.note}</dd>}
        </div>
      ))}
    </dl>
  )
}

function Change({ now, before = null, format, moreIs }: Tile) {
  if (before === null) return <>before: unknown</>
  const was = `before ${format(before)}`
  if (now === null || before === 0) return <>{was}</>
  const share = (now - before) / before
  const isGood = share === 0 || moreIs === undefined ? null : share > 0 === (moreIs === 'better')
  const tone = isGood === null ? 'muted' : isGood ? 'tone-ok' : 'tone-error'
  const sign = share > 0 ? '+' : share < 0 ? '−' : '±'
  return (
    <>
      <span class={tone}>{`${sign}${percent(Math.abs(share))}`}</span> {was}
    </>
  )
}

function shown(value: number | null, { format }: Tile): string {
  return value === null ? '—' : format(value)
}
