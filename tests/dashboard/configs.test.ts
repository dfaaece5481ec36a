import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import {
  accessibilityProblems,
  focused,
  hasAttribute,
  hasCount,
  hasValue,
  isDisabled,
  shareDashboard,
  shows,
  sidewaysOverflow,
  THEMES,
  WIDTHS,
} from './harness.ts'

const dashboard = await shareDashboard()
const { scene, gateway } = dashboard
const workspaceId = await scene.defaultWorkspace()

const ROUTER = {
  strategy: { mode: 'fallback', on_status_codes: [429, '5xx'] },
  request_timeout: 20_000,
  targets: [
    { name: 'main', provider: 'mock', retry: { attempts: 1 } },
    {
      strategy: { mode: 'loadbalance' },
      targets: [
        { name: 'left', provider: 'mock', weight: 3 },
        { name: 'right', provider: 'mock', weight: 1 },
      ],
    },
  ],
}

async function saveConfig(name: string, config: unknown = ROUTER): Promise<string> {
  return String((await scene.do('POST', '/configs', { name, config, workspace_id: workspaceId }))['slug'])
}

async function readConfig(slug: string): Promise<{ version: number; config_object: Record<string, unknown> }> {
  return (await scene.do('GET', `/configs/${slug}?workspace_id=${workspaceId}`)) as never
}

/** Replaces the text of the editor, like a user. */
async function write(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+a')
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  await page.keyboard.press('Control+v')
}

const stored = (page: Page) => page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })')
const editor = (page: Page) => page.locator('.cm-content')
const editorReady = (page: Page) => page.locator('.configs-code-host[data-ready=true]').waitFor({ state: 'attached' })
const accepted = (page: Page) => page.getByText('the gateway accepts this config').waitFor()

test('a circuit breaker with fallback is created from a template, explained for a 429 and saved, without a request', async () => {
  const { page, errors, foreignRequests, close } = await dashboard.open('/configs')
  await page.getByRole('link', { name: /^Circuit breaker/ }).click()
  await page.getByRole('heading', { level: 1, name: 'New config' }).waitFor()
  await accepted(page)
  await page.locator('[data-explained="200"]').waitFor()

  await page.getByLabel('response: Response of main (targets[0])').selectOption('429')
  await page.getByText('targets[1] responds after 3 calls').waitFor()
  const timeline = page.getByRole('list', { name: 'Decisions of the simulation' })
  await shows(timeline, 'falls back to targets[1]')
  await shows(page.getByText('Worst case').locator('..'), '4 provider calls')
  await shows(page.locator('[data-config-path="config.targets[0]"]'), '429 ×2')

  await page.getByLabel('circuit: Circuit of main (targets[0])').selectOption('open')
  await page.getByText('targets[1] responds after 1 call').waitFor()
  await shows(timeline, 'its circuit is open')

  await page.getByRole('button', { name: 'Save…' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Guarded')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Guarded' }).waitFor()
  await page.getByText('v1 live').waitFor()
  const logs = (await scene.do('GET', `/logs?workspace_id=${workspaceId}`)) as { data: unknown[] }
  expect(logs.data).toEqual([])
  expect([...errors, ...foreignRequests]).toEqual([])
  await close()
})

test('the editor completes, explains, reports errors and fixes them; a config with errors cannot be saved', async () => {
  const slug = await saveConfig('Editing')
  const { page, errors, close } = await dashboard.open(`/configs/${slug}`)
  await editorReady(page)
  await accepted(page)
  const save = page.getByRole('button', { name: 'Save as v2…' })
  await isDisabled(save)

  // Completion and explanation both use the published schema.
  await write(page, '{"provider": "mock", "retry": {}}')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('"att')
  await page.getByRole('option', { name: /attempts/ }).click()
  await shows(editor(page), '"attempts": 1')
  await page.locator('.cm-name', { hasText: 'retry' }).hover()
  await page.getByText('Retries a failed attempt on the same target.').first().waitFor()

  await write(
    page,
    '{\n  "provider": "mock",\n  "cb_config": { "failure_threshold": 2, "cooldown_interval": 500 },\n  "retyr": 1\n}',
  )
  await page.getByText('2 errors').waitFor()
  const problems = page.getByRole('region', { name: 'Problems' })
  await shows(problems, 'cb_config.cooldown_interval')
  await isDisabled(save)
  await page.getByText('Fix the errors in the config').waitFor()
  await problems.getByRole('button', { name: /^cb_config.cooldown_interval/ }).click()
  await shows(page.locator('.cm-activeLine'), 'cooldown_interval')
  await problems.getByRole('button', { name: 'Set 30000' }).click()
  await problems.getByRole('button', { name: 'Remove retyr' }).click()
  await accepted(page)
  await shows(editor(page), '30000')

  // Rules that a schema cannot express are checked by the gateway.
  await write(page, '{"virtual_key": "nowhere"}')
  await page.getByText('no virtual key "nowhere" exists').waitFor()
  expect(errors).toEqual([])
  await close()
})

test('an unsaved draft is restored after a reload, without its credential', async () => {
  const slug = await saveConfig('Drafting')
  const { page, errors, close } = await dashboard.open(`/configs/${slug}`)
  await editorReady(page)
  await write(page, '{"provider": "openai", "api_key": "sk-never-store-me", "request_timeout": 4321}')
  await page.getByText('a credential inside the config').waitFor()
  await page.getByRole('link', { name: 'Create virtual key' }).waitFor()
  expect(await stored(page)).toContain('4321')
  expect(await stored(page)).not.toContain('sk-never')
  await page.reload()
  await page.getByText('Your unsaved draft was restored').waitFor()
  await page.getByText('Credentials were not stored').waitFor()
  await editorReady(page)
  await shows(editor(page), '4321')
  await page.getByRole('button', { name: 'Discard it' }).click()
  await accepted(page)
  await shows(editor(page), 'loadbalance')
  expect(errors).toEqual([])
  await close()
})

test('map and text highlight each other, by pointer and by keyboard', async () => {
  const slug = await saveConfig('Mapping')
  const { page, errors, close } = await dashboard.open(`/configs/${slug}`)
  await editorReady(page)
  const right = page.locator('[data-config-path="config.targets[1].targets[1]"]')
  await shows(right, 'right')
  await shows(page.locator('.configs-map'), '75 %')
  await right.hover()
  await page.locator('.cm-marked', { hasText: '"right"' }).first().waitFor()
  await page.locator('[data-config-path="config"]').focus()
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
  await focused(page, '[data-config-path="config.targets[1].targets[0]"]')
  await page.keyboard.press('Enter')
  await page.locator('[data-config-path="config.targets[1].targets[0]"][aria-current=true]').waitFor()
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await page.getByRole('button', { name: /75 % → left mock/ }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('if two users change a config, the second compares both versions before saving', async () => {
  const slug = await saveConfig('Contested')
  const { page, errors, close } = await dashboard.open(`/configs/${slug}`)
  await editorReady(page)
  await write(page, '{"provider": "mock", "request_timeout": 1111}')
  await accepted(page)
  await scene.do('PUT', `/configs/${slug}`, {
    config: { provider: 'mock', request_timeout: 2222 },
    workspace_id: workspaceId,
  })
  await page.keyboard.press('Control+s')
  await page.getByRole('button', { name: 'Save and use it' }).click()
  await page.getByText(/The config was changed by .+ after you read it\. Its newest version/).waitFor()
  await page.getByRole('button', { name: 'Compare with theirs' }).click()
  await page.getByRole('heading', { name: 'Version 2 was saved in the meantime' }).waitFor()
  await page.getByRole('dialog').getByText('Admin key').waitFor()
  await shows(page.getByRole('region', { name: 'From their version to your text' }), /2222[\s\S]*1111/)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save as v3…' }).click()
  await page.getByLabel('Note for this version').fill('Mine is <b>faster</b>')
  await page.getByRole('button', { name: 'Save and use it' }).click()
  await page.getByText('v3 live').waitFor()
  expect((await readConfig(slug)).config_object).toMatchObject({ request_timeout: 1111 })
  expect(await stored(page)).not.toContain('1111')

  // The overwritten version is kept and can be restored with one click.
  await page.getByRole('link', { name: 'Versions' }).click()
  await page.getByRole('button', { name: /^v3.*you.*Mine is <b>faster<\/b>/ }).waitFor()
  await page.getByRole('button', { name: /^v2/ }).click()
  await page.getByRole('button', { name: 'Restore v2' }).click()
  await page.getByRole('button', { name: 'Restore as v4' }).click()
  await page.getByText('Version 2 is live again').first().waitFor()
  await page.getByRole('button', { name: /^v4.*Rolled back to version 2\./ }).waitFor()
  expect(await readConfig(slug)).toMatchObject({ version: 4, config_object: { request_timeout: 2222 } })
  expect(errors).toEqual([])
  await close()
})

test('a recorded request fills the simulation, and an open circuit is shown on the map', async () => {
  const dead = {
    name: 'dead',
    provider: 'openai-compatible',
    custom_host: 'http://127.0.0.1:9/v1',
    api_key: 'sk-hidden-value',
  }
  const cb = { failure_threshold: 1, cooldown_interval: 600_000 }
  const config = { strategy: { mode: 'fallback', cb_config: cb }, targets: [dead, { name: 'spare', provider: 'mock' }] }
  const slug = await saveConfig('Recorded', config)
  const { page, errors, close } = await dashboard.open(`/configs/${slug}`)
  await editorReady(page)
  expect(await page.content()).not.toContain('sk-hidden-value')
  const reply = await gateway.fetch('/v1/chat/completions', {
    method: 'POST',
    headers: { 'x-gateway-config': slug },
    body: { model: 'mock-1', messages: [{ role: 'user', content: 'Hello' }] },
  })
  expect(reply.status).toBe(200)
  // The log stream updates the page without a reload.
  await page.getByText('circuit open').waitFor()
  await page.getByRole('button', { name: /Use current circuit states/ }).click()
  await page.getByText('targets[1] responds after 1 call').waitFor()
  await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
  await page.reload()
  const request = page.getByLabel('Request', { exact: true })
  await request.locator('option', { hasText: 'Log:' }).first().waitFor({ state: 'attached' })
  await request.selectOption({ index: 1 })
  await page.getByText('targets[1] responds after 2 calls').waitFor()
  await hasValue(page.getByLabel('response: Response of dead (targets[0])'), 'network')
  expect(errors).toEqual([])
  await close()
})

test('explain shows the maximum cost of a request, or why it is unknown, and the effect of a cache hit', async () => {
  const target = { provider: 'openai', api_key: 'sk-hidden-value', cache: { mode: 'simple' } }
  const slug = await saveConfig('Costly', { strategy: { mode: 'fallback' }, targets: [target, { provider: 'mock' }] })
  const { page, errors, close } = await dashboard.open(`/configs/${slug}`)
  await editorReady(page)
  await page
    .getByText('No upper bound for the cost: config.targets[0]: model "mock-1" of openai has no price.')
    .waitFor()
  const worst = page.getByText('Worst case').locator('..')
  await shows(worst, 'cost unknown')
  await page.getByLabel('Model', { exact: true }).fill('gpt-4o')
  await worst.getByText(/at most \$0\.\d+/).waitFor()
  await page.getByLabel('Cache', { exact: true }).selectOption('hit')
  await page.getByText('The cache of targets[0] responds after 0 calls.').waitFor()
  await page.getByLabel('Cache', { exact: true }).selectOption('miss')
  await page.getByText('targets[0] responds after 1 call').waitFor()
  expect(errors).toEqual([])
  await close()
})

test('deleting lists the dependents and asks for the name; members have read access only', async () => {
  const slug = await saveConfig('Doomed')
  await scene.do('POST', '/api-keys/workspace/service', {
    name: 'Checkout',
    scopes: [],
    workspace_id: workspaceId,
    defaults: { config_id: slug },
  })
  const member = await scene.person('member', [{ id: workspaceId, role: 'member' }])
  const reading = await dashboard.open(`/configs/${slug}`, { as: member.headers })
  await editorReady(reading.page)
  await reading.page.locator('[data-explained="200"]').waitFor()
  await hasCount(reading.page.getByRole('button', { name: /Save|More actions/ }), 0)
  await hasAttribute(reading.page.locator('.cm-content'), 'contenteditable', 'false')
  expect(reading.errors).toEqual([])
  await reading.close()

  const { page, errors, close } = await dashboard.open('/configs?q=doom')
  await page.getByText('1 key').waitFor()
  await page.getByRole('link', { name: 'Doomed' }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByText('The API key “Checkout” has it as its default config.').waitFor()
  const confirm = page.getByRole('button', { name: 'Delete config' })
  await isDisabled(confirm)
  await page.getByLabel('Type “Doomed” to continue').fill('Doomed')
  await confirm.click()
  await page.getByRole('heading', { level: 1, name: 'Configs' }).waitFor()
  await page.goto(`${gateway.url}/configs?q=nothing+has+this`)
  await page.getByRole('heading', { name: 'No configs match' }).waitFor()
  await page.goto(`${gateway.url}/configs/${slug}`)
  await page.getByText('Could not load this config').waitFor()
  expect(errors).toEqual([])
  await close()
})

for (const theme of THEMES) {
  test(`no accessibility problem in the ${theme} theme at all widths, and no page scrolls horizontally`, async () => {
    const slug = await saveConfig(`Seen in ${theme}`)
    const changed = { config: { ...ROUTER, retry: { attempts: 2 } }, workspace_id: workspaceId }
    await scene.do('PUT', `/configs/${slug}`, changed)
    const { page, errors, close } = await dashboard.open(`/configs/${slug}`, { theme })
    await editorReady(page)
    await accepted(page)
    await write(page, '{"strategy": {"mode": "fallbak"}, "targets": [{"provider": "mock"}]}')
    await page.getByRole('region', { name: 'Problems' }).getByRole('button').first().waitFor()
    const views = [
      [`/configs/${slug}`, WIDTHS[0]],
      [`/configs/${slug}`, WIDTHS[1]],
      [`/configs/${slug}?view=map`, WIDTHS[2]],
      [`/configs/${slug}?view=explain`, WIDTHS[2]],
      [`/configs/${slug}/versions`, theme === 'light' ? WIDTHS[1] : WIDTHS[2]],
      [theme === 'light' ? '/configs' : '/configs?new=1', WIDTHS[2]],
    ] as const
    for (const [path, width] of views) {
      await page.setViewportSize({ width, height: 900 })
      if (!page.url().endsWith(path)) await page.goto(gateway.url + path)
      if (/configs\/[^/]+(\?|$)/.test(path)) await editorReady(page)
      else {
        const sign = page.getByText(path.includes('versions') ? 'Compared with' : 'Updated')
        await sign.first().waitFor({ state: 'attached' })
      }
      expect([path, width, ...(await accessibilityProblems(page))]).toEqual([path, width])
      expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0)
    }
    expect(errors).toEqual([])
    await close()
  })
}
