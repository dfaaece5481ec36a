import { expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { eventually } from '../../harness/eventually.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'
import { shareDashboardProcess } from '../harness.ts'
import { Journey, PASSES } from './journey.ts'
import { listen } from './listen.ts'

const ROOT = resolve(import.meta.dir, '../../..')
const provider = await shareSimulator({ answers: ['Ahoy from the provider'] })

/** An existing app, with the two lines that configure the base URL and the key. */
function appOf(lines: readonly string[]): string {
  return [
    "import OpenAI from 'openai'",
    'const client = new OpenAI({',
    ...lines.map((line) => `  ${line.trim()}`),
    "  apiKey: 'sk-of-the-app',",
    '})',
    "const messages = [{ role: 'user', content: 'Hello' }]",
    "const stream = await client.chat.completions.create({ model: 'gpt-4o', messages, stream: true })",
    'for await (const { choices: [choice] } of stream) console.log(choice?.delta.content, choice?.finish_reason)',
  ].join('\n')
}

async function run(command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], { cwd: ROOT, stdout: 'pipe', stderr: 'pipe' })
  const [out, problem, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code !== 0) throw new Error(`${command[0]} ended with ${code}: ${problem}`)
  return out
}

for (const { hand, theme } of PASSES) {
  // The first command: each pass starts its own gateway.
  const dashboard = await shareDashboardProcess({ claim: false })
  const { gateway } = dashboard

  test(`${hand}, ${theme}: a new user sees the first request after 2 commands without a reload, and two lines configure an app`, async () => {
    const screen = gateway.process.output()
    const opened = await dashboard.open(`/#/claim/${await gateway.claimToken()}`, { theme, as: 'nobody' })
    const { page } = opened
    const journey = new Journey(opened, hand)
    await journey.type(page.getByLabel('First name'), 'Olive')
    await journey.type(page.getByLabel('E-mail address'), 'olive@example.com', { isPasted: true })
    await journey.type(page.getByLabel('Password'), 'five dull words in a row', { isPasted: true })
    await journey.press(page.getByRole('button', { name: 'Create account' }))
    await page.getByRole('heading', { level: 1, name: 'Your gateway is running' }).waitFor()
    await page.getByText('Waiting for your first request').waitFor()
    const said = await listen(page)
    // The second command, as the terminal printed it.
    const command = /curl [\s\S]*?-d '[^']*'/.exec(screen)?.[0] ?? 'false'
    await run(['sh', '-c', command.replace('curl ', 'curl -sSf ')])
    await page.locator('[data-arrived=ok]').waitFor()
    await said(/^Your request arrived\.$/)
    // The page shows a request before its log is stored.
    await eventually('the log is stored', async () => (await gateway.logs()).data.length > 0)
    await journey.press(page.getByRole('link', { name: 'Open it' }))
    await page.getByRole('list', { name: 'Decisions in order' }).waitFor()
    await journey.hasValidStructure()
    // Three values and a click for the account, one click to open the request.
    journey.isWithin({ steps: 5, seconds: 60 })

    const connecting = new Journey(opened, hand)
    await page.goto(`${gateway.url}/welcome`)
    await connecting.press(page.getByRole('button', { name: 'Create workspace key' }))
    await connecting.press(page.getByRole('radio', { name: /Custom host/ }))
    await connecting.type(page.getByLabel('Base URL'), `${provider.url}/v1`, { isPasted: true })
    await connecting.press(page.getByRole('tab', { name: 'OpenAI SDK' }))
    await page.getByRole('tabpanel').getByText("from 'openai'").waitFor()
    // The key comes from the gateway; until then the sample shows a placeholder.
    await page.getByRole('tabpanel').getByText('gww_').waitFor()
    connecting.isWithin({ steps: 5, seconds: 30 })
    const shown = (await page.getByRole('tabpanel').locator('pre').innerText()).split('\n')
    const changed = shown.filter((line) => /^ {2}(baseURL|defaultHeaders):/.test(line))
    expect(changed).toHaveLength(2)
    // A streaming client gets the same events, and the provider receives the app's own credential.
    const before = await run([process.execPath, '-e', appOf([`baseURL: '${provider.url}/v1',`])])
    const after = await run([process.execPath, '-e', appOf(changed)])
    expect([after, before.split('\n').length > 2]).toEqual([before, true])
    expect(provider.requests.at(-1)?.headers['authorization']).toBe('Bearer sk-of-the-app')
    await opened.close()
  })
}
