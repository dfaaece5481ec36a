/** Pagination of lists. */

import type { Page } from '../core/stores/reach.ts'

export function pageFrom(query: { readonly current_page: number; readonly page_size: number }): Page {
  return { currentPage: query.current_page, pageSize: query.page_size }
}
