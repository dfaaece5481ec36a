import { afterAll, afterEach, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { eventually } from '../harness/eventually.ts'
import { sharedDatabase } from '../harness/nodes/shared-database.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'
import { hasValue, type OpenPage, shareDashboardProcess } from './harness.ts'
import { logOfTrace } from './log-traffic.ts'
import { oneOfEverything } from './one-of-everything.ts'
import { visit } from './page-tree.ts'

const database = await sharedDatabase()
const dashboard = await shareDashboardProcess({ environment: database.environment })
afterAll(() => database[Symbol.asyncDispose]())
// A test that failed during its outage must not make the next one wait for the store.
afterEach(() => database.open())
const { gateway } = dashboard
const { config, prompt } = await oneOfEverything(dashboard, (field) => `A ${field}`)
const logId = await logOfTrace(dashboard, 'rescued-1')

/** Pages, each with a text that it shows only once it has its data. */
const PAGES: Readonly<Record<string, string | RegExp>> = {
  '/overview': 'Recovered recently',
  '/logs': /^200 recovered$/,
  [`/logs/${logId}`]: 'Say hello to the operator',
  '/configs': 'A config name',
  '/virtual-keys': 'A virtual key name',
  '/api-keys': 'A API key name',
  '/admin-keys': 'A Admin key name',
  '/prompts': 'A prompt name',
  '/audit-log': 'A config name',
  '/workspaces': 'A workspace name',
  '/health': 'Providers, last 24 hours',
}

/** Refetches everything, like a laptop that wakes up. */
async function wakeUp({ page }: OpenPage): Promise<void> {
  await page.context().setOffline(true)
  await page.getByText('The gateway is not responding').first().waitFor()
  await page.context().setOffline(false)
}

const notices = (page: Page) => page.locator('main .notice.tone-error')

test('a store outage is shown with a hint and the request id; loaded data stays, and everything recovers automatically', async () => {
  const opened = await Promise.all(
    Object.entries(PAGES).map(async ([path, text]) => {
      const one = await dashboard.open('/healthz')
      await visit(one.page, gateway.url + path)
      await one.page.getByText(text).first().waitFor()
      return { path, text, ...one }
    }),
  )
  database.shut()
  await Promise.all(opened.map(wakeUp))
  for (const { path, text, page } of opened) {
    // While the page was offline its calls failed too, without a request id.
    await notices(page)
      .filter({ hasText: /Could not .*Try again.*Request [\w-]{8,}/ })
      .first()
      .waitFor()
    expect({ path, isThere: await page.getByText(text).first().isVisible() }).toEqual({ path, isThere: true })
  }
  database.open()
  for (const { path, page, errors } of opened) {
    await notices(page).first().waitFor({ state: 'detached' })
    expect({ path, errors }).toEqual({ path, errors: [] })
  }
  await Promise.all(opened.map(({ close }) => close()))
})

test('unsaved input is never lost: saving fails with a reason and works once the store or the gateway is back', async () => {
  const [editor, writer, late] = await Promise.all([
    dashboard.open(`/configs/${config}`),
    dashboard.open(`/prompts/${prompt}`),
    dashboard.open('/account'),
  ])
  await writer.page.getByLabel('Text of message 1').fill('Written while all was well')
  await editor.page.locator('.cm-content').click()
  await editor.page.keyboard.press('Control+End')
  await editor.page.keyboard.press('Backspace')
  await editor.page.keyboard.press('Backspace')
  await editor.page.keyboard.type(',"retry":{"attempts":3}}')
  await editor.page.getByText('the gateway accepts this config').waitFor()
  database.shut()
  await writer.page.getByRole('button', { name: 'Save as version 3' }).click()
  await writer.page
    .getByText(/Request [\w-]{8,}/)
    .first()
    .waitFor()
  await editor.page.getByRole('button', { name: 'Save as v3…' }).click()
  await editor.page.getByRole('button', { name: 'Save and use it' }).click()
  await editor.page
    .getByRole('dialog')
    .getByText(/Request [\w-]{8,}/)
    .first()
    .waitFor()
  await hasValue(writer.page.getByLabel('Text of message 1'), 'Written while all was well')
  database.open()
  await editor.page.getByRole('button', { name: 'Save and use it' }).click()
  await editor.page.getByText('v3 live').first().waitFor()

  // The process exits and restarts at the same address.
  await gateway.kill9()
  await writer.page.getByText('The gateway is not responding').first().waitFor()
  // Opens a page whose script has not been loaded yet.
  await late.page.getByRole('link', { name: 'Workspaces' }).click()
  await late.page.getByText('The gateway is not responding').first().waitFor()
  await hasValue(writer.page.getByLabel('Text of message 1'), 'Written while all was well')
  const environment = { ...database.environment, GATEWAY_PORT: new URL(gateway.url).port }
  await using back = await startGatewayProcess({ dataDirectory: gateway.dataDirectory, environment })
  expect(back.url).toBe(gateway.url)
  await writer.page.getByText('The gateway is not responding').first().waitFor({ state: 'detached' })
  await eventually('the text is saved', async () => {
    // After a reported failure the user saves again. Once version 3 is saved, the button offers version 4.
    const save = writer.page.getByRole('button', { name: 'Save as version 3', disabled: false })
    if ((await save.count()) > 0) await save.click({ timeout: 2_000 }).catch(() => {})
    return (await writer.page.getByRole('button', { name: 'Save as version 4' }).count()) > 0
  })
  await late.page.getByText('A workspace name').waitFor()
  expect([...editor.errors, ...writer.errors]).toEqual([])
  await Promise.all([editor, writer, late].map(({ close }) => close()))
})
