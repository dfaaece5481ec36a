/** The state of a budget: its bar, the amount held, the forecast and the next reset. */

import { BudgetBar } from '../data/budget-bar.tsx'
import { count, exactTime, money } from '../data/format.ts'
import { day, weekdayClock } from '../data/time-zone.ts'
import { amountIn, forecastExhausted, resetWords, type UsageLimit } from './limit-types.ts'

type UsageBarProps = {
  readonly limit: UsageLimit
  readonly label: string
  /** Usage of the last 24 hours, in the unit of the budget; null: unknown. */
  readonly spentLastDay?: number | null
  /** Omits the lines below the bar. */
  readonly isShort?: boolean
}

export function UsageBar({ limit, label, spentLastDay = null, isShort }: UsageBarProps) {
  const { type = 'cost' } = limit
  const format = amountIn(type)
  const forecastMs = forecastExhausted(limit, spentLastDay, Date.now())
  return (
    <div class="stack-tight">
      <BudgetBar
        used={limit.current_usage ?? null}
        held={limit.held ?? null}
        limit={limit.credit_limit}
        alertAt={limit.alert_threshold}
        format={type === 'cost' ? money : count}
        unit={type === 'cost' ? undefined : type}
        label={label}
      />
      {!isShort && (
        <div class="caption">
          {limit.held ? <span>{format(limit.held)} held for requests in progress · </span> : null}
          {forecastMs !== null && (
            <span class="tone-warning" title={`At the rate of the last 24 hours: ${exactTime(forecastMs)}`}>
              runs out {soon(forecastMs)} ·{' '}
            </span>
          )}
          {limit.next_usage_reset_at ? (
            <>
              resets{' '}
              <time dateTime={limit.next_usage_reset_at} title={exactTime(limit.next_usage_reset_at)}>
                {day(Date.parse(limit.next_usage_reset_at))}
              </time>
            </>
          ) : (
            resetWords(limit)
          )}
        </div>
      )}
    </div>
  )
}

/** `Thu 14:00` within six days, otherwise the date. */
function soon(ms: number): string {
  if (ms - Date.now() > 6 * 86_400_000) return day(ms)
  return weekdayClock(ms)
}
