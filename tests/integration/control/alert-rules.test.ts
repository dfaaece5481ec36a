import { afterAll, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { ControlScene } from '../../harness/control-scene.ts'
import { eventually } from '../../harness/eventually.ts'
import { shareGatewayProcess } from '../../harness/share-gateway.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'
import { startSmtpServer } from '../../harness/smtp-server.ts'

const SECRET = 'the-secret-of-the-webhook'
const TOKEN = 'T0KEN-in-the-path'

type Post = {
  readonly path: string
  readonly headers: Headers
  readonly body: Record<string, unknown>
  readonly text: string
}

const posts: Post[] = []
const receiver = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    const text = await request.text()
    const { pathname: path } = new URL(request.url)
    posts.push({ path, headers: request.headers, body: JSON.parse(text) as Post['body'], text })
    return path === '/broken' ? new Response('', { status: 500 }) : new Response('ok')
  },
})
const smtp = await startSmtpServer({ login: 'mailer:secret-of-smtp' })
afterAll(async () => {
  await receiver.stop(true)
  smtp.stop()
})
const gateway = await shareGatewayProcess({
  environment: {
    GATEWAY_ALERT_INTERVAL_SECONDS: '1',
    GATEWAY_SMTP_HOST: '127.0.0.1',
    GATEWAY_SMTP_PORT: String(smtp.port),
    GATEWAY_SMTP_SECURITY: 'none',
    GATEWAY_SMTP_USER: 'mailer',
    GATEWAY_SMTP_PASSWORD: 'secret-of-smtp',
    GATEWAY_SMTP_FROM: 'gatehouse@example.com',
  },
})
const OK = {
  body: {
    object: 'chat.completion',
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 },
  },
}
const simulator = await shareSimulator({ answers: [OK] })
const scene = new ControlScene(gateway)
const hook = (path: string) => `http://127.0.0.1:${receiver.port}${path}`

async function create(kind: 'rules' | 'channels', body: object): Promise<string> {
  return String((await scene.do('POST', `/alerts/${kind}`, body))['id'])
}

async function workspace() {
  const id = await scene.workspace()
  return { id, key: await scene.workspaceKey(id, await scene.scopesOf('workspace')) }
}

/** Sends requests in the workspace: successful ones, or ones that fail with 400 because they name no provider. */
async function send(key: { readonly headers: Readonly<Record<string, string>> }, count: number, slug?: string) {
  for (let i = 0; i < count; i++) {
    const response = await fetch(`${gateway.baseURL}/chat/completions`, {
      method: 'POST',
      headers: { ...key.headers, 'content-type': 'application/json', ...(slug && { 'x-gateway-virtual-key': slug }) },
      body: JSON.stringify({ model: 'dollar', messages: [{ role: 'user', content: 'hi' }] }),
    })
    await response.text()
  }
}

const postsOf = (path: string) => posts.filter((post) => post.path === path)

test('a rule on the error rate fires and resolves: signed webhook, Slack and e-mail, with a history', async () => {
  const { id, key } = await workspace()
  const made = { workspace_id: id }
  const webhook = await create('channels', {
    ...made,
    name: 'Hook',
    type: 'webhook',
    webhook_url: hook(`/${TOKEN}`),
    signing_secret: SECRET,
  })
  const slack = await create('channels', { ...made, name: 'Slack', type: 'slack', webhook_url: hook('/slack-1') })
  const email = await create('channels', { ...made, name: 'Mail', type: 'email', recipients: ['ops@example.com'] })
  const rule = await create('rules', {
    ...made,
    name: 'Errors',
    condition: { metric: 'error_rate', threshold: 50, window_minutes: 5, min_requests: 3 },
    channel_ids: [webhook, slack, email],
  })
  await send(key, 3)
  await eventually('the webhook is called', async () => (postsOf(`/${TOKEN}`).length > 0 ? true : null))
  await eventually('Slack is called', async () => (postsOf('/slack-1').length > 0 ? true : null))
  await smtp.received(1)
  const [post] = postsOf(`/${TOKEN}`)
  expect(post?.body).toMatchObject({
    event: 'alert.fired',
    rule_id: rule,
    metric: 'error_rate',
    value: 100,
    requests: 3,
  })
  const signed = `${post?.headers.get('x-gateway-timestamp')}.${post?.text}`
  expect(post?.headers.get('x-gateway-signature')).toBe(
    `sha256=${createHmac('sha256', SECRET).update(signed).digest('hex')}`,
  )
  expect(postsOf('/slack-1')[0]?.body['text']).toStartWith('Firing: Errors\n')
  expect(smtp.mails[0]).toMatchObject({ from: 'gatehouse@example.com', to: ['ops@example.com'] })
  expect(await scene.do('GET', `/alerts/rules/${rule}`)).toMatchObject({ status: 'firing', value: 100 })
  // A new threshold resets the status; the value is below this one, so the rule becomes "ok".
  await scene.do('PUT', `/alerts/rules/${rule}`, { condition: { metric: 'error_rate', threshold: 100 } })
  await eventually('the rule is evaluated', async () =>
    (await scene.do('GET', `/alerts/rules/${rule}`))['status'] === 'ok' ? true : null,
  )
  type Event = { event: string; deliveries: { channel_type: string; status: string }[] }
  const events = await eventually('all deliveries have ended', async () => {
    const { data } = (await scene.do('GET', `/alerts/events?rule_id=${rule}`)) as { data: Event[] }
    return data[0]?.deliveries.every(({ status }) => status === 'delivered') ? data : null
  })
  expect(events.map(({ event }) => event)).toEqual(['alert.fired'])
  expect(events[0]?.deliveries.map((delivery) => delivery.channel_type).sort()).toEqual(['email', 'slack', 'webhook'])
  for (const secret of [SECRET, TOKEN, 'secret-of-smtp']) expect(gateway.process.output()).not.toContain(secret)
})

test('rules on cost and on the forecast of a budget measure real requests', async () => {
  const { id, key } = await workspace()
  await scene.do('POST', '/prices', { model: 'dollar', prices: { requests: { usd: 1, per: 1 } }, workspace_id: id })
  const { slug } = await scene.do('POST', '/virtual-keys', {
    name: scene.uniqueName('Watched'),
    provider: 'openai-compatible',
    key: 'sk-sim',
    custom_host: `${simulator.url}/v1`,
    usage_limits: { credit_limit: 4, alert_threshold: 2, periodic_reset_days: 1 },
    workspace_id: id,
  })
  const channel = await create('channels', {
    name: 'Money',
    type: 'webhook',
    webhook_url: hook('/money'),
    budget_alerts: true,
    workspace_id: id,
  })
  const rule = (name: string, condition: object) =>
    create('rules', { name, condition, channel_ids: [channel], workspace_id: id })
  await rule('Cost', { metric: 'cost', threshold: 2.5 })
  await rule('Latency', { metric: 'latency_p95', threshold: 3_600_000, min_requests: 1 })
  await send(key, 3, String(slug))
  // After the requests: late in the day, the forecast passes the threshold with two of them.
  await rule('Forecast', { metric: 'budget_forecast', threshold: 50 })
  await eventually('three alerts arrive', async () => (postsOf('/money').length >= 3 ? true : null))
  const bodies = postsOf('/money').map(({ body }) => body)
  expect(
    bodies
      .map(({ name }) => name)
      .sort()
      .slice(0, 2),
  ).toEqual(['Cost', 'Forecast'])
  expect(bodies.find(({ name }) => name === 'Cost')).toMatchObject({ value: 3, threshold: 2.5, requests: 3 })
  const forecast = bodies.find(({ name }) => name === 'Forecast')
  expect(String(forecast?.['budget_name'])).toContain('Virtual key Watched')
  expect(Number(forecast?.['value'])).toBeGreaterThanOrEqual(75)
  const budget = bodies.find(({ event }) => event === 'budget.threshold_reached')
  expect(budget).toMatchObject({ budget: { alert_threshold: 2, current_usage: 2 } })
  const { data } = (await scene.do('GET', `/alerts/rules?workspace_id=${id}`)) as { data: Record<string, unknown>[] }
  const latency = data.find(({ name }) => name === 'Latency')
  expect(latency).toMatchObject({ status: 'ok' })
  expect(Number(latency?.['value'])).toBeGreaterThan(0)
})

test('a test notification returns the result of its delivery', async () => {
  const ok = await create('channels', { name: 'Fine', type: 'webhook', webhook_url: hook('/tested') })
  expect(await scene.do('POST', `/alerts/channels/${ok}/test`)).toMatchObject({ delivered: true, error: null })
  expect(postsOf('/tested').map(({ body }) => body['event'])).toEqual(['alert.test'])
  const broken = await create('channels', { name: 'Broken', type: 'slack', webhook_url: hook('/broken') })
  expect(await scene.do('POST', `/alerts/channels/${broken}/test`)).toMatchObject({
    delivered: false,
    error: 'HTTP status 500',
  })
  const metadata = await create('channels', {
    name: 'SSRF',
    type: 'webhook',
    webhook_url: 'http://169.254.169.254/latest',
  })
  const refused = await scene.do('POST', `/alerts/channels/${metadata}/test`)
  expect(refused).toMatchObject({ delivered: false })
  expect(String(refused['error'])).toContain('metadata')
  const before = smtp.mails.length
  const mail = await create('channels', {
    name: 'Mail\u0007',
    type: 'email',
    recipients: ['a@example.com', 'b@example.com'],
  })
  expect(await scene.do('POST', `/alerts/channels/${mail}/test`)).toMatchObject({ delivered: true })
  expect(smtp.mails[before]?.to).toEqual(['a@example.com', 'b@example.com'])
  const { records } = (await scene.do('GET', '/audit-logs?page_size=100')) as { records: { action: string }[] }
  expect(records.filter(({ action }) => action === 'alert_channel.test')).toHaveLength(4)
})

test('test notifications of a channel are limited', async () => {
  const id = await create('channels', { name: 'Often', type: 'webhook', webhook_url: hook('/often') })
  const statuses: number[] = []
  for (let i = 0; i < 8; i++)
    statuses.push((await scene.call(scene.admin, 'POST', `/alerts/channels/${id}/test`)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  expect(postsOf('/often')).toHaveLength(5)
})

test('a test of a rule goes to each of its channels, is marked as a test and leaves the rule as it was', async () => {
  const { id, key } = await workspace()
  const made = { workspace_id: id }
  const ok = await create('channels', { ...made, name: 'Fine', type: 'webhook', webhook_url: hook('/rule-test') })
  const bad = await create('channels', { ...made, name: 'Broken', type: 'slack', webhook_url: hook('/broken') })
  const mail = await create('channels', { name: 'Mail', type: 'email', recipients: ['ops@example.com'] })
  const silenced = new Date(Date.now() + 3_600_000).toISOString()
  const rule = await create('rules', {
    ...made,
    name: 'Errors',
    condition: { metric: 'error_rate', threshold: 5, window_minutes: 15 },
    channel_ids: [ok, bad, mail],
    enabled: false,
    silenced_until: silenced,
  })
  const mails = smtp.mails.length
  const tested = await scene.call(key, 'POST', `/alerts/rules/${rule}/test`)
  expect([tested.status, tested.body]).toMatchObject([
    200,
    {
      object: 'alert_rule_test',
      rule_id: rule,
      data: [
        { channel_id: ok, channel_name: 'Fine', channel_type: 'webhook', delivered: true, error: null },
        { channel_id: bad, channel_name: 'Broken', delivered: false, error: 'HTTP status 500' },
        { channel_id: mail, channel_type: 'email', delivered: true, error: null },
      ],
    },
  ])
  expect(postsOf('/rule-test').map(({ body }) => body)).toMatchObject([
    {
      event: 'alert.test',
      title: 'Test: Errors',
      rule_id: rule,
      metric: 'error_rate',
      threshold: 5,
      value: null,
      firing_since: null,
      summary:
        'Test notification of Gatehouse. No action is needed.\nThe rule fires if: Error rate above 5 % over 15 min',
    },
  ])
  await smtp.received(mails + 1)
  expect(smtp.mails.at(-1)?.data).toContain('Subject: [Gatehouse] Test: Errors')
  const after = await scene.do('GET', `/alerts/rules/${rule}`)
  expect(after).toMatchObject({ status: 'disabled', silenced_until: silenced, value: null })
  expect((await scene.do('GET', `/alerts/events?rule_id=${rule}`))['data']).toEqual([])
  const { records } = (await scene.do('GET', '/audit-logs?page_size=100')) as { records: { action: string }[] }
  expect(records.filter(({ action }) => action === 'alert_rule.test')).toHaveLength(1)
  const other = await workspace()
  expect((await scene.call(other.key, 'POST', `/alerts/rules/${rule}/test`)).status).toBe(404)
  const alone = await create('rules', { ...made, name: 'Alone', condition: { metric: 'cost', threshold: 5 } })
  const refused = await scene.call(key, 'POST', `/alerts/rules/${alone}/test`)
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringContaining('has no channels')])
})

test('secrets of a channel are never returned, stay when other fields change, and can be replaced', async () => {
  const body = { name: 'Secret', type: 'webhook', webhook_url: hook('/before?token=hidden'), signing_secret: SECRET }
  const id = await create('channels', body)
  await scene.do('PUT', `/alerts/channels/${id}`, { name: 'Renamed' })
  await scene.do('POST', `/alerts/channels/${id}/test`)
  expect(postsOf('/before')[0]?.headers.has('x-gateway-signature')).toBe(true)
  await scene.do('PUT', `/alerts/channels/${id}`, { webhook_url: hook('/after'), signing_secret: null })
  await scene.do('POST', `/alerts/channels/${id}/test`)
  expect(postsOf('/after')[0]?.headers.has('x-gateway-signature')).toBe(false)
  const read = await scene.do('GET', `/alerts/channels/${id}`)
  expect(read).toMatchObject({ url_hint: `${hook('')}/…`, is_signed: false })
  const seen = JSON.stringify([
    read,
    await scene.do('GET', '/alerts/channels'),
    await scene.do('GET', '/audit-logs?page_size=100'),
  ])
  expect([SECRET, TOKEN, 'hidden', '/after', '/slack-1'].filter((secret) => seen.includes(secret))).toEqual([])
})

test.each([
  ['channels', { name: 'x', type: 'webhook' }, 'webhook_url'],
  ['channels', { name: 'x', type: 'webhook', webhook_url: 'ftp://example.com' }, 'webhook_url'],
  ['channels', { name: 'x', type: 'webhook', webhook_url: 'https://user:pass@example.com' }, 'webhook_url'],
  ['channels', { name: 'x', type: 'email' }, 'recipients'],
  ['channels', { name: 'x', type: 'email', recipients: ['a@example.com\r\nBcc: b@example.com'] }, 'recipients[0]'],
  [
    'channels',
    { name: 'x', type: 'email', recipients: ['a@example.com'], webhook_url: 'https://example.com' },
    'webhook_url',
  ],
  [
    'channels',
    { name: 'x', type: 'slack', webhook_url: 'https://example.com', signing_secret: SECRET },
    'signing_secret',
  ],
  ['rules', { name: 'x', condition: { metric: 'error_rate', threshold: 101 } }, 'condition.threshold'],
  ['rules', { name: 'x', condition: { metric: 'errors', threshold: 1 } }, 'condition.metric'],
  ['rules', { name: 'x', condition: { metric: 'cost', threshold: 1 }, channel_ids: ['nothing'] }, 'channel_ids[0]'],
] as const)('%s %j is rejected because of %s', async (kind, body, param) => {
  const { status, body: reply } = await scene.call(scene.admin, 'POST', `/alerts/${kind}`, body)
  expect(status).toBe(400)
  expect((reply['error'] as { param: string }).param).toBe(param)
})

test('a workspace uses channels of the organisation, and sees nothing of other workspaces', async () => {
  const [one, other] = [await workspace(), await workspace()]
  const shared = await create('channels', { name: 'Shared', type: 'webhook', webhook_url: hook('/shared') })
  const own = await create('channels', {
    name: 'Own',
    type: 'webhook',
    webhook_url: hook('/own'),
    workspace_id: one.id,
  })
  const wide = await create('rules', { name: 'Wide', condition: { metric: 'cost', threshold: 1e6 } })
  const body = { name: 'Narrow', condition: { metric: 'cost', threshold: 1e6 }, channel_ids: [shared, own] }
  const made = await scene.call(one.key, 'POST', '/alerts/rules', body)
  expect(made.body).toMatchObject({ workspace_id: one.id, channel_ids: [shared, own] })
  const id = String(made.body['id'])
  expect((await scene.call(other.key, 'POST', '/alerts/rules', body)).status).toBe(400)
  for (const path of [`/alerts/rules/${id}`, `/alerts/rules/${wide}`, `/alerts/channels/${own}`])
    expect((await scene.call(other.key, 'GET', path)).status).toBe(404)
  expect((await scene.call(other.key, 'PUT', `/alerts/channels/${shared}`, { name: 'Taken' })).status).toBe(404)
  expect((await scene.call(other.key, 'POST', `/alerts/channels/${shared}/test`)).status).toBe(404)
  const rules = await scene.call(one.key, 'GET', '/alerts/rules')
  expect((rules.body['data'] as { name: string }[]).map(({ name }) => name)).toEqual(['Narrow'])
  const used = await scene.call(scene.admin, 'DELETE', `/alerts/channels/${own}`)
  expect(used.status).toBe(409)
  expect(used.body['error']).toMatchObject({ details: ['Narrow'] })
  expect((await scene.call(one.key, 'DELETE', `/alerts/rules/${id}`)).status).toBe(200)
  expect((await scene.call(one.key, 'DELETE', `/alerts/channels/${own}`)).status).toBe(200)
})
