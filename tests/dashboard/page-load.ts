/** What the browser loads for one page: every request, the transferred bytes, and the layout shifts. */

import type { Page } from 'playwright-core'
import { drawn } from './in-page.ts'
import { visit } from './page-tree.ts'

export type PageLoad = {
  /** As `GET /overview`, in the order they were sent. Includes the document and its icon. */
  readonly requests: readonly string[]
  /** Headers and compressed bodies of all responses. */
  readonly transferredBytes: number
  readonly fontBytes: number
  readonly shift: number
  /** As `0.1 class-of-moved-element`. */
  readonly shifts: readonly string[]
}

/** Runs before the page's own scripts. */
const OBSERVE_SHIFTS = `
  window.layoutShifts = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput)
        layoutShifts.push({
          value,
          moved: sources.map(({ node, previousRect, currentRect }) =>
            (node?.className || node?.nodeName) + ' ' + previousRect.y + '>' + currentRect.y).join(),
        })
  }).observe({ type: 'layout-shift', buffered: true })
`

/**
 * The page hides content below a loading part, but shows it after one second, and then it can shift. Here it stays
 * hidden until the part has loaded, so that the result does not depend on response times.
 */
const HIDE_UNTIL_LOADED = `
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('.load-order > :has(.loading) ~ * { animation: none !important }')
  document.adoptedStyleSheets.push(sheet)
`

/**
 * Once its stream of logs is open, a page loads its data again. Only the first load is measured, because the time of the
 * second depends on the machine.
 */
const LOAD_ONCE = `
  EventSource.prototype.addEventListener = function (type, ...more) {
    if (type !== 'stored') EventTarget.prototype.addEventListener.call(this, type, ...more)
  }
`

/** `page` must come from a new browser context, so that nothing is in the browser's cache. */
export async function measureLoad(page: Page, url: string): Promise<PageLoad> {
  const network = await page.context().newCDPSession(page)
  const requests = new Map<string, { name: string; isFont: boolean; bytes: number }>()
  network.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (/^(data|blob):/.test(request.url)) return
    const name = `${request.method} ${new URL(request.url).pathname}`
    requests.set(requestId, { name, isFont: type === 'Font', bytes: 0 })
  })
  const add = (requestId: string, bytes: number) => {
    const one = requests.get(requestId)
    if (one) one.bytes += bytes
  }
  network.on('Network.responseReceived', ({ requestId, response }) => add(requestId, response.encodedDataLength))
  network.on('Network.dataReceived', ({ requestId, encodedDataLength }) => add(requestId, encodedDataLength))
  await network.send('Network.enable')
  await page.addInitScript(OBSERVE_SHIFTS)
  await page.addInitScript(HIDE_UNTIL_LOADED)
  await page.addInitScript(LOAD_ONCE)
  await visit(page, url)
  await drawn(page)
  const shifts = await page.evaluate<{ value: number; moved: string }[]>('window.layoutShifts')
  // A browser with a window loads the icon too, but does not report it.
  const icon = await page.evaluate<string | null>(`document.querySelector('link[rel=icon]')?.href ?? '/favicon.ico'`)
  await network.detach()
  const all = [...requests.values()]
  const sum = (some: typeof all) => some.reduce((bytes, one) => bytes + one.bytes, 0)
  return {
    requests: [...all.map((one) => one.name), ...(icon?.startsWith('data:') ? [] : ['GET icon'])],
    transferredBytes: sum(all),
    fontBytes: sum(all.filter((one) => one.isFont)),
    shift: shifts.reduce((total, { value }) => total + value, 0),
    shifts: shifts.map(({ value, moved }) => `${value.toFixed(3)} ${moved}`),
  }
}
