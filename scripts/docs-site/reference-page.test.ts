import { expect, test } from 'bun:test'
import { z } from 'zod'
import { endpoint } from '../../server/src/control/endpoint.ts'
import { openapiDocument } from '../../server/src/control/openapi/document.ts'
import { REFERENCE_POLICY, referencePage } from './reference-page.ts'

const EVIL = `<script>alert("x")</script>'`

const create = endpoint({
  name: 'configs.create',
  method: 'POST',
  path: '/configs',
  summary: `Create a config ${EVIL}`,
  permission: { scope: 'configs.create' },
  audit: 'config.create',
  body: z.strictObject({
    name: z
      .string()
      .max(128)
      .meta({ description: `Its name ${EVIL}` }),
    targets: z.array(z.strictObject({ weight: z.number().optional() })),
  }),
  reply: z.object({ id: z.string() }),
  example: { body: { name: "it's", targets: [] } },
  handle: async () => ({ id: '' }),
})
const list = endpoint({
  name: 'configs.list',
  method: 'GET',
  path: '/configs/{slug}',
  summary: 'List configs',
  permission: 'public',
  query: z.object({ page_size: z.coerce.number().int().optional() }),
  reply: z.object({ id: z.string() }),
  example: { query: { page_size: '3' } },
  handle: async () => ({ id: '' }),
})

const page = referencePage(openapiDocument([create, list], '1.2.3'), 'https://gateway.example')

test('every operation has an anchor, and every link on the page leads to one', () => {
  for (const [, anchor = ''] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${anchor}"`)
  expect(page).toContain('id="configs.create"')
  expect(page).toContain('id="configs.list"')
})

test('example calls can be pasted: they have the reader’s address, the complete body, and the key from the environment', () => {
  const text = page.replaceAll('&#39;', "'").replaceAll('&quot;', '"')
  expect(text).toContain(`curl -X POST 'https://gateway.example/v1/configs'`)
  expect(text).toContain(`-d '{"name":"it'\\''s","targets":[]}'`)
  expect(text).toContain(`curl 'https://gateway.example/v1/configs/{slug}?page_size=3'`)
})

test('fields are listed with type, limits and whether they are required, also inside lists', () => {
  expect(page).toContain('<code>name</code> <small>string (up to 128 characters)</small> <em>required</em>')
  expect(page).toContain('<code>weight</code> <small>number</small>')
})

test('nothing in the document becomes a part of the page’s own HTML', () => {
  const scripts = (html: string) => html.split('<script').length - 1
  expect(scripts(page)).toBe(2)
  expect(page).toContain('&lt;script&gt;')
  expect(scripts(referencePage(openapiDocument([list], '1'), `https://x/'"><script>`))).toBe(2)
})

test('the page loads only the font, and its policy allows only its own style and script', () => {
  expect(page.replace(/<script>[\s\S]*?<\/script>/g, '')).not.toMatch(
    /<(link(?! rel="preload" href="\/assets\/inter-v\d+\.woff2")|img|script|iframe)|@import|url\((?!"\/assets\/inter-v\d+\.woff2")|\sstyle=|\son[a-z]+=/,
  )
  const hashesOf = (tag: string) =>
    [...page.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))]
      .map(([, text = '']) => `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`)
      .join(' ')
  expect(REFERENCE_POLICY).toContain(`style-src ${hashesOf('style')};`)
  expect(REFERENCE_POLICY).toContain(`script-src ${hashesOf('script')};`)
  expect(REFERENCE_POLICY).toContain("default-src 'none'")
})
