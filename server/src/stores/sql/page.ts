/** One page of a list together with how many rows there are in all. */

import type { SelectQueryBuilder } from 'kysely'
import type { Listed, Page } from '../../core/stores/reach.ts'

/** `page.currentPage` counts from 0; a page behind the last one is empty. */
export async function pageOf<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  page: Page,
): Promise<Listed<Row>> {
  const { orderBy, groupBy, distinctOn } = query.toOperationNode()
  // Rows without an order may come twice or never, and groups would be counted as rows.
  if (!orderBy || groupBy || distinctOn) throw new Error('pageOf takes a query with an order and without groups.')
  const { total } = await query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  const offset = page.currentPage * page.pageSize
  // Also keeps an absurd page number from the engines, which refuse offsets beyond 64 bits.
  if (offset >= total) return { rows: [], total }
  return { rows: await query.limit(page.pageSize).offset(offset).execute(), total }
}
