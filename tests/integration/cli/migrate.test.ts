import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shareGateway } from '../../harness/share-gateway.ts'
import { askCommand, runCommand } from './run-command.ts'

const gateway = await shareGateway()
const folder = await mkdtemp(join(tmpdir(), 'gatehouse-cli-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The output of a migration that reports something it did not carry over. */
async function askPartly<Answer>(
  words: readonly string[],
  circumstances: Parameters<typeof runCommand>[1],
): Promise<Answer> {
  const { code, out, problem } = await runCommand([...words, '--json'], circumstances)
  expect([code, problem.includes('Not carried over')]).toEqual([1, true])
  return JSON.parse(out) as Answer
}

type Plan = { create: number; unchanged: number; variables: string[]; left_behind: string[] }

const LITELLM = `
model_list:
  - model_name: gpt-4o
    litellm_params:
      model: azure/gpt-4o-eu
      api_base: https://my-eu.openai.azure.com/
      api_key: os.environ/AZURE_EU_KEY
      api_version: "2024-10-21"
      rpm: 600
  - model_name: gpt-4o
    litellm_params: { model: openai/gpt-4o, api_key: os.environ/OPENAI_KEY, rpm: 300, temperature: 0.2, timeout: 20 }
  - model_name: claude
    litellm_params: { model: anthropic/claude-sonnet-4, api_key: sk-ant-written-here }
  - model_name: strange
    litellm_params: { model: replicate/some-model }
  - model_name: "openai/*"
    litellm_params: { model: "openai/*", api_key: os.environ/OPENAI_KEY }
router_settings:
  routing_strategy: latency-based-routing
  num_retries: 2
  allowed_fails: 2
  cooldown_time: 5
  timeout: 30
  fallbacks: [{ gpt-4o: [claude] }]
litellm_settings:
  cache: true
  cache_params: { type: redis, ttl: 600 }
  success_callback: [langfuse]
general_settings:
  master_key: sk-1234
`

const SECRETS = {
  AZURE_EU_KEY: 'azure-secret-1234',
  OPENAI_KEY: 'openai-secret-1234',
  ANTHROPIC_API_KEY: 'anthropic-secret-12',
}

test('a LiteLLM file is shown as a plan with its unsupported settings, and nothing changes', async () => {
  const path = join(folder, 'config.yaml')
  await writeFile(path, LITELLM)
  const plan = await askPartly<Plan>(['migrate', 'litellm', path], { gateway })
  expect(plan).toMatchObject({ create: 7, variables: ['AZURE_EU_KEY', 'OPENAI_KEY', 'ANTHROPIC_API_KEY'] })
  for (const what of [
    'routing_strategy latency-based-routing',
    'cooldown_time 5: raised to 30 s',
    'success_callback',
    'replicate/some-model',
    'wildcards',
    'api_key is in the file as plain text',
    'master_key',
    'cache_params.type redis',
  ])
    expect(plan.left_behind.join('\n')).toContain(what)
  expect(JSON.stringify(plan)).not.toContain('sk-ant-written-here')
  expect(await askCommand<object[]>(['configs', 'list'], { gateway })).toEqual([])
})

test('--apply migrates weights, retries, fallbacks, breaker, timeouts and cache', async () => {
  const path = join(folder, 'config.yaml')
  await writeFile(path, LITELLM)
  const early = await runCommand(['migrate', 'litellm', path, '--apply'], { gateway })
  expect([early.code, early.problem.includes('Not set: AZURE_EU_KEY')]).toEqual([1, true])
  const applied = await runCommand(['migrate', 'litellm', path, '--apply'], { gateway, environment: SECRETS })
  expect(applied.code).toBe(1)
  expect(applied.problem).toContain('! litellm_settings.success_callback')
  expect(applied.out).toContain('created  configs/gpt-4o')
  const again = ['migrate', 'litellm', path, '--apply', '--adopt']
  const json = await askPartly<Plan>(again, { gateway, environment: SECRETS })
  expect(json.left_behind.join('\n')).toContain('success_callback')
  const rows = await askCommand<{ name: string; slug: string }[]>(['configs', 'list'], { gateway })
  const slug = rows.find(({ name }) => name === 'gpt-4o')?.slug ?? ''
  const breaker = { failure_threshold: 3, cooldown_interval: 30_000 }
  expect(await askCommand<object>(['configs', 'get', slug], { gateway })).toEqual({
    name: 'gpt-4o',
    config: {
      retry: { attempts: 2 },
      request_timeout: 30_000,
      cache: { mode: 'simple', max_age: 600 },
      strategy: { mode: 'fallback' },
      targets: [
        {
          strategy: { mode: 'loadbalance' },
          targets: [
            { weight: 600, virtual_key: 'azure-openai', override_params: { model: 'gpt-4o-eu' }, cb_config: breaker },
            {
              weight: 300,
              virtual_key: 'openai',
              override_params: { model: 'gpt-4o', temperature: 0.2 },
              request_timeout: 20_000,
              cb_config: breaker,
            },
          ],
        },
        { virtual_key: 'anthropic', override_params: { model: 'claude-sonnet-4' }, cb_config: breaker },
      ],
    },
  })
  const azure = (await (await gateway.fetch('/v1/virtual-keys/azure-openai')).json()) as object
  expect(azure).toMatchObject({ ai_provider_name: 'azure-openai', model_config: { cloudAResourceName: 'my-eu' } })
  // The second run has nothing left to migrate.
  expect(await askPartly<Plan>(['migrate', 'litellm', path], { gateway })).toMatchObject({ create: 0, unchanged: 7 })
})

test('--to writes files for plan and apply, without secrets and without a gateway', async () => {
  const [path, to] = [join(folder, 'config.yaml'), join(folder, 'written')]
  await writeFile(path, LITELLM)
  await askPartly(['migrate', 'litellm', path, '--to', to], {})
  const key: unknown = JSON.parse(await readFile(join(to, 'virtual-keys/anthropic.json'), 'utf8'))
  expect(key).toEqual({ provider: 'anthropic', key: { env: 'ANTHROPIC_API_KEY' } })
  expect(await askCommand(['plan', to], { gateway })).toMatchObject({ unchanged: 7, conflicts: 0 })
})

test.each([
  ['a: [', 'is not YAML'],
  ['hello: world', 'has no model_list'],
])('%j is rejected: %s', async (content, message) => {
  const path = join(folder, 'wrong.yaml')
  await writeFile(path, content)
  const { code, problem } = await runCommand(['migrate', 'litellm', path], { gateway })
  expect([code, problem.includes(message)]).toEqual([1, true])
})

test('exports become virtual keys, configs and prompts; guardrails that are missing are listed', async () => {
  const path = join(folder, 'export.json')
  const config = { virtual_key: 'oa-prod', retry: { attempts: 2 }, before_request_hooks: [{ id: 'g1' }] }
  await writeFile(
    path,
    JSON.stringify({
      configs: { object: 'list', data: [{ name: 'Prod', slug: 'pc-prod-123', config: JSON.stringify(config) }] },
      virtual_keys: [
        { name: 'OA prod', slug: 'oa-prod', ai_provider_name: 'openai', model_config: {}, rate_limits: [] },
      ],
      prompts: [
        { name: 'Hi', slug: 'pp-hi-1', string: 'Hi {{x}}', parameters: { model: 'gpt-4o' }, virtual_key: 'oa-prod' },
      ],
    }),
  )
  const plan = await askPartly<Plan>(['migrate', 'portkey', path], { gateway })
  expect(plan).toMatchObject({ create: 3, variables: ['OA_PROD_API_KEY'] })
  expect(plan.left_behind.join('\n')).toContain('the guardrail g1 is not migrated')
  await askPartly(['migrate', 'portkey', path, '--apply'], {
    gateway,
    environment: { OA_PROD_API_KEY: 'sk-prod-12345678' },
  })
  const rows = await askCommand<{ name: string; slug: string }[]>(['configs', 'list'], { gateway })
  const slug = rows.find(({ name }) => name === 'Prod')?.slug ?? ''
  expect(await askCommand<object>(['configs', 'get', slug], { gateway })).toEqual({
    name: 'Prod',
    config: { virtual_key: 'oa-prod', retry: { attempts: 2 } },
  })
  const prompt = (await (await gateway.fetch('/v1/prompts/pp-hi-1')).json()) as object
  expect(prompt).toMatchObject({ name: 'Hi', model: 'gpt-4o', virtual_key: 'oa-prod' })
})

test('an empty file and an unknown source get an error with the expected input', async () => {
  const path = join(folder, 'empty.json')
  await writeFile(path, '{"hello":1}')
  const empty = await runCommand(['migrate', 'portkey', path], { gateway })
  expect([empty.code, empty.problem.includes('contains nothing to convert')]).toEqual([1, true])
  const unknown = await runCommand(['migrate', 'litelm', path], { gateway })
  expect([unknown.code, unknown.problem.includes('Did you mean "litellm"?')]).toEqual([2, true])
})
