import { afterAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shareGateway } from '../../harness/share-gateway.ts'
import { type Gateway, startGateway } from '../../harness/start-gateway.ts'
import { askCommand, runCommand } from './run-command.ts'

const source = await shareGateway()
const folder = await mkdtemp(join(tmpdir(), 'gatehouse-transfer-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const SECRETS = [
  'sk-the-first-secret-1234',
  'sk-the-second-secret-12',
  'sk-in-the-config-123456',
  'https://hooks.example.com/T0KEN',
  'the-secret-of-the-webhook',
  'Bearer in-a-header-of-a-check',
  'https://checks.example.com/?token=in-the-address',
  'the-secret-of-the-sso-client',
]
/** The environment variables that an export refers to. */
const ENVIRONMENT = {
  MAIN_API_KEY: SECRETS[0] ?? '',
  TWO_KEYS_API_KEY_1: SECRETS[0] ?? '',
  TWO_KEYS_API_KEY_2: SECRETS[1] ?? '',
  CLOUD_CLOUD_C_SECRET_ACCESS_KEY: SECRETS[1] ?? '',
  CLOUD_CLOUD_C_ACCESS_KEY_ID: 'AKIA-an-id-of-a-key',
  PC_CHOSEN_TARGETS_1_API_KEY: SECRETS[2] ?? '',
  SHARED_API_KEY: SECRETS[0] ?? '',
  SHARED_CUSTOM_HEADERS: JSON.stringify({ 'x-tenant': SECRETS[2] }),
  SHARED_CLOUD_AWS_ACCESS_KEY_ID: 'AKIA-an-id-of-a-key',
  SHARED_CLOUD_AWS_SECRET_ACCESS_KEY: SECRETS[1] ?? '',
  TEAM_OWN_API_KEY: SECRETS[0] ?? '',
  ON_CALL_WEBHOOK_URL: SECRETS[3] ?? '',
  ON_CALL_SIGNING_SECRET: SECRETS[4] ?? '',
  COLLECTOR_HEADERS: JSON.stringify({ authorization: SECRETS[3] }),
  LAKE_ACCESS_KEY_ID: 'AKIAEXAMPLE',
  LAKE_SECRET_ACCESS_KEY: SECRETS[4] ?? '',
  PG_HOOK_0_HEADERS_X_TENANT: SECRETS[5] ?? '',
  PG_HOOK_0_SIGNINGSECRET: SECRETS[4] ?? '',
  PG_HOOK_1_LOGURL: SECRETS[6] ?? '',
  KEYCLOAK_CLIENT_SECRET: SECRETS[7] ?? '',
}

async function send(gateway: Gateway, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const reply = await gateway.fetch(`/v1${path}`, { method, key: gateway.adminKey, ...(body && { body }) })
  const answer = (await reply.json()) as Record<string, unknown>
  if (!reply.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
  return answer
}

/** Creates one object of every type that an export contains. */
async function addExamples(gateway: Gateway): Promise<void> {
  const post = (path: string, body: object) => send(gateway, 'POST', path, body)
  await send(gateway, 'PUT', '/admin/organisation', {
    name: 'Acme',
    retention_days: 90,
    defaults: { metadata: { a: 'b' } },
    second_factor: { required_for: 'admins', grace_days: 30, accepts_sso: false },
  })
  await post('/admin/workspaces', {
    name: 'Payments',
    slug: 'payments',
    log_bodies: false,
    usage_limits: { credit_limit: 100, periodic_reset: 'monthly' },
    rate_limits: [{ type: 'requests', unit: 'rpm', value: 900 }],
  })
  const place = { workspace_id: 'payments' }
  const budget = { credit_limit: 50, alert_threshold: 40, periodic_reset_days: 14 }
  await post('/virtual-keys', {
    ...place,
    name: 'Main',
    slug: 'main',
    provider: 'openai',
    key: SECRETS[0],
    usage_limits: budget,
  })
  const keys = [{ key: SECRETS[0], weight: 3 }, { key: SECRETS[1] }]
  await post('/virtual-keys', { ...place, name: 'Two', slug: 'two-keys', provider: 'openai', keys, note: 'both' })
  const cloud = {
    cloud_c_region: 'eu-west-1',
    cloud_c_access_key_id: 'AKIA-an-id-of-a-key',
    cloud_c_secret_access_key: SECRETS[1],
  }
  await post('/virtual-keys', { ...place, name: 'Cloud', slug: 'cloud', provider: 'bedrock', ...cloud })
  await post('/virtual-keys', { name: 'Mock', slug: 'mock-here', provider: 'mock' })
  const pricing_config = { type: 'static', pay_as_you_go: { request_token: { price: 0.01 } } }
  const headers = { configurations: { custom_headers: { 'x-tenant': SECRETS[2] } } }
  await post('/integrations', { name: 'Shared', slug: 'shared', ai_provider_id: 'openai', key: SECRETS[0], ...headers })
  await send(gateway, 'PUT', '/integrations/shared/models', {
    allow_all_models: false,
    models: [
      { slug: 'gpt-4o', enabled: true },
      { slug: 'tuned', enabled: true, is_custom: true, base_model_slug: 'gpt-4o', pricing_config },
    ],
  })
  await send(gateway, 'PUT', '/integrations/shared/workspaces', {
    global_workspace_access: { enabled: true, rate_limits: [{ type: 'requests', unit: 'rpm', value: 7 }] },
    create_default_provider: false,
    workspaces: [{ id: 'payments', enabled: true, usage_limits: [{ ...budget, type: 'cost' }] }],
  })
  await post('/providers', { ...place, name: 'From shared', slug: 'from-shared', integration_id: 'shared', note: 'n' })
  const { cloud_c_region: aws_region, cloud_c_access_key_id: aws_access_key_id } = cloud
  const configurations = { aws_region, aws_access_key_id, aws_secret_access_key: SECRETS[1] }
  await post('/integrations', { name: 'Cloud', slug: 'shared-cloud', ai_provider_id: 'bedrock', configurations })
  await post('/integrations', { ...place, name: 'Own', slug: 'team-own', ai_provider_id: 'openai', key: SECRETS[0] })
  const targets = [
    { virtual_key: 'main' },
    { provider: 'openai', api_key: SECRETS[2], override_params: { env: { env: 'x' } } },
  ]
  const config = { strategy: { mode: 'fallback' }, targets }
  await post('/configs', { ...place, name: 'Router', slug: 'pc-chosen', config, is_default: true })
  await post('/virtual-models', { ...place, name: 'team/chat-4.1', config: 'pc-chosen', description: 'For people' })
  const { id: organisation_id } = await send(gateway, 'PUT', '/admin/organisation', {})
  const words = { id: 'default.contains', parameters: { words: ['Falcon'], operator: 'none' }, name: 'Names' }
  await post('/guardrails', { name: 'Names', slug: 'pg-names', checks: [words], organisation_id })
  const parameters = {
    webhookURL: 'https://checks.example.com/',
    headers: { 'X-Tenant': SECRETS[5] },
    signingSecret: SECRETS[4],
  }
  await post('/guardrails', {
    ...place,
    name: 'Hook',
    slug: 'pg-hook',
    checks: [
      { id: 'default.webhook', parameters },
      { id: 'default.log', parameters: { logURL: SECRETS[6] }, is_enabled: false },
    ],
    actions: { deny: true, async: false, messages: 'last', on_fail: { feedback: { value: -1 } } },
  })
  await send(gateway, 'PUT', '/admin/organisation', { defaults: { output_guardrails: ['pg-names'] } })
  const defaults = { input_guardrails: ['pg-names', 'pg-hook'], output_guardrails: ['pg-hook'] }
  await send(gateway, 'PUT', '/admin/workspaces/payments', { defaults })
  await post('/configs', { name: 'Router', config: { provider: 'mock' } })
  const old = await post('/configs', { name: 'Old', config: { provider: 'mock' } })
  await send(gateway, 'PUT', `/configs/${old['slug']}`, { status: 'archived' })
  const label = await post('/labels', { ...place, name: 'canary', color_code: '#fff' })
  await post('/prompts/partials', { ...place, name: 'Tone', slug: 'zz-tone', string: 'Be kind.' })
  await send(gateway, 'PUT', '/prompts/partials/zz-tone', { ...place, string: 'Be very kind.', description: 'kinder' })
  await post('/prompts/partials', { ...place, name: 'All', slug: 'aa-all', string: 'Rules: {{>zz-tone}}' })
  const prompt = {
    ...place,
    name: 'Greeting',
    string: '{{>aa-all}} Greet {{name}}.',
    parameters: {},
    model: 'mock',
    virtual_key: 'main',
  }
  const { slug } = await post('/prompts', { ...prompt, collection_id: undefined })
  await send(gateway, 'PUT', `/prompts/${slug}`, { ...place, string: 'Greet {{name}} twice.' })
  await send(gateway, 'PUT', `/prompts/${slug}/versions/2`, { ...place, label_id: label['id'] })
  const service = { ...place, scopes: ['logs.list'], expires_at: '2099-01-01T00:00:00.000Z' }
  await post('/api-keys/workspace/service', {
    ...service,
    name: 'CI',
    defaults: { config_id: 'pc-chosen', metadata: { t: '1' } },
  })
  const twin = await post('/api-keys/workspace/service', { ...service, name: 'Twin', allow_inference: false })
  await post('/api-keys/workspace/service', { ...service, name: 'Twin', usage_limits: { credit_limit: 5 } })
  await post('/api-keys/organisation/service', { name: 'Robot', scopes: ['workspaces.list'] })
  const rate = { type: 'requests', unit: 'rpm', value: 10 }
  const { data } = (await (await gateway.fetch('/v1/api-keys', { key: gateway.adminKey })).json()) as {
    data: { id: string; name: string }[]
  }
  const ci = data.find(({ name }) => name === 'CI')?.id ?? String(twin['id'])
  await post('/policies/rate-limits', {
    ...place,
    conditions: [{ key: 'api_key', value: ci }],
    group_by: [{ key: 'model' }],
    ...rate,
  })
  await post('/policies/usage-limits', {
    name: 'Each user',
    conditions: [{ key: 'workspace_id', value: 'payments' }],
    group_by: [{ key: 'user' }],
    type: 'cost',
    credit_limit: 20,
  })
  const from = { valid_from: '2026-01-01T00:00:00.000Z' }
  await post('/prices', { model: 'house-*', provider: 'openai', prices: { input_tokens: { usd: 1 } }, ...from })
  await post('/prices', { ...place, model: 'gpt-4o', virtual_key: 'main', multiplier: 0.9, ...from })
  const hook = { type: 'webhook', webhook_url: SECRETS[3], signing_secret: SECRETS[4] }
  const { id: onCall } = await post('/alerts/channels', { name: 'On call', ...hook })
  const mail = { name: 'Team', type: 'email', recipients: ['team@example.com'], budget_alerts: true }
  const { id: team } = await post('/alerts/channels', { ...place, ...mail })
  await post('/alerts/rules', { name: 'Cost', condition: { metric: 'cost', threshold: 50 }, channel_ids: [onCall] })
  await post('/alerts/rules', {
    ...place,
    name: 'Errors',
    condition: { metric: 'error_rate', threshold: 5, window_minutes: 15 },
    channel_ids: [team, onCall],
    reminder_minutes: 60,
    enabled: false,
  })
  const collector = { name: 'Collector', type: 'otlp', endpoint: 'https://otel.example.com' }
  await post('/sinks', { ...collector, headers: { authorization: SECRETS[3] }, filter: 'status:5xx' })
  const lake = { type: 's3', region: 'eu-central-1', bucket: 'logs', format: 'parquet', sample_rate: 0.5 }
  const credential = { access_key_id: 'AKIAEXAMPLE', secret_access_key: SECRETS[4] }
  await post('/sinks', { ...place, name: 'Lake', ...lake, ...credential, enabled: false })
  const byClaim = { issuer: 'https://idp.example.com', audiences: ['gatehouse'], workspace_claim: 'portkey_workspace' }
  await post('/admin/workload-issuers', {
    name: 'People',
    ...byClaim,
    scope_claim: 'scope',
    metadata: { _user: 'sub' },
  })
  await post('/admin/workload-issuers', {
    ...place,
    name: 'GitHub',
    issuer: 'https://token.actions.githubusercontent.com',
    audiences: ['gatehouse'],
    claims: { repository: ['acme/*', 'acme-labs/*'] },
    scopes: [],
    rate_limits: [{ type: 'requests', unit: 'rpm', value: 60 }],
    usage_limits: { type: 'cost', credit_limit: 20, periodic_reset: 'monthly' },
  })
  const login = { issuer: 'https://login.example.com', client_id: 'gatehouse', domains: ['example.com'] }
  const more = { claims: { groups: null }, scopes: ['openid', 'email'], default_role: 'admin', is_enabled: true }
  await post('/admin/sso-connections', { name: 'Keycloak', ...login, client_secret: SECRETS[7], ...more })
  const byKey = { auth_method: 'private_key_jwt', domains: [], trust_email: true }
  await post('/admin/sso-connections', { name: 'Entra ID', ...login, ...byKey })
  await post('/admin/group-mappings', { group_name: 'staff', organisation_role: 'admin' })
  await post('/admin/group-mappings', { group_name: 'staff', workspace_id: 'payments', workspace_role: 'manager' })
  const home = (await send(gateway, 'GET', '/admin/workspaces')) as { data: { id: string; is_default: boolean }[] }
  const { id } = home.data.find(({ is_default }) => is_default)!
  await post('/admin/group-mappings', { group_name: 'Staff', workspace_id: id, workspace_role: 'member' })
}

async function contents(path: string): Promise<Map<string, string>> {
  const names = (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const files = names.map((entry) => join(entry.parentPath, entry.name)).sort()
  return new Map(
    await Promise.all(files.map(async (file) => [file.slice(path.length), await readFile(file, 'utf8')] as const)),
  )
}

type Plan = { create: number; update: number; conflicts: number; unchanged: number; variables: string[] }
type Done = { applied: { place: string; action: string; secret?: string }[] }

function asAdmin(gateway: Gateway, environment: Record<string, string> = ENVIRONMENT) {
  return { gateway, key: gateway.adminKey, environment, folder }
}

test('an export that is imported into an empty gateway and exported again is identical', async () => {
  await addExamples(source)
  await askCommand(['export', 'first'], asAdmin(source))
  const first = await contents(join(folder, 'first'))
  expect([...first.keys()].filter((path) => path.includes('payments')).length).toBe(26)
  for (const text of first.values()) for (const secret of SECRETS) expect(text).not.toContain(secret)

  await using empty = await startGateway()
  const unready = await runCommand(['import', 'first'], asAdmin(empty, {}))
  expect([unready.code, unready.problem.includes('PC_CHOSEN_TARGETS_1_API_KEY')]).toEqual([1, true])
  const planned = await askCommand<Plan>(['import', 'first', '--dry-run'], asAdmin(empty))
  expect(planned.variables).toContain('MAIN_API_KEY')
  expect([planned.create > 15, planned.conflicts]).toEqual([true, 0])
  const done = await askCommand<Done>(['import', 'first'], asAdmin(empty))
  expect(done.applied.filter(({ action }) => action === 'create')).toHaveLength(planned.create)
  await askCommand(['export', 'second'], asAdmin(empty))
  expect(await contents(join(folder, 'second'))).toEqual(first)

  const again = await askCommand<Plan>(['import', 'first', '--dry-run'], asAdmin(empty))
  expect(again).toMatchObject({ create: 0, update: 0, conflicts: 0 })
  const ci = done.applied.find(({ place }) => place.endsWith('keys/CI'))?.secret ?? ''
  expect((await empty.fetch('/v1/logs', { key: ci })).status).toBe(200)
  expect((await empty.chat({ virtual_key: 'mock-here' }, { key: empty.workspaceKey })).status).toBe(200)
})

test('a conflict stops an import before its first change; skip keeps the object, replace overwrites it', async () => {
  await using other = await startGateway()
  await mkdir(join(folder, 'small/workspaces/default-workspace/virtual-keys'), { recursive: true })
  const write = (path: string, content: object) => writeFile(join(folder, 'small', path), JSON.stringify(content))
  await write('organisation.json', { format: 'gatehouse-export/1', name: 'Small' })
  await write('workspaces/default-workspace/workspace.json', { name: 'Home' })
  await write('workspaces/default-workspace/virtual-keys/mine.json', { name: 'From the file', provider: 'mock' })
  await write('workspaces/default-workspace/virtual-keys/new.json', { name: 'New', provider: 'mock' })
  await send(other, 'POST', '/virtual-keys', { name: 'Mine', slug: 'mine', provider: 'mock' })
  const nameOf = async (slug: string) => {
    const reply = await other.fetch(`/v1/virtual-keys/${slug}`, { key: other.adminKey })
    return reply.ok ? ((await reply.json()) as { name: string }).name : reply.status
  }

  const refused = await runCommand(['import', 'small'], asAdmin(other))
  expect([refused.code, refused.problem.includes('workspaces/default-workspace/virtual-keys/mine')]).toEqual([1, true])
  expect([await nameOf('mine'), await nameOf('new')]).toEqual(['Mine', 404])
  await askCommand(['import', 'small', '--on-conflict', 'skip'], asAdmin(other))
  expect([await nameOf('mine'), await nameOf('new')]).toEqual(['Mine', 'New'])
  await askCommand(['import', 'small', '--on-conflict', 'replace'], asAdmin(other))
  expect([await nameOf('mine'), await nameOf('new')]).toEqual(['From the file', 'New'])
})

test('an export rejects a folder with other files, and needs an Admin key', async () => {
  await mkdir(join(folder, 'precious'), { recursive: true })
  await writeFile(join(folder, 'precious/letter.txt'), 'dear')
  const foreign = await runCommand(['export', 'precious'], asAdmin(source))
  expect([foreign.code, foreign.problem.includes('is not empty and is not an export')]).toEqual([1, true])
  expect(await readdir(join(folder, 'precious'))).toEqual(['letter.txt'])
  const weak = await runCommand(['export', 'weak'], { gateway: source, folder })
  expect(weak.code).not.toBe(0)
})

test.each([
  ['/configs', { name: 'X', slug: 'taken', config: { provider: 'mock' } }],
  ['/prompts/partials', { name: 'X', slug: 'taken', string: 'x' }],
  ['/admin/workspaces', { name: 'X', slug: 'taken' }],
])('a slug can be chosen at %s, once', async (path, body) => {
  const post = (given: object) =>
    source.fetch(`/v1${path}`, { method: 'POST', key: source.adminKey, body: { ...body, ...given } })
  expect([(await post({})).status, (await post({})).status, (await post({ slug: '../x' })).status]).toEqual([
    200, 409, 400,
  ])
})
