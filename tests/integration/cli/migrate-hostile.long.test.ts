import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shareGateway } from '../../harness/share-gateway.ts'
import { runCommand } from './run-command.ts'

const gateway = await shareGateway()
const root = await mkdtemp(join(tmpdir(), 'gatehouse-hostile-'))
afterAll(() => rm(root, { recursive: true, force: true }))
let runs = 0

/** Converts one file to a folder, which is the only place where files may appear. */
async function convert(source: string, name: string, text: string) {
  const base = join(root, `run-${++runs}`, 'deep', 'er')
  await Bun.write(join(base, name), text)
  const command = ['migrate', source, join(base, name), '--to', join(base, 'out')]
  const environment = { BILLING_TOKEN: 'env-secret-value-42', REGION: 'eu-west-1' }
  const { code, out, problem } = await runCommand(command, { gateway, key: gateway.adminKey, environment })
  const files = await readdir(join(root, `run-${runs}`), { recursive: true, withFileTypes: true })
  const written = files.filter((file) => file.isFile() && file.name !== name).map((f) => join(f.parentPath, f.name))
  return { code, shown: `${out}${problem}`, out: join(base, 'out'), written }
}

test('YAML with multiplying or cyclic aliases, or deep nesting, is refused with a message', async () => {
  const levels = Array.from({ length: 12 }, (_, i) =>
    i === 0
      ? 'a0: &a0 [x,x,x,x,x,x,x,x,x,x]'
      : `a${i}: &a${i} [${Array(10)
          .fill(`*a${i - 1}`)
          .join(',')}]`,
  )
  const model = 'model_list:\n  - model_name: chat\n    litellm_params: { model: openai/gpt-4o, api_key: x, extra_body:'
  for (const text of [
    `${levels.join('\n')}\n${model} *a11 }\n`,
    'model_list: &a\n  - model_name: chat\n    litellm_params: { model: openai/gpt-4o, extra_body: *a }\n',
    `${model} ${'{a: '.repeat(500)}1${'}'.repeat(500)} }\n`,
    `model_list: ${'['.repeat(200_000)}`,
  ]) {
    const { code, shown, written } = await convert('litellm', 'config.yaml', text)
    expect([code, written]).toEqual([1, []])
    expect(shown).toMatch(/is not YAML|is too large/)
    expect(shown).not.toMatch(/TypeError|RangeError| at /)
  }
})

test('secrets of the file and of the environment are neither shown nor written', async () => {
  const { shown, written, out } = await convert(
    'litellm',
    'config.yaml',
    `model_list:
  - model_name: a
    litellm_params: { model: bedrock/x, aws_region_name: os.environ/BILLING_TOKEN, aws_access_key_id: os.environ/K1 }
  - model_name: b
    litellm_params: { model: bedrock/x, aws_region_name: os.environ/REGION, api_key: plain-secret-value-43 }
`,
  )
  const texts = (await Promise.all(written.map((path) => readFile(path, 'utf8')))).join('\n')
  for (const secret of ['env-secret-value-42', 'plain-secret-value-43']) expect(shown + texts).not.toContain(secret)
  expect(texts).toContain('eu-west-1')
  for (const path of written) {
    expect(path).toStartWith(out)
    expect((await stat(path)).mode & 0o077).toBe(0)
  }
})

test('names cannot leave the folder, reach a prototype, or write to the terminal', async () => {
  const evil = '../../../../evil'
  const { written, out, shown } = await convert(
    'portkey',
    'account.json',
    JSON.stringify({
      workspaces: [
        { id: 'w1', slug: evil, name: 'W\u001b]0;x\u0007\u009b31m\u202e', object: 'workspace' },
        { id: '__proto__', slug: '__proto__', name: 'constructor' },
      ],
      configs: [{ slug: evil, name: evil, config: { provider: 'openai', api_key: 'k' }, workspace_id: evil }],
      virtual_keys: [
        { slug: '__proto__', name: evil, ai_provider_name: 'openai' },
        { slug: evil, name: 'x', ai_provider_name: 'openai' },
      ],
      prompts: [{ id: evil, slug: evil, name: evil, string: 'hi', model: 'm', parameters: {} }],
      api_keys: [{ id: 'k1', name: evil, type: 'workspace-service', scopes: ['logs.list'] }],
    }),
  )
  expect(written.length).toBeGreaterThan(2)
  for (const path of written) expect(path).toStartWith(out)
  expect(shown).not.toMatch(/(?![\n\t])[\p{Cc}\u202e](?!\[[0-9;]*m)/u)
})

test('many resources of one name, and a long field, are converted or refused without loss', async () => {
  const row = (i: number) => ({ token: i.toString(16).padStart(64, '0'), key_alias: 'same' })
  const many = JSON.stringify(Array.from({ length: 5_000 }, (_, i) => row(i)))
  const file = join(root, 'keys.json')
  await writeFile(file, many)
  const { code, out } = await runCommand(['migrate', 'litellm', file, '--to', join(root, 'many'), '--json'], {
    gateway,
    key: gateway.adminKey,
  })
  expect(code).toBe(0)
  expect((JSON.parse(out) as { written: string[] }).written).toHaveLength(5_000)
  const keys = Array.from({ length: 20_002 }, (_, i) => ({ slug: `v${i}`, name: 'x', ai_provider_name: 'openai' }))
  const { shown } = await convert('portkey', 'account.json', JSON.stringify({ virtual_keys: keys }))
  expect(shown).toContain('more than 20000 virtual-keys')
})
