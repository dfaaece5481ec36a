/** One page in both themes at every width: what axe finds, and what does not fit. */

import type { Page } from 'playwright-core'
import { accessibilityProblems, sidewaysOverflow, THEMES, WIDTHS } from './harness.ts'

export async function problemsInEveryLook(page: Page): Promise<string[]> {
  const problems: string[] = []
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      const found = await accessibilityProblems(page)
      problems.push(...found.map((problem) => `${colorScheme}, ${width} px: ${problem}`))
      const overflow = await sidewaysOverflow(page)
      if (overflow > 0) problems.push(`${colorScheme}, ${width} px: ${overflow} px stick out`)
    }
  }
  return problems
}
