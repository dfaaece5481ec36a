/** The focus as somebody without a mouse has it: moved by Tab alone, seen at every stop, never lost. */

import type { ElementHandle, Locator, Page } from 'playwright-core'

/** Where a key led, and what was wrong there. */
export type Stop = { readonly at: string; readonly problem: string | null }

type Sight = Stop & {
  readonly isThere: boolean
  /** What brings the focus nearer to where it shall go. */
  readonly key: string
}

const MAX_STOPS = 150
/** Editors draw their ring a moment after they got the focus. */
const LOOKS = 10
const BETWEEN_LOOKS_MS = 40

/** A function of the page, as text: tests have no types of the browser. */
export function inPage<Result>(body: string): (element: unknown) => Result {
  return new Function('element', body) as (element: unknown) => Result
}

const HAS_FOCUS = inPage<boolean>(`return element.matches(':focus')`)

export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate(HAS_FOCUS)
}

/** Tab, or Shift+Tab when it lies behind, until the target has the focus; arrows inside lists that Tab enters once. */
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

/** Waits until something on the page has the focus: it moves a moment after what one sees. */
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

  // A ring on the element or on a box close around it; lists mark the chosen line.
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

  // WCAG 2.4.11: at least a part of it is under nothing else.
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
  // The page itself gets the focus after a change; it has no ring of its own.
  const isPlace = isNowhere || active.id === 'main' || active.matches('aside.drawer')
  const isNamed = isPlace || named(active) !== '' || active.hasAttribute('aria-labelledby') || active.title !== ''
  const problem = isPlace
    ? null
    : !isNamed ? 'no name' : !isRinged(active) ? 'no visible focus' : isSeen(active) ? null : 'covered or outside'
  return { at, problem, isThere: element.matches(':focus'), key: nextKey() }
`)
