import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems, hasValue, shareDashboard, sidewaysOverflow } from './harness.ts'
import { inPage } from './in-page.ts'

const dashboard = await shareDashboard()
const { gateway, scene } = dashboard
const workspaceId = await scene.defaultWorkspace()

/** Every width and both themes. */
const LOOKS = [
  [1440, 'light'],
  [1024, 'dark'],
  [390, 'light'],
] as const

async function makePrompt(name: string): Promise<string> {
  const made = await scene.do('POST', '/prompts', {
    name,
    model: 'mock-1',
    workspace_id: workspaceId,
    version_description: 'first try',
    string: [
      { role: 'system', content: 'You greet people in {{language}}.' },
      { role: 'user', content: 'Greet {{name}}.' },
    ],
  })
  return String(made['slug'])
}

async function change(slug: string, content: string): Promise<void> {
  const string = [{ role: 'system', content }]
  await scene.do('PUT', `/prompts/${slug}?workspace_id=${workspaceId}`, { string, patch: true })
}

/** Reloads the page right after the input, and drops later writes to storage: a delayed save would be lost. */
async function typeAndReload(page: Page, label: string, text: string): Promise<void> {
  const reloaded = page.waitForEvent('load')
  const type = inPage<void>(`
    element.value = ${JSON.stringify(text)}
    element.dispatchEvent(new InputEvent('input', { bubbles: true }))
    setTimeout(() => {
      Storage.prototype.setItem = () => {}
      location.reload()
    })`)
  await page.getByLabel(label).evaluate(type)
  await reloaded
}

test('a prompt is created, changed, compared, published with its callers listed, and rolled back', async () => {
  const { page, errors, foreignRequests, close } = await dashboard.open('/prompts')
  await page.getByRole('link', { name: 'Write first prompt' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Farewell')
  await page.getByLabel('Text of message 1').fill('Say goodbye in {{language}}.')
  await page.getByLabel('Text of message 2').fill('To {{name}}.')
  await page.getByLabel('Model (optional)').fill('mock-1')
  await page.getByRole('heading', { name: 'Variables (2)' }).waitFor()
  await page.getByRole('button', { name: 'Save and publish version 1' }).click()
  await page.getByRole('heading', { level: 1, name: 'Farewell' }).waitFor()
  const slug = new URL(page.url()).pathname.split('/')[2] ?? ''

  const reply = await gateway.fetch(`/v1/prompts/${slug}/completions`, {
    method: 'POST',
    headers: { 'x-gateway-provider': 'mock' },
    body: { variables: { language: 'French' } },
  })
  await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
  await page.getByLabel('Text of message 1').fill('Say goodbye warmly in {{language}}.')
  await page.getByLabel('Note for this version').fill('warmer')
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByText('1 ahead of published').waitFor()
  await page.getByRole('button', { name: 'Publish v2' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`Calls to ${slug} without a suffix change immediately`).waitFor()
  await dialog.getByText('1 request').waitFor()
  await dialog.locator('mark', { hasText: 'warmly' }).first().waitFor()
  await dialog.getByRole('button', { name: 'Publish version 2' }).click()
  await page.getByText('published v2').waitFor()

  await page.getByRole('link', { name: 'v1', exact: true }).click()
  await page.getByRole('button', { name: 'Roll back to v1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back to version 1' }).click()
  await page.getByText('published v1').waitFor()
  const saved = await scene.do('GET', `/prompts/${slug}?workspace_id=${workspaceId}`)
  expect(saved).toMatchObject({ published_version: 1, latest_version: 2 })
  expect(errors).toEqual([])
  expect(foreignRequests).toEqual([])
  await close()
})

test('a version that another user saved in the meantime is not overwritten without a warning', async () => {
  const slug = await makePrompt('Contested')
  const { page, close } = await dashboard.open(`/prompts/${slug}`)
  await page.getByLabel('Text of message 2').fill('Mine {{name}}.')
  await change(slug, 'Theirs.')
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Admin key saved version 2 while you were editing' })
  await dialog.getByText('Theirs.').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Keep mine as version 3' }).click()
  await page.getByText('2 ahead of published').waitFor()
  const rail = page.getByRole('complementary', { name: 'Versions' })
  await rail.getByRole('listitem').first().filter({ hasText: 'you' }).waitFor()
  const newest = await scene.do('GET', `/prompts/${slug}@latest?workspace_id=${workspaceId}`)
  expect(String(newest['string'])).toContain('Mine {{name}}.')
  await close()
})

test('unsaved work survives a closed tab and can be discarded', async () => {
  const slug = await makePrompt('Kept')
  const { page, close } = await dashboard.open(`/prompts/${slug}`)
  await typeAndReload(page, 'Text of message 2', 'Half a thought')
  await page.getByText('Showing unsaved changes from this browser').waitFor()
  await hasValue(page.getByLabel('Text of message 2'), 'Half a thought')
  await page.getByRole('button', { name: 'Discard them' }).click()
  await hasValue(page.getByLabel('Text of message 2'), 'Greet {{name}}.')
  await close()
})

test('an invalid input shows its error and gets the focus', async () => {
  const slug = await makePrompt('Wrong')
  const { page, close } = await dashboard.open(`/prompts/${slug}`)
  await page.getByLabel('Temperature').fill('warm')
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByText('Must be a number.').waitFor()
  await page.locator('[aria-invalid="true"]:focus').waitFor()
  await close()
})

test('partials, collections and labels are created, and deleting a used partial needs a confirmation', async () => {
  const { page, errors, close } = await dashboard.open('/prompts/partials?new=1')
  await page.getByLabel('Name', { exact: true }).fill('Tone')
  await page.getByLabel('Text', { exact: true }).fill('Be kind to {{whom}}.')
  await page.getByRole('button', { name: 'Save and publish version 1' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tone' }).waitFor()
  const partial = new URL(page.url()).pathname.split('/')[3] ?? ''
  const slug = await makePrompt('Includes')
  await change(slug, `{{>${partial}}}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByLabel('Type “Tone” to continue').fill('Tone')
  await page.getByRole('button', { name: 'Delete partial' }).click()
  await page.getByText('Could not delete partial').waitFor()

  await page.goto(`${gateway.url}/prompts/${slug}`)
  await page.getByLabel('whom').waitFor()
  for (const [path, word] of [
    ['collections', 'collection'],
    ['labels', 'label'],
  ]) {
    await page.goto(`${gateway.url}/prompts/${path}`)
    await page.getByRole('button', { name: `New ${word}` }).click()
    await page.getByLabel('Name', { exact: true }).fill(`made-${word}`)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('cell', { name: `made-${word}`, exact: true }).waitFor()
  }
  expect(errors).toEqual([])
  await close()
})

test('every view is accessible and fits, in both themes and at all widths', async () => {
  const slug = await makePrompt('Seen')
  await change(slug, 'Another {{language}}.')
  const { page, errors, close } = await dashboard.open('/prompts')
  const paths = [
    '/prompts',
    `/prompts/${slug}`,
    `/prompts/${slug}/compare`,
    `/prompts/${slug}/use`,
    `/prompts/${slug}/requests`,
  ]
  for (const [index, path] of paths.entries()) {
    await page.goto(gateway.url + path)
    await page.waitForLoadState('networkidle')
    for (const [width] of LOOKS) {
      await page.setViewportSize({ width, height: 900 })
      expect({ path, width, overflow: await sidewaysOverflow(page) }).toMatchObject({ overflow: 0 })
    }
    // Cycles through the looks, one per view: a check takes seconds.
    const [width, theme] = LOOKS[index % LOOKS.length] ?? LOOKS[0]
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: theme })
    expect({ path, theme, width, problems: await accessibilityProblems(page) }).toMatchObject({ problems: [] })
  }
  expect(errors).toEqual([])
  await close()
})
