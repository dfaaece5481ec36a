/** The dashboard in a real browser: a gateway, an owner, and pages whose errors are recorded. */

import { afterAll, afterEach } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { sharedBrowser } from '../harness/browser/shared-browser.ts'
import { buildDashboard } from '../harness/build-dashboard.ts'
import { claimOwner, HUMAN, OWNER } from '../harness/claim-owner.ts'
import { ControlScene } from '../harness/control-scene.ts'
import { eventually, PATIENCE_MS } from '../harness/eventually.ts'
import { type Gateway, type GatewayOptions, startGateway } from '../harness/start-gateway.ts'
import { type GatewayProcess, startGatewayProcess } from '../harness/start-gateway-process.ts'

const ROOT = resolve(import.meta.dir, '../..')
/**
 * Delays each call of the API by a random time up to this number of milliseconds, so that the responses of a page
 * arrive in another order. A test that fails only with this delay reads the page too early.
 */
const DELAY_VARIABLE = 'GATEHOUSE_TEST_DELAY_CALLS_MS'
const AXE = readFileSync(resolve(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8')

export const WIDTHS = [1440, 1024, 390] as const
export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export type OpenOptions = {
  readonly width?: number
  readonly height?: number
  readonly theme?: Theme
  /** `nobody` is signed out. The default is the owner. */
  readonly as?: 'owner' | 'nobody' | Readonly<Record<string, string>>
  readonly hasTouch?: boolean
}

export type OpenPage = {
  readonly page: Page
  /** Script errors and console errors since the page was opened. */
  readonly errors: readonly string[]
  /** Responses of 400 and above, as `404 GET /v1/configs/x`. Some tests expect them. */
  readonly refusals: readonly string[]
  /** Requests to hosts other than the gateway. */
  readonly foreignRequests: readonly string[]
  close(): Promise<void>
}

export interface Dashboard<Served extends Gateway = Gateway> {
  readonly gateway: Served
  readonly scene: ControlScene
  readonly owner: { readonly email: string; readonly password: string }
  /** Opens a page in its own browser context, without cookies or storage of another one. */
  open(path: string, options?: OpenOptions): Promise<OpenPage>
}

type DashboardOptions = GatewayOptions & { readonly claim?: boolean }

/** One gateway for all tests of a file, by default with an owner. */
export async function shareDashboard({ claim, ...options }: DashboardOptions = {}): Promise<Dashboard> {
  return dashboardOf(() => startGateway(options), claim)
}

/** For tests of the gateway's process: what it prints, and its end. */
export async function shareDashboardProcess({
  claim,
  ...options
}: DashboardOptions = {}): Promise<Dashboard<GatewayProcess>> {
  const environment = { ...HUMAN, ...options.environment }
  return dashboardOf(() => startGatewayProcess({ ...options, environment }), claim)
}

async function dashboardOf<Served extends Gateway>(
  start: () => Promise<Served>,
  claim = true,
): Promise<Dashboard<Served>> {
  buildDashboard()
  const gateway = await start()
  const contexts = new Map<BrowserContext, Omit<OpenPage, 'close'>>()
  const described = new Set<BrowserContext>()
  afterEach(async () => {
    for (const [context, left] of contexts) {
      if (!described.has(context)) await describeLeft(left)
      described.add(context)
    }
  })
  afterAll(async () => {
    for (const context of contexts.keys()) await context.close()
    await gateway[Symbol.asyncDispose]()
  })
  const owner = claim ? await claimOwner(gateway) : null
  return {
    gateway,
    scene: new ControlScene(gateway),
    owner: OWNER,
    async open(path, options = {}) {
      const headers = whoOf(options.as, owner?.headers)
      const context = await newContext(gateway, headers, options)
      const page = await watched(await context.newPage(), gateway)
      contexts.set(context, page)
      await page.page.goto(gateway.url + path)
      return {
        ...page,
        async close() {
          contexts.delete(context)
          // Calls that a test intercepts may still be in flight.
          await page.page.unrouteAll({ behavior: 'ignoreErrors' })
          await context.close()
        },
      }
    },
  }
}

/** A failed test leaves its page open: prints what the page showed, to explain failures that are hard to reproduce. */
async function describeLeft({ page, errors, refusals }: Omit<OpenPage, 'close'>): Promise<void> {
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: 10_000 })
    .catch((error: unknown) => String(error))
  const lines = [`Page left open: ${page.url()}`, ...errors, ...refusals, shown, '']
  process.stderr.write(lines.join('\n'))
}

function whoOf(as: OpenOptions['as'] = 'owner', owner: Readonly<Record<string, string>> | undefined) {
  if (as === 'nobody') return null
  return as === 'owner' ? (owner ?? null) : as
}

async function newContext(
  gateway: Gateway,
  headers: Readonly<Record<string, string>> | null,
  { width = 1440, height = 900, theme = 'light', hasTouch = false }: OpenOptions,
): Promise<BrowserContext> {
  const browser = await sharedBrowser()
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    hasTouch,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(PATIENCE_MS)
  await delayCalls(context, Number(process.env[DELAY_VARIABLE] ?? 0))
  const [name, value] = headers?.['cookie']?.split('=') ?? []
  if (name && value) await context.addCookies([{ name, value, url: gateway.url, httpOnly: true, sameSite: 'Strict' }])
  return context
}

async function delayCalls(context: BrowserContext, longestMs: number): Promise<void> {
  if (longestMs === 0) return
  await context.route('**/v1/**', async (route) => {
    await Bun.sleep(Math.random() * longestMs)
    // The page may be closed by now.
    await route.fallback().catch(() => {})
  })
}

async function watched(page: Page, gateway: Gateway): Promise<Omit<OpenPage, 'close'>> {
  const errors: string[] = []
  const foreignRequests: string[] = []
  const refusals: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.status() >= 400) refusals.push(`${response.status()} ${response.request().method()} ${pathname}`)
  })
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    // The browser logs failed responses as errors; they are recorded in `refusals` instead.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusal) errors.push(message.text())
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${gateway.url}/`) && !/^(data|blob|about):/.test(url)) foreignRequests.push(url)
  })
  return { page, errors, refusals, foreignRequests }
}

/** Bars around every page. tests/dashboard/every-page.test.ts checks them once in each look. */
const SHELL = ['.topbar', '.rail', '.bottom-bar']

/** Every violation axe finds, as `rule: elements`; empty if there is none. */
export async function accessibilityProblems(page: Page, { withShell = false } = {}): Promise<string[]> {
  // Injected through the debugger, because the CSP allows only own scripts. Once per document: it takes a second.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(AXE)
  // A click may have scrolled a control under the header. axe would report it as covered.
  await page.evaluate(
    `for (const box of [document.documentElement, ...document.querySelectorAll('main')]) box.scrollTop = 0`,
  )
  const results = await page.evaluate<AxeResults>(
    `axe.run({ include: document, exclude: ${JSON.stringify(withShell ? [] : SHELL)} }, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
    })`,
  )
  return results.violations.map(({ id, nodes }) => {
    const places = nodes.slice(0, 5).map((node) => `${node.target.join(' ')} (${node.any[0]?.message ?? node.html})`)
    return `${id}: ${places.join(' | ')}`
  })
}

/** The horizontal overflow in pixels at the current width. */
export async function sidewaysOverflow(page: Page): Promise<number> {
  const measure = () =>
    page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  // After a resize the page redraws in one of the next frames.
  let overflow = await measure()
  for (let frame = 0; overflow > 0 && frame < 120; frame++) {
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))')
    overflow = await measure()
  }
  return overflow
}

/** Keeps the log stream from opening, so that pages which follow it do not reload by themselves. */
export async function withoutLiveUpdates(page: Page): Promise<void> {
  await page.route('**/v1/logs/stream**', () => {})
}

/** Waits for the focus: it moves after the page is redrawn. */
export async function focused(page: Page, selector: string): Promise<void> {
  await page.locator(`${selector}:focus`).waitFor()
}

/** Waits until the element shows the text; a page may draw parts of one change in different frames. */
export async function shows(element: Locator, text: string | RegExp): Promise<void> {
  await element.filter({ hasText: text }).waitFor()
}

export async function hasCount(elements: Locator, count: number): Promise<void> {
  await becomes(`the number of ${elements}`, () => elements.count(), count)
}

export async function hasTexts(elements: Locator, texts: readonly string[]): Promise<void> {
  await becomes(`the texts of ${elements}`, () => elements.allTextContents(), texts)
}

export async function hasValue(field: Locator, value: string): Promise<void> {
  await becomes(`the value of ${field}`, () => field.inputValue(), value)
}

export async function hasAttribute(element: Locator, name: string, value: string | null): Promise<void> {
  await becomes(`${name} of ${element}`, () => element.getAttribute(name), value)
}

/** Waits until the URL of the link contains `part`. */
export async function leadsTo(link: Locator, part: string): Promise<void> {
  await becomes(`${link} leads to ${part}`, async () => (await link.getAttribute('href'))?.includes(part), true)
}

export async function isDisabled(control: Locator): Promise<void> {
  await becomes(`${control} is disabled`, () => control.isDisabled(), true)
}

export async function isChecked(control: Locator): Promise<void> {
  await becomes(`${control} is checked`, () => control.isChecked(), true)
}

export async function hasCopied(page: Page, text: string): Promise<void> {
  await becomes('the clipboard', () => page.evaluate<string>('navigator.clipboard.readText()'), text)
}

/** Reads until the value is the wanted one: a page shows a change later than the test sees the response. */
async function becomes(what: string, read: () => Promise<unknown>, wanted: unknown): Promise<void> {
  const expected = JSON.stringify(wanted)
  let seen: string | undefined
  await eventually(
    () => `${what} should be ${expected}; it is ${seen}`,
    async () => {
      seen = JSON.stringify(await read())
      return seen === expected
    },
  )
}
