/** What a screen reader gets: announcements of live regions and alerts, headings, table headers, names of dialogs. */

import type { Page } from 'playwright-core'
import { eventually } from '../../harness/eventually.ts'
import { inPage } from '../in-page.ts'

const WATCH = `(() => {
  if (window.heard) return
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
    await eventually(`${words} is said`, async () => {
      const heard = await page.evaluate<string[]>('window.heard')
      return heard.some((one) => words.test(one))
    })
  }
}

/**
 * Problems of the open page, or of the open dialog, for a screen reader: the outline has one title and skips no level,
 * tables have a name and headers, dialogs and groups of controls have a name. axe checks the names of single controls.
 */
export function structureProblems(page: Page): Promise<string[]> {
  return page.locator('main').evaluate(STRUCTURE)
}

const STRUCTURE = inPage<string[]>(`
  const problems = []
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true })
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  const root = dialog ?? element
  const named = (element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const words = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
    return (words || element.getAttribute('aria-label') || element.querySelector('caption, legend')?.textContent || '').trim()
  }
  const headings = [...root.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(isShown)
  const levels = headings.map((heading) => Number(heading.tagName[1]))
  const titles = levels.filter((level) => level === 1).length
  if (!dialog && titles !== 1) problems.push(titles + ' titles (h1)')
  levels.forEach((level, index) => {
    const before = index === 0 ? (dialog ? 1 : 0) : levels[index - 1]
    if (level > before + 1) problems.push('h' + level + ' after h' + before + ': ' + headings[index].textContent)
  })
  if (dialog && named(dialog) === '') problems.push('a dialog without a name')
  for (const table of root.querySelectorAll('table, [role=table], [role=grid]')) {
    if (!isShown(table)) continue
    if (named(table) === '') problems.push('a table without a name')
    const heads = table.querySelectorAll('th, [role=columnheader]')
    if (heads.length === 0) problems.push('no headers: ' + named(table))
  }
  for (const group of root.querySelectorAll('fieldset, [role=group], [role=radiogroup], [role=tablist], [role=listbox]')) {
    if (isShown(group) && named(group) === '') problems.push('no name: ' + group.outerHTML.slice(0, 90))
  }
  return problems`)
