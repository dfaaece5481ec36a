/** Runs code in the page, written as text because tests have no DOM types, and waits for the next frame. */

import type { Page } from 'playwright-core'

/** A function for `locator.evaluate`, which waits for its element. `document.querySelector` would not wait. */
export function inPage<Result>(body: string): (element: unknown) => Result {
  return new Function('element', body) as (element: unknown) => Result
}

/** Waits until the last change is drawn: measured widths arrive a frame later. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}
