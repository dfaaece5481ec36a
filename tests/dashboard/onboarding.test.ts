import { expect, test } from 'bun:test'
import { accessibilityProblems, hasAttribute, hasCount, shareDashboard } from './harness.ts'
import { listen } from './stories/listen.ts'

const dashboard = await shareDashboard()
const { gateway, scene } = dashboard
const workspaceId = await scene.defaultWorkspace()

test('the checklist follows the state, links to each step, and stays dismissed', async () => {
  const { page, errors, foreignRequests, close } = await dashboard.open('/overview')
  const card = page.getByRole('region', { name: /^First steps/ })
  await page.getByRole('heading', { name: 'First steps: 0 of 4 done' }).waitFor()
  await hasCount(card.getByRole('link'), 5)
  const addresses = ['/virtual-keys?new=1', '/api-keys?new=1', '/welcome', '/virtual-keys', '/users?new=1']
  for (const [index, address] of addresses.entries())
    await hasAttribute(card.getByRole('link').nth(index), 'href', address)
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
  await hasCount(card, 0)
  expect([...errors, ...foreignRequests]).toEqual([])
  await close()
})

test('a first request that finishes before the stream of logs opens is shown and announced', async () => {
  const { page, errors, close } = await dashboard.open('/account')
  const release = Promise.withResolvers<void>()
  await page.route('**/v1/logs/stream**', async (route) => {
    await release.promise
    await route.continue()
  })
  const workspace = await scene.do('POST', '/admin/workspaces', { name: 'Arrival', slug: 'arrival' })
  const made = await scene.do('POST', '/api-keys/workspace/service', {
    name: 'First',
    workspace_id: workspace['id'],
    scopes: ['completions.write'],
  })
  const firstRead = page.waitForResponse((response) => new URL(response.url()).pathname === '/v1/logs')
  await page.goto(`${gateway.url}/welcome?w=arrival`)
  await page.getByText('Waiting for your first request').waitFor()
  await firstRead
  const said = await listen(page)
  await (await gateway.chat({ provider: 'mock' }, { key: String(made['key']), body: { model: 'mock' } })).text()
  release.resolve()
  await page.locator('[data-arrived=ok]').waitFor()
  await said(/^Your request arrived\.$/)
  expect(errors).toEqual([])
  await close()
})
