import { beforeEach, expect, test } from 'bun:test'
import type { AlertChannel } from '../../core/alerting/alert-channels.ts'
import type { AlertEvent } from '../../core/alerting/alert-events.ts'
import type { AlertRule } from '../../core/alerting/alert-rules.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { SqlAlertChannels } from '../sql/repositories/alerting/alert-channels.ts'
import { SqlAlertEvents } from '../sql/repositories/alerting/alert-events.ts'
import { SqlAlertRules } from '../sql/repositories/alerting/alert-rules.ts'
import { forEachEngine } from './test-engines.ts'
import { addOrganisation } from './test-people.ts'

const HERE = { organisationId: 'acme', workspaceId: 'w1' }
const ALL = { organisationId: 'acme', workspaceId: null }
const PAGE = { currentPage: 0, pageSize: 10 }

const CHANNEL: AlertChannel = {
  id: 'c1',
  ...HERE,
  name: 'On call',
  type: 'webhook',
  sealed: 'sealed text',
  urlHint: 'https://hooks.example.com/…',
  hasSigningSecret: true,
  recipients: [],
  receivesBudgetAlerts: true,
  createdBy: 'u1',
  createdAtMs: 1,
  updatedAtMs: 1,
}

const RULE: AlertRule = {
  id: 'r1',
  ...HERE,
  name: 'Errors',
  condition: { metric: 'error_rate', threshold: 5.5, windowMinutes: 5, minRequests: 10 },
  channelIds: ['c1'],
  reminderMinutes: 30,
  isEnabled: true,
  silencedUntilMs: 4e12,
  createdBy: 'u1',
  createdAtMs: 1,
  updatedAtMs: 1,
}

const EVENT: AlertEvent = {
  id: 'e1',
  ...HERE,
  kind: 'alert.fired',
  ruleId: 'r1',
  name: 'Errors',
  atMs: 1_000,
  isSilenced: false,
  facts: { condition: RULE.condition, value: 12.5, requests: 40, subjectName: '', sinceMs: 1_000 },
  budget: null,
}

forEachEngine('alert rules', (engine) => {
  let database: ControlDatabase
  let rules: SqlAlertRules
  let channels: SqlAlertChannels
  let events: SqlAlertEvents

  beforeEach(async () => {
    database = await engine.openDatabase()
    rules = new SqlAlertRules(database)
    channels = new SqlAlertChannels(database)
    events = new SqlAlertEvents(database)
    await addOrganisation(database, 'acme')
    for (const id of ['w1', 'w2']) {
      const rest = { is_default: 0, default_metadata: '{}', limits: '{}', created_at_ms: 1, updated_at_ms: 1 }
      await database
        .insertInto('workspaces')
        .values({ id, organisation_id: 'acme', slug: id, name: id, ...rest })
        .execute()
    }
  })

  test('are read back unchanged and only by those who may', async () => {
    await channels.insert(CHANNEL)
    await channels.insert({ ...CHANNEL, id: 'c2', workspaceId: null, receivesBudgetAlerts: false })
    await rules.insert(RULE)
    await rules.insert({ ...RULE, id: 'r2', workspaceId: null, isEnabled: false })
    expect(await rules.find(HERE, 'r1')).toEqual(RULE)
    expect(await channels.find(HERE, 'c1')).toEqual(CHANNEL)
    expect(await rules.find(HERE, 'r2')).toBeUndefined()
    expect(await channels.find(HERE, 'c2')).toBeUndefined()
    expect((await rules.list(HERE, PAGE)).rows.map(({ id }) => id)).toEqual(['r1'])
    expect((await rules.list(ALL, PAGE)).rows.map(({ id }) => id)).toEqual(['r1', 'r2'])
    expect((await channels.list(HERE, PAGE)).rows.map(({ id }) => id)).toEqual(['c1', 'c2'])
    expect((await channels.list({ ...HERE, workspaceId: 'w2' }, PAGE)).rows.map(({ id }) => id)).toEqual(['c2'])
    expect((await rules.enabled()).map(({ id }) => id)).toEqual(['r1'])
    expect((await rules.usingChannel('acme', 'c1')).map(({ id }) => id).sort()).toEqual(['r1', 'r2'])
    expect((await channels.forBudgetAlerts('acme', 'w1')).map(({ id }) => id)).toEqual(['c1'])
    expect(await channels.forBudgetAlerts('acme', null)).toEqual([])
    const changed = { ...RULE, silencedUntilMs: null, channelIds: [], updatedAtMs: 2 }
    await rules.update(changed)
    expect(await rules.find(HERE, 'r1')).toEqual(changed)
    await channels.update({ ...CHANNEL, name: 'Other', sealed: null })
    expect(await channels.find(HERE, 'c1')).toEqual({ ...CHANNEL, name: 'Other', sealed: null })
  })

  test('the state of a rule is replaced as a whole and goes with the rule', async () => {
    await rules.insert(RULE)
    const firing = [{ ruleId: 'r1', subject: '', subjectName: '', value: 9, sinceMs: 1, notifiedAtMs: null }]
    await rules.saveStatus('r1', { firing, value: 9, evaluatedAtMs: 60_000 })
    expect((await rules.statusOf(['r1', 'r9'])).get('r1')).toEqual({ firing, value: 9, evaluatedAtMs: 60_000 })
    await rules.saveStatus('r1', { firing: [], value: null, evaluatedAtMs: 120_000 })
    expect((await rules.statusOf(['r1'])).get('r1')).toEqual({ firing: [], value: null, evaluatedAtMs: 120_000 })
    await rules.remove('r1')
    expect((await rules.statusOf(['r1'])).size).toBe(0)
  })

  test('one of many nodes gets a slot, and slots move back only after a wrong clock', async () => {
    const others = [
      rules,
      new SqlAlertRules(await engine.openDatabase()),
      new SqlAlertRules(await engine.openDatabase()),
    ]
    const claims = async (slotMs: number) => {
      const won = await Promise.all(others.map((one) => one.claimSlot(slotMs)))
      return won.filter(Boolean).length
    }
    expect(await claims(60_000)).toBe(1)
    expect(await claims(60_000)).toBe(0)
    expect(await claims(120_000)).toBe(1)
    expect(await claims(60_000)).toBe(0)
    // The clock was ahead by a day and is right again.
    expect(await claims(86_400_000)).toBe(1)
    expect(await claims(180_000)).toBe(1)
    expect(await claims(180_000)).toBe(0)
  })

  test('deliveries wait in a queue that each node takes from once', async () => {
    await events.insert(EVENT, [CHANNEL, { ...CHANNEL, id: 'c2', name: 'Second' }])
    await events.insert({ ...EVENT, id: 'e2', workspaceId: 'w2', atMs: 2_000, isSilenced: true }, [])
    expect(await events.due(999, 10)).toEqual([])
    const due = await events.due(1_000, 10)
    expect(due).toEqual([
      { event: EVENT, channelId: 'c1', attempts: 0 },
      { event: EVENT, channelId: 'c2', attempts: 0 },
    ])
    expect(await Promise.all([events.claim(due[0]!, 61_000), events.claim(due[0]!, 61_000)])).toContain(false)
    expect((await events.due(60_999, 10)).map(({ channelId }) => channelId)).toEqual(['c2'])
    // The node that claimed the delivery stopped, and its lease has ended.
    expect((await events.due(61_000, 10)).map(({ channelId, attempts }) => [channelId, attempts])).toEqual([
      ['c2', 0],
      ['c1', 1],
    ])
    await events.settle(due[0]!, { status: 'delivered', error: null, nextAttemptAtMs: 0 }, 5_000)
    await events.settle(due[1]!, { status: 'pending', error: 'HTTP status 500', nextAttemptAtMs: 9_000 }, 5_000)
    expect(await events.due(8_999, 10)).toEqual([])
    // `due` returns the oldest delivery of each channel that is not in use.
    await events.insert({ ...EVENT, id: 'e3', atMs: 9_500 }, [CHANNEL, { ...CHANNEL, id: 'c2' }])
    await events.insert({ ...EVENT, id: 'e4', atMs: 9_600 }, [CHANNEL])
    const oldest = async (nowMs: number, busy: readonly string[]) =>
      (await events.due(nowMs, 10, busy)).map(({ event, channelId }) => `${event.id} ${channelId}`)
    expect(await oldest(10_000, [])).toEqual(['e1 c2', 'e3 c1'])
    expect(await oldest(10_000, ['c2'])).toEqual(['e3 c1'])
    // The clock was ahead by more than the longest wait when the deliveries were queued.
    expect(await oldest(9_000 - 86_400_000, ['c2'])).toEqual(['e3 c1'])
    for (const id of ['e3', 'e4']) await database.deleteFrom('alert_events').where('id', '=', id).execute()
    const { rows, total } = await events.list(HERE, {}, PAGE)
    expect(total).toBe(1)
    expect(rows[0]?.event).toEqual(EVENT)
    expect(rows[0]?.deliveries.map(({ channelId, status, error }) => [channelId, status, error])).toEqual([
      ['c1', 'delivered', null],
      ['c2', 'pending', 'HTTP status 500'],
    ])
    expect((await events.list(ALL, {}, PAGE)).rows.map(({ event }) => event.id)).toEqual(['e2', 'e1'])
    expect((await events.list(ALL, { ruleId: 'r9' }, PAGE)).total).toBe(0)
    await events.removeBefore(1_001)
    expect((await events.list(ALL, {}, PAGE)).rows.map(({ event }) => event.id)).toEqual(['e2'])
    expect(await events.due(1e12, 10)).toEqual([])
  })
})
