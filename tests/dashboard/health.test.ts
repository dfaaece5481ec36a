import { expect, test } from 'bun:test'
import { shareSimulator } from '../harness/share-simulator.ts'
import { checkPages } from './check-pages.ts'
import { accessibilityProblems, shareDashboard, withoutLiveUpdates } from './harness.ts'
import { sendPlain } from './log-traffic.ts'

const dashboard = await shareDashboard()
const { gateway } = dashboard
const broken = await shareSimulator({ answers: [500] })

const breaking = {
  provider: 'openai',
  api_key: 'sk-x',
  custom_host: `${broken.url}/v1`,
  cb_config: { failure_threshold: 1, cooldown_interval: 600_000, failure_status_codes: [500] },
}

test('gateway, storage, providers and cache are shown; an open circuit counts down and is closed manually', async () => {
  await sendPlain(dashboard, 'health-plain')
  const failed = await gateway.chat(breaking)
  await gateway.waitForLog(failed.headers.get('x-gateway-trace-id'))
  const { page, errors, foreignRequests, close } = await dashboard.open('/health')
  await page.getByText('accepting requests').waitFor()
  await page.getByText('embedded, in the data folder').waitFor()
  await page.getByText('no embedder configured: exact matches only').waitFor()
  const row = page.getByRole('row').filter({ hasText: 'openai' })
  await row.getByText('500: openai failed').waitFor()
  await row.getByText('0 %').waitFor()
  const breaker = page.getByRole('list', { name: 'Circuit breakers' }).getByRole('listitem')
  await breaker.getByText('an inline config:').waitFor()
  await breaker.getByText(/next try in \d m \d+ s/).waitFor()
  const first = await breaker.getByRole('timer').innerText()
  await breaker.getByRole('timer').filter({ hasNotText: first }).waitFor()
  await breaker.getByRole('button', { name: /Close now/ }).click()
  await breaker.getByText('closed', { exact: true }).waitFor()
  expect([...errors, ...foreignRequests]).toEqual([])
  await close()
})

test('a circuit of a saved config links to it', async () => {
  const workspaceId = await dashboard.scene.defaultWorkspace()
  const wish = { name: 'Guarded way', config: breaking, workspace_id: workspaceId }
  const { slug } = await dashboard.scene.do('POST', '/configs', wish)
  await gateway.chat(null, { headers: { 'x-gateway-config': String(slug) } })
  const { page, errors, close } = await dashboard.open('/health')
  const own = page
    .getByRole('list', { name: 'Circuit breakers' })
    .getByRole('listitem')
    .filter({ hasText: 'Guarded way' })
  await own.getByRole('link', { name: 'Guarded way' }).click()
  await page.getByRole('heading', { level: 1, name: 'Guarded way' }).waitFor()
  await page.getByText('circuit open').waitFor()
  await dashboard.scene.do('DELETE', `/configs/${slug}?workspace_id=${workspaceId}`)
  await page.goto(`${gateway.url}/health`)
  await page.getByText('a deleted config:').waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a phone shows a circuit that opens while the page is open, without overflow', async () => {
  const { page, close } = await dashboard.open('/health', { width: 360, height: 740, hasTouch: true })
  await page.getByText('accepting requests').waitFor()
  const circuit = page.getByRole('listitem').filter({ hasText: 'an inline config:' })
  await circuit.getByText('closed', { exact: true }).waitFor()
  await gateway.chat(breaking)
  await circuit.getByText(/next try in/).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await close()
})

/** Calls that need the store. */
const STORED = /\/v1\/(?!sessions|breakers|logs\/stream)/

test('with the store down, cards that do not need it stay, and the others say why and can be reloaded', async () => {
  const { page, close } = await dashboard.open('/account')
  await withoutLiveUpdates(page)
  await page.goto(`${gateway.url}/health`)
  await page.getByText('accepting requests').waitFor()
  const away = { error: { message: 'The store does not answer.', code: 'store_unavailable', hint: 'Wait a moment.' } }
  // The client would retry a 503 automatically.
  await page.route(STORED, (route) => route.fulfill({ status: 500, json: away }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('Could not load the cache').waitFor()
  await page.getByText('accepting requests').waitFor()
  await page.getByRole('list', { name: 'Circuit breakers' }).waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('Could not load the cache').waitFor({ state: 'detached' })
  await close()
})

test('a draining gateway says so', async () => {
  const { page, close } = await dashboard.open('/account')
  const records = { backlogBytes: 3_000_000, droppedBodies: 2, lostRecords: 1 }
  await page.route('**/readyz', (route) =>
    route.fulfill({ status: 503, json: { status: 'draining', running: 3, records } }),
  )
  await page.goto(`${gateway.url}/health`)
  await page.getByText('shutting down').first().waitFor()
  await page.getByText('Records were lost').waitFor()
  await page.getByText('2.9 MiB waiting to be written').waitFor()
  await close()
})

test('the expiry of the certificate and a problem with it are shown', async () => {
  const { page, close } = await dashboard.open('/account')
  const records = { backlogBytes: 0, droppedBodies: 0, lostRecords: 0 }
  const problem = 'The TLS certificate /tls/tls.crt expires on 2030-01-02 03:04 UTC. Replace the file.'
  const tls = { certificate_expires_at: '2030-01-02T03:04:00.000Z' }
  await page.route('**/readyz', (route) =>
    route.fulfill({ json: { status: 'degraded', running: 0, problems: [problem], records, tls } }),
  )
  await page.goto(`${gateway.url}/health`)
  await page.getByText('Certificate expires').waitFor()
  await page.getByText(problem).waitFor()
  await page.getByText('Certificate', { exact: true }).waitFor()
  await close()
})

test('purging the cache requires a confirmation', async () => {
  const { page, close } = await dashboard.open('/health')
  await page.getByRole('button', { name: 'Purge cache' }).click()
  await page.getByLabel('Only this namespace').fill('team-a')
  const sent = page.waitForRequest((request) => request.method() === 'DELETE')
  await page.getByRole('dialog').getByRole('button', { name: 'Purge' }).click()
  expect(new URL((await sent).url()).searchParams.get('namespace')).toBe('team-a')
  await page.getByText('0 responses purged.').first().waitFor()
  await close()
})

test('it has no accessibility problem in both themes at all widths', async () => {
  await checkPages(dashboard, [{ path: '/health', ready: 'Providers, last 24 hours' }])
})
