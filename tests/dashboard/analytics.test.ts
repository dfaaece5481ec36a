import { expect, test } from 'bun:test'
import { eventually } from '../harness/eventually.ts'
import { accessibilityProblems, hasTexts, leadsTo, shareDashboard, sidewaysOverflow } from './harness.ts'

const dashboard = await shareDashboard()
const { gateway, scene } = dashboard
const workspaceId = await scene.defaultWorkspace()

/** Every width and both themes. */
const LOOKS = [
  [1440, 'light'],
  [1024, 'dark'],
  [390, 'light'],
] as const

const TABS = ['cost', 'usage', 'errors', 'latency', 'cache', 'feedback', 'groups']
const FALLBACK = {
  strategy: { mode: 'fallback' },
  targets: [{ provider: 'mock', override_params: { model: 'mock-error-503' } }, { provider: 'mock' }],
}

async function send(model: string, config: object, user: string): Promise<string> {
  const reply = await gateway.fetch('/v1/chat/completions', {
    method: 'POST',
    headers: { 'x-gateway-config': JSON.stringify(config), 'x-gateway-metadata': JSON.stringify({ _user: user }) },
    body: { model, messages: [{ role: 'user', content: 'Hello' }] },
  })
  await reply.text()
  return reply.headers.get('x-gateway-trace-id') ?? ''
}

test('before the first request the page says how to send one', async () => {
  const { page, close } = await dashboard.open('/analytics')
  await page.getByRole('heading', { name: 'No requests yet' }).waitFor()
  await page.getByRole('link', { name: 'Connect app' }).last().waitFor()
  await close()
})

test('traffic appears in every tab, each number links to its requests, and the URL has range, filter and comparison', async () => {
  const trace = await send('mock-1', { provider: 'mock' }, 'ada')
  for (let times = 0; times < 2; times++) await send('mock-1', { provider: 'mock', cache: { mode: 'simple' } }, 'ada')
  await send('mock-error-429', { provider: 'mock' }, 'bob')
  await send('mock-1', FALLBACK, 'bob')
  const given = await gateway.fetch('/v1/feedback', { method: 'POST', body: { trace_id: trace, value: 5 } })
  expect(given.status).toBe(200)
  await eventually('the sums know all five requests', async () => {
    const { summary } = await scene.do('GET', `/analytics/summary?workspace_id=${workspaceId}`)
    const { requests, feedback } = summary as { requests: number; feedback: { total: number } }
    return requests === 5 && feedback.total === 1
  })
  const { page, errors, foreignRequests, close } = await dashboard.open('/analytics/usage?range=1h&vs=previous')
  await page.getByText('before 0').first().waitFor()
  await page.getByRole('img', { name: /Requests by outcome/ }).waitFor()
  await page.getByRole('button', { name: 'As table' }).first().click()
  const table = page.getByRole('table', { name: 'Requests by outcome' })
  await table.locator('tbody td').first().waitFor()
  const totals = await Promise.all(
    [2, 3, 4].map(async (column) => {
      const cells = await table.locator(`tbody td:nth-child(${column})`).allTextContents()
      return cells.reduce((sum, cell) => sum + Number(cell), 0)
    }),
  )
  expect(totals).toEqual([3, 1, 1])

  await page.getByLabel('Split by').selectOption({ label: 'User' })
  await page.getByRole('img', { name: /Requests by group.* ada: at most/ }).waitFor()
  const parts = page.getByRole('region', { name: 'Requests by group' })
  await parts.getByRole('button', { name: 'As table' }).click()
  await hasTexts(parts.locator('thead th'), ['Time', 'ada', 'bob', 'previous period'])

  await page.getByRole('link', { name: 'Latency', exact: true }).click()
  await page.getByText(/% of total time/).waitFor()
  await page.getByRole('img', { name: /Gateway overhead\. gateway: at most/ }).waitFor()

  await page.getByRole('link', { name: 'Errors', exact: true }).click()
  expect(new URL(page.url()).search).toContain('vs=previous')
  const heat = page.getByRole('table', { name: 'Errors by status and provider' })
  await leadsTo(heat.getByRole('row', { name: '429' }).getByRole('link'), 'status%3A429')
  await page.getByRole('link', { name: 'Cache', exact: true }).click()
  await page.getByText('Cost saved').waitFor()

  await page.goto(`${gateway.url}/analytics/groups?by=user&split=model`)
  await page.getByRole('button', { name: 'bob by model' }).click()
  await leadsTo(page.getByRole('link', { name: 'mock-error-429' }), 'user%3Abob')
  const workspaces = page.getByRole('table', { name: 'Requests by workspace' })
  await page.getByLabel('Group by').selectOption({ label: 'Workspace' })
  await hasTexts(workspaces.getByRole('row', { name: 'Default' }).locator('td').nth(1), ['5'])
  await page.goto(`${gateway.url}/analytics?q=model:none`)
  await page.getByRole('heading', { name: 'No requests match' }).waitFor()
  await page.getByRole('button', { name: 'model:none' }).click()
  await page.getByText('Cost over time').waitFor()
  expect(errors).toEqual([])
  expect(foreignRequests).toEqual([])
  await close()
})

test('every tab is accessible and fits, in both themes and at all widths', async () => {
  const { page, errors, close } = await dashboard.open('/analytics')
  for (const [index, tab] of TABS.entries()) {
    await page.goto(`${gateway.url}/analytics/${tab}?range=1h`)
    await page.waitForLoadState('networkidle')
    for (const [width] of LOOKS) {
      await page.setViewportSize({ width, height: 900 })
      expect({ tab, width, overflow: await sidewaysOverflow(page) }).toMatchObject({ overflow: 0 })
    }
    // Cycles through the looks, one per view: a check takes seconds.
    const [width, theme] = LOOKS[index % LOOKS.length] ?? LOOKS[0]
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: theme })
    expect({ tab, theme, width, problems: await accessibilityProblems(page) }).toMatchObject({ problems: [] })
  }
  expect(errors).toEqual([])
  await close()
})
