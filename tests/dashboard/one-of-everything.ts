/** Creates each resource at least once, and requests with every outcome. */

import type { Dashboard } from './harness.ts'
import { insertLogs, logOfTrace, sendPlain, sendRescued } from './log-traffic.ts'

/** Returns the text for a field, so that a test can choose every text. */
type Words = (field: string) => string

type Furnished = { readonly workspaceId: string; readonly config: string; readonly prompt: string }

const CONFIG = {
  strategy: { mode: 'fallback', on_status_codes: [429, 500] },
  targets: [
    { name: 'main', provider: 'mock', retry: { attempts: 1 } },
    {
      strategy: { mode: 'loadbalance' },
      targets: [
        { name: 'left', provider: 'mock', weight: 3 },
        { name: 'right', provider: 'mock', weight: 1 },
      ],
    },
  ],
}
const BROKEN = { provider: 'mock', override_params: { model: 'mock-error-503' } }
const CIRCUIT = { failure_threshold: 1, cooldown_interval: 30_000 }

export async function oneOfEverything(dashboard: Dashboard, words: Words): Promise<Furnished> {
  const workspaceId = await dashboard.scene.defaultWorkspace()
  const config = await saveConfig(dashboard, workspaceId, words)
  const prompt = await savePrompts(dashboard, workspaceId, words)
  await saveKeys(dashboard, workspaceId, words)
  await saveLimits(dashboard, workspaceId, words)
  await saveGuardrail(dashboard, workspaceId, words)
  await invitePeople(dashboard, workspaceId, words)
  await sendTraffic(dashboard, prompt, words)
  await saveExport(dashboard, workspaceId, words)
  return { workspaceId, config, prompt }
}

async function saveConfig({ scene }: Dashboard, workspaceId: string, words: Words): Promise<string> {
  const made = await scene.do('POST', '/configs', {
    name: words('config name'),
    config: CONFIG,
    workspace_id: workspaceId,
  })
  const slug = String(made['slug'])
  await scene.do('POST', '/virtual-models', {
    name: 'team/chat',
    description: words('virtual model description'),
    config: slug,
    workspace_id: workspaceId,
  })
  await scene.do('PUT', `/configs/${slug}`, { config: { ...CONFIG, request_timeout: 20_000 } })
  return slug
}

async function savePrompts({ scene }: Dashboard, workspaceId: string, words: Words): Promise<string> {
  const { id: collection } = await scene.do('POST', '/collections', {
    name: words('collection name'),
    workspace_id: workspaceId,
  })
  await scene.do('POST', '/labels', {
    name: 'canary',
    description: words('label description'),
    workspace_id: workspaceId,
  })
  await scene.do('POST', '/prompts/partials', {
    name: words('partial name'),
    string: words('partial text'),
    version_description: words('partial note'),
    workspace_id: workspaceId,
  })
  const made = await scene.do('POST', '/prompts', {
    name: words('prompt name'),
    collection_id: collection,
    model: 'mock-1',
    workspace_id: workspaceId,
    version_description: words('prompt note'),
    string: [
      { role: 'system', content: 'You greet people in {{language}}.' },
      { role: 'user', content: words('prompt text') },
    ],
  })
  const slug = String(made['slug'])
  const string = [{ role: 'system', content: words('prompt text') }]
  await scene.do('PUT', `/prompts/${slug}?workspace_id=${workspaceId}`, { string, patch: true })
  return slug
}

async function saveGuardrail({ scene, gateway }: Dashboard, workspaceId: string, words: Words): Promise<void> {
  const check = {
    id: 'default.contains',
    name: words('check name'),
    parameters: { words: ['falcon'], operator: 'none' },
  }
  const actions = { deny: true, async: false, shadow: true }
  const { slug } = await scene.do('POST', '/guardrails', {
    name: words('guardrail name'),
    checks: [check],
    actions,
    workspace_id: workspaceId,
  })
  await scene.do('PUT', `/guardrails/${slug}?workspace_id=${workspaceId}`, {
    actions: { ...actions, sequential: true },
  })
  await gateway.chat(
    { provider: 'mock', input_guardrails: [slug] },
    { body: { messages: [{ role: 'user', content: 'falcon' }] } },
  )
}

async function saveKeys({ scene }: Dashboard, workspaceId: string, words: Words): Promise<void> {
  const of = { workspace_id: workspaceId }
  const limit = { type: 'cost', credit_limit: 5, alert_threshold: 4, periodic_reset: 'monthly' }
  await scene.do('POST', '/virtual-keys', {
    name: words('virtual key name'),
    note: words('virtual key note'),
    provider: 'mock',
    key: 'sk-not-a-real-key-000',
    usage_limits: limit,
    rate_limits: [{ type: 'requests', unit: 'rpm', value: 600 }],
    ...of,
  })
  await scene.do('POST', '/virtual-keys', {
    name: words('other virtual key name'),
    provider: 'openai',
    key: 'sk-x',
    ...of,
  })
  const { slug } = await scene.do('POST', '/integrations', {
    name: words('integration name'),
    description: words('integration description'),
    ai_provider_id: 'openai',
    key: 'sk-not-a-real-key-001',
  })
  await scene.do('PUT', `/integrations/${slug}/workspaces`, {
    workspaces: [{ id: workspaceId, enabled: true, usage_limits: [limit] }],
  })
  await scene.do('POST', '/api-keys/workspace/service', {
    name: words('API key name'),
    description: words('API key description'),
    scopes: ['logs.list'],
    client_certificates: [`dns:${crypto.randomUUID()}.example`],
    ...of,
  })
  await scene.do('POST', '/api-keys/organisation/service', { name: words('Admin key name'), scopes: ['logs.list'] })
}

async function saveLimits({ scene }: Dashboard, workspaceId: string, words: Words): Promise<void> {
  const rule = { conditions: [], group_by: [{ key: 'metadata._user' }], workspace_id: workspaceId }
  await scene.do('POST', '/policies/usage-limits', {
    name: words('policy name'),
    ...rule,
    type: 'cost',
    credit_limit: 20,
  })
  await scene.do('POST', '/policies/rate-limits', {
    name: words('policy name'),
    ...rule,
    type: 'requests',
    unit: 'rpm',
    value: 600,
  })
  const { id: channel } = await scene.do('POST', '/alerts/channels', {
    name: words('channel name'),
    type: 'email',
    recipients: ['ops@example.com'],
    workspace_id: workspaceId,
  })
  await scene.do('POST', '/alerts/rules', {
    name: words('rule name'),
    condition: { metric: 'cost', threshold: 100 },
    channel_ids: [channel],
    workspace_id: workspaceId,
  })
  await scene.do('POST', '/sinks', {
    name: words('sink name'),
    type: 'kafka',
    brokers: ['kafka-1.example.com:9093'],
    topic: 'logs',
    enabled: false,
    workspace_id: workspaceId,
  })
  await scene.do('POST', '/admin/roles', {
    name: words('role name'),
    description: words('role description'),
    level: 'workspace',
    permissions: ['logs.list'],
  })
  await scene.do('POST', '/admin/workload-issuers', {
    name: words('issuer name'),
    issuer: 'https://issuer.example.com',
    audiences: ['gatehouse'],
    claims: { sub: 'jobs/*' },
    workspace_id: workspaceId,
  })
  const prices = {
    input_tokens: { usd: 300, per: 1_000_000 },
    output_tokens: { usd: 900, per: 1_000_000 },
  }
  await scene.do('POST', '/prices', { provider: 'mock', model: 'mock-1', prices })
  // Listed on the Models page, with the usage of the inserted logs.
  await scene.do('POST', '/prices', { provider: 'openai', model: words('model'), prices })
}

async function invitePeople({ scene, gateway }: Dashboard, workspaceId: string, words: Words): Promise<void> {
  await scene.do('POST', '/admin/workspaces', {
    name: words('workspace name'),
    description: words('workspace description'),
    defaults: { metadata: { team: words('default metadata') } },
  })
  await scene.do('POST', '/admin/users/invites', { email: 'guest@example.com', role: 'member', workspaces: [] })
  const invited = await scene.do('POST', '/admin/users/invites', {
    email: 'grace@example.com',
    role: 'member',
    workspaces: [{ id: workspaceId, role: 'member' }],
  })
  const accepted = await scene.call(null, 'POST', '/invites/accept', {
    token: String(invited['invite_link']).split('/').at(-1),
    password: 'correct horse of grace',
    first_name: words('first name'),
    last_name: words('last name'),
  })
  if (accepted.status !== 200) throw new Error(`The invitation was answered ${accepted.status}: ${accepted.text}`)
  const provisioned = await gateway.fetch('/scim/v2/Groups', {
    method: 'POST',
    key: gateway.adminKey,
    body: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: words('group name') },
  })
  if (provisioned.status !== 201) throw new Error(`SCIM answered ${provisioned.status}: ${await provisioned.text()}`)
  await scene.do('POST', '/admin/sso-connections', {
    name: words('connection name'),
    issuer: 'https://login.example.com/realms/acme',
    client_id: 'gatehouse',
    client_secret: 'the-secret-of-the-client',
    domains: ['single-sign-on.example'],
  })
  await scene.do('POST', '/admin/group-mappings', {
    group_name: words('mapped group'),
    organisation_role: 'admin',
    workspace_id: workspaceId,
    workspace_role: 'manager',
  })
}

/** Succeeded, recovered, failed, refused by a circuit, with a prompt, a trace, tools; labels come from `words`. */
async function sendTraffic(dashboard: Dashboard, prompt: string, words: Words): Promise<void> {
  const { gateway } = dashboard
  await sendRescued(dashboard, 'rescued-1')
  await sendPlain(dashboard, 'plain-1', { messages: [{ role: 'user', content: words('question') }] })
  await insertLogs(dashboard, [
    { model: words('model'), user: words('user'), prompt: words('question'), traceId: 'inserted-1' },
    { model: words('model'), user: words('user'), prompt: words('other question'), traceId: 'inserted-2', status: 500 },
  ])
  for (let i = 0; i < 2; i++) await drain(gateway.chat({ ...BROKEN, cb_config: CIRCUIT }))
  await drain(gateway.chat({ provider: 'mock' }, { body: { model: 'mock-error-429' } }))
  await drain(
    gateway.fetch(`/v1/prompts/${prompt}/completions`, {
      method: 'POST',
      headers: { 'x-gateway-provider': 'mock', 'x-gateway-trace-id': 'prompt-1' },
      body: { variables: { language: words('variable') } },
    }),
  )
  await drain(
    gateway.fetch('/v1/feedback', {
      method: 'POST',
      body: { trace_id: 'plain-1', value: 5, metadata: { reason: words('feedback') } },
    }),
  )
  await logOfTrace(dashboard, 'prompt-1')
}

async function saveExport({ scene }: Dashboard, workspaceId: string, words: Words): Promise<void> {
  const made = await scene.do('POST', '/logs/exports', {
    workspace_id: workspaceId,
    filters: { time_of_generation_min: '2026-01-01T00:00:00Z' },
    requested_data: ['id', 'trace_id', 'metadata'],
    description: words('export description'),
  })
  await scene.do('POST', `/logs/exports/${made['id']}/start`)
}

async function drain(answer: Promise<Response>): Promise<void> {
  await (await answer).text()
}
