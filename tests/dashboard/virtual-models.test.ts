import { expect, test } from 'bun:test'
import { pageProblems } from './check-pages.ts'
import { hasValue, shareDashboard } from './harness.ts'

const dashboard = await shareDashboard()
const { gateway, scene } = dashboard

test('a virtual model is created, changed and deleted, and requests follow it', async () => {
  const config = (model: string) => ({ provider: 'mock', override_params: { model } })
  const made = await scene.do('POST', '/configs', { name: 'First route', config: config('mock-1') })
  const { slug } = await scene.do('POST', '/configs', { name: 'Second route', config: config('mock-error-503') })
  const { page, errors, foreignRequests, close } = await dashboard.open('/models')
  await page.getByRole('link', { name: 'Virtual models' }).click()
  await page.getByText('No virtual models yet').waitFor()
  expect(await pageProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'New virtual model' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('chat')
  await dialog.getByRole('combobox', { name: 'Config' }).fill('First')
  await page.getByRole('option', { name: /First route/ }).waitFor()
  await page.keyboard.press('Enter')
  expect(await pageProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('cell', { name: 'chat' }).first().waitFor()
  expect(await pageProblems(page)).toEqual([])
  const status = async () => (await gateway.chat(null, { body: { model: 'chat' } })).status
  expect(await scene.do('GET', '/virtual-models/chat')).toMatchObject({ config: made['slug'] })
  expect(await status()).toBe(200)

  await page.getByRole('button', { name: 'Actions for chat' }).click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  await dialog.getByRole('combobox', { name: 'Config' }).fill(String(slug))
  await page.getByRole('option', { name: /Second route/ }).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: String(slug) }).waitFor()
  expect(await status()).toBe(503)

  await page.getByRole('button', { name: 'Actions for chat' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('chat')
  await page.getByRole('button', { name: 'Delete virtual model' }).click()
  await page.getByText('No virtual models yet').waitFor()
  expect(await status()).toBe(400)
  expect([...errors, ...foreignRequests]).toEqual([])
  await close()
})

test('configs that arrive while a person edits the field do not change its text', async () => {
  const { slug } = await scene.do('POST', '/configs', { name: 'Late route', config: { provider: 'mock' } })
  await scene.do('POST', '/virtual-models', { name: 'late', config: slug })
  const { page, close } = await dashboard.open('/models')
  const arrival = Promise.withResolvers<void>()
  await page.route(/\/v1\/configs\b/, async (route) => {
    await arrival.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Virtual models' }).click()
  await page.getByRole('button', { name: 'Actions for late' }).click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Config' })
  await hasValue(field, String(slug))
  await field.selectText()
  arrival.resolve()
  await page.locator('[role=option]', { hasText: 'Late route' }).waitFor({ state: 'attached' })
  await page.keyboard.insertText('typed')
  await hasValue(field, 'typed')
  await close()
})
