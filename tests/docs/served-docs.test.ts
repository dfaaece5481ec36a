/** The documentation as the gateway serves it: links work, and every error code and config key is documented. */

import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import configSchema from '../../contract/config.schema.json'
import errors from '../../contract/errors.json'
import options from '../../contract/options.json'
import { buildDashboard } from '../harness/build-dashboard.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'
import { DAY_MS, windowLasts } from '../harness/window-end.ts'
import { blocksOf, DOCUMENTS, ROOT, textOf } from './blocks.ts'

buildDashboard()

const gateway = await shareGateway()

async function page(path: string): Promise<string> {
  const response = await fetch(gateway.url + path)
  expect(response.status, path).toBe(200)
  return response.text()
}

function linksIn(html: string): string[] {
  return [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href ?? '')
}

/** Every page that is reachable from /docs, by path. */
async function crawl(): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const waiting = ['/docs']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue
    const html = await page(path)
    pages.set(path, html)
    const inner = linksIn(html).map((href) => href.split('#')[0] ?? '')
    waiting.push(...inner.filter((href) => href.startsWith('/docs') || href === '/llms.txt'))
  }
  return pages
}

test('every document is in the contents, and every link has an existing page and anchor', async () => {
  const pages = await crawl()
  const slugs = DOCUMENTS.filter((path) => path.startsWith('docs/')).map((path) => path.slice(5, -3))
  for (const slug of slugs) expect([...pages.keys()]).toContain(`/docs/${slug}`)
  const broken: string[] = []
  for (const [path, html] of pages) {
    for (const href of linksIn(html)) {
      const [target = '', anchor] = href.split('#')
      const linked = target === '' ? html : pages.get(target)
      if (target.startsWith('/docs') && linked === undefined) broken.push(`${path} -> ${href}`)
      if (anchor && linked !== undefined && !linked.includes(`id="${anchor}"`)) broken.push(`${path} -> ${href}`)
    }
  }
  expect(broken).toEqual([])
})

test('links from a page of a folder lead to pages of docs/ and of the folder', async () => {
  expect(linksIn(await page('/docs/clients/langchain'))).toContain('/docs/clients/anthropic')
  expect(linksIn(await page('/docs/clients/langchain'))).toContain('/docs/routing')
  expect(await page('/docs/clients/langchain.md')).toContain(`base_url="${gateway.url}/v1"`)
})

test('links between files point to existing files', () => {
  const broken = DOCUMENTS.flatMap((document) =>
    [...textOf(document).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target]) => target ?? '')
      .filter((target) => !/^(https?:|\/)/.test(target) && !existsSync(join(ROOT, dirname(document), target)))
      .map((target) => `${document} -> ${target}`),
  )
  expect(broken).toEqual([])
})

test('pages have only their own scripts, load only the font, and cannot be framed', async () => {
  for (const [path, html] of await crawl()) {
    if (!html.startsWith('<!doctype html>')) continue
    const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? '')
    expect(scripts, path).toHaveLength(2)
    expect(html.split('<script').length, path).toBe(3)
    const hashes = scripts.map((text) => `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`)
    const policy = (await fetch(gateway.url + path)).headers.get('content-security-policy')
    expect(policy, path).toContain(`script-src ${hashes.join(' ')};`)
    expect(/\s(src|srcset|style|on[a-z]+)="/.test(html), path).toBe(false)
  }
  const policy = (await fetch(`${gateway.url}/docs`)).headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
})

test('the doc_url of an error links to its section, and every code has one', async () => {
  const refused = await gateway.fetch('/v1/chat/completions', { method: 'POST', body: { model: 'm', messages: [] } })
  const { error } = (await refused.json()) as { error: { doc_url: string; code: string } }
  expect(error.doc_url).toBe(`${gateway.url}/docs/errors#${error.code}`)
  const html = await page('/docs/errors')
  for (const code of Object.keys(errors)) expect(html).toContain(`<h3 id="${code}">`)
})

test.each([
  ['an AI request', '/v1/chat/completions'],
  ['the admin API', '/v1/api-keys'],
  ['the metrics', '/metrics'],
  ['an unknown path', '/nothing/here'],
])('the doc_url of an error is an absolute URL: %s', async (_, path) => {
  const refused = await gateway.fetch(path, { method: path.includes('chat') ? 'POST' : 'GET', key: 'gww_wrong' })
  const { error } = (await refused.json()) as { error: { doc_url: string; code: string } }
  expect(error.doc_url).toBe(`${gateway.url}/docs/errors#${error.code}`)
})

test('the doc_url of an error has the public URL of the gateway, also from workers', async () => {
  await using own = await startGatewayProcess({
    environment: { GATEWAY_PUBLIC_URL: 'https://ai.example.com', GATEWAY_WORKERS: '2' },
  })
  for (const path of ['/v1/chat/completions', '/v1/api-keys']) {
    const refused = await own.fetch(path, { method: path.includes('chat') ? 'POST' : 'GET', key: 'gww_wrong' })
    const { error } = (await refused.json()) as { error: { doc_url: string } }
    expect(error.doc_url).toBe('https://ai.example.com/docs/errors#api_key_invalid')
  }
})

test('every header has its section', async () => {
  const html = await page('/docs/headers')
  for (const { header } of options.options) expect(html).toContain(`<h3 id="${header}">`)
  for (const { header } of options.provider_settings) expect(html).toContain(`<code>${header}</code>`)
})

test('every documented response header is sent', async () => {
  await windowLasts(DAY_MS, 60_000)
  const limited = { name: 'Limited', slug: 'limited', provider: 'mock', key: 'any' }
  const rate_limits = [{ type: 'requests', unit: 'rpd', value: 1 }]
  await gateway.fetch('/v1/virtual-keys', { method: 'POST', body: { ...limited, rate_limits } })
  const body = { model: '@limited/mock-1', messages: [{ role: 'user', content: 'Hello' }] }
  const send = (key: string) => gateway.fetch('/v1/chat/completions', { method: 'POST', key, body })
  const responses = [
    await send(gateway.workspaceKey),
    await send(gateway.workspaceKey),
    await send('no-key-of-this-gateway'),
    // The count is an estimate, so the response has a warning.
    await gateway.fetch('/v1/messages/count_tokens', {
      method: 'POST',
      headers: { 'x-gateway-provider': 'mock' },
      body: { ...body, model: 'mock-1' },
    }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([200, 429, 401, 200])
  const seen = new Set(responses.flatMap(({ headers }) => [...headers.keys()]))
  const documented = [
    ...(textOf('docs/headers.md').split('## Response headers')[1] ?? '').matchAll(/^\| `([a-z-]+)` \|/gm),
  ]
  expect(documented.length).toBeGreaterThanOrEqual(12)
  expect(documented.map(([, name]) => name ?? '').filter((name) => !seen.has(name))).toEqual([])
})

type Schema = { readonly properties?: Readonly<Record<string, Schema>>; readonly items?: Schema }

function pathsOf(schema: Schema): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, member]) => {
    const below = key === 'targets' ? [] : pathsOf(member.items ?? member)
    return [[key], ...below.map((path) => [key, ...path])]
  })
}

function holds(value: unknown, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined) return true
  if (Array.isArray(value)) return value.some((item) => holds(item, [key, ...rest]))
  if (typeof value !== 'object' || value === null) return false
  const own = (value as Record<string, unknown>)[key]
  const inTargets = (value as Record<string, unknown>)['targets']
  return (own !== undefined && holds(own, rest)) || (inTargets !== undefined && holds(inTargets, [key, ...rest]))
}

test('every config key, at every depth, is in an example of docs/config.md', () => {
  const examples = blocksOf('docs/config.md').map(({ code }) => JSON.parse(code) as unknown)
  const paths = pathsOf(configSchema as Schema)
  expect(paths.length).toBeGreaterThan(60)
  expect(
    paths.filter((path) => !examples.some((example) => holds(example, path))).map((path) => path.join('.')),
  ).toEqual([])
})

test('commands contain the address of the gateway, in HTML and in Markdown', async () => {
  expect(await page('/docs/quickstart')).toContain(`curl ${gateway.url}/v1/chat/completions`)
  expect(await page('/docs/quickstart.md')).toContain(`curl ${gateway.url}/v1/chat/completions`)
  const elsewhere = await fetch(`${gateway.url}/docs/quickstart`, { headers: { host: 'ai.example.com' } })
  const html = await elsewhere.text()
  expect(html).toContain('curl http://ai.example.com/v1/chat/completions')
  expect(html).not.toContain('127.0.0.1:8787')
})

test('the search finds a section, and escapes the query', async () => {
  const html = await page('/docs?q=rate+limits')
  expect(html).toContain('href="/docs/budgets#rate-limits"')
  const hostile = await page(`/docs?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
  expect(hostile).not.toContain('<script>alert')
  expect(hostile).toContain('&lt;script&gt;')
})

test('an unknown page is 404, and no path leaves the folder', async () => {
  for (const path of ['/docs/nothing', '/docs/..%2fREADME', '/docs/%2e%2e/package', '/docs/a/b', '/docs/nothing.md']) {
    expect((await fetch(gateway.url + path)).status, path).toBe(404)
  }
  expect((await fetch(`${gateway.url}/docs`, { method: 'POST' })).status).toBe(404)
})
