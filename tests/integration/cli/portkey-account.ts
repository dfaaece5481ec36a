/** A Portkey account as its admin API returns it, as files and as a server. */

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

type Row = Record<string, unknown>

export const IDS = {
  team: '11111111-1111-4111-8111-111111111111',
  shop: '22222222-2222-4222-8222-222222222222',
  config: '33333333-3333-4333-8333-333333333333',
  shopConfig: '33333333-3333-4333-8333-333333333334',
  prompt: '44444444-4444-4444-8444-444444444444',
  shopPrompt: '44444444-4444-4444-8444-444444444445',
  partial: '55555555-5555-4555-8555-555555555555',
  label: '66666666-6666-4666-8666-666666666666',
  collection: '77777777-7777-4777-8777-777777777777',
  parent: '77777777-7777-4777-8777-777777777778',
  integration: '99999999-9999-4999-8999-999999999999',
  provider: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaa1',
  teamKey: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaa2',
  shopKey: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaa3',
  partialVersions: ['bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbb1', 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbb2'],
  usagePolicy: 'cccccccc-cccc-4ccc-8ccc-ccccccccccc1',
  ratePolicy: 'cccccccc-cccc-4ccc-8ccc-ccccccccccc2',
  nightKey: 'dddddddd-dddd-4ddd-8ddd-ddddddddddd1',
  readKey: 'dddddddd-dddd-4ddd-8ddd-ddddddddddd2',
  adminKey: 'dddddddd-dddd-4ddd-8ddd-ddddddddddd3',
  ann: 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeee1',
  bo: 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeee2',
  invite: 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeee3',
  guardrail: 'ffffffff-ffff-4fff-8fff-fffffffffff1',
  sharedGuardrail: 'ffffffff-ffff-4fff-8fff-fffffffffff2',
}

const TIMES = { created_at: '2026-01-01T00:00:00Z', last_updated_at: '2026-01-02T00:00:00Z' }

const version = (number: number, string: string, more: Row = {}) => ({
  id: `88888888-8888-4888-8888-88888888888${number}`,
  prompt_id: IDS.prompt,
  prompt_version: number,
  prompt_template: string,
  prompt_description: `v${number}`,
  label_id: null,
  created_at: TIMES.created_at,
  status: 'archived',
  object: 'prompt',
  ...more,
})

const prompt = (id: string, workspace: string, text: string) => ({
  id,
  slug: 'pp-greeting-1a2b3c',
  name: 'Greeting',
  collection_id: workspace === IDS.team ? IDS.collection : null,
  workspace_id: workspace,
  model: 'mock-1',
  status: 'active',
  ...TIMES,
  detail: {
    string: text,
    parameters: { model: 'mock-1', temperature: 0.3 },
    prompt_version: 2,
    prompt_version_status: 'active',
    virtual_key: 'main',
    functions: [],
    tools: [],
    template_metadata: {},
    is_raw_template: 0,
  },
})

const config = (id: string, workspace: string, body: Row) => ({
  id,
  name: 'Router',
  slug: 'pc-router-9f8e7d',
  organisation_id: 'org',
  workspace_id: workspace,
  is_default: workspace === IDS.shop ? 1 : 0,
  status: 'active',
  owner_id: IDS.ann,
  updated_by: 'u1',
  ...TIMES,
  detail: { config: JSON.stringify(body), format: 'json', type: 'ORG_CONFIG', version_id: 'v', object: 'config' },
})

export const TEAM_CONFIG = {
  virtual_key: 'main',
  retry: { attempts: 2 },
  input_guardrails: ['pg-words-00000a'],
  output_guardrails: [IDS.sharedGuardrail],
}

const virtualKey = (workspace: string, more: Row = {}) => ({
  id: workspace === IDS.team ? IDS.teamKey : IDS.shopKey,
  ai_provider_name: 'openai-compatible',
  model_config: { customHost: 'https://llm.example.com/v1' },
  masked_api_key: 'sk-***1234',
  slug: 'main',
  name: 'Main',
  note: null,
  status: 'active',
  workspace_id: workspace,
  usage_limits: { credit_limit: 50, periodic_reset: 'monthly', current_usage: 12 },
  rate_limits: [{ type: 'requests', unit: 'rpm', value: 60 }],
  expires_at: null,
  object: 'virtual-key',
  ...TIMES,
  ...more,
})

const feedback = (value: number) => ({ feedback: { value, weight: 1, metadata: '' } })

const guardrail = (id: string, slug: string, workspace: string | null, checks: Row[]) => ({
  id,
  slug,
  name: `Guardrail ${slug}`,
  organisation_id: 'org',
  workspace_id: workspace,
  status: 'active',
  owner_id: IDS.ann,
  updated_by: null,
  ...TIMES,
  detail: { checks, actions: { deny: true, async: false, on_success: feedback(5), on_fail: feedback(-5) } },
})

const CONTAINS = { id: 'default.contains', parameters: { words: ['Falcon'], operator: 'none' }, is_enabled: true }
const WEBHOOK = {
  id: 'default.webhook',
  name: 'Hook',
  parameters: { webhookURL: 'https://hooks.example/a', headers: { Authorization: 'Be***89' } },
}

/** Two workspaces that use the same slugs. */
export function account() {
  return {
    defaults: {
      object: 'organisation_defaults',
      input_guardrails: [],
      output_guardrails: [{ id: IDS.sharedGuardrail, slug: 'pg-shared-00000b' }],
    },
    exclusions: [] as { workspace_id: string; excluded: boolean }[],
    workspaces: [
      {
        id: IDS.team,
        slug: 'ws-team-000001',
        name: 'Team',
        description: 'Ours',
        ...TIMES,
        defaults: { metadata: { team: 'a' }, is_default: 1, input_guardrails: ['pg-shared-00000b'] },
      },
      {
        id: IDS.shop,
        slug: 'ws-shop-000002',
        name: 'Shop',
        description: null,
        ...TIMES,
        usage_limits: [{ credit_limit: 100, type: 'cost' }],
      },
    ],
    members: {
      [IDS.team]: [
        {
          object: 'workspace-user',
          id: IDS.bo,
          email: 'bo@example.com',
          org_role: 'member',
          role: 'manager',
          workspace_id: IDS.team,
        },
      ],
      [IDS.shop]: [],
    } as Record<string, Row[]>,
    users: [
      {
        object: 'user',
        id: IDS.ann,
        first_name: 'Ann',
        last_name: 'A',
        role: 'owner',
        email: 'ann@example.com',
        ...TIMES,
        workspace_ids: [],
      },
      {
        object: 'user',
        id: IDS.bo,
        first_name: 'Bo',
        last_name: 'B',
        role: 'member',
        email: 'bo@example.com',
        ...TIMES,
        workspace_ids: [IDS.team],
      },
    ],
    invites: [
      {
        object: 'invite',
        id: IDS.invite,
        email: 'cy@example.com',
        role: 'member',
        status: 'pending',
        ...TIMES,
        expires_at: '2030-01-01T00:00:00Z',
        accepted_at: null,
        invited_by: 'u1',
        workspaces: [{ workspace_id: IDS.shop, role: 'member' }],
      },
      {
        object: 'invite',
        id: 'i2',
        email: 'gone@example.com',
        role: 'member',
        status: 'expired',
        ...TIMES,
        expires_at: '2026-01-03T00:00:00Z',
        accepted_at: null,
        invited_by: 'u1',
        workspaces: [],
      },
    ],
    integrations: [
      {
        id: IDS.integration,
        ai_provider_id: 'openai',
        name: 'Shared OpenAI',
        slug: 'shared-openai',
        status: 'active',
        description: null,
        object: 'integration',
        ...TIMES,
        detail: {
          masked_key: 'sk-***99',
          configurations: {},
          allow_all_models: true,
          global_workspace_access_settings: { enabled: false },
        },
        models: [],
        workspaces: [
          {
            id: IDS.team,
            slug: 'ws-team-000001',
            enabled: true,
            usage_limits: [{ credit_limit: 20 }],
            rate_limits: [],
          },
        ],
      },
    ],
    'virtual-keys': [virtualKey(IDS.team), virtualKey(IDS.shop, { usage_limits: null })],
    providers: [
      {
        id: IDS.provider,
        name: 'From the integration',
        slug: 'oa',
        integration_id: IDS.integration,
        note: null,
        status: 'active',
        workspace_id: IDS.team,
        object: 'provider',
        usage_limits: null,
        rate_limits: null,
        expires_at: null,
        created_at: TIMES.created_at,
      },
    ],
    configs: [
      config(IDS.config, IDS.team, TEAM_CONFIG),
      config(IDS.shopConfig, IDS.shop, { virtual_key: 'main', cache: { mode: 'simple' } }),
    ],
    guardrails: [
      guardrail(IDS.guardrail, 'pg-words-00000a', IDS.team, [CONTAINS, WEBHOOK]),
      guardrail(IDS.sharedGuardrail, 'pg-shared-00000b', null, [CONTAINS]),
    ],
    prompts: [prompt(IDS.prompt, IDS.team, 'Hello {{name}}'), prompt(IDS.shopPrompt, IDS.shop, 'Buy {{name}}')],
    versions: {
      [IDS.prompt]: [
        version(3, 'Newest {{name}}'),
        version(2, 'Hello {{name}}', { label_id: IDS.label, status: 'active' }),
        version(1, 'Hi'),
      ],
      [IDS.shopPrompt]: [
        version(1, 'Old', { prompt_id: IDS.shopPrompt, id: '88888888-8888-4888-8888-888888888897' }),
        version(2, 'Buy {{name}}', { prompt_id: IDS.shopPrompt, id: '88888888-8888-4888-8888-888888888898' }),
      ],
    } as Record<string, Row[]>,
    partials: [
      {
        id: IDS.partial,
        slug: 'pl-tone-000001',
        name: 'Tone',
        workspace_id: IDS.team,
        status: 'active',
        object: 'partial',
        ...TIMES,
        detail: { string: 'Be kind.', version: 1, prompt_partial_version_id: IDS.partialVersions[0] },
      },
    ],
    partialVersions: {
      [IDS.partial]: ['Be kind.', 'Be brief.'].map((string, i) => ({
        prompt_partial_id: IDS.partial,
        prompt_partial_version_id: IDS.partialVersions[i],
        slug: 'pl-tone-000001',
        version: i + 1,
        string,
        description: null,
        prompt_version_status: i === 0 ? 'active' : 'archived',
        object: 'partial',
        created_at: TIMES.created_at,
      })),
    } as Record<string, Row[]>,
    labels: [
      {
        id: IDS.label,
        name: 'canary',
        description: 'First users',
        color_code: '#123456',
        organisation_id: 'org',
        workspace_id: IDS.team,
        is_universal: false,
        status: 'active',
        ...TIMES,
      },
      {
        id: 'production',
        name: 'production',
        organisation_id: 'org',
        workspace_id: null,
        is_universal: true,
        status: 'active',
        ...TIMES,
      },
    ],
    collections: [
      {
        id: IDS.collection,
        slug: 'cl-child-000001',
        name: 'Child',
        workspace_id: IDS.team,
        parent_collection_id: IDS.parent,
        is_default: 0,
        status: 'active',
        ...TIMES,
        collection_details: {},
      },
      {
        id: IDS.parent,
        slug: 'cl-parent-000001',
        name: 'Parent',
        workspace_id: IDS.team,
        parent_collection_id: null,
        is_default: 0,
        status: 'active',
        ...TIMES,
        collection_details: {},
      },
    ],
    'usage-limits': [
      {
        id: IDS.usagePolicy,
        name: 'Per user',
        conditions: [{ key: 'metadata._user', value: '*' }],
        group_by: [{ key: 'metadata._user' }],
        type: 'cost',
        credit_limit: 5,
        periodic_reset: 'monthly',
        workspace_id: IDS.team,
        status: 'active',
        object: 'policy_usage_limits',
        ...TIMES,
      },
    ],
    'rate-limits': [
      {
        id: IDS.ratePolicy,
        name: 'Night job',
        conditions: [{ key: 'api_key', value: IDS.nightKey }],
        group_by: [{ key: 'api_key' }],
        type: 'requests',
        unit: 'rpm',
        value: 30,
        workspace_id: IDS.team,
        status: 'active',
        object: 'policy_rate_limits',
        ...TIMES,
      },
    ],
    'api-keys': [
      {
        id: IDS.nightKey,
        name: 'Night job',
        type: 'workspace-service',
        organisation_id: 'org',
        workspace_id: IDS.team,
        user_id: null,
        status: 'active',
        scopes: ['completions.write', 'logs.list'],
        defaults: { config_id: IDS.config, metadata: { job: 'night' } },
        rate_limits: [],
        usage_limits: null,
        expires_at: null,
        object: 'api-key',
        ...TIMES,
      },
      {
        id: IDS.readKey,
        name: 'Read only',
        type: 'workspace-service',
        organisation_id: 'org',
        workspace_id: IDS.shop,
        user_id: null,
        status: 'active',
        scopes: ['logs.list'],
        defaults: {},
        rate_limits: [],
        usage_limits: null,
        expires_at: null,
        object: 'api-key',
        ...TIMES,
      },
      {
        id: IDS.adminKey,
        name: 'Terraform',
        type: 'organisation-service',
        organisation_id: 'org',
        workspace_id: null,
        user_id: null,
        status: 'active',
        scopes: ['workspaces.list'],
        defaults: {},
        rate_limits: [],
        usage_limits: null,
        expires_at: null,
        object: 'api-key',
        ...TIMES,
      },
    ],
  }
}

export type Account = ReturnType<typeof account>

export const SECRETS = {
  MAIN_API_KEY: 'sk-main-secret-1234',
  SHARED_OPENAI_API_KEY: 'sk-shared-secret-99',
  PG_WORDS_00000A_1_HEADERS_AUTHORIZATION: 'Bearer hook-secret-0123456789',
}

const bare = (row: Row): Row => {
  const { detail: _detail, models: _models, workspaces: _workspaces, ...rest } = row
  return rest
}
const whole = (row: Row): Row => ({ ...bare(row), ...(row['detail'] as Row | undefined) })
const list = (data: Row[]): Row => ({ object: 'list', total: data.length, data })

/** The response for one version: `id` and `slug` are those of the prompt. */
function versionDetail(row: Row, one: Row): Row {
  return { ...whole(row), string: one['prompt_template'], prompt_version: one['prompt_version'] }
}

/** One file for every list and get response. */
export async function writeAccount(folder: string, source: Account): Promise<void> {
  const files: [string, unknown][] = [
    ['admin/workspaces', list(source.workspaces)],
    ['admin/users', list(source.users)],
    ['admin/organisation/defaults', source.defaults],
    ['workspace-exclusions/output-guardrails', { workspaces: source.exclusions }],
    ['admin/users-invites', list(source.invites)],
    ['integrations', list(source.integrations.map(bare))],
    ['labels', list(source.labels)],
    ['collections', list(source.collections)],
    ['policies/usage-limits', list(source['usage-limits'])],
    ['policies/rate-limits', list(source['rate-limits'])],
    ['api-keys', list(source['api-keys'])],
    ['virtual-keys', list(source['virtual-keys'])],
    ['providers', list(source.providers)],
    ['configs', { success: true, data: source.configs.map(bare) }],
    ['guardrails', list(source.guardrails.map(bare))],
    ['prompts', list(source.prompts.map(bare))],
    ['prompts/partials', source.partials.map(bare)],
  ]
  for (const [id, rows] of Object.entries(source.members)) files.push([`admin/workspaces/${id}/users`, list(rows)])
  for (const row of source.integrations) {
    files.push([`integrations/${row.slug}`, whole(row)])
    files.push([`integrations/${row.slug}/models`, { total: 0, models: row.models }])
    files.push([`integrations/${row.slug}/workspaces`, { total: 1, workspaces: row.workspaces }])
  }
  for (const row of source.configs) files.push([`workspaces/${row.workspace_id}/configs/${row.slug}`, whole(row)])
  for (const row of source.guardrails) files.push([`guardrails/${row.slug}`, whole(row)])
  for (const row of source.partials) {
    files.push([`prompts/partials/${row.slug}`, whole(row)])
    files.push([`prompts/partials/${row.slug}/versions`, source.partialVersions[row.id] ?? []])
  }
  for (const row of source.prompts) {
    files.push([`workspaces/${row.workspace_id}/prompts/${row.slug}`, whole(row)])
    const versions = source.versions[row.id] ?? []
    files.push([`workspaces/${row.workspace_id}/prompts/${row.id}/versions`, versions])
    for (const one of versions)
      files.push([`workspaces/${row.workspace_id}/prompts/${row.id}/versions/${one['id']}`, versionDetail(row, one)])
  }
  for (const [path, body] of files) {
    const file = join(folder, `${path}.json`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, JSON.stringify(body))
  }
}

/** Serves the account as Portkey's admin API does; records the calls. */
export function serveAccount(source: Account, key: string) {
  const calls: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname, searchParams } = new URL(request.url)
      calls.push(`${request.method} ${pathname}`)
      if (request.headers.get('x-portkey-api-key') !== key) return Response.json({ success: false }, { status: 401 })
      const body = answer(source, pathname.replace(/^\/v1/, ''), searchParams)
      return body === null ? Response.json({ success: false }, { status: 404 }) : Response.json(body)
    },
  })
  return { calls, url: `http://127.0.0.1:${server.port}/v1`, stop: () => server.stop(true) }
}

function answer(source: Account, path: string, query: URLSearchParams): unknown {
  const home = query.get('workspace_id')
  const mine = <One extends Row>(rows: One[]) =>
    rows.filter((row) => home === null || row['workspace_id'] === home || row['workspace_id'] === null)
  const paged = (rows: Row[]) => (Number(query.get('current_page') ?? 0) > 0 ? list([]) : list(rows))
  const parts = path.slice(1).split('/')
  const [first, second, third, fourth] = parts
  if (path === '/admin/workspaces') return list(source.workspaces)
  if (first === 'admin' && second === 'workspaces') return paged(source.members[third ?? ''] ?? [])
  if (path === '/admin/organisation/defaults') return source.defaults
  if (path === '/workspace-exclusions/output-guardrails') return { workspaces: source.exclusions }
  if (path === '/admin/users') return paged(source.users)
  if (path === '/admin/users/invites') return paged(source.invites)
  if (first === 'integrations') {
    const row = source.integrations.find(({ slug }) => slug === second)
    if (row === undefined) return list(source.integrations.map(bare))
    return third === 'models'
      ? { models: row.models }
      : third === 'workspaces'
        ? { workspaces: row.workspaces }
        : whole(row)
  }
  if (first === 'prompts' && second === 'partials') {
    const row = source.partials.find(({ slug }) => slug === third)
    if (third === undefined) return mine(source.partials).map(bare)
    return row === undefined ? null : fourth === 'versions' ? source.partialVersions[row.id] : whole(row)
  }
  if (first === 'prompts') {
    if (second === undefined) return paged(mine(source.prompts).map(bare))
    const row = mine(source.prompts).find(({ slug }) => slug === second)
    if (row === undefined) return null
    const versions = source.versions[row.id] ?? []
    if (third !== 'versions') return whole(row)
    if (fourth === undefined) return versions
    const found = versions.find(({ id }) => id === fourth)
    return found === undefined ? null : versionDetail(row, found)
  }
  if (first === 'configs') {
    const row = mine(source.configs).find(({ slug }) => slug === second)
    return second === undefined ? list(mine(source.configs).map(bare)) : row === undefined ? null : whole(row)
  }
  if (first === 'guardrails') {
    const row = mine(source.guardrails).find(({ slug }) => slug === second)
    return second === undefined ? paged(mine(source.guardrails).map(bare)) : row === undefined ? null : whole(row)
  }
  const simple: Row[] | undefined = {
    labels: source.labels,
    collections: source.collections,
    'virtual-keys': source['virtual-keys'],
    providers: source.providers,
    'api-keys': source['api-keys'],
    'policies/usage-limits': source['usage-limits'],
    'policies/rate-limits': source['rate-limits'],
  }[path.slice(1)] as Row[] | undefined
  return simple === undefined ? null : paged(mine(simple))
}
