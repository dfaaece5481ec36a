import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { pageProblems } from './check-pages.ts'
import { hasCount, shareDashboard, shows } from './harness.ts'

const dashboard = await shareDashboard()
const { gateway, scene } = dashboard
const payments = await scene.do('POST', '/admin/workspaces', {
  name: 'Payments',
  usage_limits: { type: 'cost', credit_limit: 50 },
})
await scene.do('PUT', `/admin/workspaces/${payments['id']}`, { usage_limits: { type: 'cost', credit_limit: 80 } })
await scene.call(scene.admin, 'DELETE', `/admin/workspaces/${payments['id']}`, { name: 'wrong' })

test('a raised budget is described in a sentence, opens its diff, and has a URL that can be shared', async () => {
  const { page, errors, close } = await dashboard.open('/audit-log')
  const sentence = page.getByRole('button', {
    name: /raised the budget of the workspace Payments from \$50.00 to \$80.00/,
  })
  await sentence.click()
  await page.getByRole('heading', { name: 'What changed' }).waitFor()
  await shows(page.locator('.diff-removed').first(), '50')
  const address = page.url().slice(gateway.url.length)
  expect(errors).toEqual([])
  await close()

  // The entry opens even if the list next to it is filtered differently.
  const shared = await dashboard.open(`${address}&kind=user`)
  await shared.page.locator('.drawer').getByText('raised the budget').waitFor()
  await shared.page.keyboard.press('Escape')
  await shared.page.locator('.drawer').waitFor({ state: 'detached' })
  await shared.close()
})

test('refused changes are listed too, and filters are in the URL and can be removed', async () => {
  const { page, close } = await dashboard.open('/audit-log')
  await page.getByLabel('Result').selectOption('refused')
  await page.getByRole('button', { name: /was refused to delete the workspace Payments: invalid_body/ }).waitFor()
  expect(new URL(page.url()).searchParams.get('result')).toBe('refused')
  await page.getByLabel('Resource').selectOption('config')
  await page.getByText('No entries match').waitFor()
  await page.getByRole('button', { name: 'resource: config' }).first().click()
  await page.getByRole('button', { name: /was refused to delete/ }).waitFor()
  await close()
})

test('each resource has a history, and the filtered log can be downloaded', async () => {
  const { page, close } = await dashboard.open(`/audit-log?target=${payments['id']}`)
  await page.getByRole('button', { name: /raised the budget/ }).waitFor()
  await hasCount(page.getByRole('button', { name: /created the workspace Payments/ }), 1)
  await hasCount(page.getByRole('button', { name: /became the first owner/ }), 0)
  await page.getByRole('button', { name: 'Export' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'As JSON lines' }).click()
  const text = await Bun.file(await (await coming).path()).text()
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { target_id: string })
  expect(lines.length).toBeGreaterThanOrEqual(2)
  expect(new Set(lines.map((line) => line.target_id))).toEqual(new Set([String(payments['id'])]))
  await close()
})

test('the log is verified, and after a change in the database the first invalid entry is named', async () => {
  const { page, close } = await dashboard.open('/audit-log')
  await page.getByRole('button', { name: 'Verify' }).click()
  await page
    .getByText(/^\d+ entries intact$/)
    .last()
    .waitFor()
  expect(await pageProblems(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })

  using database = new Database(join(gateway.dataDirectory, 'control.db'))
  database.run('pragma busy_timeout = 10000')
  database.run(`update audit_entries set entry = replace(entry, 'Payments', 'Payment5') where sequence = 2`)
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByRole('alert').getByText('The log is broken at entry 2').waitFor()
  await page.getByRole('link', { name: 'Show entries around 2' }).waitFor()
  await close()
})
