import { afterAll, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { ControlScene } from '../../harness/control-scene.ts'
import { shareGatewayProcess } from '../../harness/share-gateway.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'

const SECRET = 'the-secret-of-the-webhook'
const posts: { readonly headers: Headers; readonly body: string }[] = []
const waiting: (() => void)[] = []
const receiver = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    posts.push({ headers: request.headers, body: await request.text() })
    for (const resolve of waiting.splice(0)) resolve()
    return new Response('thanks')
  },
})
afterAll(() => receiver.stop(true))

/** Resolves when `count` alerts have arrived since the start. */
async function posted(count: number): Promise<void> {
  while (posts.length < count) await new Promise<void>((resolve) => void waiting.push(resolve))
}

const gateway = await shareGatewayProcess({
  environment: {
    GATEWAY_ALERT_WEBHOOK_URL: `http://127.0.0.1:${receiver.port}/hooks/budgets`,
    GATEWAY_ALERT_WEBHOOK_SECRET: SECRET,
  },
})
const simulator = await shareSimulator({
  answers: [
    {
      body: {
        object: 'chat.completion',
        model: 'm',
        choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 },
      },
    },
  ],
})
const scene = new ControlScene(gateway)
await scene.do('POST', '/prices', { model: 'dollar', prices: { requests: { usd: 1, per: 1 } } })

async function virtualKey(usageLimits: object): Promise<{ id: string; slug: string }> {
  return (await scene.do('POST', '/virtual-keys', {
    name: scene.uniqueName('Watched'),
    provider: 'openai-compatible',
    key: 'sk-sim',
    custom_host: `${simulator.url}/v1`,
    usage_limits: usageLimits,
  })) as { id: string; slug: string }
}

async function call(slug: string): Promise<number> {
  const reply = await gateway.chat(null, { headers: { 'x-gateway-virtual-key': slug }, body: { model: 'dollar' } })
  await reply.text()
  return reply.status
}

type Alert = { readonly id: string; readonly holder: { readonly id: string } }

async function alertsOf(holderId: string): Promise<Alert[]> {
  const { data } = (await scene.do('GET', '/alerts')) as { data: Alert[] }
  return data.filter(({ holder }) => holder.id === holderId)
}

test('a budget that passes its threshold sends one alert: signed webhook, stored, and printed', async () => {
  const { id, slug } = await virtualKey({ credit_limit: 4, alert_threshold: 2 })
  expect(await call(slug)).toBe(200)
  expect(posts).toEqual([])
  expect(await call(slug)).toBe(200)
  await posted(1)
  const { headers, body } = posts[0]!
  expect(JSON.parse(body)).toMatchObject({
    event: 'budget.threshold_reached',
    holder: { kind: 'virtual_key', id },
    type: 'cost',
    alert_threshold: 2,
    credit_limit: 4,
    current_usage: 2,
  })
  const signed = `${headers.get('x-gateway-timestamp')}.${body}`
  expect(headers.get('x-gateway-signature')).toBe(`sha256=${createHmac('sha256', SECRET).update(signed).digest('hex')}`)
  expect(await alertsOf(id)).toEqual([JSON.parse(body) as Alert])
  expect([await call(slug), await call(slug), await call(slug)]).toEqual([200, 200, 412])
  expect(await alertsOf(id)).toHaveLength(1)
  const lines = gateway.process
    .output()
    .split('\n')
    .filter((line) => line.includes('budget_alert') && line.includes(id))
  expect(lines).toHaveLength(1)
  expect(gateway.process.output()).not.toContain(SECRET)
})

test('after a budget reset the alert is sent again', async () => {
  const { id, slug } = await virtualKey({ credit_limit: 2, alert_threshold: 1 })
  const before = posts.length
  await call(slug)
  await posted(before + 1)
  await scene.do('PUT', `/virtual-keys/${slug}`, { reset_usage: true })
  await call(slug)
  await posted(before + 2)
  const alerts = await alertsOf(id)
  expect(alerts.map((alert) => alert.id)).toEqual(
    posts
      .slice(before)
      .map(({ body }) => (JSON.parse(body) as Alert).id)
      .toReversed(),
  )
})

test('a workspace reads only its own alerts', async () => {
  const other = await scene.workspaceKey(await scene.workspace(), ['policies.list'])
  expect((await scene.call(other, 'GET', '/alerts')).body).toMatchObject({ total: 0, data: [] })
  const mine = await gateway.fetch('/v1/alerts')
  expect(((await mine.json()) as { total: number }).total).toBeGreaterThan(0)
})
