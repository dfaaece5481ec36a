/** Lists every URL of the dashboard: pages of the router, their forms, and pages linked from there. */

import { resolve } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { PATIENCE_MS } from '../harness/eventually.ts'
import { drawn } from './in-page.ts'

const ROUTER = resolve(import.meta.dir, '../../dashboard/src/app/destinations.ts')
/** The live stream never ends, so `visit` does not wait for it. */
const ENDLESS = '/v1/logs/stream'
const QUIET_MS = 150

/** Read from the router, so that a new page is included. */
export async function knownPages(): Promise<string[]> {
  const source = await Bun.file(ROUTER).text()
  const paths = [...source.matchAll(/^ {4}path: '(\/[^']+)',$/gm)].map((match) => match[1] ?? '')
  const modules = source.match(/^ {4}load: /gm)?.length ?? 0
  if (paths.length === 0 || paths.length !== modules) throw new Error('The list of pages cannot be read any more.')
  return paths
}

/** URLs of the same shape show the same page for another resource: only one of them is checked. */
export function shapeOf(address: string): string {
  const url = new URL(address, 'http://gateway')
  // Names of models may look like keywords: `/models/openai/ada`.
  const path = url.pathname.replace(/^\/models\/[^/]+\/.*/, '/models/*/*')
  const parts = path.split('/').map((part, index) => (index > 1 && /[^a-z-]/.test(part) ? '*' : part))
  const query = [...url.searchParams]
    // Links within a page keep `new`, the parameter that opens its form.
    .filter(([name]) => name !== 'w' && name !== 'range' && name !== 'new')
    .map(([name, value]) => `${name}=${/^[a-z_-]+$/.test(value) && !isThing(name) ? value : '*'}`)
  return [parts.join('/'), ...query.sort()].join(' ')
}

/** Parameters whose values are names of resources, even if they look like keywords. */
function isThing(name: string): boolean {
  return ['q', 'provider', 'model', 'trace', 'log', 'key', 'prompt', 'collection', 'entry', 'template'].includes(name)
}

/** Links of a page within the dashboard. */
export function linksOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('a[href]')]
    .filter((link) => link.origin === location.origin && link.target === '' && !link.hasAttribute('download'))
    .filter((link) => !/^\\/(v1|docs|openapi)/.test(link.pathname) && !link.getAttribute('href').startsWith('#'))
    .map((link) => link.pathname + link.search)`)
}

/** Opens the URL and resolves when the page has its title and all its data. */
export async function visit(page: Page, url: string): Promise<void> {
  await untilLoaded(page, url, () => page.goto(url))
}

/** Like `visit`, but from an open page as by a link: the document stays, so this takes a quarter of the time. */
export async function follow(page: Page, path: string): Promise<void> {
  await untilLoaded(page, path, async () => {
    await page.evaluate(`(() => {
      const link = document.createElement('a')
      link.href = ${JSON.stringify(path)}
      document.body.append(link)
      link.click()
      link.remove()
    })()`)
    // The next frame shows the new page, and its effects send the first requests.
    await drawn(page)
  })
}

async function untilLoaded(page: Page, url: string, open: () => Promise<unknown>): Promise<void> {
  const calls = new Set<Request>()
  const begin = (request: Request) => void (isWaitedFor(request) && calls.add(request))
  const end = (request: Request) => void calls.delete(request)
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  try {
    await open()
    await page.locator('h1').first().waitFor()
    const startedAtMs = performance.now()
    let quietSinceMs = startedAtMs
    while (performance.now() - quietSinceMs < QUIET_MS) {
      if (performance.now() - startedAtMs > PATIENCE_MS) throw new Error(`${url} is never quiet.`)
      await Bun.sleep(QUIET_MS / 4)
      if (calls.size > 0) quietSinceMs = performance.now()
    }
    await page.locator('[role=progressbar][aria-label=Loading]').first().waitFor({ state: 'detached' })
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
  }
}

/** The visible text, without numbers that change. */
export function contentOf(page: Page): Promise<string> {
  return page.evaluate<string>(`[...document.querySelectorAll('main, dialog[open]')]
    .map((part) => part.innerText.replaceAll(/\\d+/g, ''))
    .join('\\n')`)
}

function isWaitedFor(request: Request): boolean {
  return new URL(request.url()).pathname !== ENDLESS
}
