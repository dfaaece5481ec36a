/** Takes the README screenshots: a gateway, a day of traffic in a minute, the main pages in a browser. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { claimOwner, HUMAN } from '../harness/claim-owner.ts'
import { ControlScene } from '../harness/control-scene.ts'
import type { Gateway } from '../harness/start-gateway.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'

const FOLDER = process.argv[2] ?? join(import.meta.dir, '..', '..', 'docs', 'pictures')
const BROWSER = process.env['GATEHOUSE_TEST_CHROMIUM'] ?? '/usr/bin/chromium'
const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync']
const QUESTIONS = [
  'Where is my parcel?',
  'Summarise this thread.',
  'Translate to German: good morning.',
  'Plan a trip.',
]
const USERS = ['ada', 'grace', 'alan', 'edsger']

mkdirSync(FOLDER, { recursive: true })
await using gateway = await startGatewayProcess({ environment: HUMAN })
const owner = await claimOwner(gateway)
const scene = new ControlScene(gateway)
const { slug, traceId } = await addExamples(gateway, scene)
await scene.do('POST', '/admin/demo', {})
const browser = await chromium.launch({ executablePath: BROWSER, args: FLAGS })
for (const theme of ['light', 'dark'] as const) {
  const cookie = owner.headers['cookie'] ?? ''
  const [name = '', value = ''] = cookie.split('=')
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: theme })
  await context.addCookies([{ name, value, url: gateway.url }])
  await take(context, theme, '/overview?w=demo', 'overview')
  await take(context, theme, '/logs', 'logs')
  const { data } = (await scene.do('GET', `/logs?trace_id=${traceId}`)) as { data: { id: string }[] }
  await take(context, theme, `/logs/${data[0]?.id}`, 'log')
  await take(context, theme, `/configs/${slug}`, 'config')
  await take(context, theme, '/virtual-keys', 'virtual-keys')
  await take(context, theme, '/analytics?w=demo', 'analytics')
  await take(context, theme, '/playground', 'playground')
  await context.close()
}
await browser.close()

async function take(context: BrowserContext, theme: string, path: string, name: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(gateway.url + path)
  await page.waitForLoadState('networkidle').catch(() => {})
  // A loaded machine may still show placeholders.
  await page.waitForFunction('!document.querySelector("main [role=progressbar], main .skeleton")')
  await Bun.sleep(800)
  await page.screenshot({ path: join(FOLDER, `${name}-${theme}.png`) })
  await page.close()
}

/** Creates keys, a config, prices, and requests that succeed, recover, hit the cache, are truncated or are refused. */
async function addExamples(gateway: Gateway, admin: ControlScene): Promise<{ slug: string; traceId: string }> {
  await admin.do('POST', '/prices', {
    provider: 'mock',
    model: 'mock-1',
    prices: { input_tokens: { usd: 300, per: 1_000_000 }, output_tokens: { usd: 900, per: 1_000_000 } },
  })
  const keys: string[] = []
  for (const [name, limit] of Object.entries({ 'OpenAI main': 5, 'Azure Europe': 2, 'Fallback team': 1 })) {
    const made = await admin.do('POST', '/virtual-keys', {
      name,
      provider: 'mock',
      key: 'sk-not-a-real-key-000',
      usage_limits: { type: 'cost', credit_limit: limit, alert_threshold: limit * 0.8, periodic_reset: 'monthly' },
    })
    keys.push(String(made['slug']))
  }
  const config = {
    strategy: { mode: 'fallback', on_status_codes: [429, 500, 503] },
    retry: { attempts: 1 },
    targets: [
      { name: 'primary', provider: 'mock', override_params: { model: 'mock-error-503' } },
      {
        strategy: { mode: 'loadbalance' },
        targets: [
          { name: 'blue', provider: 'mock', weight: 0.7, cache: { mode: 'simple' } },
          { name: 'green', provider: 'mock', weight: 0.3 },
        ],
      },
    ],
  }
  const saved = await admin.do('POST', '/configs', { name: 'Router', config })
  const slug = String(saved['slug'])
  let traceId = ''
  for (let i = 0; i < 60; i++) {
    const isRescued = i % 9 === 4
    const body = {
      model: i % 13 === 7 ? 'mock-error-429' : 'mock-1',
      stream: i % 3 === 0,
      max_tokens: 40,
      messages: [{ role: 'user', content: QUESTIONS[i % QUESTIONS.length] }],
    }
    const reply = await gateway.fetch('/v1/chat/completions', {
      method: 'POST',
      body,
      headers: {
        ...(isRescued ? { 'x-gateway-config': slug } : { 'x-gateway-virtual-key': keys[i % keys.length] ?? '' }),
        'x-gateway-metadata': JSON.stringify({ _user: USERS[i % USERS.length], region: i % 2 ? 'eu' : 'us' }),
      },
    })
    await reply.text()
    if (isRescued) traceId = reply.headers.get('x-gateway-trace-id') ?? traceId
  }
  await gateway.waitForLog(traceId)
  return { slug, traceId }
}
