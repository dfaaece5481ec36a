import { expect, test } from 'bun:test'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page, Route } from 'playwright-core'
import { eventually } from '../harness/eventually.ts'
import { shareDashboard } from './harness.ts'
import { drawn } from './in-page.ts'
import { oneOfEverything } from './one-of-everything.ts'
import { visit } from './page-tree.ts'

const dashboard = await shareDashboard()
const { prompt } = await oneOfEverything(dashboard, (field) => `A ${field}`)
/** A folder for a screenshot of every dialog before and after its data has loaded, for manual review. */
const PICTURES = process.env['GATEHOUSE_TEST_PICTURES']

/** Every call of the API, but for the stream of logs, which never ends. */
const HELD = /\/v1\/(?!logs\/stream)/

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first()
const item = (name: string | RegExp) => (page: Page) => page.getByRole('menuitem', { name })
const link = (name: string | RegExp) => (page: Page) => page.getByRole('link', { name }).first()

/** Every dialog that loads data after it was opened, and the clicks that open it. */
const DIALOGS: readonly {
  readonly name: string
  readonly path: string
  readonly clicks: readonly ((page: Page) => Locator)[]
}[] = [
  { name: 'publish a prompt', path: `/prompts/${prompt}`, clicks: [button('Publish v2')] },
  {
    name: 'move a prompt',
    path: `/prompts/${prompt}`,
    clicks: [button(/^Actions for A prompt/), item('Rename or move')],
  },
  { name: 'labels', path: `/prompts/${prompt}`, clicks: [button('Actions for version 1'), item(/^Labels/)] },
  {
    name: 'delete a workspace',
    path: '/workspaces',
    clicks: [button('Actions for A workspace name'), item(/^Delete/)],
  },
  {
    name: 'delete a virtual key',
    path: '/virtual-keys',
    clicks: [link('A virtual key name'), button('More actions'), item('Delete')],
  },
  { name: 'new virtual key', path: '/virtual-keys', clicks: [button('New virtual key')] },
  { name: 'new API key', path: '/api-keys', clicks: [button('New key')] },
  { name: 'change an API key', path: '/api-keys', clicks: [link('A API key name'), button('Change')] },
  { name: 'revoke an API key', path: '/api-keys', clicks: [link('A API key name'), button('Revoke')] },
  { name: 'invite people', path: '/users', clicks: [button('Invite people')] },
  { name: 'sessions', path: '/users', clicks: [button(/^Actions for A first name/), item(/^Sessions/)] },
  { name: 'erase a person', path: '/end-users', clicks: [link('A user'), button(/^Erase/)] },
  { name: 'progress of a sink', path: '/sinks', clicks: [button(/^Actions for/), item(/^Progress/)] },
  { name: 'subjects of an issuer', path: '/workload-issuers', clicks: [button(/^Actions for/), item('Subjects')] },
  {
    name: 'revocations of an issuer',
    path: '/workload-issuers',
    clicks: [button(/^Actions for/), item('Revocations')],
  },
  { name: 'add a member', path: '/members', clicks: [button(/^Add/)] },
  { name: 'new virtual model', path: '/models/virtual', clicks: [button('New virtual model')] },
  { name: 'new integration', path: '/integrations', clicks: [button('New integration')] },
]

async function footOf(page: Page): Promise<unknown> {
  await drawn(page)
  return page.locator('dialog[open] .dialog-foot').boundingBox()
}

for (const { name, path, clicks } of DIALOGS) {
  test(`${name}: the buttons stay where they are while the dialog loads its data`, async () => {
    const { page, close } = await dashboard.open('/account')
    await visit(page, dashboard.gateway.url + path)
    for (const control of clicks.slice(0, -1)) await control(page).click()
    const last = clicks.at(-1)?.(page)
    // A panel that shows the control only with its data must have loaded it before calls are held.
    await last?.waitFor()
    const opening = Promise.withResolvers<void>()
    const answers: Promise<void>[] = []
    await page.route(HELD, (route) => {
      const answer = opening.promise.then(() => answerOf(route))
      answers.push(answer)
      // Returned, so that Playwright ignores a failure when the page is closed.
      return answer
    })
    await last?.click()
    const dialog = page.locator('dialog[open]')
    await dialog.waitFor()
    const atFirst = await footOf(page)
    // The skeleton appears after a moment.
    if (await dialog.locator('.loading').first().isVisible()) await dialog.getByRole('progressbar').first().waitFor()
    const whileLoading = await footOf(page)
    if (PICTURES) await picture(page, `${name} 1`)
    await eventually('the dialog loads its data', () => answers.length > 0)
    opening.resolve()
    await Promise.all(answers)
    await dialog.locator('.loading').first().waitFor({ state: 'hidden' })
    const loaded = await footOf(page)
    if (PICTURES) await picture(page, `${name} 2`)
    expect([whileLoading, loaded]).toEqual([atFirst, atFirst])
    await close()
  })
}

async function answerOf(route: Route): Promise<void> {
  await route.fulfill({ response: await route.fetch() })
}

async function picture(page: Page, name: string): Promise<void> {
  await mkdir(PICTURES ?? '', { recursive: true })
  await page.screenshot({ path: join(PICTURES ?? '', `${name}.png`) })
}
