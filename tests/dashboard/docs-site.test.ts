import { expect, test } from 'bun:test'
import { accessibilityProblems, hasCopied, shareDashboard, shows, sidewaysOverflow } from './harness.ts'
import { inPage } from './in-page.ts'

const dashboard = await shareDashboard()

test('a phone opens the contents over the page, and a link closes them', async () => {
  const { page, errors, foreignRequests, close } = await dashboard.open('/docs/routing', { width: 390, hasTouch: true })
  const contents = page.getByRole('navigation', { name: 'Documentation' })
  await contents.waitFor({ state: 'hidden' })
  expect(await sidewaysOverflow(page)).toBe(0)
  await page.getByRole('button', { name: 'Contents' }).click()
  await contents.waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  // The last entry is below the visible part, so the contents must scroll.
  await contents.getByRole('link', { name: 'llms.txt' }).scrollIntoViewIfNeeded()
  const { y = -1, height = 0 } = (await contents.boundingBox()) ?? {}
  expect([y > 0, y + height <= 900]).toEqual([true, true])
  expect(await contents.evaluate(inPage<number>('return element.scrollTop'))).toBeGreaterThan(0)
  // A section of the same page does not load a new document.
  await contents.locator('ul ul a').last().click()
  await contents.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Contents' }).click()
  await contents.getByRole('link', { name: 'Caching' }).click()
  await page.getByRole('heading', { level: 1, name: 'Caching' }).waitFor()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  expect([...errors, ...foreignRequests]).toEqual([])
  await close()
})

test('examples have copy buttons and language tabs, sections have anchors, pages link to their neighbours', async () => {
  const { page, errors, close } = await dashboard.open('/docs/clients', { width: 1920 })
  await page.getByRole('tab', { name: 'Python' }).first().click()
  const example = page.getByRole('tabpanel', { name: 'Python' }).first()
  const button = example.getByRole('button', { name: 'Copy this example' })
  // Waits before the click, because the button says so for a moment only.
  await Promise.all([shows(example.locator('.copy'), 'Copied'), button.click()])
  await hasCopied(page, await example.locator('pre').innerText())
  const first = page.getByRole('complementary', { name: 'On this page' }).getByRole('link').first()
  await first.click()
  await page.locator('h2:target').waitFor()
  const footer = page.locator('footer')
  await footer.getByRole('link', { name: /^Previous/ }).click()
  await footer.getByRole('link', { name: 'Next Clients' }).waitFor()
  await page.getByRole('searchbox').fill('fallback')
  await page.keyboard.press('Enter')
  await page
    .getByRole('link', { name: /Routing/ })
    .first()
    .waitFor()
  expect(errors).toEqual([])
  await close()
})

test('pages have the theme that was chosen in the dashboard', async () => {
  const { page, close } = await dashboard.open('/docs', { theme: 'light' })
  const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  expect(await background()).toBe('rgb(255, 255, 255)')
  await page.evaluate("localStorage.setItem('gatehouse.theme', 'dark')")
  for (const path of ['/docs', '/docs/api']) {
    await page.goto(dashboard.gateway.url + path)
    expect(await background()).toBe('rgb(18, 22, 27)')
  }
  await page.goto(`${dashboard.gateway.url}/docs/routing`)
  expect(await accessibilityProblems(page)).toEqual([])
  await close()
})
