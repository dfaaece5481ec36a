/**
 * Runs the code blocks of the documents against a gateway. Blocks marked `no-run` are only parsed. Python blocks run in
 * sdk/python/tests, the pages of clients in tests/clients.
 */

import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFiles } from '../../scripts/project-files.mjs'
import { shareGatewayProcess } from '../harness/share-gateway.ts'
import { type Block, blocksOf, DOCUMENTS, ROOT } from './blocks.ts'

const DOCUMENTED_URL = 'http://127.0.0.1:8787'
const KNOWN = ['sh', 'ts', 'python', 'json', 'yaml', 'toml', 'http', 'text', '']
/** Virtual keys that the example configs name. Validation requires that they exist. */
const VIRTUAL_KEYS = ['openai-main', 'azure-eu', 'anthropic-main', 'openai', 'azure-openai']

const gateway = await shareGatewayProcess()
const blocks = DOCUMENTS.flatMap(blocksOf)
// In examples/, whose tsconfig.json maps gatehouse-gateway-sdk to its source; other packages are in node_modules.
const folder = mkdtempSync(join(ROOT, 'examples', 'run-docs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

for (const slug of VIRTUAL_KEYS) {
  await create('/v1/virtual-keys', { name: slug, slug, provider: 'mock', key: 'any' })
}
const promptSlug = await create('/v1/prompts', {
  name: 'Greeting',
  string: 'Greet {{name}}.',
  model: 'mock-1',
  parameters: {},
})

async function create(path: string, body: object): Promise<string> {
  const response = await gateway.fetch(path, { method: 'POST', body })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return ((await response.json()) as { slug: string }).slug
}

function blocksIn(language: string, mark?: string): [string, Block][] {
  const chosen = blocks.filter((block) => {
    if (block.language !== language) return false
    // tests/clients runs these with the client's own packages.
    if (block.document.startsWith('docs/clients/') && /^(sh|ts)$/.test(language) && mark === undefined) return false
    return mark === undefined ? !block.marks.includes('no-run') : block.marks.includes(mark)
  })
  return chosen.map((block) => [`${block.document}:${block.line}`, block])
}

async function run(command: readonly string[], stdin = ''): Promise<string> {
  const child = Bun.spawn([...command], {
    cwd: ROOT,
    env: {
      ...process.env,
      GATEWAY_API_KEY: gateway.workspaceKey,
      GATEWAY_ADMIN_KEY: gateway.adminKey,
      GATEWAY_BASE_URL: gateway.baseURL,
      NO_COLOR: '1',
    },
    stdin: new Blob([stdin]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, problem, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  expect(code, problem + out).toBe(0)
  return out
}

test('every block has a known language and marks', () => {
  expect(blocks.length).toBeGreaterThan(80)
  const unknown = blocks.filter(({ language, marks }) => {
    return (
      !KNOWN.includes(language) ||
      marks.some((mark) => mark !== 'no-run' && mark !== 'config' && !mark.startsWith('file='))
    )
  })
  expect(unknown.map(({ document, line }) => `${document}:${line}`)).toEqual([])
})

test.each(
  DOCUMENTS.filter((document) => blocksIn('sh').some(([, block]) => block.document === document)).map((d) => [d]),
)('every shell block of %s succeeds, in order', async (document) => {
  for (const [location, { code }] of blocksIn('sh').filter(([, block]) => block.document === document)) {
    // A started gateway would keep running after the test.
    expect(code, `${location}: mark it no-run`).not.toMatch(/^(gatehouse start|npm (start|test))/m)
    const script = code
      .replaceAll(DOCUMENTED_URL, gateway.url)
      .replace(/^export GATEWAY_API_KEY=.*$/m, '')
      .replaceAll('curl ', 'curl -sS --fail-with-body ')
    const prelude = 'set -euo pipefail\ngatehouse() { node bin/gatehouse.mjs "$@"; }\n'
    // An earlier block sent the request whose log this one shows.
    if (code.includes('logs tail')) await gateway.waitForLog('order-17')
    const output = await run(['bash', '-c', prelude + script])
    expect(output.trim(), location).not.toBe('')
    expect(output, location).not.toContain('"status":"failure"')
  }
})

const MARKDOWN = projectFiles().filter((path) => path.endsWith('.md'))

// An interactive zsh passes `# comment` to the command as arguments, and does not split `$NAME` into words.
test.each(MARKDOWN)('the shell blocks of %s can be pasted into bash and zsh', (document) => {
  for (const { language, code } of blocksOf(document)) {
    if (language !== 'sh') continue
    expect(code).not.toMatch(/(^|\s)#/m)
    expect(code).not.toMatch(/\$\(echo/)
    // A name in capitals that is not a variable is a placeholder; so is <...>.
    expect(code).not.toMatch(
      /(?<=^|\s)(?<!--(?:(?:old-|new-)?key|url|secret|access-key-id|secret-access-key)-env )(<[a-z ]+>|[A-Z]+_[A-Z_]+)(?=\s|$)/m,
    )
  }
})

test.each(blocksIn('sh', 'no-run'))('the shell block at %s parses', async (_location, { code }) => {
  await run(['bash', '-n'], code)
})

test.each(blocksIn('ts'))('the TypeScript block at %s runs', async (location, { code }) => {
  const file = join(folder, `${location.replace(/\W/g, '-')}.ts`)
  writeFileSync(file, code.replaceAll(DOCUMENTED_URL, gateway.url))
  expect(await run([process.execPath, file])).toContain('Hello')
})

test.each(blocksIn('ts', 'no-run'))('the TypeScript block at %s parses', (_location, { code }) => {
  expect(() => new Bun.Transpiler({ loader: 'ts' }).transformSync(code)).not.toThrow()
})

test.each(blocksIn('json'))('the JSON at %s parses', (_location, { code }) => {
  expect(typeof JSON.parse(code)).toBe('object')
})

test.each(blocksIn('yaml'))('the YAML at %s parses', (_location, { code }) => {
  expect(typeof Bun.YAML.parse(code)).toBe('object')
})

test.each(blocksIn('toml'))('the TOML at %s parses', (_location, { code }) => {
  expect(typeof Bun.TOML.parse(code)).toBe('object')
})

test.each(blocksIn('json', 'config'))('the gateway accepts the config at %s', async (_location, { code }) => {
  // The gateway generates prompt slugs, so the documented ones are replaced.
  const config: Record<string, unknown> = JSON.parse(code.replaceAll(/"pp-[a-z]+"/g, JSON.stringify(promptSlug)))
  const response = await gateway.fetch('/v1/configs/validate', { method: 'POST', body: { config } })
  expect(await response.json()).toMatchObject({ valid: true, errors: [] })
})

/** Statuses of the example values that name a key, a workspace or a host that does not exist here. */
const EXPECTED_STATUSES: Readonly<Record<string, number>> = {
  'x-gateway-api-key': 401,
  'x-gateway-workspace-id': 404,
  'x-gateway-custom-host': 502,
}

test.each(blocksIn('http'))('the gateway reads the header at %s', async (_location, { code }) => {
  const [name = '', value = ''] = code.trim().split(/: (.*)/s)
  const provider = /virtual-key|config$/.test(name) ? {} : { 'x-gateway-provider': 'mock' }
  const response = await gateway.fetch('/v1/chat/completions', {
    method: 'POST',
    key: name === 'x-gateway-workspace-id' ? gateway.adminKey : gateway.workspaceKey,
    headers: { ...provider, [name]: value },
    body: { model: 'mock-1', messages: [{ role: 'user', content: 'Hello' }] },
  })
  expect(response.status).toBe(EXPECTED_STATUSES[name] ?? 200)
})

test('the converter turns the LiteLLM file of the guide into its config', async () => {
  const [yaml, config] = blocksOf('docs/from-litellm.md').filter(({ language }) => /yaml|json/.test(language))
  const source = join(folder, 'litellm.yaml')
  writeFileSync(source, yaml?.code ?? '')
  await run(['node', 'bin/gatehouse.mjs', 'migrate', 'litellm', source, '--to', join(folder, 'converted')])
  const converted: unknown = await Bun.file(join(folder, 'converted', 'configs', 'chat.json')).json()
  expect(converted).toEqual({ name: 'chat', slug: 'chat', config: JSON.parse(config?.code ?? '') })
})
