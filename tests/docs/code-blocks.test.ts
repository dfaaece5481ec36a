/** The code blocks of the documents run as they stand, against a gateway; those marked `no-run` are at least read. Python blocks run in sdk/python/tests. */

import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shareGateway } from '../harness/share-gateway.ts'
import { type Block, blocksOf, DOCUMENTS, ROOT } from './blocks.ts'

const WRITTEN_URL = 'http://127.0.0.1:8787'
const KNOWN = ['sh', 'ts', 'python', 'json', 'yaml', 'http', 'text', '']
/** Named in the examples of configs; a config may only name what exists. */
const VIRTUAL_KEYS = ['openai-main', 'azure-eu', 'anthropic-main', 'openai', 'azure-openai']

const gateway = await shareGateway()
const blocks = DOCUMENTS.flatMap(blocksOf)
// Below examples/, whose settings lead to the SDK's source, so that other packages are found too.
const folder = mkdtempSync(join(ROOT, 'examples', 'run-docs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

for (const slug of VIRTUAL_KEYS) {
  await made('/v1/virtual-keys', { name: slug, slug, provider: 'mock', key: 'any' })
}
const promptSlug = await made('/v1/prompts', {
  name: 'Greeting',
  string: 'Greet {{name}}.',
  model: 'mock-1',
  parameters: {},
})

async function made(path: string, body: object): Promise<string> {
  const answer = await gateway.fetch(path, { method: 'POST', body })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return ((await answer.json()) as { slug: string }).slug
}

function kind(language: string, mark?: string): [string, Block][] {
  const chosen = blocks.filter((block) => {
    if (block.language !== language) return false
    return mark === undefined ? !block.marks.includes('no-run') : block.marks.includes(mark)
  })
  return chosen.map((block) => [`${block.document}:${block.line}`, block])
}

async function run(command: readonly string[], stdin = ''): Promise<string> {
  const child = Bun.spawn([...command], {
    cwd: ROOT,
    env: { ...process.env, GATEWAY_API_KEY: gateway.workspaceKey, GATEWAY_BASE_URL: gateway.baseURL, NO_COLOR: '1' },
    stdin: new Blob([stdin]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, problem, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  expect(code, problem + out).toBe(0)
  return out
}

test('every block says what it is', () => {
  expect(blocks.length).toBeGreaterThan(80)
  const unknown = blocks.filter(({ language, marks }) => {
    return !KNOWN.includes(language) || marks.some((mark) => mark !== 'no-run' && mark !== 'config')
  })
  expect(unknown.map(({ document, line }) => `${document}:${line}`)).toEqual([])
})

test.each(DOCUMENTS.filter((document) => kind('sh').some(([, block]) => block.document === document)).map((d) => [d]))(
  'every shell block of %s is answered, one after the other',
  async (document) => {
    for (const [place, { code }] of kind('sh').filter(([, block]) => block.document === document)) {
      // It would run on, in a place of its own: nothing a test may start.
      expect(code, `${place}: mark it no-run`).not.toMatch(/^(gatehouse start|npm (start|test))/m)
      const script = code
        .replaceAll(WRITTEN_URL, gateway.url)
        .replace(/^export GATEWAY_API_KEY=.*$/m, '')
        .replaceAll('curl ', 'curl -sS --fail-with-body ')
      const prelude = 'set -euo pipefail\ngatehouse() { node bin/gatehouse.mjs "$@"; }\n'
      const answer = await run(['bash', '-c', prelude + script])
      expect(answer.trim(), place).not.toBe('')
      expect(answer, place).not.toContain('"status":"failure"')
    }
  },
)

test.each(kind('sh', 'no-run'))('the shell block at %s can be read', async (_place, { code }) => {
  await run(['bash', '-n'], code)
})

test.each(kind('ts'))('the TypeScript block at %s runs', async (place, { code }) => {
  const file = join(folder, `${place.replace(/\W/g, '-')}.ts`)
  writeFileSync(file, code.replaceAll(WRITTEN_URL, gateway.url))
  expect(await run([process.execPath, file])).toContain('Hello')
})

test.each(kind('ts', 'no-run'))('the TypeScript block at %s can be read', (_place, { code }) => {
  expect(() => new Bun.Transpiler({ loader: 'ts' }).transformSync(code)).not.toThrow()
})

test.each(kind('json'))('the JSON at %s can be read', (_place, { code }) => {
  expect(typeof JSON.parse(code)).toBe('object')
})

test.each(kind('yaml'))('the YAML at %s can be read', (_place, { code }) => {
  expect(typeof Bun.YAML.parse(code)).toBe('object')
})

test.each(kind('json', 'config'))('the gateway takes the config at %s', async (_place, { code }) => {
  // Prompts get their slugs from the gateway.
  const config: Record<string, unknown> = JSON.parse(code.replaceAll(/"pp-[a-z]+"/g, JSON.stringify(promptSlug)))
  const answer = await gateway.fetch('/v1/configs/validate', { method: 'POST', body: { config } })
  expect(await answer.json()).toMatchObject({ valid: true, errors: [] })
})

/** These name what only the reader's gateway has, or nobody on this machine. */
const ELSEWHERE: Readonly<Record<string, number>> = {
  'x-gateway-api-key': 401,
  'x-gateway-workspace-id': 404,
  'x-gateway-custom-host': 502,
}

test.each(kind('http'))('the gateway reads the header at %s', async (_place, { code }) => {
  const [name = '', value = ''] = code.trim().split(/: (.*)/s)
  const provider = /virtual-key|config$/.test(name) ? {} : { 'x-gateway-provider': 'mock' }
  const answer = await gateway.fetch('/v1/chat/completions', {
    method: 'POST',
    key: name === 'x-gateway-workspace-id' ? gateway.adminKey : gateway.workspaceKey,
    headers: { ...provider, [name]: value },
    body: { model: 'mock-1', messages: [{ role: 'user', content: 'Hello' }] },
  })
  expect(answer.status).toBe(ELSEWHERE[name] ?? 200)
})

test('the converter makes of LiteLLM’s file what the guide says', async () => {
  const [yaml, config] = blocksOf('docs/from-litellm.md').filter(({ language }) => /yaml|json/.test(language))
  const source = join(folder, 'litellm.yaml')
  writeFileSync(source, yaml?.code ?? '')
  await run(['node', 'bin/gatehouse.mjs', 'migrate', 'litellm', source, '--to', join(folder, 'converted')])
  const made: unknown = await Bun.file(join(folder, 'converted', 'configs', 'chat.json')).json()
  expect(made).toEqual({ name: 'chat', config: JSON.parse(config?.code ?? '') })
})
