import { expect, test } from 'bun:test'
import { accessibilityProblems, hasCount, shareDashboard } from './harness.ts'

const dashboard = await shareDashboard()
const { gateway } = dashboard

test('one click creates the demo workspace, and one click removes it', async () => {
  const { page, errors, close } = await dashboard.open('/welcome')
  await page.getByRole('button', { name: 'Create demo workspace' }).click()
  await page.waitForURL(/\/overview\?w=demo/)
  await page.getByText('Demo workspace: synthetic traffic').waitFor()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  const list = async () => {
    const reply = await gateway.fetch('/v1/admin/workspaces', { key: gateway.adminKey })
    return ((await reply.json()) as { data: { slug: string }[] }).data.map(({ slug }) => slug)
  }
  expect(await list()).toContain('demo')
  await page.getByRole('button', { name: 'Remove demo' }).click()
  await page.getByText('The demo workspace was removed.').first().waitFor()
  expect(await list()).not.toContain('demo')
  expect(page.url()).not.toContain('w=demo')
  await hasCount(page.getByText('Demo workspace: synthetic traffic'), 0)
  expect(errors).toEqual([])
  await close()
})
