import { afterAll, beforeEach, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Gateway, startGateway } from '../../harness/start-gateway.ts'
import { account, IDS, SECRETS, serveAccount, TEAM_CONFIG, writeAccount } from './portkey-account.ts'
import { beginCommand, runCommand } from './run-command.ts'

const root = await mkdtemp(join(tmpdir(), 'gatehouse-migrate-'))
afterAll(() => rm(root, { recursive: true, force: true }))
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'case-'))
})

type Applied = { place: string; action: string; id: string; secret?: string }
type Report = { applied: Applied[]; left_behind: string[]; notes: string[] }
type Plan = { create: number; conflicts: number; variables: string[]; left_behind: string[]; invalid: string[] }

const circumstances = (gateway: Gateway, environment: Record<string, string> = SECRETS) => ({
  gateway,
  key: gateway.adminKey,
  environment,
})

function migrate(gateway: Gateway, words: readonly string[], environment?: Record<string, string>) {
  const journal = ['--journal', join(folder, 'journal.json')]
  return runCommand(['migrate', 'portkey', ...words, ...journal, '--json'], circumstances(gateway, environment))
}

async function read(gateway: Gateway, path: string): Promise<Record<string, unknown>> {
  const reply = await gateway.fetch(`/v1${path}`, { key: gateway.adminKey })
  if (!reply.ok) throw new Error(`GET ${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as Record<string, unknown>
}

async function rows(gateway: Gateway, path: string): Promise<Record<string, unknown>[]> {
  return (await read(gateway, path))['data'] as Record<string, unknown>[]
}

/** Everything that programs refer to has kept its slug, id and version. */
async function expectMigrated(gateway: Gateway): Promise<void> {
  for (const [workspace, id, body] of [
    [IDS.team, IDS.config, TEAM_CONFIG],
    [IDS.shop, IDS.shopConfig, { virtual_key: 'main', cache: { mode: 'simple' } }],
  ] as const) {
    const bySlug = await read(gateway, `/configs/pc-router-9f8e7d?workspace_id=${workspace}`)
    expect(bySlug).toMatchObject({ id, name: 'Router', config_object: body, workspace_id: workspace })
  }
  const team = `workspace_id=${IDS.team}`
  expect(await read(gateway, `/prompts/pp-greeting-1a2b3c?${team}`)).toMatchObject({
    id: IDS.prompt,
    string: 'Hello {{name}}',
    prompt_version: 2,
    virtual_key: 'main',
  })
  expect(await read(gateway, `/prompts/${IDS.prompt}?${team}`)).toMatchObject({
    slug: 'pp-greeting-1a2b3c',
    model: 'mock-1',
  })
  for (const [name, text] of [
    ['1', 'Hi'],
    ['3', 'Newest {{name}}'],
    ['canary', 'Hello {{name}}'],
  ])
    expect(await read(gateway, `/prompts/pp-greeting-1a2b3c@${name}?${team}`)).toMatchObject({ string: text })
  expect(await read(gateway, `/prompts/pp-greeting-1a2b3c?workspace_id=${IDS.shop}`)).toMatchObject({
    id: IDS.shopPrompt,
    string: 'Buy {{name}}',
  })
  expect(await read(gateway, `/prompts/partials/pl-tone-000001?${team}`)).toMatchObject({
    id: IDS.partial,
    string: 'Be kind.',
  })
  const feedback = (value: number) => ({ feedback: { value, weight: 1, metadata: '' } })
  expect(await read(gateway, `/guardrails/pg-words-00000a?${team}`)).toMatchObject({
    id: IDS.guardrail,
    workspace_id: IDS.team,
    checks: [
      { id: 'default.contains', parameters: { words: ['Falcon'], operator: 'none' }, is_enabled: true },
      { id: 'default.webhook', name: 'Hook', parameters: { headers: { Authorization: 'Be*******89' } } },
    ],
    actions: { deny: true, async: false, on_success: feedback(5), on_fail: feedback(-5) },
  })
  expect(await read(gateway, `/guardrails/${IDS.sharedGuardrail}`)).toMatchObject({
    slug: 'pg-shared-00000b',
    type: 'organisation',
    actions: { deny: true },
  })
  expect(await read(gateway, `/admin/workspaces/${IDS.team}`)).toMatchObject({
    defaults: { input_guardrails: ['pg-shared-00000b'], output_guardrails: [] },
  })
  expect(await read(gateway, '/admin/organisation/defaults')).toEqual({
    object: 'organisation_defaults',
    input_guardrails: [],
    output_guardrails: [{ id: IDS.sharedGuardrail, slug: 'pg-shared-00000b' }],
  })
  expect(await read(gateway, `/labels/${IDS.label}?${team}`)).toMatchObject({ name: 'canary', color_code: '#123456' })
  expect(await read(gateway, `/collections/cl-child-000001?${team}`)).toMatchObject({
    id: IDS.collection,
    parent_collection_id: IDS.parent,
  })
  expect(await read(gateway, `/virtual-keys/main?${team}`)).toMatchObject({
    ai_provider_name: 'openai-compatible',
    custom_host: 'https://llm.example.com/v1',
    usage_limits: { credit_limit: 50, periodic_reset: 'monthly', current_usage: 0 },
  })
  expect(await read(gateway, `/providers/oa?${team}`)).toMatchObject({ integration_id: IDS.integration })
  expect(await read(gateway, `/admin/workspaces/${IDS.shop}`)).toMatchObject({
    slug: 'ws-shop-000002',
    name: 'Shop',
    usage_limits: [{ credit_limit: 100 }],
  })
  await expectSameIds(gateway)
  const keys = await rows(gateway, `/api-keys?${team}`)
  const night = keys.find(({ name }) => name === 'Night job')
  expect(night).toMatchObject({
    scopes: ['completions.write', 'logs.list'],
    defaults: { config_id: 'pc-router-9f8e7d', metadata: { job: 'night' } },
  })
  expect((await rows(gateway, `/policies/rate-limits?${team}`))[0]).toMatchObject({
    name: 'Night job',
    conditions: [{ key: 'api_key', value: night?.['id'] }],
  })
  expect((await rows(gateway, '/api-keys')).find(({ name }) => name === 'Read only')).toMatchObject({
    allow_inference: false,
    workspace_id: IDS.shop,
  })
  const invites = await rows(gateway, '/admin/users/invites')
  expect(invites.map(({ email, role }) => [email, role]).sort()).toEqual([
    ['ann@example.com', 'admin'],
    ['bo@example.com', 'member'],
    ['cy@example.com', 'member'],
  ])
  expect(invites.find(({ email }) => email === 'bo@example.com')).toMatchObject({
    workspaces: [{ id: IDS.team, role: 'manager' }],
  })
}

/** Every id of the account refers to the same resource as before. */
async function expectSameIds(gateway: Gateway): Promise<void> {
  const team = `workspace_id=${IDS.team}`
  const source = account()
  for (const { id: prompt, workspace_id: home } of source.prompts) {
    const path = `/prompts/${prompt}/versions`
    const listed = await rows(gateway, `${path}?workspace_id=${home}`)
    const numbers = (list: Record<string, unknown>[]) =>
      list.map((one) => [one['prompt_version'], one['id']]).toSorted(([left], [right]) => Number(left) - Number(right))
    expect(numbers(listed)).toEqual(numbers(source.versions[prompt] ?? []))
    for (const { id, prompt_version: number, prompt_template: string } of source.versions[prompt] ?? [])
      expect(await read(gateway, `${path}/${String(id)}?workspace_id=${home}`)).toMatchObject({
        prompt_version: number,
        string,
      })
  }
  const partials = await rows(gateway, `/prompts/partials/${IDS.partial}/versions?${team}`)
  expect(partials.map((one) => one['prompt_partial_version_id']).reverse()).toEqual(IDS.partialVersions)
  for (const [path, slug] of [
    [`/virtual-keys/${IDS.teamKey}?${team}`, 'main'],
    [`/virtual-keys/${IDS.shopKey}`, 'main'],
    [`/providers/${IDS.provider}?${team}`, 'oa'],
    [`/integrations/${IDS.integration}`, 'shared-openai'],
    [`/configs/${IDS.config}?${team}`, 'pc-router-9f8e7d'],
    [`/prompts/partials/${IDS.partial}?${team}`, 'pl-tone-000001'],
    [`/collections/${IDS.collection}?${team}`, 'cl-child-000001'],
    [`/admin/workspaces/${IDS.team}`, 'ws-team-000001'],
  ])
    expect([path, (await read(gateway, path ?? ''))['slug']]).toEqual([path, slug])
  for (const [path, name] of [
    [`/api-keys/${IDS.nightKey}`, 'Night job'],
    [`/api-keys/${IDS.readKey}`, 'Read only'],
    [`/api-keys/${IDS.adminKey}`, 'Terraform'],
    [`/policies/usage-limits/${IDS.usagePolicy}?${team}`, 'Per user'],
    [`/policies/rate-limits/${IDS.ratePolicy}?${team}`, 'Night job'],
    [`/labels/${IDS.label}?${team}`, 'canary'],
  ])
    expect([path, (await read(gateway, path ?? ''))['name']]).toEqual([path, name])
  for (const [id, email] of [
    [IDS.ann, 'ann@example.com'],
    [IDS.bo, 'bo@example.com'],
    [IDS.invite, 'cy@example.com'],
  ])
    expect(await read(gateway, `/admin/users/invites/${id}`)).toMatchObject({ email })
}

test('(a) a live account is read and migrated whole; the key is never an argument', async () => {
  await using gateway = await startGateway()
  const source = serveAccount(account(), 'pk-live-key')
  try {
    const wrong = await migrate(gateway, ['--from', source.url], { PORTKEY_API_KEY: 'no' })
    expect([wrong.code, wrong.problem.includes('HTTP 401')]).toEqual([1, true])
    const environment = { ...SECRETS, PORTKEY_API_KEY: 'pk-live-key' }
    const { code, out, problem } = await migrate(gateway, ['--from', source.url, '--apply'], environment)
    expect([code, problem]).toEqual([0, ''])
    expect(source.calls.every((call) => call.startsWith('GET '))).toBe(true)
    await expectMigrated(gateway)
    const { applied } = JSON.parse(out) as Report
    const night = applied.find(({ place }) => place.endsWith('keys/Night-job'))?.secret ?? ''
    const whoami = await gateway.fetch('/v1/api-keys?page_size=1', { key: night })
    expect(whoami.status).not.toBe(401)
    const link = applied.find(({ place }) => place === 'invites/bo@example.com')?.secret ?? ''
    const joined = await gateway.fetch('/v1/invites/accept', {
      method: 'POST',
      headers: { origin: gateway.url },
      body: { token: link.split('/').at(-1), password: 'a long enough passphrase 7', first_name: 'Bo' },
    })
    expect(joined.status).toBe(200)
    expect(await read(gateway, `/admin/users/${IDS.bo}`)).toMatchObject({ email: 'bo@example.com' })
  } finally {
    source.stop()
  }
})

test('(b, g) a folder of responses is migrated; two workspaces keep the same slugs', async () => {
  await using gateway = await startGateway()
  await writeAccount(join(folder, 'export'), account())
  const planned = await migrate(gateway, [join(folder, 'export')])
  const plan = JSON.parse(planned.out) as Plan
  expect([planned.code, plan.left_behind, plan.invalid, plan.conflicts]).toEqual([0, [], [], 0])
  expect(plan.variables.toSorted()).toEqual(Object.keys(SECRETS).toSorted())
  expect((await rows(gateway, '/admin/workspaces')).length).toBe(1)
  const applied = await migrate(gateway, [join(folder, 'export'), '--apply'])
  expect([applied.code, applied.problem]).toEqual([0, ''])
  await expectMigrated(gateway)
  expect(existsSync(join(folder, 'journal.json'))).toBe(false)
  const again = JSON.parse((await migrate(gateway, [join(folder, 'export')])).out) as Plan
  expect([again.create, again.conflicts]).toEqual([0, 0])
})

test('(c) without secrets nothing changes; with a file of secrets it works', async () => {
  await using gateway = await startGateway()
  const source = account()
  await writeFile(
    join(folder, 'export.json'),
    JSON.stringify({
      virtual_keys: [source['virtual-keys'][0]],
      configs: [{ ...source.configs[0], config: { virtual_key: 'main' } }],
    }),
  )
  const refused = await migrate(gateway, [join(folder, 'export.json'), '--apply'], {})
  expect([refused.code, refused.problem.includes('MAIN_API_KEY')]).toEqual([1, true])
  expect(await rows(gateway, '/virtual-keys')).toEqual([])
  await writeFile(join(folder, 'secrets.env'), '# provider keys\nexport MAIN_API_KEY="sk-from-the-file-1234"\n')
  const { code, out } = await migrate(
    gateway,
    [join(folder, 'export.json'), '--secrets', join(folder, 'secrets.env'), '--apply'],
    {},
  )
  expect(code).toBe(0)
  expect(out).not.toContain('sk-from-the-file')
  expect(await read(gateway, '/configs/pc-router-9f8e7d')).toMatchObject({ id: IDS.config })
})

test('(d) a resource that exists and differs is a conflict before the first change; skip keeps it, replace overwrites it', async () => {
  await using gateway = await startGateway()
  const source = account()
  const path = join(folder, 'export.json')
  await writeFile(
    path,
    JSON.stringify({
      virtual_keys: [source['virtual-keys'][0]],
      configs: [{ ...source.configs[0], ...source.configs[0]?.detail }],
    }),
  )
  await gateway.fetch('/v1/configs', {
    method: 'POST',
    key: gateway.adminKey,
    body: { slug: 'pc-router-9f8e7d', name: 'Mine', config: { retry: { attempts: 1 } } },
  })
  const refused = await migrate(gateway, [path, '--apply'])
  expect([
    refused.code,
    refused.problem.includes('Already exists with other settings: configs/pc-router-9f8e7d'),
  ]).toEqual([1, true])
  expect(await rows(gateway, '/virtual-keys')).toEqual([])
  const kept = await migrate(gateway, [path, '--apply', '--on-conflict', 'skip'])
  expect([kept.code, kept.problem.includes('the existing one stays')]).toEqual([1, true])
  expect(await read(gateway, '/configs/pc-router-9f8e7d')).toMatchObject({ name: 'Mine' })
  const replaced = await migrate(gateway, [path, '--apply', '--on-conflict', 'replace'])
  expect([replaced.code, replaced.problem.includes(`programs that use the id ${IDS.config} must change`)]).toEqual([
    1,
    true,
  ])
  expect(await read(gateway, '/configs/pc-router-9f8e7d')).toMatchObject({ name: 'Router' })
})

/** A proxy to the gateway that never sends the response to the second API key that a command creates. */
function withoutSecondKey(gateway: Gateway) {
  const held = Promise.withResolvers<void>()
  let keys = 0
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const { method } = request
      const headers = new Headers(request.headers)
      headers.delete('host')
      const body = method === 'GET' ? undefined : await request.arrayBuffer()
      const reply = await fetch(gateway.url + pathname + search, { method, headers, ...(body && { body }) })
      if (method === 'POST' && pathname.startsWith('/v1/api-keys/') && ++keys === 2) {
        held.resolve()
        return new Promise<Response>(() => {})
      }
      // `fetch` has decompressed the body.
      reply.headers.delete('content-encoding')
      return new Response(await reply.arrayBuffer(), { status: reply.status, headers: reply.headers })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    held: held.promise,
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}

test('(e) an interrupted run continues: nothing is created twice, and every key has a secret that was shown', async () => {
  await using gateway = await startGateway()
  await using proxy = withoutSecondKey(gateway)
  const through = { ...gateway, baseURL: `${proxy.url}/v1` }
  await writeAccount(join(folder, 'export'), account())
  const journal = join(folder, 'journal.json')
  const words = ['migrate', 'portkey', join(folder, 'export'), '--apply', '--json', '--journal', journal]
  const child = beginCommand(words, circumstances(through))
  await Promise.race([proxy.held, child.exited])
  child.kill('SIGKILL')
  await child.exited
  expect(existsSync(journal)).toBe(true)
  expect(await readFile(journal, 'utf8')).not.toContain('secret')
  const resumed = await migrate(through, [join(folder, 'export'), '--apply'])
  expect([resumed.code, existsSync(journal)]).toEqual([0, false])
  await expectMigrated(gateway)
  const names = (await rows(gateway, '/api-keys')).map(({ name }) => name)
  const shown = (JSON.parse(resumed.out) as Report).applied.filter(
    ({ place }) => place.includes('keys/') && !place.includes('virtual'),
  )
  for (const name of ['Night job', 'Read only', 'Terraform'])
    expect(names.filter((one) => one === name)).toHaveLength(1)
  expect(shown.every(({ secret }) => secret?.startsWith('gw'))).toBe(true)
  expect(shown).toHaveLength(3)
})

test('scopes and provider settings are checked before the first change', async () => {
  await using gateway = await startGateway()
  const source = account()
  const [key, vault] = [source['api-keys'][0], source['virtual-keys'][0]]
  if (key) key.scopes = ['completions.write', 'no.such.scope']
  if (vault) Object.assign(vault.model_config, { planet: 'mars' })
  await writeAccount(join(folder, 'export'), source)
  const { code, problem } = await migrate(gateway, [join(folder, 'export'), '--apply'])
  expect(code).toBe(1)
  for (const what of ['Nothing was changed', 'scope \\"no.such.scope\\"', 'has no setting planet'])
    expect([what, problem.includes(what)]).toEqual([what, true])
  expect([existsSync(join(folder, 'journal.json')), (await rows(gateway, '/admin/workspaces')).length]).toEqual([
    false,
    1,
  ])
})

test('a failing step deletes everything that was created', async () => {
  await using gateway = await startGateway()
  const source = account()
  const [first] = source['api-keys']
  if (first) Object.assign(first, { alert_emails: ['not an address'] })
  await writeAccount(join(folder, 'export'), source)
  const { code, problem } = await migrate(gateway, [join(folder, 'export'), '--apply'])
  expect([code, problem.includes('Everything that was created has been deleted again')]).toEqual([1, true])
  expect((await rows(gateway, '/admin/workspaces')).length).toBe(1)
  expect(await rows(gateway, '/integrations')).toEqual([])
  expect(await rows(gateway, '/admin/users/invites?status=pending')).toEqual([])
  expect(existsSync(join(folder, 'journal.json'))).toBe(false)
  // Deleted keys, policies and invitations do not keep their ids.
  await writeAccount(join(folder, 'export'), account())
  const again = await migrate(gateway, [join(folder, 'export'), '--apply'])
  expect([again.code, again.problem]).toEqual([0, ''])
  await expectMigrated(gateway)
})

test('cloud credentials: several Azure deployments, Entra ID, managed identities, access keys and roles', async () => {
  await using gateway = await startGateway({ environment: { GATEWAY_AMBIENT_IDENTITIES: 'azure-managed,aws' } })
  const azure = (slug: string, config: object) => ({
    id: `${slug}-id`,
    slug,
    name: slug,
    ai_provider_name: 'azure-openai',
    masked_api_key: null,
    model_config: config,
    object: 'virtual-key',
  })
  const deployments = [
    {
      deploymentName: 'gpt-east',
      apiVersion: '2024-10-21',
      alias: 'chat',
      azure_model_slug: 'gpt-4o',
      is_default: true,
    },
    { deploymentName: 'embed-east', apiVersion: '2024-10-21', alias: 'embed' },
  ]
  const configs = {
    many: { resourceName: 'house', deploymentConfig: deployments },
    entra: {
      azureAuthMode: 'entra',
      resourceName: 'house',
      azureEntraTenantId: 'tenant',
      azureEntraClientId: 'client',
      azureEntraClientSecret: '***',
    },
    managed: { azureAuthMode: 'managed', resourceName: 'house', azureManagedClientId: 'mine' },
  }
  const aws = {
    keys: { awsAuthType: 'accessKey', awsRegion: 'eu-west-1', awsAccessKeyId: 'AK***1' },
    role: { awsAuthType: 'assumedRole', awsRegion: 'eu-west-1', awsRoleArn: 'arn:aws:iam::123456789012:role/bedrock' },
  }
  await writeFile(
    join(folder, 'export.json'),
    JSON.stringify({
      virtual_keys: [
        { ...azure('many', configs.many), masked_api_key: 'ke***y' },
        azure('entra', configs.entra),
        azure('managed', configs.managed),
        ...Object.entries(aws).map(([slug, config]) => ({ ...azure(slug, config), ai_provider_name: 'bedrock' })),
      ],
      integrations: [
        {
          id: 'integration-1',
          slug: 'azure-shared',
          name: 'Azure',
          ai_provider_id: 'azure-openai',
          masked_key: 'ke***y',
          configurations: {
            azure_auth_mode: 'default',
            azure_resource_name: 'house',
            azure_deployment_config: [
              { azure_deployment_name: 'gpt-east', azure_api_version: '2024-10-21', alias: 'chat', is_default: true },
              { azure_deployment_name: 'embed-east', azure_api_version: '2024-10-21', alias: 'embed' },
            ],
          },
          object: 'integration',
        },
      ],
    }),
  )
  const secrets = {
    MANY_API_KEY: 'azure-key-1234567890',
    ENTRA_CLOUD_A_ENTRA_CLIENT_SECRET: 'entra-secret-123',
    KEYS_CLOUD_C_ACCESS_KEY_ID: 'AKIA0123456789',
    KEYS_CLOUD_C_SECRET_ACCESS_KEY: 'aws-secret-0123456789',
    AZURE_SHARED_API_KEY: 'azure-key-0987654321',
  }
  const words = [join(folder, 'export.json')]
  const planned = await migrate(gateway, words, {})
  const plan = JSON.parse(planned.out) as Plan
  expect([planned.problem, plan.variables.toSorted()]).toEqual(['', Object.keys(secrets).toSorted()])
  const applied = await migrate(gateway, [...words, '--apply'], secrets)
  expect([applied.code, applied.problem]).toEqual([0, ''])
  for (const [slug, config] of Object.entries({ many: configs.many, managed: configs.managed, role: aws.role }))
    expect(await read(gateway, `/virtual-keys/${slug}-id`)).toMatchObject({ slug, model_config: config })
  const { azureEntraClientSecret: _secret, ...shown } = configs.entra
  expect((await read(gateway, '/virtual-keys/entra-id'))['model_config']).toEqual(shown)
  expect(await read(gateway, '/integrations/integration-1')).toMatchObject({
    configurations: { azure_deployment_config: [{ azure_deployment_name: 'gpt-east' }, { alias: 'embed' }] },
  })
  const again = JSON.parse((await migrate(gateway, words)).out) as Plan
  expect([again.create, again.conflicts]).toEqual([0, 0])
})

test('(f) unsupported checks and unknown resources are reported on stderr with exit code 1; the rest is migrated', async () => {
  await using gateway = await startGateway()
  const source = account()
  const body = {
    before_request_hooks: [
      { id: 'g1' },
      { type: 'guardrail', id: 'inline', checks: [{ id: 'pangea.pii' }, { id: 'default.notNull', parameters: {} }] },
    ],
    targets: [{ virtual_key: 'main', output_guardrails: ['pg-1', 'pg-kept', { 'azure.pii': {}, deny: true }] }],
    strategy: { mode: 'fallback' },
  }
  await writeFile(
    join(folder, 'export.json'),
    JSON.stringify({
      virtual_keys: [
        source['virtual-keys'][0],
        { ...source['virtual-keys'][0], id: 'vk-odd', slug: 'odd', ai_provider_name: 'no-such-provider' },
      ],
      configs: [{ ...source.configs[0], config: body }],
      guardrails: [
        { id: 'g', slug: 'pg-gone', name: 'No PII', checks: [{ id: 'portkey.pii' }], actions: {} },
        {
          id: 'kept-1',
          slug: 'pg-kept',
          name: 'Kept',
          checks: [{ id: 'portkey.pii' }, { id: 'default.wordCount', parameters: { maxWords: 9 } }],
          actions: { deny: true, notify: 'me' },
        },
        { id: 'wrong-1', slug: 'pg-wrong', name: 'Wrong', checks: [{ id: 'default.noSuchCheck' }] },
      ],
      mcp_servers: [{ id: 'm', name: 'Tools' }],
    }),
  )
  const words = [join(folder, 'export.json'), '--apply']
  const environment = { ...SECRETS, ODD_API_KEY: 'sk-odd-1234567890' }
  const refused = await migrate(gateway, words, environment)
  expect([refused.code, refused.problem.includes('no-such-provider')]).toEqual([1, true])
  expect(await rows(gateway, '/virtual-keys')).toEqual([])
  const { code, problem, out } = await migrate(gateway, [...words, '--skip-invalid'], environment)
  expect(code).toBe(1)
  for (const what of [
    'before_request_hooks[0]: the guardrail g1 is not migrated',
    'before_request_hooks[1]: the check pangea.pii calls a partner service',
    'targets[0].output_guardrails[0]: the guardrail pg-1 is not migrated',
    'targets[0].output_guardrails[2]: the check azure.pii calls a partner service',
    'guardrail pg-gone: no check is left',
    'guardrail pg-kept: the check portkey.pii calls a partner service',
    'guardrail pg-kept: actions.notify has no equivalent',
    'default.noSuchCheck',
    'mcp_servers: not converted',
    'no-such-provider',
  ])
    expect([
      what,
      problem.includes(what),
      (JSON.parse(out) as Report).left_behind.some((one) => one.includes(what)),
    ]).toEqual([what, true, true])
  expect(await read(gateway, '/configs/pc-router-9f8e7d')).toMatchObject({
    config_object: {
      before_request_hooks: [{ id: 'inline', checks: [{ id: 'default.notNull' }] }],
      targets: [{ virtual_key: 'main', output_guardrails: ['pg-kept'] }],
    },
  })
})

test('workspaces that are excluded from default guardrails are reported, from an account and from files', async () => {
  await using gateway = await startGateway()
  const excluding = { ...account(), exclusions: [{ workspace_id: IDS.shop, excluded: true }] }
  const source = serveAccount(excluding, 'pk-live-key')
  await writeAccount(join(folder, 'export'), excluding)
  try {
    for (const words of [['--from', source.url], [join(folder, 'export')]]) {
      const { out } = await migrate(gateway, words, { ...SECRETS, PORTKEY_API_KEY: 'pk-live-key' })
      expect((JSON.parse(out) as Plan).left_behind).toEqual([
        'workspace ws-shop-000002: it was excluded from default guardrails of the organisation, which apply to all workspaces here',
      ])
    }
  } finally {
    source.stop()
  }
})
