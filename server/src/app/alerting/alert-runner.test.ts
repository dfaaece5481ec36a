import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../../../../tests/harness/eventually.ts'
import { startSmtpServer } from '../../../../tests/harness/smtp-server.ts'
import { type AlertChannel, type ChannelSecret, channelContext } from '../../core/alerting/alert-channels.ts'
import type { AlertReading, AlertRule } from '../../core/alerting/alert-rules.ts'
import type { ControlStore } from '../../core/stores/stores.ts'
import { createEgress } from '../../egress/send.ts'
import { sendMail } from '../../egress/smtp.ts'
import { controlStore } from '../../stores/sql/control-store.ts'
import { forEachEngine } from '../../stores/suites/test-engines.ts'
import { addOrganisation } from '../../stores/suites/test-people.ts'
import { openVault } from '../../stores/vault.ts'
import { AlertRunner } from './alert-runner.ts'
import { queueBudgetAlert } from './queue-budget-alert.ts'
import { alertSender } from './send-alert.ts'

const MINUTE = 60_000
const START = 1_800_000_000_000
const SECRET = 'the-secret-of-the-webhook'
const HERE = { organisationId: 'acme', workspaceId: 'w1' }
const PAGE = { currentPage: 0, pageSize: 50 }
const MADE = { createdBy: 'u1', createdAtMs: 1, updatedAtMs: 1 }

const RULE: AlertRule = {
  id: 'r1',
  ...HERE,
  name: 'Errors <prod>',
  condition: { metric: 'error_rate', threshold: 5, windowMinutes: 5, minRequests: 10 },
  channelIds: ['c1'],
  reminderMinutes: null,
  isEnabled: true,
  silencedUntilMs: null,
  ...MADE,
}

type Post = { readonly path: string; readonly headers: Headers; readonly body: string }

forEachEngine('the alert runner', (engine) => {
  let control: ControlStore
  let nowMs: number
  /** What the next evaluation measures. */
  let readings: readonly AlertReading[]
  let measured: number
  let defects: unknown[]
  let posts: Post[]
  /** Ends the responses to /hang. */
  let hanging: (() => void)[]
  let statuses: number[]
  let stops: (() => unknown)[]
  let seal: (channel: Pick<AlertChannel, 'id' | 'organisationId'>, secret: ChannelSecret) => string
  let open: (control: ControlStore, isLoopbackOpen?: boolean, smtpPort?: number) => AlertRunner
  let hooks: string

  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-alerts-'))
    const database = await engine.openDatabase()
    const vault = await openVault(database, {
      dataDirectory: folder,
      given: new Uint8Array(32).map((_, i) => i),
      previous: null,
    })
    control = controlStore(database, vault.hash)
    nowMs = START
    readings = []
    measured = 0
    defects = []
    posts = []
    hanging = []
    statuses = []
    stops = [() => rm(folder, { recursive: true })]
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      async fetch(request) {
        const { pathname: path } = new URL(request.url)
        posts.push({ path, headers: request.headers, body: await request.text() })
        if (path === '/hang') await new Promise<void>((resolve) => void hanging.push(resolve))
        return new Response('ok', { status: statuses.shift() ?? 200 })
      },
    })
    stops.push(() => server.stop(true))
    hooks = `http://127.0.0.1:${server.port}`
    seal = (channel, secret) => vault.seal(JSON.stringify(secret), channelContext(channel))
    open = (on, isLoopbackOpen = true, smtpPort = 1) => {
      const egress = createEgress({ isLoopbackOpen, trustedHosts: [], ownPorts: [], stores: [], mockOrigin: null })
      const smtp = {
        host: '127.0.0.1',
        port: smtpPort,
        security: 'none',
        user: null,
        password: null,
        from: 'g@example.com',
      } as const
      const runner = new AlertRunner({
        control: on,
        newReader: () => async () => {
          measured++
          return readings
        },
        send: alertSender({
          vault,
          workspaces: on.stores.workspaces,
          send: egress.send,
          mail: (mail, signal) => sendMail(smtp, mail, signal),
          dashboardUrl: 'https://gateway.example.com',
        }),
        intervalMs: MINUTE,
        onDefect: (error) => void defects.push(error),
        now: async () => nowMs,
      })
      stops.push(async () => {
        await runner.close()
        egress.close()
      })
      return runner
    }
    await addOrganisation(database, 'acme')
    const rest = { is_default: 0, default_metadata: '{}', limits: '{}', created_at_ms: 1, updated_at_ms: 1 }
    await database
      .insertInto('workspaces')
      .values({ id: 'w1', organisation_id: 'acme', slug: 'w1', name: 'Production', ...rest })
      .execute()
    await control.stores.alertChannels.insert(
      channel('c1', 'webhook', { url: `${hooks}/hook?token=t`, signingSecret: SECRET }),
    )
  })
  afterEach(async () => {
    for (const stop of stops.toReversed()) await stop()
    expect(defects).toEqual([])
  })

  function channel(id: string, type: AlertChannel['type'], secret: ChannelSecret | null): AlertChannel {
    return {
      id,
      ...HERE,
      name: `Channel ${id}`,
      type,
      sealed: secret && seal({ id, organisationId: 'acme' }, secret),
      urlHint: null,
      hasSigningSecret: false,
      recipients: type === 'email' ? ['ops@example.com'] : [],
      receivesBudgetAlerts: true,
      ...MADE,
    }
  }

  async function tick(runner: AlertRunner, value: number | null, afterMs = MINUTE): Promise<void> {
    nowMs += afterMs
    readings = [{ subject: '', subjectName: '', value, requests: value === null ? 0 : 100 }]
    await runner.tick()
    await runner.settled()
  }

  const bodies = () => posts.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
  const history = async () => (await control.stores.alertEvents.list(HERE, {}, PAGE)).rows.toReversed()

  test('posts one signed webhook when a rule fires and one when it resolves', async () => {
    await control.stores.alertRules.insert(RULE)
    const runner = open(control)
    for (const value of [2, 12.5, 30, 8, 1, 1]) await tick(runner, value)
    expect(bodies().map(({ event, value }) => [event, value])).toEqual([
      ['alert.fired', 12.5],
      ['alert.resolved', 1],
    ])
    expect(bodies()[0]).toMatchObject({
      object: 'alert_event',
      rule_id: 'r1',
      name: 'Errors <prod>',
      workspace_id: 'w1',
      metric: 'error_rate',
      threshold: 5,
      window_minutes: 5,
      requests: 100,
      title: 'Firing: Errors <prod>',
      firing_since: new Date(START + 2 * MINUTE).toISOString(),
    })
    expect(String(bodies()[1]?.['summary'])).toContain('Fired for 3 min')
    const { headers, body } = posts[0]!
    const signed = `${headers.get('x-gateway-timestamp')}.${body}`
    expect(headers.get('x-gateway-signature')).toBe(
      `sha256=${createHmac('sha256', SECRET).update(signed).digest('hex')}`,
    )
    expect(headers.get('x-gateway-event')).toBe('alert.fired')
    expect((await history()).map(({ event, deliveries }) => [event.kind, deliveries[0]?.status])).toEqual([
      ['alert.fired', 'delivered'],
      ['alert.resolved', 'delivered'],
    ])
  })

  test('two nodes evaluate each interval once; the state survives a restart', async () => {
    await control.stores.alertRules.insert(RULE)
    const nodes = [open(control), open(control)]
    for (const value of [9, 9]) {
      nowMs += MINUTE
      readings = [{ subject: '', subjectName: '', value, requests: 100 }]
      await Promise.all(nodes.map((node) => node.tick()))
      await Promise.all(nodes.map((node) => node.settled()))
    }
    expect(measured).toBe(2)
    expect(bodies().map(({ event }) => event)).toEqual(['alert.fired'])
    for (const node of nodes) await node.close()
    const restarted = open(control)
    await tick(restarted, 9, 0)
    expect(measured).toBe(2)
    await tick(restarted, 9)
    await tick(restarted, 1)
    expect(bodies().map(({ event }) => event)).toEqual(['alert.fired', 'alert.resolved'])
  })

  test('a rejected delivery is retried with back-off, five attempts in all, without evaluating again', async () => {
    await control.stores.alertRules.insert(RULE)
    const runner = open(control)
    statuses = [500, 503, 500, 500, 404, 200]
    await tick(runner, 9)
    const waits = [9_999, 1, 59_999, 1, 299_999, 1, 899_999, 1, 3_600_000]
    const counts: number[] = []
    for (const wait of waits) {
      await tick(runner, 9, wait)
      counts.push(posts.length)
    }
    expect(counts).toEqual([1, 2, 2, 3, 3, 4, 4, 5, 5])
    expect(new Set(posts.map(({ headers }) => headers.get('x-gateway-delivery'))).size).toBe(1)
    const [fired] = await history()
    expect(fired?.deliveries[0]).toMatchObject({ status: 'failed', attempts: 5, error: 'HTTP status 404' })
  })

  test('sends Slack its format with escaped names, and e-mail to the recipients', async () => {
    const smtp = await startSmtpServer()
    stops.push(smtp.stop)
    await control.stores.alertChannels.insert(channel('c2', 'slack', { url: `${hooks}/slack`, signingSecret: null }))
    await control.stores.alertChannels.insert(channel('c3', 'email', null))
    await control.stores.alertRules.insert({ ...RULE, channelIds: ['c2', 'c3', 'deleted'] })
    await tick(open(control, true, smtp.port), 12.345)
    const [slack] = bodies()
    expect(posts[0]?.path).toBe('/slack')
    expect(slack).toEqual({
      text: 'Firing: Errors &lt;prod&gt;\nError rate: 12.3 % over 5 min, threshold 5 %',
      blocks: [
        // Plain text, so that a name can neither format text nor mention users.
        { type: 'header', text: { type: 'plain_text', text: 'Firing: Errors <prod>', emoji: false } },
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            text: [
              'Error rate: 12.3 % over 5 min, threshold 5 %',
              'Requests: 100',
              'Workspace: Production',
              'https://gateway.example.com/alerts',
            ].join('\n'),
          },
        },
      ],
    })
    expect(smtp.mails).toHaveLength(1)
    expect(smtp.mails[0]).toMatchObject({ from: 'g@example.com', to: ['ops@example.com'] })
    expect(smtp.mails[0]?.data).toContain('Subject: [Gatehouse] Firing: Errors <prod>')
    expect(smtp.mails[0]?.data).toContain('Workspace: Production')
  })

  test('a channel that hangs delays only its own notifications, which arrive in order', async () => {
    const { alertChannels, alertRules } = control.stores
    await alertChannels.insert(channel('c2', 'webhook', { url: `${hooks}/hang`, signingSecret: null }))
    // Many alerts for the channel that hangs.
    for (let i = 0; i < 15; i++) await alertRules.insert({ ...RULE, id: `h${i}`, channelIds: ['c2'] })
    const runner = open(control)
    nowMs += MINUTE
    readings = [{ subject: '', subjectName: '', value: 9, requests: 100 }]
    await runner.tick()
    await eventually('the hanging channel is called', () => hanging.length === 1)
    await alertRules.insert({ ...RULE, id: 'r2', name: 'Other' })
    nowMs += MINUTE
    await runner.tick()
    await eventually('the other channel is called', () => posts.some(({ path }) => path === '/hook'))
    expect(posts.map(({ path }) => path)).toEqual(['/hang', '/hook'])
    // The next notification follows without another tick.
    hanging.shift()?.()
    await eventually('the next notification is sent', () => hanging.length === 1)
    expect(posts.map(({ path }) => path)).toEqual(['/hang', '/hook', '/hang'])
    await runner.close()
    for (const end of hanging) end()
  })

  test('a clock that was ahead and is set back stops neither evaluations nor deliveries nor reminders', async () => {
    await control.stores.alertRules.insert({ ...RULE, reminderMinutes: 5 })
    const runner = open(control)
    const year = 365 * 86_400_000
    statuses = [500]
    await tick(runner, 9, year)
    expect(measured).toBe(1)
    await tick(runner, 9, -year)
    expect(measured).toBe(2)
    // The fired alert is sent again, and a reminder is due.
    const events = bodies().map(({ event }) => event)
    expect([events[0], ...events.slice(1).sort()]).toEqual(['alert.fired', 'alert.fired', 'alert.reminder'])
    await tick(runner, 1)
    expect(bodies().at(-1)).toMatchObject({ event: 'alert.resolved' })
    expect(String(bodies().at(-1)?.['summary'])).toContain('Fired for 0 min')
    const restarted = open(control)
    await tick(restarted, 9, -2 * 3_600_000)
    expect(measured).toBe(4)
  })

  test('a redirect is not followed, and the error says so', async () => {
    await control.stores.alertRules.insert(RULE)
    statuses = [307]
    await tick(open(control), 9)
    expect(posts).toHaveLength(1)
    expect((await history())[0]?.deliveries[0]?.error).toBe('HTTP status 307. Redirects are not followed.')
  })

  test('a channel cannot reach an address that the egress policy denies', async () => {
    await control.stores.alertRules.insert(RULE)
    await tick(open(control, false), 9)
    expect(posts).toEqual([])
    const [fired] = await history()
    expect(fired?.deliveries[0]?.status).toBe('pending')
    expect(fired?.deliveries[0]?.error).toContain('loopback')
    expect(fired?.deliveries[0]?.error).not.toContain('token')
  })

  test('a silenced or disabled rule sends nothing; the history says why', async () => {
    await control.stores.alertRules.insert({ ...RULE, silencedUntilMs: START + 3 * MINUTE })
    await control.stores.alertRules.insert({ ...RULE, id: 'r2', isEnabled: false })
    const runner = open(control)
    await tick(runner, 9)
    await tick(runner, 9)
    expect(posts).toEqual([])
    expect(
      (await history()).map(({ event, deliveries }) => [event.ruleId, event.isSilenced, deliveries.length]),
    ).toEqual([['r1', true, 0]])
    await tick(runner, 9)
    expect(bodies().map(({ event }) => event)).toEqual(['alert.fired'])
  })

  test('each budget has its own state, and a deleted budget resolves', async () => {
    await control.stores.alertRules.insert({
      ...RULE,
      condition: { metric: 'budget_forecast', threshold: 100, windowMinutes: 5, minRequests: 0 },
    })
    const runner = open(control)
    const budget = (id: string, value: number) => ({
      subject: id,
      subjectName: `Virtual key ${id}`,
      value,
      requests: null,
    })
    const step = async (...next: AlertReading[]) => {
      nowMs += MINUTE
      readings = next
      await runner.tick()
      await runner.settled()
    }
    await step(budget('a', 120), budget('b', 80))
    await step(budget('a', 130), budget('b', 101))
    await step(budget('b', 102))
    expect(bodies().map(({ event, budget_name: name }) => [event, name])).toEqual([
      ['alert.fired', 'Virtual key a'],
      ['alert.fired', 'Virtual key b'],
      ['alert.resolved', 'Virtual key a'],
    ])
  })

  test('an alert of a budget goes to the channels that want it and into the history', async () => {
    const runner = open(control)
    await queueBudgetAlert(control, {
      id: 'b1',
      ...HERE,
      holder: { kind: 'virtual_key', id: 'vk-1' },
      name: 'Team',
      unit: 'cost',
      thresholdUnits: 8_000_000_000,
      limitUnits: 10_000_000_000,
      usedUnits: 8_500_000_000,
      nextResetAtMs: null,
      atMs: START,
    })
    await tick(runner, null)
    expect(bodies()).toHaveLength(1)
    expect(bodies()[0]).toMatchObject({
      event: 'budget.threshold_reached',
      title: 'Budget alert: Team',
      summary: '$8.50 of $10.00 used, alert threshold $8.00.',
      budget: { alert_threshold: 8, credit_limit: 10, current_usage: 8.5 },
    })
    expect((await history()).map(({ event }) => event.kind)).toEqual(['budget.threshold_reached'])
  })
})
