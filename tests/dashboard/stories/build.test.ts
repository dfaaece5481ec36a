import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../harness/eventually.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'
import { accessibilityProblems, shareDashboard, shows } from '../harness.ts'
import { Journey, PASSES } from './journey.ts'
import { listen, structureProblems } from './listen.ts'

const dashboard = await shareDashboard()
const { gateway, scene } = dashboard
const workspaceId = await scene.defaultWorkspace()

/** Accepts one key, like a provider, so that a test with another key fails. */
const PROVIDER_KEY = 'sk-the-real-one-1234567890'
const provider = await shareSimulator({
  answers: [
    (request) =>
      request.headers['authorization'] === `Bearer ${PROVIDER_KEY}`
        ? { status: 200, body: { object: 'list', data: [{ id: 'sim-model', object: 'model' }] } }
        : 401,
  ],
})

for (const { hand, theme } of PASSES) {
  test(`${hand}, ${theme}: the key with the fewest scopes is created and copied in 5 steps and 20 s`, async () => {
    const opened = await dashboard.open('/api-keys', { theme })
    const { page } = opened
    await page.getByRole('table', { name: 'API keys' }).waitFor()
    const said = await listen(page)
    const journey = new Journey(opened, hand)
    await journey.press(page.getByRole('button', { name: 'New key' }))
    await journey.type(page.getByLabel('Name'), `api-${hand}`)
    await journey.press(page.getByRole('button', { name: 'Create key' }))
    await journey.press(page.getByRole('button', { name: 'Copy secret' }))
    await said(/^secret copied$/i)
    const secret = await page.evaluate<string>('navigator.clipboard.readText()')
    // The dialog also tells a screen reader that the secret is shown once.
    expect(await page.getByRole('dialog', { name: `api-${hand} is ready` }).ariaSnapshot()).toMatch(
      /Shown once[\s\S]*checkbox "I stored it in a safe place" \[checked\]/,
    )
    expect(await structureProblems(page)).toEqual([])
    await journey.press(page.getByRole('button', { name: 'Done' }))
    await page.getByRole('link', { name: `api-${hand}` }).waitFor()
    await journey.hasValidStructure()
    journey.isWithin({ steps: 5, seconds: 20 })
    // The key can send requests and nothing else.
    const headers = { 'x-gateway-provider': 'mock' }
    const body = { model: 'mock-1', messages: [{ role: 'user', content: 'hi' }] }
    const sent = await gateway.fetch('/v1/chat/completions', { method: 'POST', key: secret, headers, body })
    expect([sent.status, (await gateway.fetch('/v1/configs', { key: secret })).status]).toEqual([200, 403])
    await opened.close()
  })
}

for (const { hand, theme } of PASSES) {
  test(`${hand}, ${theme}: a provider with $50 a month and its host's address is added and tested in 6 steps and 45 s`, async () => {
    const opened = await dashboard.open('/virtual-keys', { theme })
    const { page } = opened
    const add = page.getByRole('button', { name: 'New virtual key' }).first()
    await add.waitFor()
    const journey = new Journey(opened, hand)
    await journey.press(add)
    const field = page.getByRole('combobox', { name: 'Provider' })
    await journey.type(field, 'openai-comp')
    // Enter selects the visible option: the list of providers may still be loading.
    await page.getByRole('option', { name: /openai-compatible/ }).waitFor()
    await journey.key('Enter')
    // Listed providers need no address: this is the address of the simulator.
    await journey.type(page.getByLabel('Base URL'), `${provider.url}/v1`, { isPasted: true })
    await journey.type(page.getByLabel('Provider key'), PROVIDER_KEY, { isPasted: true })
    await journey.type(page.getByLabel('Budget (optional)'), '50')
    const said = await listen(page)
    expect(await structureProblems(page)).toEqual([])
    await journey.press(page.getByRole('button', { name: 'Test and create' }))
    await page.waitForURL(/\/virtual-keys\/[^/?]+/)
    await said(/is ready\. Test passed: status 200/)
    await page.getByText('$0 of $50.00').waitFor()
    await journey.hasValidStructure()
    journey.isWithin({ steps: 6, seconds: 45 })
    expect(await scene.do('GET', `/virtual-keys/${slugOf(page)}?workspace_id=${workspaceId}`)).toMatchObject({
      usage_limits: { type: 'cost', credit_limit: 50, periodic_reset: 'monthly' },
    })
    await opened.close()
  })

  test(`${hand}, ${theme}: a fallback with retry and circuit breaker is simulated on a 429 and saved, in 3 steps after 1 template and 1 edit, without a request, in 3 min`, async () => {
    const opened = await dashboard.open('/configs?new=1', { theme })
    const { page } = opened
    const template = page.getByRole('dialog').getByRole('link', { name: /^Circuit breaker/ })
    await template.waitFor()
    const journey = new Journey(opened, hand)
    await journey.press(template)
    await page.getByText('the gateway accepts this config').waitFor()
    const text = await page.locator('.cm-content').innerText()
    await journey.type(page.locator('.cm-content'), text.replace('"attempts": 1', '"attempts": 2'), { isPasted: true })
    await page.getByText('the gateway accepts this config').waitFor()
    await journey.choose(page.getByLabel('response: Response of main (targets[0])'), '429 rate limit')
    await page.getByText('targets[1] responds after 4 calls').waitFor()
    const why = page.getByRole('list', { name: 'Decisions of the simulation' })
    await shows(why, /429[\s\S]*falls back to targets\[1\]/)
    expect(await structureProblems(page)).toEqual([])
    const said = await listen(page)
    const before = journey.steps
    await journey.press(page.getByRole('button', { name: 'Save…' }))
    await journey.type(page.getByLabel('Name', { exact: true }), `Guarded by ${hand}`)
    await journey.press(page.getByRole('button', { name: 'Save', exact: true }))
    await page.getByRole('heading', { level: 1, name: `Guarded by ${hand}` }).waitFor()
    await page.getByText('v1 live').waitFor()
    await said(/^Saved as /)
    await journey.hasValidStructure()
    journey.isWithin({ steps: before + 3, seconds: 180 })
    const { data } = (await scene.do('GET', `/logs?workspace_id=${workspaceId}&configs=${slugOf(page)}`)) as {
      data: unknown[]
    }
    expect(data).toEqual([])
    await opened.close()
  })
}

function slugOf(page: Page): string {
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

async function makePrompt(name: string): Promise<string> {
  const string = [{ role: 'user', content: 'Greet {{name}}.' }]
  const made = await scene.do('POST', '/prompts', { name, model: 'mock-1', string, workspace_id: workspaceId })
  const slug = String(made['slug'])
  // A recent caller, which publishing must mention.
  await (await callPrompt(slug)).text()
  return slug
}

function callPrompt(slug: string): Promise<Response> {
  const headers = { 'x-gateway-provider': 'mock' }
  const body = { variables: { name: 'Ada' } }
  return gateway.fetch(`/v1/prompts/${slug}/completions`, { method: 'POST', headers, body })
}

for (const { hand, theme } of PASSES) {
  test(`${hand}, ${theme}: a prompt is changed, compared on three inputs and published in 9 steps, and rolled back in 2 steps within 1 s`, async () => {
    const slug = await makePrompt(`Greeting by ${hand}`)
    const opened = await dashboard.open('/prompts', { theme })
    const { page } = opened
    const link = page.getByRole('link', { name: `Greeting by ${hand}` })
    await link.waitFor()
    const journey = new Journey(opened, hand)
    await journey.press(link)
    await journey.type(page.getByLabel('Text of message 1'), 'Greet {{name}} warmly.')
    await journey.press(page.getByRole('button', { name: 'Save as version 2' }))
    await journey.press(page.getByRole('link', { name: 'Try against v1' }))
    await journey.type(page.getByLabel('Inputs, one per line'), 'Ada\nGrace\nAlan', { isPasted: true })
    const said = await listen(page)
    await journey.press(page.getByRole('button', { name: 'Run', exact: true }))
    const grid = page.getByRole('region', { name: 'Responses by input' })
    for (const name of ['Ada', 'Grace', 'Alan']) {
      const row = grid.getByRole('row').filter({ hasText: name })
      await row.getByText(`You said: Greet ${name}.`).waitFor()
      await row.getByText(`You said: Greet ${name} warmly.`).waitFor()
    }
    await said(/^All responses received$/)
    expect([...(await accessibilityProblems(page)), ...(await structureProblems(page))]).toEqual([])
    await journey.press(page.getByRole('link', { name: 'Publish v2' }))
    const dialog = page.getByRole('dialog')
    // The change and its callers are shown before it is published.
    await dialog.getByText('1 request').first().waitFor()
    await dialog.locator('mark', { hasText: 'warmly' }).first().waitFor()
    expect(await structureProblems(page)).toEqual([])
    await journey.press(dialog.getByRole('button', { name: 'Publish version 2' }))
    await page.getByText('published v2').waitFor()
    await said(/version 2|v2/i)
    await journey.hasValidStructure()
    journey.isWithin({ steps: 9, seconds: 180 })
    expect(await (await callPrompt(slug)).text()).toContain('Greet Ada warmly.')

    const back = new Journey(opened, hand)
    await back.press(page.getByRole('button', { name: 'Roll back to version 1' }))
    await back.press(page.getByRole('dialog').getByRole('button', { name: 'Roll back to version 1' }))
    await eventually('calls get version 1', async () => !(await (await callPrompt(slug)).text()).includes('warmly'))
    await page.getByText('published v1').waitFor()
    await back.hasValidStructure()
    back.isWithin({ steps: 2, seconds: 20 })
    await opened.close()
  })
}
