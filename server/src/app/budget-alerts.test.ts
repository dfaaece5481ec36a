import { afterEach, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import type { StoredAlert } from '../core/money/alerts.ts'
import type { BudgetAlert } from '../core/money/spending.ts'
import { createEgress } from '../egress/send.ts'
import { type AlertPorts, BudgetAlerts } from './budget-alerts.ts'

const SECRET = 'a-secret-of-the-webhook'

const ALERT: BudgetAlert = {
  holder: { kind: 'virtual_key', id: 'vk-1' },
  name: 'Team',
  organisationId: 'acme',
  workspaceId: 'w1',
  atMs: 1_800_000_000_000,
  thresholdUnits: 8_000_000_000,
  spending: {
    unit: 'cost',
    limitUnits: 10_000_000_000,
    usedUnits: 8_000_000_001,
    unknownUnits: 0,
    heldUnits: 0,
    periodStartedAtMs: 0,
    nextResetAtMs: null,
    isExhausted: false,
  },
}

type Post = { readonly headers: Headers; readonly body: string }

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A webhook that responds with these statuses in order and collects the posted alerts. */
function scene(statuses: number[], more: Partial<AlertPorts> = {}, isLoopbackOpen = true) {
  const posts: Post[] = []
  const arrived = Promise.withResolvers<void>()
  const failed = Promise.withResolvers<Error>()
  const kept: StoredAlert[] = []
  const lines: Readonly<Record<string, unknown>>[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      posts.push({ headers: request.headers, body: await request.text() })
      const status = statuses.shift() ?? 200
      if (status === 200) arrived.resolve()
      return new Response('', { status })
    },
  })
  const policy = { isLoopbackOpen, trustedHosts: [], ownPorts: [], stores: [], mockOrigin: '' }
  const egress = createEgress(policy)
  const alerts = new BudgetAlerts({
    store: { insert: async (alert) => void kept.push(alert), removeBefore: async () => {} },
    queue: async () => {},
    send: egress.send,
    webhookUrl: `http://127.0.0.1:${server.port}/hooks/budget?team=a`,
    webhookSecret: SECRET,
    log: (line) => void lines.push(line),
    onDefect: (error) => failed.resolve(error as Error),
    waitMs: 1,
    ...more,
  })
  stops.push(() => {
    alerts.close()
    egress.close()
    server.stop(true)
  })
  return { posts, kept, lines, alerts, arrived: arrived.promise, failed: failed.promise }
}

test('an alert is logged, stored and posted with a signature, in dollars', async () => {
  const { posts, kept, lines, alerts, arrived } = scene([200])
  alerts.report(ALERT)
  await arrived
  expect(kept).toHaveLength(1)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ name: 'Team', current_usage: 8.000_000_001 })
  const { headers, body } = posts[0]!
  expect(JSON.parse(body)).toEqual({
    object: 'alert',
    event: 'budget.threshold_reached',
    id: kept[0]?.id,
    created_at: '2027-01-15T08:00:00.000Z',
    organisation_id: 'acme',
    workspace_id: 'w1',
    holder: { kind: 'virtual_key', id: 'vk-1' },
    name: 'Team',
    type: 'cost',
    alert_threshold: 8,
    credit_limit: 10,
    current_usage: 8.000_000_001,
    next_usage_reset_at: null,
  })
  const signed = `${headers.get('x-gateway-timestamp')}.${body}`
  expect(headers.get('x-gateway-signature')).toBe(`sha256=${createHmac('sha256', SECRET).update(signed).digest('hex')}`)
  expect(headers.get('x-gateway-delivery')).toBe(kept[0]?.id ?? null)
})

test('a rejected post is retried, three attempts in all, and then reported', async () => {
  const twice = scene([500, 429, 200])
  twice.alerts.report(ALERT)
  await twice.arrived
  expect(twice.posts).toHaveLength(3)
  expect(new Set(twice.posts.map(({ headers }) => headers.get('x-gateway-delivery'))).size).toBe(1)
  const never = scene([500, 502, 404, 200])
  never.alerts.report(ALERT)
  expect((await never.failed).message).toEndWith('status 404')
  expect(never.posts).toHaveLength(3)
})

test('an alert is posted even if the store fails', async () => {
  const store = { insert: () => Promise.reject(new Error('the disk is full')), removeBefore: async () => {} }
  const { alerts, arrived, failed } = scene([200], { store })
  alerts.report(ALERT)
  expect((await failed).message).toBe('the disk is full')
  await arrived
})

test('without a secret posts are unsigned, without a URL nothing is posted', async () => {
  const plain = scene([200], { webhookSecret: null })
  plain.alerts.report(ALERT)
  await plain.arrived
  expect(plain.posts[0]?.headers.has('x-gateway-signature')).toBe(false)
  const silent = scene([], { webhookUrl: null })
  silent.alerts.report(ALERT)
  await Bun.sleep(0)
  expect([silent.posts.length, silent.kept.length]).toEqual([0, 1])
})

test('address rules apply to the webhook too, and its URL is not printed', async () => {
  const { posts, alerts, failed } = scene([200], { webhookUrl: 'http://169.254.169.254/hooks/budget' }, false)
  alerts.report(ALERT)
  const { message } = await failed
  expect(message).toStartWith('The webhook did not accept alert')
  expect(message).not.toContain('/hooks')
  expect(posts).toEqual([])
})

test('the webhook may be on loopback even if callers may not use loopback', async () => {
  const { posts, alerts, arrived } = scene([200], {}, false)
  alerts.report(ALERT)
  await arrived
  expect(posts).toHaveLength(1)
})
