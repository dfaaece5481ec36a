/** Looks a page over as it stands: in both themes, at every width, for axe and for what hangs out at the side. */

import { expect } from 'bun:test'
import { accessibilityProblems, type Dashboard, sidewaysOverflow, THEMES, WIDTHS } from './harness.ts'

/** `ready` is a text that is there when the page has its data. */
export async function lookOver(
  dashboard: Dashboard,
  pages: readonly { readonly path: string; readonly ready: string | RegExp }[],
): Promise<void> {
  const { page, errors, foreignRequests, close } = await dashboard.open('/account')
  for (const { path, ready } of pages) {
    await page.goto(dashboard.gateway.url + path)
    await page.getByText(ready).first().waitFor()
    for (const theme of THEMES) {
      // Who chose no theme follows the system, without a reload.
      await page.emulateMedia({ colorScheme: theme })
      await page.locator(`html[data-theme=${theme}]`).waitFor()
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        const seen = { path, theme, width, overflow: await sidewaysOverflow(page) }
        const problems = await accessibilityProblems(page)
        expect({ ...seen, problems }).toEqual({ path, theme, width, overflow: 0, problems: [] })
      }
    }
  }
  expect([...errors, ...foreignRequests]).toEqual([])
  await close()
}
