/** Whether a virtual key's budget refuses requests now. */

import type { LogRow } from '../../api/log-row.ts'
import type { UsageLimit } from '../../design/limits/limit-types.ts'

type Failure = Pick<LogRow, 'error_code' | 'created_at' | 'response_time'>

/**
 * A budget that is not exhausted can be too low for one request. That refusal counts until the key is changed or the
 * budget resets.
 */
export function budgetRefusal(
  limit: UsageLimit | null,
  changedAt: string,
  lastError: Failure | null | undefined,
): 'every request' | 'the last request' | null {
  if (limit === null) return null
  if (limit.status === 'exhausted') return 'every request'
  if (lastError?.error_code !== 'budget_exhausted') return null
  // Compare with the end of the request: the first request under a budget starts before the budget's first period. Add
  // 1 ms because `created_at` is truncated to milliseconds.
  const endedAtMs = Date.parse(lastError.created_at) + lastError.response_time + 1
  const isOver = [changedAt, limit.last_reset_at ?? changedAt].some((at) => Date.parse(at) > endedAtMs)
  return isOver ? null : 'the last request'
}
