/** Where the budget of a key, virtual key or workspace stands, for those who show it. */

import type { Holder, Spending, SpendingService } from '../../core/money/spending.ts'
import type { Limits } from '../../core/stores/limits.ts'

/** Current usage of the budget of a key, virtual key or workspace. Null if it has no budget. */
export async function spendingOf(
  book: SpendingService,
  kind: Exclude<Holder['kind'], 'policy'>,
  { id, limits }: { readonly id: string; readonly limits: Limits },
): Promise<Spending | null> {
  return limits.usageLimit === null ? null : book.read({ kind, id }, limits.usageLimit)
}
