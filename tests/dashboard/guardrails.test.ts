import { expect, test } from 'bun:test'
import { pageProblems } from './check-pages.ts'
import { hasAttribute, hasCount, hasTexts, shareDashboard, shows } from './harness.ts'
import { logOfTrace } from './log-traffic.ts'

const dashboard = await shareDashboard()
const { gateway, scene } = dashboard
const workspaceId = await scene.defaultWorkspace()

type Saved = {
  readonly version: number
  readonly checks: readonly { readonly id: string; readonly parameters: object }[]
}

const read = async (slug: string) => (await scene.do('GET', `/guardrails/${slug}`)) as unknown as Saved

async function save(slug: string, actions: object, words: readonly string[] = ['falcon']): Promise<void> {
  const checks = [{ id: 'default.contains', parameters: { words, operator: 'none' } }]
  await scene.do('POST', '/guardrails', { name: slug, slug, checks, actions, workspace_id: workspaceId })
}

function ask(slug: string, content: string, traceId = 'any') {
  const config = { provider: 'mock', input_guardrails: [slug] }
  const headers = { 'x-gateway-trace-id': traceId }
  return gateway.chat(config, { headers, body: { model: 'mock-1', messages: [{ role: 'user', content }] } })
}

test('a guardrail starts from a template, is tested before it is saved, and changed as JSON', async () => {
  const { page, errors, foreignRequests, close } = await dashboard.open('/guardrails')
  await page.getByText('No guardrails yet').waitFor()
  await page.getByRole('button', { name: 'New guardrail' }).first().click()
  expect(await pageProblems(page)).toEqual([])
  await page.getByRole('link', { name: /Word list/ }).click()
  await page.getByRole('heading', { name: 'New guardrail', level: 1 }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Secret names')
  await page.getByLabel(/^words/).fill('falcon\nkestrel')
  await page.getByLabel('Text', { exact: true }).fill('When does falcon start?')
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByText('446 denied').waitFor()
  await hasTexts(page.locator('.guardrails-text mark'), ['falcon'])
  expect(await pageProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Secret names', level: 1 }).waitFor()
  const slug = new URL(page.url()).pathname.split('/')[2] ?? ''
  expect((await read(slug)).checks).toMatchObject([
    { id: 'default.contains', parameters: { words: ['falcon', 'kestrel'], operator: 'none' } },
  ])
  expect((await ask(slug, 'falcon')).status).toBe(446)
  await page.getByRole('link', { name: 'Change' }).click()
  await page.getByRole('button', { name: 'JSON' }).click()
  const json = page.getByLabel('Checks and actions')
  await json.fill((await json.inputValue()).replace('kestrel', 'merlin'))
  await page.getByRole('button', { name: 'Save as new version' }).click()
  await page.waitForURL(`${gateway.url}/guardrails/${slug}`)
  expect(await read(slug)).toMatchObject({ version: 2, checks: [{ parameters: { words: ['falcon', 'merlin'] } }] })
  await page.getByRole('link', { name: 'Versions' }).click()
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await page.getByText('Version 1 was restored').first().waitFor()
  expect(await read(slug)).toMatchObject({ version: 3, checks: [{ parameters: { words: ['falcon', 'kestrel'] } }] })
  expect([...errors, ...foreignRequests]).toEqual([])
  await close()
})

test('a wrong parameter is shown at its field', async () => {
  const { page, close } = await dashboard.open('/guardrails/new')
  await page.getByLabel('Name', { exact: true }).fill('Pattern')
  await page.getByRole('button', { name: 'Add check' }).click()
  await page.getByLabel(/^rule/).fill('(?=x)')
  await page.getByRole('button', { name: 'Create' }).click()
  const field = page.getByLabel(/^rule/)
  await page.locator('[aria-invalid="true"]').waitFor()
  await hasAttribute(field, 'aria-invalid', 'true')
  await close()
})

test('a shadow guardrail changes nothing; its report, the log and the filter show what it would have done', async () => {
  await save('quiet', { deny: true, async: false, shadow: true })
  const denied = await ask('quiet', 'tell me about falcon')
  expect(denied.status).toBe(200)
  expect((await ask('quiet', 'hello', 'quiet-2')).status).toBe(200)
  const id = denied.headers.get('x-gateway-request-id') ?? ''
  await logOfTrace(dashboard, 'quiet-2')
  const { page, errors, close } = await dashboard.open('/guardrails/quiet/report')
  await page.getByText('Would deny').first().waitFor()
  await page.getByRole('table', { name: 'Requests that did not pass' }).getByText('would deny').waitFor()
  expect(await pageProblems(page)).toEqual([])
  await page.getByRole('table', { name: 'Requests that did not pass' }).getByRole('link').first().click()
  await page.getByRole('region', { name: 'Guardrails', exact: true }).getByRole('link', { name: 'quiet' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/logs/${id}`)
  await page.getByRole('region', { name: 'Guardrails', exact: true }).getByText('would deny').waitFor()
  // Read once: the word must not appear even for a moment.
  const shown = await page.getByRole('region', { name: 'Guardrails', exact: true }).textContent()
  expect(shown).not.toContain('falcon')
  expect(await pageProblems(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test('the list of logs shows verdicts other than passed, and filters by them', async () => {
  await save('listed', { deny: true, async: false, shadow: true })
  await save('listed-denies', { deny: true, async: false })
  await save('listed-fails', { async: false })
  for (const [slug, text, trace] of [
    ['listed', 'falcon', 'listed-1'],
    ['listed', 'hello', 'listed-2'],
    ['listed-denies', 'falcon', 'listed-3'],
    ['listed-fails', 'falcon', 'listed-4'],
  ] as const) {
    await ask(slug, text, trace)
    await logOfTrace(dashboard, trace)
  }
  const { page, errors, close } = await dashboard.open(
    '/logs?q=trace%3Alisted-1%2Clisted-2%2Clisted-3%2Clisted-4&columns=time,status,guardrail,trace',
  )
  const row = (trace: string) => page.getByRole('row').filter({ hasText: trace })
  await row('listed-1').getByRole('button', { name: 'would deny' }).waitFor()
  await row('listed-3').getByRole('button', { name: 'denied' }).waitFor()
  await row('listed-4').getByRole('button', { name: 'failed' }).waitFor()
  await hasCount(row('listed-2').locator('.logs-guardrail'), 0)
  await shows(row('listed-4'), '246')
  await row('listed-1').getByRole('button', { name: 'would deny' }).click()
  await row('listed-3').waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('q')).toBe('guardrail:listed guardrail.verdict:would_deny')
  await row('listed-1').waitFor()
  await hasCount(row('listed-2'), 0)
  expect(await pageProblems(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test('a past request is tested by its id', async () => {
  await save('past', { deny: true, async: false })
  const reply = await gateway.chat(
    { provider: 'mock' },
    {
      headers: { 'x-gateway-trace-id': 'past-1' },
      body: { model: 'mock-1', messages: [{ role: 'user', content: 'about falcon' }] },
    },
  )
  await logOfTrace(dashboard, 'past-1')
  const { page, close } = await dashboard.open(`/guardrails/past/test?log=${reply.headers.get('x-gateway-request-id')}`)
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByText('446 denied').waitFor()
  await close()
})

test('a guardrail that a config names cannot be deleted; the dialog says which', async () => {
  await save('named', { deny: true, async: false })
  const config = { provider: 'mock', input_guardrails: ['named'] }
  await scene.do('POST', '/configs', { name: 'Guarded config', config, workspace_id: workspaceId })
  const { page, close } = await dashboard.open('/guardrails/named')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('named')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByText('Guarded config').first().waitFor()
  await close()
})

test('a virtual key that a guardrail names is deleted or disabled only by force; the dialogs say which', async () => {
  const made = {
    name: 'Judge',
    slug: 'judge',
    provider: 'openai',
    key: 'sk-0123456789abcdef',
    workspace_id: workspaceId,
  }
  await scene.do('POST', '/virtual-keys', made)
  const parameters = { virtual_key: 'judge', model: 'm', policy: 'No weapons.' }
  const checks = [{ id: 'default.modelJudge', parameters }]
  await scene.do('POST', '/guardrails', { name: 'Judged', slug: 'judged', checks, workspace_id: workspaceId })
  const { page, close } = await dashboard.open('/virtual-keys/judge')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await dialog.getByText('guardrail judged (Judged)').first().waitFor()
  expect(await pageProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Disable anyway' }).click()
  await page.getByText('Judge is disabled').first().waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('textbox').fill('judge')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByText('guardrail judged (Judged)').first().waitFor()
  await dialog.getByRole('button', { name: 'Delete it anyway' }).click()
  await page.getByText('The virtual key Judge was deleted').first().waitFor()
  await close()
})

test('the playground runs a guardrail and shows its verdict', async () => {
  await save('in-play', { deny: true, async: false }, ['gateway'])
  const { page, close } = await dashboard.open('/playground')
  await page.getByLabel('Guardrail').selectOption('in-play')
  await page.getByRole('button', { name: 'Run this' }).click()
  await page.getByText('denied', { exact: true }).first().waitFor()
  await close()
})

test('defaults of a workspace apply to every request', async () => {
  await save('default-words', { deny: true, async: false }, ['merlin'])
  const { page, close } = await dashboard.open('/workspaces')
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /^Change/ }).click()
  await page
    .getByRole('group', { name: 'Guardrails on every request' })
    .getByLabel(/default-words/)
    .check()
  expect(await pageProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('was changed').first().waitFor()
  const body = { model: 'mock-1', messages: [{ role: 'user', content: 'merlin' }] }
  expect((await gateway.chat({ provider: 'mock' }, { body })).status).toBe(446)
  await close()
})
