/** Pagination of a long list: current page, total, previous and next. */

import { Button } from '../controls/button.tsx'
import { count } from './format.ts'

type PagerProps = {
  readonly total: number
  /** Zero-based. */
  readonly page: number
  readonly pageSize: number
  readonly onPage: (page: number) => void
  /** Plural noun: "people". */
  readonly what: string
}

/** Renders nothing if everything fits on one page. */
export function Pager({ total, page, pageSize, onPage, what }: PagerProps) {
  if (total <= pageSize && page === 0) return null
  const first = Math.min(total, page * pageSize + 1)
  const last = Math.min(total, (page + 1) * pageSize)
  return (
    <nav class="row-wrap" aria-label={`Pages of ${what}`}>
      <Button size="small" icon="left" disabled={page === 0} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span class="caption">
        {count(first)}–{count(last)} of {count(total)} {what}
      </span>
      <Button size="small" disabled={last >= total} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
