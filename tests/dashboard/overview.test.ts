import { expect, test } from 'bun:test'
import { shareSimulator } from '../harness/share-simulator.ts'
import { shareDashboard } from './harness.ts'
import { logOfTrace, sendPlain, sendRescued } from './log-traffic.ts'
import { lookOver } from './look-over.ts'

const dashboard = await shareDashboard()
const { gateway, scene } = dashboard
const workspaceId = await scene.defaultWorkspace()
const broken = await shareSimulator({ answers: [500] })

const breaking = {
  provider: 'openai',
  api_key: 'sk-x',
  custom_host: `${broken.url}/v1`,
  cb_config: { failure_threshold: 1, cooldown_interval: 600_000, failure_status_codes: [500] },
}

test('before the first request the page shows how to send one, and fills automatically when it arrives', async () => {
  const { page, errors, foreignRequests, close } = await dashboard.open('/overview')
  await page.getByRole('heading', { name: 'No request has come yet' }).waitFor()
  expect(await page.getByRole('main').getByRole('link', { name: 'Connect an app' }).getAttribute('href')).toBe(
    '/welcome',
  )
  await sendPlain(dashboard, 'overview-first')
  await page.getByText('No problems.').waitFor()
  await page.getByText('1 requests in the last 24 hours · none failed').waitFor()
  expect([...errors, ...foreignRequests]).toEqual([])
  await close()
})

test('the summary names the problem, the tiles and cards show numbers', async () => {
  await sendRescued(dashboard, 'overview-rescued')
  await gateway.chat(breaking)
  await gateway.chat(breaking)
  await logOfTrace(dashboard, 'overview-rescued')
  await scene.do('POST', '/virtual-keys', {
    name: 'Half full',
    slug: 'half-full',
    provider: 'mock',
    usage_limits: { type: 'tokens', credit_limit: 100_000 },
    workspace_id: workspaceId,
  })
  const { page, close } = await dashboard.open('/overview')
  await page.getByText(/1 circuit breaker is open, \d+ % of requests failed\./).waitFor()
  await page.getByRole('link', { name: /^Recovered 1 / }).waitFor()
  await page.getByRole('img', { name: /1 were recovered and 2 failed/ }).waitFor()
  await page.getByRole('list', { name: 'Recent failures' }).getByText('openai failed').waitFor()
  await page.getByRole('list', { name: 'Recent failures' }).getByText('all circuits are open').waitFor()
  await page.getByRole('link', { name: 'Half full', exact: true }).waitFor()
  await page.getByRole('link', { name: /^Latency p95 .* gateway/ }).waitFor()

  await page.getByRole('button', { name: /Close now/ }).click()
  await page.getByText('No circuit is open.').waitFor()
  await close()
})

test('a recovered request is one click from its timeline', async () => {
  const { page, close } = await dashboard.open('/overview')
  const id = await logOfTrace(dashboard, 'overview-rescued')
  await page.getByRole('list', { name: 'Recovered recently' }).getByRole('link').first().click()
  await page.waitForURL(`**/logs?log=${id}*`)
  await close()
})

test('a section that cannot be loaded says so and does not affect the others', async () => {
  const { page, close } = await dashboard.open('/account')
  await page.route('**/v1/analytics/graphs/**', (route) =>
    route.fulfill({ status: 503, json: { error: { message: 'Graphs are away.', code: 'store_unavailable' } } }),
  )
  await page.goto(`${gateway.url}/overview`)
  await page.getByText('Could not load the traffic').waitFor()
  await page.getByRole('list', { name: 'Recent failures' }).waitFor()
  await page.getByRole('link', { name: /^Requests / }).waitFor()
  await close()
})

test('a member sees the overview of the own workspace, without data that only other roles may see', async () => {
  const member = await scene.person('member', [{ id: workspaceId, role: 'member' }])
  const { page, errors, refusals, close } = await dashboard.open('/overview', { as: member.headers })
  await page.getByRole('link', { name: /^Requests / }).waitFor()
  await page.getByRole('list', { name: 'Recent failures' }).waitFor()
  await page.getByText('No key has a budget.').waitFor()
  expect([...errors, ...refusals]).toEqual([])
  await close()
})

test('it has no accessibility problem in both themes at all widths', async () => {
  await gateway.chat(breaking)
  await lookOver(dashboard, [{ path: '/overview', ready: 'Recovered recently' }])
})
