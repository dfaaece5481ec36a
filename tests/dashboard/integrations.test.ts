import { expect, test } from 'bun:test'
import { shareSimulator } from '../harness/share-simulator.ts'
import { checkPages, pageProblems } from './check-pages.ts'
import { shareDashboard } from './harness.ts'

const dashboard = await shareDashboard()
const { gateway, scene } = dashboard
const workspaceId = await scene.defaultWorkspace()
const provider = await shareSimulator({ answers: ['hello'] })

type Saved = { readonly slug: string; readonly allow_all_models: boolean; readonly workspace_count: number }

const read = async (slug: string) => (await scene.do('GET', `/integrations/${slug}`)) as Saved
const chat = (slug: string, model = 'gpt-x') => gateway.chat(null, { body: { model: `@${slug}/${model}` } })

async function save(slug: string): Promise<void> {
  const configurations = { custom_host: `${provider.url}/v1` }
  await scene.do('POST', '/integrations', {
    name: slug,
    slug,
    ai_provider_id: 'openai',
    key: 'sk-0123456789',
    configurations,
  })
}

test('an integration for all workspaces is created in one form, and its secret is in no browser storage', async () => {
  const { page, errors, foreignRequests, close } = await dashboard.open('/integrations')
  await page.getByText('No integrations yet').waitFor()
  await page.getByRole('button', { name: 'New integration' }).first().click()
  await page.getByRole('combobox', { name: 'Provider' }).fill('openai-comp')
  await page
    .getByRole('option', { name: /openai-comp/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByLabel('Base URL').fill(`${provider.url}/v1`)
  await page.getByLabel('Provider key').fill('sk-a-secret-that-stays')
  await page.getByLabel('Name').fill('Shared')
  await page.getByRole('textbox', { name: /^Id/ }).fill('shared')
  expect(await pageProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Shared', level: 1 }).waitFor()
  expect((await read('shared')).workspace_count).toBe(1)
  expect((await chat('shared')).status).toBe(200)
  const stored = await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
  expect(stored).not.toContain('sk-a-secret')
  expect([...errors, ...foreignRequests]).toEqual([])
  await close()
})

test('access with a rate limit is given to a workspace and taken away', async () => {
  await save('given')
  const name = String((await scene.do('GET', `/admin/workspaces/${workspaceId}`))['name'])
  const { page, errors, close } = await dashboard.open('/integrations/given')
  await page.getByRole('button', { name: `Change ${name}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Budget').fill('25')
  expect(await pageProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('access granted').first().waitFor()
  const path = '/integrations/given/workspaces'
  expect(await scene.do('GET', path)).toMatchObject({
    workspaces: [{ enabled: true, usage_limits: [{ credit_limit: 25, type: 'cost' }] }],
  })
  await page.getByRole('button', { name: `Change ${name}` }).click()
  await dialog.getByLabel('It can use this integration').uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('access revoked').first().waitFor()
  expect((await chat('given')).status).toBe(403)
  expect(errors).toEqual([])
  await close()
})

test('models are disabled, and a model of one’s own is added with a price', async () => {
  await save('models')
  await scene.do('PUT', '/integrations/models/workspaces', { global_workspace_access: true })
  const { page, errors, close } = await dashboard.open('/integrations/models')
  await page.getByRole('button', { name: 'Add model' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Model').fill('tuned-1')
  await dialog.getByLabel('Input price').fill('2.5')
  await dialog.getByLabel('Output price').fill('10')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await page.getByText('$2.50 in, $10.00 out').waitFor()
  const { models } = (await scene.do('GET', '/integrations/models/models')) as { models: object[] }
  expect(models).toMatchObject([
    {
      slug: 'tuned-1',
      pricing_config: { pay_as_you_go: { request_token: { price: 0.00025 }, response_token: { price: 0.001 } } },
    },
  ])
  await page.getByRole('button', { name: 'Only enabled models' }).click()
  await page.getByRole('button', { name: 'Only enabled models', pressed: true }).waitFor()
  expect((await chat('models', 'gpt-x')).status).toBe(412)
  expect((await chat('models', 'tuned-1')).status).toBe(200)
  await page.getByLabel('tuned-1').click()
  await page.getByRole('cell', { name: 'off', exact: true }).waitFor()
  expect((await chat('models', 'tuned-1')).status).toBe(412)
  expect(errors).toEqual([])
  await close()
})

test('the pages have no problem in any look', async () => {
  await save('seen')
  await scene.do('PUT', '/integrations/seen/workspaces', { global_workspace_access: true })
  await checkPages(dashboard, [
    { path: '/integrations', ready: 'seen' },
    { path: '/integrations/seen', ready: 'All others' },
    { path: '/virtual-keys/seen', ready: 'Integration' },
  ])
})

test('an integration is deleted with its providers', async () => {
  await save('gone')
  await scene.do('PUT', '/integrations/gone/workspaces', { workspaces: [{ id: workspaceId, enabled: true }] })
  const { page, errors, close } = await dashboard.open('/integrations/gone')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('gone')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('was deleted').first().waitFor()
  expect((await chat('gone')).status).toBe(400)
  expect(errors).toEqual([])
  await close()
})
