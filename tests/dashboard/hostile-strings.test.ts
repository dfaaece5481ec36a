import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { at } from '../harness/at.ts'
import { shareSimulator } from '../harness/share-simulator.ts'
import { shareDashboard, sidewaysOverflow } from './harness.ts'
import { type Display, hostileContent } from './hostile-content.ts'
import { hostileTexts, TRAP } from './hostile-texts.ts'
import { drawn } from './in-page.ts'
import { logOfTrace } from './log-traffic.ts'
import { follow, visit } from './page-tree.ts'

const TEXTS = hostileTexts(20_000, 120)
const SAID = TEXTS.join('\n')
const model = await shareSimulator({
  answers: [SAID, { status: 400, body: { error: { message: `hostile refusal ${SAID}` } } }],
})
const failing = await shareSimulator({
  answers: [{ status: 500, body: { error: { message: 'no', details: TEXTS } } }],
})
const evaluator = await shareSimulator({
  answers: [
    { body: { verdict: false, data: { explanation: TEXTS[1], reason: TEXTS[0], details: TEXTS.slice(0, 20) } } },
  ],
})
const dashboard = await shareDashboard()
const displays = [...(await hostileContent(dashboard)), await failedAttempt(), ...(await guardedRequest())]

/** A failed attempt followed by a fallback. The panel of the attempt shows the response with the hostile texts. */
async function failedAttempt(): Promise<Display> {
  const config = { strategy: { mode: 'fallback' }, targets: [at(failing), { provider: 'mock' }] }
  const reply = await dashboard.gateway.chat(config, { headers: { 'x-gateway-trace-id': 'fallback-1' } })
  if (reply.status !== 200) throw new Error(`The fallback returned HTTP ${reply.status}.`)
  await reply.text()
  return { path: `/logs/${await logOfTrace(dashboard, 'fallback-1')}?attempt=1`, texts: TEXTS }
}

/** Guardrails with hostile names, words and ids, a webhook with hostile data, and a request that they checked. */
async function guardedRequest(): Promise<Display[]> {
  const { scene, gateway } = dashboard
  const of = { workspace_id: await scene.defaultWorkspace() }
  const [name = '', label = '', ...texts] = hostileTexts(30_000, 26)
  const [words, ids] = [texts.slice(0, 12), texts.slice(12)]
  const checks = [
    { id: 'default.contains', name: label, parameters: { words, operator: 'none' } },
    { id: 'default.regexMatch', parameters: { rule: '<[^>]*>', not: true } },
    { id: 'default.webhook', parameters: { webhookURL: `${evaluator.url}/hook` } },
  ]
  const feedback = { value: -5, weight: 1, metadata: { reason: name } }
  const actions = { async: false, on_fail: { feedback } }
  const { slug } = await scene.do('POST', '/guardrails', { name, checks, actions, ...of })
  const hooks = ids.map((id) => ({
    id,
    checks: [{ id: 'contains', parameters: { words: ['hello'], operator: 'none' } }],
  }))
  const config = { provider: 'mock', input_guardrails: [slug], before_request_hooks: hooks }
  const saved = await scene.do('POST', '/configs', { name: 'Guarded', config, ...of })
  const reply = await gateway.fetch('/v1/chat/completions', {
    method: 'POST',
    headers: { 'x-gateway-config': String(saved['slug']), 'x-gateway-trace-id': 'guarded-1' },
    body: {
      model: 'mock-1',
      messages: [{ role: 'user', content: ['hello', ...words].map((text) => ({ type: 'text', text })) }],
    },
  })
  if (reply.status !== 246) throw new Error(`The guarded request returned HTTP ${reply.status}: ${await reply.text()}`)
  const id = await logOfTrace(dashboard, 'guarded-1')
  const page = `/guardrails/${slug}`
  return [
    { path: `/logs/${id}`, texts: ids },
    { path: '/logs?q=guardrail%3Ainline.all', texts: [] },
    { path: page, texts: [name, ...words] },
    ...['report', 'versions', 'test'].map((part) => ({ path: `${page}/${part}`, texts: [name] })),
    { path: `${page}/edit`, texts: [name] },
  ]
}

/** Texts that the page does not show in any element, field or shadow tree. */
function missing(page: Page, texts: readonly string[]): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const texts = ${JSON.stringify(texts)}
    const parts = []
    const read = (root) => {
      parts.push(root.textContent)
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) read(element.shadowRoot)
        if (typeof element.value === 'string') parts.push(element.value)
      }
    }
    read(document.body)
    const all = parts.join('\\n')
    return texts.filter((text) => !all.includes(text) && !all.includes(JSON.stringify(text).slice(1, -1)))
  })()`)
}

/** Elements that only injected markup could create, and links to other origins. */
function strangers(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const born = 'body script:not([src^="/assets/"]), iframe, object, embed, base, style, marquee, video, meta[http-equiv]'
    const made = [...document.querySelectorAll(born)].map((element) => element.outerHTML)
    const handlers = [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes].filter(({ name }) => name.startsWith('on')).map(({ name }) => element.tagName + ' ' + name))
    const addresses = [...document.querySelectorAll('[href], [src], [action]')]
      .map((element) => element.href?.baseVal ?? element.href ?? element.src ?? element.action)
      .filter((address) => typeof address === 'string' && address !== '' && !address.startsWith(location.origin + '/'))
      .filter((address) => !/^(#|data:image\\/)/.test(address))
    return [...made, ...handlers, ...addresses]
  })()`)
}

/** Elements whose content overflows into their neighbours. */
function spilling(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('main :not(thead, thead *, .logs-head *)')]
    .filter((element) => element instanceof HTMLElement && element.scrollWidth > element.clientWidth + 2)
    .filter((element) => element.clientWidth > 0 && getComputedStyle(element).overflowX === 'visible')
    .map((element) => 'spills: ' + element.tagName + '.' + element.className)`)
}

/** Bidirectional control characters followed by dashboard text in the same element, which they would reverse. */
function turned(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const found = new Set()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (!/[\\u202a-\\u202e\\u2066-\\u2068]/.test(node.data)) continue
      let box = node.parentElement
      while (getComputedStyle(box).unicodeBidi === 'normal') box = box.parentElement
      // Another hostile text may follow; a line break ends the effect of a control character.
      const behind = box.textContent.split(/start \\d+ .gnp\\.exe. end/u).at(-1).split(/\\n|zero/)[0]
      if (/[\\p{L}\\d]/u.test(behind) && box.tagName !== 'OPTION') found.add(box.tagName + '.' + box.className + ': ' + behind.trim().slice(0, 60))
    }
    return [...found].map((one) => 'turned: ' + one)
  })()`)
}

const TRAPS = `
  window.caught = []
  window.${TRAP} = (number) => window.caught.push('ran ' + number)
  document.addEventListener('securitypolicyviolation', (event) => window.caught.push(event.blockedURI))
`

/** Only a text that is never shown takes this long. */
const SHOWN_MS = 600_000

/** The texts that the page does not show, once it has had time to load everything. */
async function missingAtLast(page: Page, texts: readonly string[]): Promise<string[]> {
  const endMs = performance.now() + SHOWN_MS
  for (;;) {
    const absent = await missing(page, texts)
    if (absent.length === 0 || performance.now() > endMs) return absent
    await Bun.sleep(50)
  }
}

async function look(page: Page, { path, texts, more }: Display): Promise<string[]> {
  // The list of logs renders only visible rows.
  await page.setViewportSize({ width: 1440, height: path === '/logs' ? 4_000 : 900 })
  // Hostile paths and queries are opened by their URL, other pages as by a link, which takes half the time.
  if (/[%?]/.test(path)) await visit(page, dashboard.gateway.url + path)
  else await follow(page, path)
  if (more) await page.getByRole('button', { name: more }).first().click()
  const problems: string[] = []
  const absent = await missingAtLast(page, texts)
  if (absent.length > 0)
    problems.push(`${absent.length} of ${texts.length} are not shown: ${JSON.stringify(absent[0])}`)
  problems.push(
    ...(await turned(page)),
    ...(await strangers(page)),
    ...(await page.evaluate<string[]>('window.caught.splice(0)')),
  )
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await drawn(page)
    problems.push(...(await spilling(page)).map((problem) => `${problem} at ${width} px`))
    const overflow = await sidewaysOverflow(page)
    if (overflow > 0) problems.push(`${overflow} px stick out at ${width} px`)
  }
  return problems.map((problem) => `${path}: ${problem}`)
}

/** The command palette finds resources with hostile names and offers them as destinations. */
async function inPalette(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, `${dashboard.gateway.url}/account`)
  await page.getByRole('button', { name: /^Workspace: / }).click()
  const problems = await strangers(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /Search/ }).fill('<script')
  await page
    .getByRole('option', { name: /<script>/ })
    .first()
    .waitFor()
  return [
    ...problems,
    ...(await strangers(page)),
    ...(await turned(page)),
    ...(await page.evaluate<string[]>('caught')),
  ]
}

/** A model that streams all texts to the open page, and a provider whose errors contain them. */
async function inPlayground(page: Page): Promise<string[]> {
  const made = await dashboard.scene.do('POST', '/configs', { name: 'Simulated', config: at(model) })
  const problems: string[] = []
  await visit(page, `${dashboard.gateway.url}/playground`)
  await page.getByLabel('Target').selectOption(`config:${made['slug']}`)
  const column = page.getByRole('region', { name: 'Column 1', exact: true })
  for (const ended of ['Routing decisions', 'hostile refusal']) {
    await page.keyboard.press('Control+Enter')
    await column.getByText(ended).first().waitFor()
    const seen = (await column.textContent()) ?? ''
    problems.push(...TEXTS.filter((text) => !seen.includes(text)).map((text) => `${ended}: ${text}`))
  }
  return [...problems, ...(await strangers(page)), ...(await page.evaluate<string[]>('caught'))]
}

test('ten thousand hostile texts in every field that shows foreign text are displayed as text and do nothing', async () => {
  const { page, errors, foreignRequests, close } = await dashboard.open('/healthz')
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.addInitScript(TRAPS)
  const problems: string[] = []
  await visit(page, `${dashboard.gateway.url}/account`)
  for (const display of displays) problems.push(...(await look(page, display)))
  problems.push(...(await inPalette(page)), ...(await inPlayground(page)))
  // Verifies that the check detects a missing text.
  expect(await missing(page, ['shown nowhere', TEXTS[0] ?? ''])).toEqual(['shown nowhere'])
  expect([...problems, ...errors, ...foreignRequests, ...dialogs]).toEqual([])
  expect(new Set(displays.flatMap(({ texts }) => texts)).size).toBeGreaterThanOrEqual(10_000)
  await close()
})
