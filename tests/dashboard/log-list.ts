/** The list of requests on the Logs page. */

import type { Page } from 'playwright-core'
import { inPage } from './in-page.ts'

/** Scrolls down by this many pixels. True if the list then shows its last row and says that there are no more. */
export function scrolledToEnd(page: Page, pixels: number): Promise<boolean> {
  return page.locator('.logs-table').evaluate(
    inPage<boolean>(`
      element.scrollTop += ${pixels}
      return document.body.textContent.includes('These are all requests of')
        && element.scrollTop + element.clientHeight >= element.scrollHeight - 2`),
  )
}
