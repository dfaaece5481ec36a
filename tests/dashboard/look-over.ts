/** Looks pages over as they stand: in both themes, at every width, for axe and for what hangs out at the side. */

import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems, type Dashboard, sidewaysOverflow, THEMES, WIDTHS } from './harness.ts'

/** A check by axe takes seconds: each theme at one width, unless every look is asked for. What sticks out is seen in all. */
const CHECKED_BY_AXE: ReadonlySet<string> = new Set(['light 1440', 'dark 390'])
const CHECKS_EVERY_LOOK = process.env['GATEHOUSE_TEST_EVERY_LOOK'] === '1'

/** The page that is open, as it is. */
export async function problemsInEveryLook(page: Page): Promise<string[]> {
  const problems: string[] = []
  for (const theme of THEMES) {
    // Who chose no theme follows the system, without a reload.
    await page.emulateMedia({ colorScheme: theme })
    await page.locator(`html[data-theme=${theme}]`).waitFor()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      const isChecked = CHECKS_EVERY_LOOK || CHECKED_BY_AXE.has(`${theme} ${width}`)
      const found = isChecked ? await accessibilityProblems(page) : []
      problems.push(...found.map((problem) => `${theme}, ${width} px: ${problem}`))
      const overflow = await sidewaysOverflow(page)
      if (overflow > 0) problems.push(`${theme}, ${width} px: ${overflow} px stick out`)
    }
  }
  return problems
}

/** Several pages one after the other; `ready` is a text that is there when the page has its data. */
export async function lookOver(
  dashboard: Dashboard,
  pages: readonly { readonly path: string; readonly ready: string | RegExp }[],
): Promise<void> {
  const { page, errors, foreignRequests, close } = await dashboard.open('/account')
  for (const { path, ready } of pages) {
    await page.goto(dashboard.gateway.url + path)
    await page.getByText(ready).first().waitFor()
    expect({ path, problems: await problemsInEveryLook(page) }).toEqual({ path, problems: [] })
  }
  expect([...errors, ...foreignRequests]).toEqual([])
  await close()
}
