import { expect, test } from 'bun:test'
import { shareSimulator } from '../harness/share-simulator.ts'
import { checkPages } from './check-pages.ts'
import { hasAttribute, hasCount, shareDashboard } from './harness.ts'
import { logOfTrace, sendPlain, sendRescued } from './log-traffic.ts'
import { measureLoad } from './page-load.ts'

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
  await page.getByRole('heading', { name: 'No requests yet' }).waitFor()
  await hasAttribute(page.getByRole('main').getByRole('link', { name: 'Connect app' }), 'href', '/welcome')
  await sendPlain(dashboard, 'overview-first')
  await page.getByText('No problems.').waitFor()
  await page.getByText('1 request in the last 24 hours · none failed').waitFor()
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

test('providers count every attempt, also failures that were recovered or came before any provider', async () => {
  const refused = await gateway.chat(null, { headers: { 'x-gateway-virtual-key': 'no-such-key' } })
  expect(refused.status).toBeGreaterThanOrEqual(400)
  await refused.text()
  const { page, close } = await dashboard.open('/overview')
  const providers = page.getByRole('list', { name: 'Providers' })
  // The recovered request failed twice at the mock provider before its third attempt.
  await providers.getByText(/mock4 attempts, 50 % failed, 2 recovered/).waitFor()
  await providers.getByText(/No provider\d+ failed before a provider was called/).waitFor()
  await close()
})

test('the welcome page shows a request that came before it was opened', async () => {
  const { page, close } = await dashboard.open('/welcome')
  await page.locator('[data-arrived]').waitFor()
  await hasCount(page.getByText('Waiting for your first request'), 0)
  await close()
})

test('links keep the time range', async () => {
  const { page, close } = await dashboard.open('/overview?range=7d')
  const link = page.getByRole('link', { name: 'All failures' })
  await hasAttribute(link, 'href', '/logs?range=7d&q=status%3A4xx%2C5xx')
  await close()
})

test.each([1440, 390])('at %d px a first visit makes at most 8 requests, and nothing moves', async (width) => {
  const { page, close } = await dashboard.open('/healthz', { width })
  const { requests, shift, shifts } = await measureLoad(page, `${gateway.url}/overview`)
  await page.getByText('Recovered recently').waitFor()
  // Documents, scripts, styles, the font, the icon and API calls.
  expect(requests.length <= 8 || requests).toBe(true)
  expect(shift < 0.05 || shifts).toBe(true)
  await close()
})

test('if the overview cannot be loaded the page says so and loads it again', async () => {
  const { page, close } = await dashboard.open('/account')
  const seen = Promise.withResolvers<void>()
  let calls = 0
  await page.route('**/v1/analytics/overview?**', async (route) => {
    if (calls++ === 0)
      return route.fulfill({ status: 503, json: { error: { message: 'Graphs are away.', code: 'store_unavailable' } } })
    // The page loads again within a second, and then removes the error.
    await seen.promise
    // The page replaces a load that is not finished.
    await route.continue().catch(() => {})
  })
  await page.goto(`${gateway.url}/overview`)
  await page.getByText('Could not load the overview').waitFor()
  seen.resolve()
  await page.getByRole('link', { name: 'Half full', exact: true }).waitFor()
  await page.getByText('No circuit is open.').waitFor()
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
  await checkPages(dashboard, [{ path: '/overview', ready: 'Recovered recently' }])
})
