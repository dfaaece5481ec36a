import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  accessibilityProblems,
  hasAttribute,
  hasCount,
  isChecked,
  shareDashboard,
  shows,
  sidewaysOverflow,
  THEMES,
  WIDTHS,
} from './harness.ts'

const ASSETS = resolve(import.meta.dir, '../../dashboard/dist/assets')
const dashboard = await shareDashboard({ claim: false })
const { gateway } = dashboard

/** Compressed bytes of all scripts loaded until the page is idle. */
async function scriptBytes(path: string, as: 'owner' | 'nobody'): Promise<number> {
  const { page, close } = await dashboard.open('/healthz', { as: 'nobody' })
  const names: string[] = []
  page.on('response', (response) => {
    const name = new URL(response.url()).pathname.split('/').at(-1) ?? ''
    if (name.endsWith('.js')) names.push(name)
  })
  if (as === 'owner') await signIn(page)
  await page.goto(gateway.url + path)
  await page.waitForSelector('h1')
  await page.waitForLoadState('load')
  await close()
  const sizes = await Promise.all([...new Set(names)].map((name) => Bun.file(`${ASSETS}/${name}.gz`).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

type Page = Awaited<ReturnType<typeof dashboard.open>>['page']

async function signIn(page: Page): Promise<void> {
  await page.goto(`${gateway.url}/`)
  await page.getByLabel('E-mail address').fill(dashboard.owner.email)
  await page.getByLabel('Password').fill(dashboard.owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForSelector('.shell')
}

test('the claim link creates the first owner, and the first request turns green automatically', async () => {
  const { page, errors, foreignRequests, close } = await dashboard.open(`/#/claim/${await gateway.claimToken()}`, {
    as: 'nobody',
  })
  await page.getByLabel('First name').fill('Olive')
  await page.getByLabel('E-mail address').fill(dashboard.owner.email)
  await page.getByLabel('Password').fill('short')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByLabel('Password').fill('password1234')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('too common').waitFor()
  await page.getByLabel('Password').fill(dashboard.owner.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Your gateway is running' }).waitFor()
  expect(page.url()).toBe(`${gateway.url}/welcome`)
  await isChecked(page.getByRole('radio', { name: /Mock/ }))
  await page.getByText('Waiting for your first request').waitFor()

  // One click sends a request and shows it, without a key.
  await page.getByRole('button', { name: 'Send a test request' }).click()
  await shows(page.locator('[data-arrived=ok]'), '200 in')

  await page.getByRole('button', { name: 'Create workspace key' }).click()
  const secret = (await page.locator('[data-secret]').textContent()) ?? ''
  expect(secret).toStartWith('gww_')
  const command = (await page.getByRole('tabpanel').locator('pre').textContent()) ?? ''
  expect(command).toContain(`${gateway.url}/v1/chat/completions`)
  expect(command).toContain(secret)

  // A failed first request is amber and says how to fix it. The page reads its log once, perhaps before it is stored.
  const trace = 'first-and-wrong'
  await page.route(/\/v1\/logs\/[0-9a-f-]{36}/, async (route) => {
    await gateway.waitForLog(trace)
    await route.continue()
  })
  const wrong = await gateway.fetch('/v1/chat/completions', {
    method: 'POST',
    key: secret,
    headers: { 'x-gateway-trace-id': trace },
    body: { model: 'x', messages: [] },
  })
  expect(wrong.status).toBe(400)
  await page.locator('[data-arrived=failed]').waitFor()
  await page.getByText('Fix:').waitFor()

  // Runs the displayed command in a shell.
  const shell = Bun.spawn(['sh', '-c', command.replace('curl ', 'curl -s ')], { stdout: 'pipe', stderr: 'pipe' })
  expect(await shell.exited).toBe(0)
  await page.locator('[data-arrived=ok]').waitFor()
  await shows(page.locator('[data-arrived=ok]'), '200 in')
  expect(await accessibilityProblems(page)).toEqual([])
  const stored = await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })')
  expect(stored).not.toContain('gww_')
  expect([...errors, ...foreignRequests]).toEqual([])
  await close()
})

test('a used claim link says how to get a new one', async () => {
  const { page, close } = await dashboard.open(`/#/claim/${await gateway.claimToken()}`, { as: 'nobody' })
  await page.getByLabel('First name').fill('Eve')
  await page.getByLabel('E-mail address').fill('eve@example.com')
  await page.getByLabel('Password').fill('another long and dull one')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Run gatehouse open').first().waitFor()
  await close()
})

test('a wrong password shows an error, the right one opens the requested page', async () => {
  const { page, errors, close } = await dashboard.open('/configs', { as: 'nobody' })
  await page.getByLabel('E-mail address').fill(dashboard.owner.email)
  await page.getByLabel('Password').fill('not the password at all')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Password').fill(dashboard.owner.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Configs' }).waitFor()
  expect(errors).toEqual([])
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await close()
})

test('sign-in and shell have no accessibility problem in both themes at all widths, and never scroll horizontally', async () => {
  for (const theme of THEMES) {
    const { page, errors, foreignRequests, close } = await dashboard.open('/', { as: 'nobody', theme })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await page.getByRole('button', { name: 'Sign in' }).waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
    }
    await signIn(page)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      for (const path of ['/welcome', '/account']) {
        await page.goto(gateway.url + path)
        await page.waitForSelector('h1')
        expect({ path, width, problems: await accessibilityProblems(page) }).toEqual({ path, width, problems: [] })
        expect(await sidewaysOverflow(page)).toBe(0)
      }
    }
    expect([...errors, ...foreignRequests]).toEqual([])
    await close()
  }
})

test('the theme changes without a reload, is saved, and is applied at first paint', async () => {
  const { page, close } = await dashboard.open('/', { as: 'nobody' })
  await signIn(page)
  const theme = () => page.evaluate<string>('document.documentElement.dataset.theme')
  expect(await theme()).toBe('light')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  expect(await theme()).toBe('dark')
  await page.reload({ waitUntil: 'commit' })
  await page.waitForSelector('#root', { state: 'attached' })
  expect(await theme()).toBe('dark')
  await close()
})

test('shortcuts and command palette reach every page; a phone has a bottom bar instead of a side bar', async () => {
  const { page, close } = await dashboard.open('/', { as: 'nobody' })
  await signIn(page)
  await page.waitForSelector('h1')
  // Both keys in one task: the second one must follow within a second.
  await page.evaluate(`for (const key of 'gc')
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`)
  await page.getByRole('heading', { level: 1, name: 'Configs' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /Search/ }).fill('audit')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog', { name: 'All pages' }).getByRole('link', { name: 'Members' }).click()
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
  await close()
})

test('the command palette finds the oldest of more than a hundred configs', async () => {
  const key = { authorization: `Bearer ${gateway.adminKey}`, 'content-type': 'application/json' }
  const config = { provider: 'mock' }
  for (const name of ['Oldest of all', ...Array.from({ length: 100 }, (_, i) => `Config ${i}`)]) {
    const body = JSON.stringify({ name, config })
    expect((await fetch(`${gateway.url}/v1/configs`, { method: 'POST', headers: key, body })).status).toBe(200)
  }
  const { page, close } = await dashboard.open('/', { as: 'nobody' })
  await signIn(page)
  await page.waitForSelector('h1')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /Search/ }).fill('oldest of')
  await page.getByRole('option', { name: /Oldest of all/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Oldest of all' }).waitFor()
  await close()
})

test('every page highlights one entry of the navigation', async () => {
  const { page, close } = await dashboard.open('/healthz', { as: 'nobody' })
  await signIn(page)
  const entries: Readonly<Record<string, string>> = {
    '/logs': 'Logs',
    '/traces': 'Logs',
    '/exports': 'Logs',
    '/policies': 'Virtual keys',
    '/welcome': 'Connect app',
  }
  for (const [path, entry] of Object.entries(entries)) {
    await page.goto(gateway.url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const current = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current="page"]')
    await hasCount(current, 1)
    await hasAttribute(current, 'title', entry)
  }
  await close()
})

test('scripts stay small: 30 kB for the sign-in, 100 kB for the logs, 18 kB of CSS', async () => {
  expect(await scriptBytes('/', 'nobody')).toBeLessThanOrEqual(30_000)
  expect(await scriptBytes('/logs', 'owner')).toBeLessThanOrEqual(100_000)
  const styles = (await readdir(ASSETS)).filter((name) => name.endsWith('.css.gz'))
  expect(styles).toHaveLength(1)
  expect(Bun.file(`${ASSETS}/${styles[0]}`).size).toBeLessThanOrEqual(18_000)
})

test('the page loads only its own resources, cannot be framed, and is not served to API clients', async () => {
  const html = { accept: 'text/html,*/*' }
  const page = await gateway.fetch('/logs/some-id', { key: null, headers: html })
  expect(page.status).toBe(200)
  const policy = page.headers.get('content-security-policy') ?? ''
  for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"])
    expect(policy).toContain(rule)
  expect(policy).not.toContain('unsafe')
  expect(page.headers.get('x-content-type-options')).toBe('nosniff')
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  const text = await page.text()
  const [inline, ...others] = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map((match) => match[1] ?? '')
  expect(others).toEqual([])
  expect(policy).toContain(`'sha256-${new Bun.CryptoHasher('sha256').update(inline ?? '').digest('base64')}'`)
  expect(text).not.toMatch(/<style|https?:/)

  const script = /src="(\/assets\/main-[^"]+)"/.exec(text)?.[1] ?? ''
  const asset = await gateway.fetch(script, { key: null, headers: { 'accept-encoding': 'br' } })
  expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  for (const path of ['/assets/none.js', '/assets/..%2findex.html', '/v1/nothing', '/logs'])
    expect((await gateway.fetch(path, { key: null })).headers.get('content-type')).toContain('application/json')
  expect((await gateway.fetch('/logs', { key: null, method: 'POST', headers: html })).status).toBe(404)
})

test('the page of a signed-in user contains the session and is not stored; others get neither', async () => {
  const accept = 'text/html,*/*'
  const { id } = await dashboard.scene.do('POST', '/admin/workspaces', { name: '</script><b>' })
  const { headers } = await dashboard.scene.person('member', [{ id: String(id), role: 'member' }])
  const load = (cookie = '') => gateway.fetch('/configs/some-id', { key: null, headers: { accept, cookie } })
  const page = await load(headers['cookie'])
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('vary')).toContain('cookie')
  const text = await page.text()
  const [, json = ''] = /<script type="application\/json" id="caller">(.*?)<\/script>/s.exec(text) ?? []
  const current = await gateway.fetch('/v1/sessions/current', { key: null, headers: { ...headers } })
  expect(json).toContain('u003c/script>')
  expect(JSON.parse(json)).toEqual(await current.json())
  expect(text.match(/<link rel="modulepreload" href="\/assets\/part-/g)?.length).toBeGreaterThanOrEqual(2)
  expect(await (await load(`gatehouse_session=${'x'.repeat(43)}`)).text()).toContain('id="caller">null<')
  // On a link from another site the browser omits the cookie, so without one the user may be signed in.
  for (const [site, isKnown] of [
    ['none', true],
    ['same-origin', true],
    ['cross-site', false],
  ] as const) {
    const other = await gateway.fetch('/configs/some-id', { key: null, headers: { accept, 'sec-fetch-site': site } })
    const words = await other.text()
    expect({ site, isKnown: words.includes('id="caller">null<') }).toEqual({ site, isKnown })
    expect(words).not.toContain('modulepreload')
  }
})

test('an unreachable gateway shows a banner, which disappears when it is back', async () => {
  const { page, close } = await dashboard.open('/', { as: 'nobody' })
  await signIn(page)
  await page.goto(`${gateway.url}/account`)
  await page.waitForSelector('h1')
  await page.context().setOffline(true)
  // Besides the banner, parts of the page that had not loaded yet show the same message.
  const shown = page.getByText('The gateway is not responding')
  await page.getByRole('alert').getByText('This data is from').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.context().setOffline(false)
  await shown.first().waitFor({ state: 'detached' })
  await close()
})
