import { expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { shareSimulator } from '../harness/share-simulator.ts'
import { checkPages } from './check-pages.ts'
import { hasAttribute, hasCount, shareDashboard, shows } from './harness.ts'

const ROOT = resolve(import.meta.dir, '../..')
const dashboard = await shareDashboard()
const { gateway, scene } = dashboard
const workspaceId = await scene.defaultWorkspace()
const provider = await shareSimulator({ answers: ['Ahoy from the provider'] })

test('without virtual keys the page lists the mock and links to the form', async () => {
  const { page, close } = await dashboard.open('/models')
  await page.getByText('No virtual keys: only the built-in mock is listed').waitFor()
  await page.getByRole('link', { name: 'mock-embedding' }).waitFor()
  await page.getByRole('link', { name: 'Create virtual key' }).click()
  await page.getByRole('dialog').waitFor()
  await close()
})

test('models are searched, filtered and sorted, and the URL holds all of it', async () => {
  for (const [slug, of] of [
    ['main', 'openai'],
    ['claude', 'anthropic'],
  ]) {
    await scene.do('POST', '/virtual-keys', { workspace_id: workspaceId, name: slug, slug, provider: of, key: 'sk-1' })
  }
  const sent = await gateway.chat({ provider: 'mock' }, { body: { model: 'mock' } })
  expect(sent.status).toBe(200)
  // The page reads the usage once.
  await gateway.waitForLog(sent.headers.get('x-gateway-trace-id'))
  const { page, errors, foreignRequests, close } = await dashboard.open('/models')
  const rows = page.getByRole('table', { name: 'Models', exact: true }).locator('tbody tr')
  // The used model is first.
  await shows(rows.first(), /^mock/)
  await page.getByLabel('Search models').fill('gpt-4o')
  await shows(rows.filter({ has: page.getByRole('link', { name: 'gpt-4o', exact: true }) }), '$2.50')
  await shows(
    rows.filter({ has: page.getByRole('link', { name: 'gpt-4o', exact: true }) }),
    /\$10\.00.*\$1\.25.*128K.*main/,
  )
  await page.getByLabel('Search models').fill('')
  await page.getByRole('combobox', { name: 'Virtual key' }).selectOption('claude')
  await page.getByRole('button', { name: 'Output' }).click()
  await page.waitForURL(/key=claude.*sort=output_price/)
  await shows(rows.first(), /claude/)
  await hasAttribute(page.getByRole('columnheader', { name: 'Output' }), 'aria-sort', 'ascending')
  await page.reload()
  await shows(rows.first(), /claude/)
  await page.getByLabel('Search models').fill('nothing has this name')
  await page.getByText('No models match').waitFor()
  await page.getByRole('button', { name: '“nothing has this name”' }).click()
  await page.getByLabel('Used only').check()
  await page.getByText('No models match').waitFor()
  await page.getByRole('button', { name: 'claude', exact: true }).click()
  await hasCount(rows, 1)
  await rows.first().getByRole('link').click()
  await page.getByRole('heading', { level: 2, name: 'mock' }).waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL(/\/models\?/)
  expect([...errors, ...foreignRequests]).toEqual([])
  await close()
})

test('the drawer says if no virtual key reaches the model', async () => {
  const { page, close } = await dashboard.open('/models/openai/no-such-model')
  await page.getByText('No virtual key of this workspace offers this model').waitFor()
  await close()
})

/** The file name of each program, and the command that runs it. */
const PROGRAMS: Readonly<Record<string, readonly [file: string, ...command: string[]]>> = {
  curl: ['chat.sh', 'sh'],
  TypeScript: ['chat.mjs', 'node'],
  Python: ['chat.py', 'python3'],
  'OpenAI SDK': ['openai.mjs', 'node'],
  'Vercel AI': ['vercel.mjs', 'node'],
  ...(Bun.which('go') && { Go: ['chat.go', 'go', 'run'] as const }),
  ...(Bun.which('java') && { Java: ['Chat.java', 'java'] as const }),
}

async function run(language: string, code: string): Promise<string> {
  const [file, ...command] = PROGRAMS[language]!
  // Inside the repository, so that its packages are found.
  const folder = await mkdtemp(join(ROOT, 'node_modules/.snippet-'))
  try {
    await writeFile(join(folder, file), code)
    const child = Bun.spawn([...command, file], { cwd: folder, stdout: 'pipe', stderr: 'pipe' })
    const [out, problem, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
    if (status !== 0) throw new Error(`${language} ended with ${status}: ${problem}\n${code}`)
    return out
  } finally {
    await rm(folder, { recursive: true })
  }
}

function useIt(page: Page): Locator {
  return page.getByRole('region', { name: 'Use it' })
}

async function codeOf(page: Page, language: string): Promise<string> {
  const panel = useIt(page)
  await panel.getByRole('tab', { name: language, exact: true }).click()
  return panel.getByRole('tabpanel').locator('pre').innerText()
}

test('the programs of a model run as shown, with a key in place of the placeholder', async () => {
  await scene.do('POST', '/virtual-keys', {
    workspace_id: workspaceId,
    name: 'Local',
    slug: 'local',
    provider: 'openai',
    key: 'sk-1',
    custom_host: `${provider.url}/v1`,
  })
  await scene.do('POST', '/prices', {
    workspace_id: workspaceId,
    provider: 'openai',
    model: 'house-model',
    virtual_key: 'local',
    prices: { input_tokens: { usd: 1 } },
  })
  const { page, close } = await dashboard.open('/models/openai/house-model')
  for (const language of Object.keys(PROGRAMS)) {
    const code = await codeOf(page, language)
    await shows(useIt(page).getByRole('tabpanel'), `Create a key: ${gateway.url}/api-keys?new=1`)
    // An interactive zsh does not support comments.
    if (language === 'curl') expect(code).toStartWith('curl ')
    expect(code).toContain('@local/house-model')
    expect([language, await run(language, code.replaceAll('YOUR_GATEWAY_KEY', gateway.workspaceKey))]).toEqual([
      language,
      expect.stringContaining('Ahoy from the provider'),
    ])
  }
  // Only the syntax is checked here. The tests of the Python SDK install the package and run the program.
  const code = await codeOf(page, 'LangChain')
  const child = Bun.spawn(['python3', '-c', 'import ast, sys; ast.parse(sys.stdin.read())'], {
    stdin: new Blob([code]),
  })
  expect([await child.exited, code.includes(`base_url="${gateway.baseURL}"`)]).toEqual([0, true])
  await close()
})

test('the programs of a new key contain it and run unchanged', async () => {
  const { page, close } = await dashboard.open('/api-keys?new=1')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('For a program')
  await dialog.getByRole('button', { name: 'Create' }).click()
  const secret = await dialog.locator('[data-secret]').innerText()
  for (const language of ['curl', 'TypeScript', 'Python']) {
    const code = await codeOf(page, language)
    expect(code).toContain(secret)
    expect(await run(language, code)).toMatch(/chat\.completion/)
  }
  await close()
})

test('the page and its drawer have no problem in any look', async () => {
  await checkPages(dashboard, [
    { path: '/models', ready: '50 of' },
    { path: '/models/openai/gpt-4o', ready: 'Cached input tokens' },
  ])
})
