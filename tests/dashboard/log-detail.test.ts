import { expect, test } from 'bun:test'
import { pageProblems } from './check-pages.ts'
import { accessibilityProblems, focused, hasAttribute, hasTexts, shareDashboard, shows } from './harness.ts'
import { drawn } from './in-page.ts'
import { scrolledToEnd } from './log-list.ts'
import { insertLogs, logOfTrace, sendPlain, sendRescued, untilCounted } from './log-traffic.ts'

const dashboard = await shareDashboard()
const { gateway } = dashboard

const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC'

await sendRescued(dashboard, 'rescued')
await sendPlain(dashboard, 'picture', {
  tools: [{ type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: {} } } }],
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'mock:tool for this' },
        { type: 'image_url', image_url: { url: PICTURE } },
        { type: 'image_url', image_url: { url: 'https://elsewhere.example/a.png' } },
      ],
    },
  ],
})
await sendPlain(dashboard, 'stream', { stream: true, messages: [{ role: 'user', content: 'stream it' }] })

test('the request page shows the conversation, the bodies, the cost and the raw record', async () => {
  const { page, errors, foreignRequests, close } = await dashboard.open(
    `/logs/${await logOfTrace(dashboard, 'picture')}`,
  )
  const turns = page.getByRole('list', { name: 'Conversation' })
  await turns.getByText('mock:tool for this').waitFor()
  await hasAttribute(turns.locator('img'), 'src', PICTURE)
  await turns.getByText('Image, not loaded: https://elsewhere.example/a.png').waitFor()
  await turns.locator('summary', { hasText: 'weather' }).click()
  for (const [tab, words] of [
    ['Request', '/v1/chat/completions'],
    ['Response', '"choices"'],
    ['Headers', 'content-type'],
    ['Cost', 'free'],
    ['Raw', '"trace_id"'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('tabpanel').getByText(words).first().waitFor()
  }
  expect(page.url()).toContain('tab=raw')
  expect([...errors, ...foreignRequests]).toEqual([])
  await close()
})

test('a streamed response is assembled', async () => {
  const { page, close } = await dashboard.open(`/logs/${await logOfTrace(dashboard, 'stream')}`)
  const answer = page.locator('.log-turn-answer')
  await answer.getByText('stream it').waitFor()
  await shows(answer, 'Hello from the mock provider')
  await close()
})

test('the copied command sends the same request without a secret; replay opens the playground', async () => {
  const id = await logOfTrace(dashboard, 'picture')
  const { page, errors, close } = await dashboard.open(`/logs/${id}`)
  await page.getByRole('button', { name: 'Copy as code' }).click()
  await page.getByRole('menuitem', { name: 'curl' }).click()
  await page.getByText('It reads the key from').first().waitFor()
  const command = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(command).toContain('$GATEWAY_API_KEY')
  expect(command).toContain(PICTURE)
  const shell = Bun.spawn(['sh', '-c', command.replace('curl ', 'curl -sf -o /dev/null ')], {
    env: { ...process.env, GATEWAY_API_KEY: gateway.workspaceKey },
  })
  expect(await shell.exited).toBe(0)
  await hasAttribute(page.getByRole('link', { name: 'Replay' }), 'href', `/playground?log=${id}`)
  expect(errors).toEqual([])
  await close()
})

test('feedback is given and changed', async () => {
  const { page, errors, close } = await dashboard.open(`/logs/${await logOfTrace(dashboard, 'rescued')}?tab=feedback`)
  await page.getByLabel('Value').fill('11')
  await page.getByRole('button', { name: 'Give feedback' }).click()
  await focused(page, '[aria-invalid=true]')
  await page.getByRole('button', { name: 'Bad' }).click()
  await page.getByLabel('Comment').fill('too slow')
  await page.getByRole('button', { name: 'Give feedback' }).click()
  const given = page.getByRole('list', { name: 'Feedback' })
  await given.getByText('too slow').waitFor()
  await given.getByRole('button', { name: 'Change' }).click()
  await given.getByLabel('Value').fill('7')
  await given.getByRole('button', { name: 'Save change' }).click()
  await given.getByText('+7').waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a missing log says so and links to the list', async () => {
  const { page, errors, close } = await dashboard.open('/logs/00000000-0000-7000-8000-000000000000')
  await page.getByText('Log not found').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})

const HOSTILE = [
  '<script>window.hurt = 1</script>',
  '<img src=x onerror="window.hurt = 1">',
  '"><svg onload=window.hurt=1>',
  '{{constructor.constructor("window.hurt=1")()}}',
  'javascript:window.hurt=1',
  '</title><style>*{display:none}</style>',
  '\u202egnp.exe\u202c',
  `${'W'.repeat(300)}`,
  `z${'\u0301'.repeat(120)}`,
  '\u0007\u001b[31mred',
  "'; DROP TABLE logs; --",
  '𝒳'.repeat(80),
]

test('ten thousand hostile strings are displayed as text: nothing runs, nothing breaks the page', async () => {
  const strings = Array.from({ length: 10_200 }, (_, index) => `${HOSTILE[index % HOSTILE.length]} ${index}`)
  const logs = Array.from({ length: 3_400 }, (_, index) => ({
    model: strings[3 * index] ?? '',
    user: strings[3 * index + 1] ?? '',
    prompt: strings[3 * index + 2] ?? '',
    traceId: `hostile-${index}`,
  }))
  await insertLogs(dashboard, logs)
  await untilCounted(dashboard, 3_400)
  const { page, errors, foreignRequests, close } = await dashboard.open('/logs?q=source:external')
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.locator('.logs-line').first().waitFor()
  const harm = () =>
    page.evaluate<string>(`JSON.stringify({
      hurt: window.hurt ?? null,
      foreign: document.querySelectorAll('#root script, #root style, #root [onerror], #root [onload], #root img[src=x]').length,
      tall: [...document.querySelectorAll('.logs-line')].filter((one) => one.getBoundingClientRect().height !== 32).length,
      wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    })`)
  const unharmed = JSON.stringify({ hurt: null, foreign: 0, tall: 0, wide: 0 })
  for (let seen = 0, isEnd = false; !isEnd; seen++) {
    expect(await harm()).toBe(unharmed)
    isEnd = await scrolledToEnd(page, 16_000)
    await drawn(page)
    if (seen > 5_000) throw new Error('The list has no end.')
  }
  for (let index = 0; index < HOSTILE.length; index++) {
    await page.goto(`${gateway.url}/logs/${await logOfTrace(dashboard, `hostile-${3_399 - index}`)}`)
    await hasTexts(page.locator('.log-turn').first().locator('.log-text'), [logs[3_399 - index]?.prompt ?? ''])
    expect(await harm()).toBe(unharmed)
  }
  expect([...errors, ...dialogs, ...foreignRequests]).toEqual([])
  await close()
})

test('the request page has no accessibility problem in both themes at all widths', async () => {
  const { page, errors, close } = await dashboard.open(`/logs/${await logOfTrace(dashboard, 'rescued')}?attempt=2`)
  await page.getByRole('heading', { name: 'Attempt 2 of 3' }).waitFor()
  expect(await pageProblems(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})
