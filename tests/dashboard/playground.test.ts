import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { eventually } from '../harness/eventually.ts'
import { accessibilityProblems, hasCount, hasTexts, hasValue, shareDashboard, sidewaysOverflow } from './harness.ts'

const dashboard = await shareDashboard()
const { gateway, scene } = dashboard
const workspaceId = await scene.defaultWorkspace()

/** Every width and both themes. */
const LOOKS = [
  [1440, 'light'],
  [1024, 'dark'],
  [390, 'light'],
] as const
const rescue = await scene.do('POST', '/configs', {
  name: 'Rescue',
  workspace_id: workspaceId,
  config: {
    strategy: { mode: 'fallback' },
    targets: [{ provider: 'mock', override_params: { model: 'mock-error-503' } }, { provider: 'mock' }],
  },
})

test('two columns run at once, each with its metrics and routing decisions, and their responses are compared', async () => {
  const { page, errors, foreignRequests, close } = await dashboard.open('/playground')
  await page.getByRole('button', { name: 'Add column' }).click()
  const first = page.getByRole('region', { name: 'Column 1', exact: true })
  const second = page.getByRole('region', { name: 'Column 2', exact: true })
  await first.getByLabel('Text of message 2').fill('Hello {{who}}')
  await second.getByLabel('Text of message 2').fill('Goodbye {{who}}')
  await second.getByLabel('Target').selectOption(`config:${rescue['slug']}`)
  await page.getByLabel('who').fill('Ada')
  await page.keyboard.press('Control+Enter')
  await first.getByText('You said: Hello Ada').waitFor()
  await second.getByText('You said: Goodbye Ada').waitFor()
  await second.getByText('status 503 falls back to targets[1]').waitFor()
  await first.getByText('Routing decisions').waitFor()
  for (const word of ['First byte', 'Speed', 'Cost']) await hasCount(first.getByText(word, { exact: true }), 1)
  await page.getByRole('button', { name: 'Difference' }).click()
  await hasTexts(page.locator('.word-difference ins'), ['Goodbye'])
  await hasTexts(page.locator('.word-difference del'), ['Hello'])
  for (const [width, theme] of LOOKS) {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 900 })
    expect({ theme, width, problems: await accessibilityProblems(page) }).toMatchObject({ problems: [] })
    expect({ width, overflow: await sidewaysOverflow(page) }).toMatchObject({ overflow: 0 })
  }
  expect(errors).toEqual([])
  expect(foreignRequests).toEqual([])
  await close()
})

test('stopping cancels the request, and an error in one column does not affect the other', async () => {
  await using upstream = await startSimulator({ answers: [{ fault: 'hang' }] })
  await scene.do('POST', '/virtual-keys', {
    name: 'Hanging',
    slug: 'hanging',
    provider: 'openai',
    key: 'sk-hanging',
    custom_host: `${upstream.url}/v1`,
    workspace_id: workspaceId,
  })
  const { page, close } = await dashboard.open('/playground')
  const first = page.getByRole('region', { name: 'Column 1', exact: true })
  await page.getByRole('button', { name: 'Add column' }).click()
  const second = page.getByRole('region', { name: 'Column 2', exact: true })
  await first.getByLabel('Target').selectOption('key:hanging')
  await first.getByLabel('Model').fill('gpt-hanging')
  await second.getByLabel('Model').fill('mock-error-500')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await second.getByText('failed', { exact: true }).waitFor()
  // A request that is stopped before the gateway receives it has no log.
  await eventually('the upstream is called', async () => upstream.requests.length === 1)
  await first.getByText('running', { exact: true }).waitFor()
  await first.getByRole('button', { name: 'Stop' }).click()
  await first.getByText('stopped', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor()
  await eventually('the gateway noticed that the caller left', async () => {
    const { data } = await scene.do('GET', `/logs?workspace_id=${workspaceId}&ai_model=gpt-hanging`)
    return (data as { ending: string }[]).some((log) => log.ending === 'abandoned')
  })
  await close()
})

test('the target shown for a saved prompt is the one that is called', async () => {
  await using upstream = await startSimulator({ answers: ['from the upstream', 'from the upstream'] })
  await scene.do('POST', '/virtual-keys', {
    name: 'Prompt key',
    slug: 'prompt-key',
    provider: 'openai',
    key: 'sk-of-the-prompt-key',
    custom_host: `${upstream.url}/v1`,
    workspace_id: workspaceId,
  })
  const made = await scene.do('POST', '/prompts', {
    name: 'With its own key',
    model: 'gpt-4o',
    virtual_key: 'prompt-key',
    workspace_id: workspaceId,
    string: [{ role: 'user', content: 'Hello' }],
  })
  const { page, close } = await dashboard.open(`/playground?prompt=${made['slug']}`)
  const target = page.getByLabel('Target')
  await page.getByRole('option', { name: 'The prompt’s own: prompt-key' }).waitFor({ state: 'attached' })
  await hasValue(target, 'own')
  await target.selectOption('mock')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('You said: Hello').waitFor()
  expect(upstream.requests).toHaveLength(0)
  await target.selectOption('own')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await eventually('the upstream is called', async () => upstream.requests.length === 1)
  await close()
})

test('a saved prompt runs by version, and a recorded request can be sent again', async () => {
  const made = await scene.do('POST', '/prompts', {
    name: 'Greeting',
    model: 'mock-1',
    workspace_id: workspaceId,
    string: [{ role: 'user', content: 'Greet {{name}}.' }],
  })
  const { page, close } = await dashboard.open(`/playground?prompt=${made['slug']}@1`)
  await page.getByLabel('name', { exact: true }).fill('Grace')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('You said: Greet Grace.').waitFor()
  const link = page.getByRole('link', { name: 'Open log' })
  await page.getByText('Routing decisions').click()
  const href = (await link.getAttribute('href')) ?? ''
  await page.goto(`${gateway.url}/playground?log=${href.split('/').at(-1)}`)
  await hasValue(page.getByLabel('Text of message 1'), 'Greet Grace.')
  await page.getByRole('button', { name: 'Actions for column 1' }).click()
  await page.getByRole('menuitem', { name: 'Save as prompt version' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Again')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Again' }).waitFor()
  await close()
})
