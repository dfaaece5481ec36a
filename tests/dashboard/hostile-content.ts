/** Fills an organisation with hostile text in every name, description, request and response. */

import type { Dashboard } from './harness.ts'
import { hostileTexts } from './hostile-texts.ts'
import { logOfTrace, untilCounted } from './log-traffic.ts'

/** A page and the texts it must display as text. */
export type Display = {
  readonly path: string
  readonly texts: readonly string[]
  /** The name of a button that shows the rest; pressed once. */
  readonly more?: string | RegExp
}

const AT_ONCE = 8
const EACH = 24
const TURNS = 150
const TEXTS_EACH = 8
const CONVERSATIONS = 8
/** Alerts use text numbers from here on, above those of all other texts. */
const ALERT_TEXTS_FROM = 100_000
const LONG_WORD = 'x'.repeat(100_000)

let next = 0
function take(count: number): string[] {
  next += count
  return hostileTexts(next - count, count)
}

export async function hostileContent(dashboard: Dashboard): Promise<Display[]> {
  const workspaceId = await dashboard.scene.defaultWorkspace()
  const of = { workspace_id: workspaceId }
  // Alerts first: the test of the audit log expects later resources among its newest entries.
  const alerts = await nameAlerts(dashboard, of)
  const resources = await nameEverything(dashboard, of)
  const talks = await converse(dashboard)
  const long = await sayLongWord(dashboard, of)
  const traffic = await labelRequests(dashboard)
  const details = await describeDetails(dashboard, of)
  await untilCounted(dashboard, CONVERSATIONS + EACH)
  return [...resources, ...alerts, ...details, ...traffic, ...long, ...talks]
}

type Maker = { readonly path: string; readonly fields: number; readonly make: (texts: string[]) => [string, object] }

/** Lists: every row has a name, most have a description. */
async function nameEverything({ scene }: Dashboard, of: object): Promise<Display[]> {
  const rule = { conditions: [], group_by: [{ key: 'metadata._user' }] }
  const { slug } = await scene.do('POST', '/configs', { name: 'Routed', config: { provider: 'mock' }, ...of })
  const makers: Maker[] = [
    { path: '/configs', fields: 1, make: ([name]) => ['/configs', { name, config: { provider: 'mock' }, ...of }] },
    {
      path: '/virtual-keys',
      fields: 1,
      make: ([name]) => ['/virtual-keys', { name, provider: 'mock', key: 'sk-not-real', ...of }],
    },
    {
      path: '/guardrails',
      fields: 1,
      make: ([name]) => ['/guardrails', { name, checks: [{ id: 'default.notNull' }], ...of }],
    },
    {
      path: '/integrations',
      fields: 1,
      make: ([name]) => ['/integrations', { name, ai_provider_id: 'openai', key: 'sk-not-real' }],
    },
    {
      path: '/models/virtual',
      fields: 1,
      make: ([description]) => [
        '/virtual-models',
        { name: scene.uniqueName('model'), config: slug, description, ...of },
      ],
    },
    {
      path: '/api-keys',
      fields: 1,
      make: ([name]) => ['/api-keys/workspace/service', { name, scopes: ['logs.list'], ...of }],
    },
    {
      path: '/admin-keys',
      fields: 1,
      make: ([name]) => ['/api-keys/organisation/service', { name, scopes: ['logs.list'] }],
    },
    { path: '/prompts', fields: 1, make: ([name]) => ['/prompts', { name, model: 'mock-1', string: 'hello', ...of }] },
    { path: '/prompts/partials', fields: 1, make: ([name]) => ['/prompts/partials', { name, string: 'x', ...of }] },
    {
      path: '/prompts/labels',
      fields: 1,
      make: ([description]) => ['/labels', { name: scene.uniqueName('label').replace(' ', '-'), description, ...of }],
    },
    { path: '/prompts/collections', fields: 1, make: ([name]) => ['/collections', { name, ...of }] },
    {
      path: '/policies',
      fields: 1,
      make: ([name]) => ['/policies/usage-limits', { name, ...rule, type: 'cost', credit_limit: 20, ...of }],
    },
    {
      path: '/policies/rate-limits',
      fields: 1,
      make: ([name]) => [
        '/policies/rate-limits',
        { name, ...rule, type: 'requests', unit: 'rpm', value: 60_000, ...of },
      ],
    },
    {
      path: '/workspaces',
      fields: 2,
      make: ([name, description]) => ['/admin/workspaces', { name, description }],
    },
    {
      path: '/settings/sso',
      fields: 1,
      make: ([name]) => [
        '/admin/sso-connections',
        { name, issuer: 'https://login.example.com', client_id: 'gatehouse', client_secret: 'not-real' },
      ],
    },
    {
      path: '/exports',
      fields: 1,
      make: ([description]) => [
        '/logs/exports',
        { description, filters: { ai_model: 'x' }, requested_data: ['id'], ...of },
      ],
    },
    {
      path: '/settings/prices',
      fields: 1,
      make: ([model]) => ['/prices', { model, prices: { input_tokens: { usd: 1, per: 1_000 } } }],
    },
  ]
  const displays = await makeRows(scene, makers)
  // Each of them has an audit log entry with its name.
  const newest = displays.slice(-4).flatMap(({ texts }) => texts)
  return [...displays, { path: '/audit-log', texts: newest.slice(-EACH) }]
}

async function nameAlerts({ scene }: Dashboard, of: object): Promise<Display[]> {
  const condition = { metric: 'cost', threshold: 100 }
  let index = ALERT_TEXTS_FROM
  const texts = (count: number) => {
    index += count
    return hostileTexts(index - count, count)
  }
  const makers: Maker[] = [
    { path: '/alerts', fields: 1, make: ([name]) => ['/alerts/rules', { name, condition, ...of }] },
    {
      path: '/alerts/channels',
      fields: 1,
      make: ([name]) => ['/alerts/channels', { name, type: 'email', recipients: ['ops@example.com'], ...of }],
    },
    {
      path: '/roles',
      fields: 1,
      make: ([name]) => ['/admin/roles', { name, level: 'workspace', permissions: ['logs.list'] }],
    },
    {
      path: '/workload-issuers',
      fields: 1,
      make: ([name]) => [
        '/admin/workload-issuers',
        { name, issuer: 'https://issuer.example.com', audiences: ['gatehouse'], ...of },
      ],
    },
    {
      path: '/sinks',
      fields: 1,
      make: ([name]) => ['/sinks', { name, type: 'otlp', endpoint: 'https://otel.example.com', enabled: false, ...of }],
    },
  ]
  return makeRows(scene, makers, texts)
}

async function makeRows(
  scene: Dashboard['scene'],
  makers: readonly Maker[],
  texts: (count: number) => string[] = take,
): Promise<Display[]> {
  const displays: Display[] = []
  for (const { path, fields, make } of makers) {
    const rows = Array.from({ length: EACH }, () => texts(fields))
    await inBatches(rows, async (row) => {
      const [address, body] = make(row)
      await scene.do('POST', address, body)
    })
    displays.push({ path, texts: rows.flat() })
  }
  return displays
}

/** Conversation messages, tool calls and tool results. */
async function converse(dashboard: Dashboard): Promise<Display[]> {
  const displays: Display[] = []
  for (let index = 0; index < CONVERSATIONS; index++) {
    const texts = take(TURNS * TEXTS_EACH)
    const messages = Array.from({ length: TURNS }, (_, at) =>
      turnOf(at, texts.slice(at * TEXTS_EACH, (at + 1) * TEXTS_EACH)),
    )
    const answer = messages.at(-1)
    await insert(dashboard, {
      request: { ...ADDRESS, body: { model: 'talk', messages: messages.slice(0, -1) } },
      response: { status: 200, body: { choices: [{ message: answer }] }, response_time: 12 },
      metadata: { trace_id: `talk-${index}` },
    })
    const id = await logOfTrace(dashboard, `talk-${index}`)
    displays.push({ path: `/logs/${id}`, texts, more: /^Show .* earlier turns$/ })
  }
  return displays
}

const ADDRESS = { url: 'https://models.example/v1/chat/completions', provider: 'openai' }

/** Longer than any line, without a line break opportunity. */
async function sayLongWord(dashboard: Dashboard, of: object): Promise<Display[]> {
  await insert(dashboard, {
    request: { ...ADDRESS, body: { model: 'long', messages: [{ role: 'user', content: LONG_WORD }] } },
    response: { status: 200, body: { choices: [{ message: { content: LONG_WORD } }] }, response_time: 12 },
    metadata: { trace_id: 'long-1' },
  })
  const id = await logOfTrace(dashboard, 'long-1')
  const name = 'x'.repeat(128)
  const made = await dashboard.scene.do('POST', '/prompts', { name, model: 'mock-1', string: LONG_WORD, ...of })
  return [
    { path: `/logs/${id}`, texts: [LONG_WORD], more: /all 100,000 characters$/ },
    ...['request', 'response'].map((tab) => ({ path: `/logs/${id}?tab=${tab}`, texts: [] })),
    { path: `/prompts/${made['slug']}`, texts: [LONG_WORD, name] },
  ]
}

function turnOf(at: number, texts: readonly string[]): object {
  const text = texts.join('\n')
  if (at % 10 === 3) return { role: 'assistant', content: null, tool_calls: texts.map(callOf) }
  if (at % 10 === 4) return { role: 'tool', tool_call_id: `call-${at}`, content: text }
  if (at % 10 === 5) return { role: 'user', content: texts.map((one) => ({ type: 'text', text: one })) }
  return { role: at % 2 ? 'assistant' : 'user', content: text }
}

function callOf(text: string): object {
  return { id: 'call', type: 'function', function: { name: text, arguments: JSON.stringify({ [text]: text }) } }
}

/** Requests with hostile model, user, trace, labels and errors. */
async function labelRequests(dashboard: Dashboard): Promise<Display[]> {
  // Names in lists have no control characters.
  const models = take(EACH).map((text) => text.replace(/\p{Cc}/gu, ' '))
  const users = take(EACH)
  const [label = '', value = '', message = '', span = ''] = take(4)
  await inBatches(
    models.map((model, at) => ({ model, user: users[at] ?? '' })),
    ({ model, user }) =>
      insert(dashboard, {
        request: { ...ADDRESS, body: { model, messages: [{ role: 'user', content: 'hi' }] } },
        response: { status: 200, body: { choices: [] }, response_time: 12 },
        metadata: { _user: user },
      }),
  )
  await insert(dashboard, {
    request: { ...ADDRESS, body: { model: 'broken', messages: [{ role: 'user', content: 'hi' }] } },
    response: { status: 500, body: { error: { message, type: label, code: value } }, response_time: 12 },
    metadata: { [label]: value, trace_id: 'broken-1', span_name: span },
  })
  const [asked = '', said = ''] = take(2)
  await insert(dashboard, {
    request: { ...ADDRESS, body: { model: 'good', messages: [{ role: 'user', content: asked }] } },
    response: { status: 200, body: { choices: [{ message: { content: said } }] }, response_time: 12 },
    metadata: { trace_id: 'good-1' },
  })
  const [id, good] = [await logOfTrace(dashboard, 'broken-1'), await logOfTrace(dashboard, 'good-1')]
  // Models are listed if a virtual key of their provider exists.
  await dashboard.scene.do('POST', '/virtual-keys', { name: 'Models', provider: 'openai', key: 'sk-not-real' })
  await feedback(dashboard, value)
  return [
    { path: '/logs', texts: [...models, ...users] },
    { path: '/models?used=1', texts: models },
    ...models.slice(0, 8).map((model) => ({ path: `/models/openai/${encodeURIComponent(model)}`, texts: [model] })),
    { path: '/end-users', texts: users },
    ...users.slice(0, 8).map((user) => ({ path: `/end-users/${encodeURIComponent(user)}`, texts: [user] })),
    { path: '/compare', texts: models.slice(0, 8) },
    { path: `/compare/${id}/${good}`, texts: [message, value, asked, said] },
    { path: '/analytics/groups?by=user', texts: users },
    { path: '/analytics/groups?by=model', texts: models },
    { path: `/logs/${id}`, texts: [message] },
    { path: `/logs/${id}?tab=raw`, texts: [label, value, span] },
    { path: `/logs/${id}?tab=feedback`, texts: [value] },
    { path: `/logs/${id}?tab=response`, texts: [message, value] },
    { path: '/traces/broken-1', texts: [span] },
    // These pages may truncate or omit a text, but it must still not run.
    ...['/overview', '/traces', '/health', '/analytics/errors', '/analytics/feedback'].map((path) => ({
      path,
      texts: [],
    })),
  ]
}

/** One resource of each kind with every text field filled. */
async function describeDetails({ scene, gateway }: Dashboard, of: { workspace_id: string }): Promise<Display[]> {
  const [name = '', note = '', first = '', last = '', organisation = ''] = take(5)
  const names = take(EACH)
  const key = await scene.do('POST', '/virtual-keys', { name, note, provider: 'mock', key: 'sk-not-real', ...of })
  const integration = await scene.do('POST', '/integrations', {
    name,
    description: note,
    ai_provider_id: 'openai',
    key: 'sk-not-real',
  })
  const model = names[0] ?? ''
  const models = [{ slug: model, enabled: true, is_custom: true }]
  await scene.do('PUT', `/integrations/${integration['slug']}/models`, { models })
  const apiKey = await scene.do('POST', '/api-keys/workspace/service', {
    name,
    description: note,
    scopes: ['logs.list'],
    defaults: { metadata: { team: last } },
    ...of,
  })
  const targets = names.map((target) => ({ name: target, provider: 'mock', retry: { attempts: 1 } }))
  const config = { strategy: { mode: 'fallback' }, targets }
  const saved = await scene.do('POST', '/configs', { name, config, ...of })
  const turns = take(100)
  const prompt = await scene.do('POST', '/prompts', {
    name,
    model: 'mock-1',
    version_description: note,
    is_raw_template: 0,
    // Braces would be parsed as variables.
    string: turns.map((text) => ({ role: 'user', content: text.replaceAll('{', '(') })),
    ...of,
  })
  const invited = await scene.do('POST', '/admin/users/invites', {
    email: 'eve@example.com',
    role: 'member',
    workspaces: [{ id: of.workspace_id, role: 'member' }],
  })
  const token = String(invited['invite_link']).split('/').at(-1)
  const person = { token, password: 'correct horse of eve', first_name: first, last_name: last }
  const accepted = await gateway.fetch('/v1/invites/accept', { method: 'POST', key: null, body: person })
  if (accepted.status !== 200) throw new Error(`The invitation was answered ${accepted.status}.`)
  const group = await gateway.fetch('/scim/v2/Groups', {
    method: 'POST',
    key: gateway.adminKey,
    body: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: name },
  })
  if (group.status !== 201) throw new Error(`SCIM answered ${group.status}: ${await group.text()}`)
  // Names of groups have no control characters. Only four, because the audit log shows only the newest entries.
  const groups = take(4).map((text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' '))
  for (const group_name of groups)
    await scene.do('POST', '/admin/group-mappings', { group_name, organisation_role: 'member' })
  await scene.do('PUT', '/admin/organisation', { name: organisation })
  return [
    { path: '/settings/sso', texts: groups },
    { path: `/virtual-keys/${key['slug']}`, texts: [name, note, organisation] },
    { path: `/integrations/${integration['slug']}`, texts: [name, note, model] },
    { path: `/api-keys/${apiKey['id']}`, texts: [name, note, last] },
    { path: `/configs/${saved['slug']}`, texts: [name, ...names] },
    { path: `/prompts/${prompt['slug']}`, texts: [name, note, ...turns.map((text) => text.replaceAll('{', '('))] },
    { path: `/configs/${saved['slug']}/versions`, texts: [name] },
    { path: `/configs/${saved['slug']}/explain`, texts: names },
    { path: '/users', texts: [first, last] },
    { path: '/members', texts: [first, last] },
    { path: '/settings', texts: [organisation] },
    { path: '/audit-log', texts: [name] },
    { path: '/scim-log', texts: [name] },
  ]
}

async function feedback({ gateway }: Dashboard, reason: string): Promise<void> {
  const body = { trace_id: 'broken-1', value: -5, metadata: { reason } }
  const answer = await gateway.fetch('/v1/feedback', { method: 'POST', body })
  if (answer.status !== 200) throw new Error(`Feedback was answered ${answer.status}: ${await answer.text()}`)
}

async function insert({ gateway }: Dashboard, log: object): Promise<void> {
  const answer = await gateway.fetch('/v1/logs', { method: 'POST', body: log })
  if (answer.status !== 200) throw new Error(`Inserting was answered ${answer.status}: ${await answer.text()}`)
}

async function inBatches<One>(all: readonly One[], work: (one: One) => Promise<void>): Promise<void> {
  for (let from = 0; from < all.length; from += AT_ONCE)
    await Promise.all(all.slice(from, from + AT_ONCE).map((one) => work(one)))
}
