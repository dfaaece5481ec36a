/** Pagination of lists. */

import { z } from 'zod'
import type { Page } from '../core/stores/reach.ts'

/** Query parameters of a list. `defaultSize`: rows per page if the request does not set page_size. */
export function pageQuery({ defaultSize, maxSize }: { readonly defaultSize: number; readonly maxSize: number }) {
  return {
    current_page: z.coerce.number().int('must be a whole number').min(0).max(1_000_000_000).default(0),
    page_size: z.coerce.number().int('must be a whole number').min(1).max(maxSize).default(defaultSize),
  }
}

/** The query parameter of lists that can be searched. */
export const searchQuery = z
  .string()
  .min(1)
  .max(128)
  .optional()
  .describe('Part of the name or id, or of the slug if there is one.')

export function pageFrom(query: { readonly current_page: number; readonly page_size: number }): Page {
  return { currentPage: query.current_page, pageSize: query.page_size }
}
