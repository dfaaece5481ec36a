/** One page of a list and the total number of rows. */

import type { SelectQueryBuilder } from 'kysely'
import type { Listed, Page } from '../../core/stores/reach.ts'

/** `page.currentPage` starts at 0; a page after the last one is empty. */
export async function pageOf<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  page: Page,
): Promise<Listed<Row>> {
  const { orderBy, groupBy, distinctOn } = query.toOperationNode()
  // Without an order, pages could repeat or skip rows. With groups, the total would count rows instead of groups.
  if (!orderBy || groupBy || distinctOn) throw new Error('pageOf needs a query with an order and without groups.')
  const { total } = await query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  const offset = page.currentPage * page.pageSize
  // Also protects the engines from huge page numbers: they reject offsets beyond 64 bits.
  if (offset >= total) return { rows: [], total }
  return { rows: await query.limit(page.pageSize).offset(offset).execute(), total }
}
