import { expect, test } from 'bun:test'
import { eventually } from '../harness/eventually.ts'
import { accessibilityProblems, hasCount, shareDashboard, shows } from './harness.ts'

const dashboard = await shareDashboard()
const { gateway, scene } = dashboard

type Listed = { readonly data: readonly { readonly id: string }[] }

async function send(user: string, content: string, model = 'mock', trace = crypto.randomUUID() as string) {
  const headers = { 'x-gateway-metadata': JSON.stringify({ _user: user }), 'x-gateway-trace-id': trace }
  const body = { model, messages: [{ role: 'user', content }] }
  await (await gateway.chat({ provider: 'mock' }, { headers, body })).text()
}

async function logsOf(user: string, count: number): Promise<readonly { readonly id: string }[]> {
  const filter = encodeURIComponent(JSON.stringify({ _user: user }))
  const read = async () => ((await scene.do('GET', `/logs?metadata=${filter}`)) as Listed).data
  await eventually('the logs are written', async () => (await read()).length === count)
  return read()
}

test('without users the page shows how to name one', async () => {
  const { page, close } = await dashboard.open('/end-users')
  await page.getByText('No users in this time range').waitFor()
  await close()
})

test('the page of a user shows cost, errors, models, traces and requests, and is linked from lists and details', async () => {
  const ada = 'ada lovelace/1'
  await send(ada, 'What is the weather in Lisbon?', 'mock', 'a-session')
  await send(ada, 'And tomorrow?', 'mock', 'a-session')
  await send(ada, 'Fail please', 'mock-error-500')
  await send('bob', 'Hello')
  const [log] = await logsOf(ada, 3)
  await logsOf('bob', 1)
  const { page, errors, foreignRequests, close } = await dashboard.open('/end-users')
  const rows = page.getByRole('table', { name: 'End users' }).locator('tbody tr')
  await hasCount(rows, 2)
  await shows(rows.first(), /ada lovelace\/1.*3.*33 %/)
  await rows.first().getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: ada }).waitFor()
  await shows(page.locator('.figures'), /Requests3.*Errors33 %1 failed/)
  await hasCount(page.getByRole('table', { name: 'Requests by model' }).locator('tbody tr'), 2)
  await page.getByRole('table', { name: 'Traces' }).getByRole('link', { name: 'a-session' }).waitFor()
  await hasCount(page.getByRole('table', { name: 'Requests, newest first' }).locator('tbody tr'), 3)
  await page.getByRole('link', { name: '1 failed' }).click()
  await page.getByText('Fail please').first().waitFor()
  // A request and analytics link to the page of the user.
  await page.goto(`${gateway.url}/logs/${log?.id}`)
  await page.getByRole('link', { name: ada }).click()
  await page.getByRole('heading', { level: 1, name: ada }).waitFor()
  await page.goto(`${gateway.url}/analytics/groups?by=user`)
  await page.getByRole('link', { name: ada }).click()
  await page.getByRole('heading', { level: 1, name: ada }).waitFor()
  expect([...errors, ...foreignRequests]).toEqual([])
  await close()
})

test('a user without requests', async () => {
  const { page, close } = await dashboard.open('/end-users/nobody')
  await page.getByText('No requests of this user in the time range').waitFor()
  await close()
})

test('two requests are chosen and compared: figures, texts and decisions', async () => {
  await send('cleo', 'Compare this text one', 'mock')
  await send('cleo', 'Compare this text two', 'mock-error-500')
  const [newer, older] = await logsOf('cleo', 2)
  const { page, errors, foreignRequests, close } = await dashboard.open(`/logs/${older?.id}`)
  await page.getByRole('link', { name: 'Compare with…' }).click()
  await page.getByText('First request:').waitFor()
  // Only the other request has this text.
  await page.getByRole('row').filter({ hasText: 'Compare this text two' }).getByRole('link').click()
  await page.waitForURL(`**/compare/${older?.id}/${newer?.id}**`)
  const figures = page.getByRole('table', { name: 'Figures of both requests' })
  await shows(figures.getByRole('row').filter({ hasText: 'Status' }), /200.*500/)
  await shows(figures.getByRole('row').filter({ hasText: 'Model' }), /mock.*mock-error-500/)
  await page.getByText('Compare this text').first().waitFor()
  await page.getByRole('list', { name: 'Decisions of the second request' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('link', { name: 'Swap' }).click()
  await shows(figures.getByRole('row').filter({ hasText: 'Status' }), /500.*200/)
  // An id can be pasted.
  await page.goto(`${gateway.url}/compare/${older?.id}`)
  await page.getByLabel('ID or link of a request').fill(`${gateway.url}/logs/${newer?.id}`)
  await page.keyboard.press('Enter')
  await figures.waitFor()
  expect([...errors, ...foreignRequests]).toEqual([])
  await close()
})
