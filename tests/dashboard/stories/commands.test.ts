import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shareGateway } from '../../harness/share-gateway.ts'
import { askCommand, runCommand } from '../../integration/cli/run-command.ts'

const gateway = await shareGateway()
const folder = await mkdtemp(join(tmpdir(), 'gatehouse-stories-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Two deployments of one name, their fallbacks, and unsupported settings. */
const LITELLM = `
model_list:
  - model_name: chat
    litellm_params: { model: openai/gpt-4o, api_key: os.environ/OPENAI_API_KEY }
  - model_name: spare
    litellm_params: { model: anthropic/claude-sonnet-4, api_key: os.environ/ANTHROPIC_API_KEY }
router_settings:
  num_retries: 2
  fallbacks: [{ chat: [spare] }]
litellm_settings:
  success_callback: [somewhere]
`

test('one command adds a provider with a monthly budget and tests it', async () => {
  const words = [
    'virtual-keys',
    'create',
    'main',
    '--provider',
    'mock',
    '--budget',
    '50',
    '--reset',
    'monthly',
    '--test',
  ]
  const { code, problem } = await runCommand(words, { gateway })
  expect([code, problem]).toEqual([0, expect.stringContaining('✔ main')])
  expect(await (await gateway.fetch('/v1/virtual-keys/main')).json()).toMatchObject({
    usage_limits: { type: 'cost', credit_limit: 50, periodic_reset: 'monthly' },
  })
})

test('one command writes last week’s failures of one customer to standard output', async () => {
  for (const [user, model] of [
    ['acme', 'mock-error-503'],
    ['acme', 'mock-1'],
    ['other', 'mock-error-503'],
  ] as const) {
    const headers = { 'x-gateway-metadata': JSON.stringify({ _user: user }) }
    const sent = await gateway.chat({ provider: 'mock' }, { headers, body: { model } })
    await gateway.waitForLog(sent.headers.get('x-gateway-trace-id'))
  }
  const { code, out } = await runCommand(['logs', 'export', 'status:5xx meta._user:acme', '--since', '7d'], { gateway })
  const rows = out.trim().split('\n')
  expect([code, rows.length]).toEqual([0, 1])
  expect(JSON.parse(rows[0] ?? '')).toMatchObject({ response_status_code: 503, metadata: { _user: 'acme' } })
})

test('three commands import a LiteLLM file and list the settings that were not imported', async () => {
  const [file, to] = [join(folder, 'config.yaml'), join(folder, 'moved')]
  await writeFile(file, LITELLM)
  const environment = { OPENAI_API_KEY: 'sk-openai-12345678', ANTHROPIC_API_KEY: 'sk-ant-12345678' }
  const moved = await runCommand(['migrate', 'litellm', file, '--to', to], { gateway })
  // Exit code 1: some settings were not imported.
  expect([moved.code, moved.out + moved.problem]).toEqual([1, expect.stringContaining('success_callback')])
  expect((await readdir(to)).sort()).toEqual(expect.arrayContaining(['configs', 'virtual-keys']))
  expect(await askCommand(['plan', to], { gateway, environment })).toMatchObject({ create: 6, conflicts: 0 })
  await askCommand(['apply', to, '--yes'], { gateway, environment })

  const saved = await askCommand<{ name: string; slug: string }[]>(['configs', 'list'], { gateway })
  const slug = saved.find(({ name }) => name === 'chat')?.slug ?? ''
  const { config } = await askCommand<{ config: object }>(['configs', 'get', slug], { gateway })
  expect(config).toMatchObject({
    retry: { attempts: 2 },
    strategy: { mode: 'fallback' },
    targets: [{ virtual_key: 'openai' }, { virtual_key: 'anthropic' }],
  })
})
