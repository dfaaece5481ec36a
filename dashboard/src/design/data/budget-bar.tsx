/** How much of a limit is used, with the alert threshold and the forecast, in text as well as colour. */

import { money, percent } from './format.ts'

type BudgetBarProps = {
  readonly used: number | null
  /** Held for requests in progress: counts against the limit but is not spent yet. */
  readonly held?: number | null
  readonly limit: number
  readonly alertAt?: number | null
  readonly forecast?: number | null
  /** Defaults to dollars. */
  readonly format?: (value: number | null) => string
  /** Unit after the limit if the format has none: `tokens`. */
  readonly unit?: string
  readonly label: string
}

export function BudgetBar({ used, held, limit, alertAt, forecast, format = money, unit, label }: BudgetBarProps) {
  const share = used === null || limit <= 0 ? null : used / limit
  const tone = toneOf(share, used, alertAt)
  const words = used === null ? 'unknown' : `${format(used)} of ${format(limit)}${unit ? ` ${unit}` : ''}`
  return (
    <div class="budget">
      <div class={`budget-track tone-${tone}`} role="img" aria-label={`${label}: ${words}, ${percent(share)} used`}>
        <div class="budget-fill" style={{ width: `${100 * Math.min(1, share ?? 0)}%` }} />
        {held != null && held > 0 && share !== null && share < 1 && (
          <div
            class="budget-held"
            style={{ left: `${100 * share}%`, width: `${100 * Math.min(1 - share, held / limit)}%` }}
            title={`${format(held)} held for requests in progress`}
          />
        )}
        {alertAt != null && alertAt < limit && (
          <div
            class="budget-mark"
            style={{ left: `${(100 * alertAt) / limit}%` }}
            title={`Alert at ${format(alertAt)}`}
          />
        )}
        {forecast != null && (
          <div
            class="budget-mark budget-mark-forecast"
            style={{ left: `${Math.min(100, (100 * forecast) / limit)}%` }}
            title={`Forecast ${format(forecast)}`}
          />
        )}
      </div>
      <div class="budget-words" aria-hidden="true">
        <span>{words}</span>
        <span class={`tone-${tone}`}>{wordOf(share, tone)}</span>
      </div>
    </div>
  )
}

/** The warning threshold if no alert threshold is set. */
const NEARLY = 0.9

function toneOf(share: number | null, used: number | null, alertAt: number | null | undefined) {
  if (share === null) return 'neutral'
  if (share >= 1) return 'error'
  if (alertAt == null) return share >= NEARLY ? 'warning' : 'ok'
  return used !== null && used >= alertAt ? 'warning' : 'ok'
}

function wordOf(share: number | null, tone: string): string {
  if (share === null) return ''
  if (tone === 'error') return 'exhausted'
  return percent(share)
}
