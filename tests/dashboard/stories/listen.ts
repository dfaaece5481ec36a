/** Records screen reader announcements: the text of live regions and alerts, in order. */

import type { Page } from 'playwright-core'

const WATCH = `(() => {
  window.heard = []
  const say = (region) => {
    const words = region.textContent.trim()
    if (words !== '' && words !== window.heard.at(-1)) window.heard.push(words)
  }
  const regions = '[role=status], [role=alert], [aria-live]'
  const watcher = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const around = (target.nodeType === Node.TEXT_NODE ? target.parentElement : target)?.closest(regions)
      if (around) say(around)
      for (const node of addedNodes) if (node instanceof Element && node.matches(regions)) say(node)
    }
  })
  watcher.observe(document.body, { childList: true, subtree: true, characterData: true })
})()`

/** Starts recording; the returned function waits for the text. */
export async function listen(page: Page): Promise<(words: RegExp) => Promise<void>> {
  await page.evaluate(WATCH)
  return async (words) => {
    for (let tries = 0; tries < 40; tries++) {
      const heard = await page.evaluate<string[]>('window.heard')
      if (heard.some((one) => words.test(one))) return
      await page.waitForTimeout(50)
    }
    throw new Error(`Not said: ${words}. Said: ${JSON.stringify(await page.evaluate('window.heard'))}`)
  }
}
