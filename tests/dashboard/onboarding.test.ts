import { expect, test } from 'bun:test'
import { accessibilityProblems, shareDashboard } from './harness.ts'

const dashboard = await shareDashboard()
const { gateway, scene } = dashboard
const workspaceId = await scene.defaultWorkspace()

test('the checklist follows the state, links to each step, and stays dismissed', async () => {
  const { page, errors, foreignRequests, close } = await dashboard.open('/overview')
  const card = page.getByRole('region', { name: /^First steps/ })
  await page.getByRole('heading', { name: 'First steps: 0 of 4 done' }).waitFor()
  expect(await card.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/virtual-keys?new=1',
    '/api-keys?new=1',
    '/welcome',
    '/virtual-keys',
    '/users?new=1',
  ])
  expect(await accessibilityProblems(page)).toEqual([])
  const limits = { usage_limits: { type: 'cost', credit_limit: 50 } }
  await scene.do('POST', '/virtual-keys', {
    workspace_id: workspaceId,
    name: 'Main',
    provider: 'openai',
    key: 'sk-1',
    ...limits,
  })
  const sent = await gateway.chat({ provider: 'mock' }, { body: { model: 'mock' } })
  await gateway.waitForLog(sent.headers.get('x-gateway-trace-id'))
  await page.reload()
  await page.getByRole('heading', { name: 'First steps: 3 of 4 done' }).waitFor()
  await card.getByRole('button', { name: 'Dismiss' }).click()
  await card.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('$0 of $50.00').waitFor()
  expect(await card.count()).toBe(0)
  expect([...errors, ...foreignRequests]).toEqual([])
  await close()
})
