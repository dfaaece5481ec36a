/** Keyboard focus: moved by keys only, visible at every stop, never lost. */

import type { ElementHandle, Locator, Page } from 'playwright-core'
import { inPage } from '../in-page.ts'

/** The element that a key focused, and its problem. */
export type Stop = { readonly at: string; readonly problem: string | null }

type Sight = Stop & {
  readonly isThere: boolean
  /** The key that moves the focus closer to the target. */
  readonly key: string
}

const MAX_STOPS = 150
/** Editors draw their focus ring shortly after they get the focus. */
const LOOKS = 10
const BETWEEN_LOOKS_MS = 40

const HAS_FOCUS = inPage<boolean>(`return element.matches(':focus')`)

export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate(HAS_FOCUS)
}

/** Presses Tab, Shift+Tab for a target before the focus, or arrow keys in composite widgets, up to the target. */
export async function moveFocusTo(page: Page, target: Locator): Promise<Stop[]> {
  const stops: Stop[] = []
  let sight = await look(page, target)
  while (!sight.isThere) {
    if (stops.length === MAX_STOPS) {
      const last = stops.slice(-4).map(({ at }) => at)
      throw new Error(`Not reached by ${MAX_STOPS} keys: ${target}. The last stops: ${last.join(' | ')}`)
    }
    await page.keyboard.press(sight.key)
    sight = await look(page, target)
    stops.push({ at: sight.at, problem: sight.problem })
  }
  return stops
}

/** Waits until an element has the focus: it moves after the page is redrawn. */
export async function focusIsKept(page: Page): Promise<void> {
  await page.locator(':focus').first().waitFor({ state: 'attached' })
}

const found = new WeakMap<Locator, ElementHandle>()

async function look(page: Page, target: Locator): Promise<Sight> {
  const known = found.get(target) ?? (await target.elementHandle())
  if (known === null) throw new Error(`Not there: ${target}`)
  found.set(target, known)
  let sight = await known.evaluate(SIGHT)
  for (let looks = 1; sight.problem !== null && looks < LOOKS; looks++) {
    await page.waitForTimeout(BETWEEN_LOOKS_MS)
    sight = await known.evaluate(SIGHT)
  }
  return sight
}

const SIGHT = inPage<Sight>(`
  const outer = document.activeElement
  let active = outer
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  const isNowhere = !active || active === document.body || active === document.documentElement

  const nextKey = () => {
    const areIn = (list, item) =>
      element.matches(item) && active.matches(item) && element.closest(list)?.contains(active) === true
    if (isNowhere) return 'Tab'
    if (areIn('[role=menu]', '[role^=menuitem]')) return 'ArrowDown'
    if (areIn('[role=tablist]', '[role=tab]')) return 'ArrowRight'
    if (element.type === 'radio' && active.type === 'radio' && active.name === element.name) return 'ArrowDown'
    const isBehind = (element.compareDocumentPosition(outer) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    return isBehind && !outer.contains(element) ? 'Shift+Tab' : 'Tab'
  }

  // A ring on the element or a close ancestor; menus highlight the selected item.
  const isRinged = (start) => {
    let around = start
    for (let up = 0; up < 4 && around; up++) {
      const { outlineStyle, outlineWidth } = getComputedStyle(around)
      if (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) return true
      if (around.matches('[role^=menuitem]:focus')) return true
      around = around.parentElement ?? around.getRootNode().host ?? null
    }
    return false
  }

  // WCAG 2.4.11: at least a part of the element is not covered.
  const isSeen = (start) => {
    const box = start.getBoundingClientRect()
    return [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]].some(([right, down]) => {
      const [x, y] = [box.left + box.width * right, box.top + box.height * down]
      const root = start.getRootNode()
      const hit = (root.elementFromPoint ? root : document).elementFromPoint(x, y)
      if (!hit) return false
      const isAround = hit.contains(start) && !hit.matches('html, body')
      return start.contains(hit) || isAround || hit.closest('label')?.contains(start) === true
    })
  }

  const named = (one) => (one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent ?? '').trim()
  const at = isNowhere ? 'the browser' : active.tagName.toLowerCase() + '.' + active.className + ' ' + named(active).slice(0, 40)
  // After a navigation the page itself has the focus; it needs no ring.
  const isPlace = isNowhere || active.id === 'main' || active.matches('aside.drawer')
  const isNamed = isPlace || named(active) !== '' || active.hasAttribute('aria-labelledby') || active.title !== ''
  const problem = isPlace
    ? null
    : !isNamed ? 'no name' : !isRinged(active) ? 'no visible focus' : isSeen(active) ? null : 'covered or outside'
  return { at, problem, isThere: element.matches(':focus'), key: nextKey() }
`)
