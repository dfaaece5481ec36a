/** Checks pages in both themes and at every width with axe and for horizontal overflow. */

import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems, type Dashboard, sidewaysOverflow, THEMES, WIDTHS } from './harness.ts'
import { follow } from './page-tree.ts'

/** An axe check takes seconds: by default each theme is checked at one width. Overflow is checked at all widths. */
const CHECKED_BY_AXE: ReadonlySet<string> = new Set(['light 1440', 'dark 390'])
const CHECKS_ALL_SIZES = process.env['GATEHOUSE_TEST_ALL_SIZES'] === '1'

/** Checks the open page in its current state. */
export async function pageProblems(page: Page): Promise<string[]> {
  const problems: string[] = []
  for (const theme of THEMES) {
    // Without a chosen theme the page follows the system theme without a reload.
    await page.emulateMedia({ colorScheme: theme })
    await page.locator(`html[data-theme=${theme}]`).waitFor()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      const isChecked = CHECKS_ALL_SIZES || CHECKED_BY_AXE.has(`${theme} ${width}`)
      const found = isChecked ? await accessibilityProblems(page) : []
      problems.push(...found.map((problem) => `${theme}, ${width} px: ${problem}`))
      const overflow = await sidewaysOverflow(page)
      if (overflow > 0) problems.push(`${theme}, ${width} px: ${overflow} px stick out`)
    }
  }
  return problems
}

/** Checks pages in states that tests/dashboard/every-page.test.ts does not visit; `ready` is a text that is visible once the page has its data. */
export async function checkPages(
  dashboard: Dashboard,
  pages: readonly { readonly path: string; readonly ready: string | RegExp }[],
): Promise<void> {
  const { page, errors, foreignRequests, close } = await dashboard.open('/account')
  for (const { path, ready } of pages) {
    await follow(page, path)
    await page.getByText(ready).first().waitFor()
    expect({ path, problems: await pageProblems(page) }).toEqual({ path, problems: [] })
  }
  expect([...errors, ...foreignRequests]).toEqual([])
  await close()
}
