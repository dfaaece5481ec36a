import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shareSimulator } from '../harness/share-simulator.ts'
import { accessibilityProblems, hasAttribute, shareDashboard } from './harness.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-secrets-'))
writeFileSync(join(folder, 'openai'), 'sk-from-the-file-17')
const dashboard = await shareDashboard({
  environment: { GATEWAY_SECRET_SOURCES: JSON.stringify({ files: { type: 'file', folder } }) },
})
const provider = await shareSimulator({ answers: ['ok'] })

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a reference is tested in the form, saved, and shown instead of a mask', async () => {
  const { page, errors, close } = await dashboard.open('/virtual-keys?new=1')
  await page.getByRole('combobox', { name: 'Provider' }).fill('openai-comp')
  await page
    .getByRole('option', { name: /openai-comp/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByLabel('Base URL').fill(`${provider.url}/v1`)
  const field = page.getByLabel('Provider key')
  await field.fill('sk-typed')
  await hasAttribute(field, 'type', 'password')
  await field.fill('secret://files/missing')
  await hasAttribute(field, 'type', 'text')
  await page.getByRole('button', { name: 'Test reference' }).click()
  await page.getByText('The secret source "files" has no such secret.').waitFor()
  await field.fill('secret://files/openai')
  await page.getByRole('button', { name: 'Test reference' }).click()
  await page.getByText('Secret found').waitFor()
  await page.getByText(/^19 characters/).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByLabel('Name', { exact: true }).fill('Referred')
  await page.getByRole('button', { name: 'Test and create' }).click()
  await page.getByRole('heading', { level: 1, name: 'Referred' }).waitFor()
  await page.getByText('secret://files/openai').first().waitFor()
  expect(provider.requests.at(-1)?.headers['authorization']).toBe('Bearer sk-from-the-file-17')
  expect(await page.content()).not.toContain('sk-from-the-file-17')
  expect(errors).toEqual([])
  await close()
})
