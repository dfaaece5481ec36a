import { expect, test } from 'bun:test'
import { accessibilityProblems, hasAttribute, shareDashboard } from './harness.ts'

const dashboard = await shareDashboard()
const { scene } = dashboard
const workspaceId = await scene.defaultWorkspace()

type Listed = { readonly data: readonly Record<string, unknown>[] }
const listed = async () => ((await scene.do('GET', '/sinks')) as Listed).data

test('a sink is created, changed and shown without its secrets', async () => {
  const { page, errors, foreignRequests, close } = await dashboard.open('/sinks')
  await page.getByText('No sinks').waitFor()
  await page.getByRole('button', { name: 'New sink' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Lake')
  await dialog.getByLabel('Bucket').fill('Not A Bucket')
  await dialog.getByLabel('Region').fill('eu-central-1')
  await dialog.getByLabel('Access key ID').fill('AKIAEXAMPLE')
  await dialog.getByLabel('Secret access key').fill('very-secret-key')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('Must be the name of a bucket').first().waitFor()
  await hasAttribute(dialog.getByLabel('Bucket'), 'aria-invalid', 'true')
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByLabel('Bucket').fill('logs')
  await dialog.getByLabel('Sample rate (%)').fill('12.5')
  await dialog.getByLabel('Filter').fill('status:5xx')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('AWS eu-central-1 / logs').waitFor()
  expect(await listed()).toMatchObject([
    { name: 'Lake', bucket: 'logs', sample_rate: 0.125, filter: 'status:5xx', workspace_id: workspaceId },
  ])
  await page.getByRole('link', { name: 'Lake' }).click()
  await dialog.getByLabel('Endpoint').fill('https://other.example.com')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('the sink gets another destination').first().waitFor()
  await dialog.getByLabel('Endpoint').fill('')
  await dialog.getByLabel('Bodies').selectOption('masked')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The sink was changed.').first().waitFor()
  expect(await listed()).toMatchObject([{ bodies: 'masked', secrets: ['access_key_id', 'secret_access_key'] }])
  await page.getByRole('button', { name: 'Actions for Lake' }).click()
  await page.getByRole('menuitem', { name: 'Progress of each node' }).click()
  await page.getByText('Progress of “Lake”').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Actions for Lake' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByText('Disabled', { exact: true }).waitFor()
  expect(await page.content()).not.toContain('very-secret-key')
  await page.getByRole('button', { name: 'Actions for Lake' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No sinks').waitFor()
  expect([...errors, ...foreignRequests]).toEqual([])
  await close()
})

test('a refused form has the focus in the wrong input as soon as it shows the error', async () => {
  const { page, close } = await dashboard.open('/sinks?new=1')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Bucket').fill('Not A Bucket')
  // Focus that moves later would take keys that the user meant for another input.
  await page.evaluate(`
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[aria-invalid="true"]')) return
      observer.disconnect()
      document.body.dataset.focused = document.activeElement?.getAttribute('aria-invalid') ?? 'another element'
    })
    observer.observe(document.body, { subtree: true, childList: true, attributes: true })
  `)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.locator('[aria-invalid="true"]').first().waitFor()
  await hasAttribute(page.locator('body'), 'data-focused', 'true')
  await close()
})

test('each type has its inputs, and no look has a problem', async () => {
  const { page, errors, close } = await dashboard.open('/sinks?new=1')
  const dialog = page.getByRole('dialog')
  const create = dialog.getByRole('button', { name: 'Create' })
  await dialog.getByLabel('Type').selectOption('kafka')
  await dialog.getByLabel('Name', { exact: true }).fill('Stream')
  await dialog.getByLabel('Brokers').fill('k1.example.com:9093\nk2.example.com:9093')
  await dialog.getByLabel('Topic').fill('logs')
  await dialog.getByLabel('Authentication').selectOption('scram-sha-512')
  await dialog.getByLabel('User name').fill('gateway')
  await dialog.getByLabel('Password').fill('kafka-secret')
  expect(await accessibilityProblems(page)).toEqual([])
  await create.click()
  await page.getByText('k1.example.com:9093, k2.example.com:9093 / logs').waitFor()
  await page.getByRole('button', { name: 'New sink' }).first().click()
  await dialog.getByLabel('Type').selectOption('webhook')
  await dialog.getByLabel('Name', { exact: true }).fill('Hook')
  await dialog.getByLabel('URL').fill('http://127.0.0.1:1/T0KEN')
  await dialog.getByLabel('Headers').fill('X-Key: value: with colon\nX-Other: 2')
  await create.click()
  await page.getByText('http://127.0.0.1:1/…').waitFor()
  // Nothing listens there.
  await page.getByRole('button', { name: 'Send test to Hook' }).click()
  await page.getByText('“Hook”:').first().waitFor()
  await page.getByRole('button', { name: 'New sink' }).first().click()
  await dialog.getByLabel('Type').selectOption('otlp')
  await dialog.getByLabel('Name', { exact: true }).fill('Collector')
  await dialog.getByLabel('Endpoint').fill('https://otel.example.com')
  await dialog.getByLabel('Signals').selectOption('spans')
  await create.click()
  await page.getByText('https://otel.example.com').waitFor()
  expect(await listed()).toMatchObject([
    { name: 'Collector', signals: ['spans'], secrets: [] },
    { name: 'Hook', secrets: ['webhook_url', 'headers'] },
    { name: 'Stream', sasl: 'scram-sha-512', tls: true, secrets: ['username', 'password'] },
  ])
  expect(errors).toEqual([])
  await close()
})
