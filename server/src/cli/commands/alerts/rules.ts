/** `gatehouse alerts`: rules, their history, silence and test notifications. */

import type { Call } from '../../command.ts'
import { CommandError, usageError } from '../../command-error.ts'
import { confirm } from '../../input/confirm.ts'
import { readSpanMs, readWhole } from '../../input/read-amount.ts'
import { isObject, type JsonObject, objectsOf, type Remote } from '../../remote.ts'
import { findAlertObject, testLine } from './alert-objects.ts'

const PATH = '/alerts/rules'

const UNITS: Readonly<Record<string, string>> = {
  error_rate: ' %',
  latency_p95: ' ms',
  cost: ' USD',
  budget_forecast: ' % of the limit',
}

export async function listRules(call: Call): Promise<void> {
  const rows = await call.remote().list(PATH)
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['NAME', (row) => String(row['name'])],
        ['STATUS', (row) => statusText(row)],
        ['METRIC', (row) => String(conditionOf(row)['metric'])],
        ['THRESHOLD', (row) => amountText(conditionOf(row)['metric'], conditionOf(row)['threshold'])],
        ['VALUE', (row) => amountText(conditionOf(row)['metric'], row['value'])],
        ['WORKSPACE', (row) => String(row['workspace_id'] ?? 'all')],
        ['ID', (row) => String(row['id'])],
      ],
      'No alert rules. Create one: gatehouse alerts create "Error rate" --metric error_rate --threshold 5',
    ),
  )
}

export async function listEvents(call: Call): Promise<void> {
  const remote = call.remote()
  const rule = call.text('rule')
  const id = rule === null ? null : String((await findAlertObject(remote, 'rules', rule))['id'])
  const { data } = await remote.get('/alerts/events', id === null ? {} : { rule_id: id })
  const rows = objectsOf(data)
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['TIME', (row) => String(row['created_at']).slice(0, 19).replace('T', ' ')],
        ['EVENT', (row) => String(row['title'])],
        ['SUMMARY', (row) => String(row['summary']).split('\n')[0]],
        ['DELIVERIES', (row) => deliveriesText(row)],
      ],
      'No alerts.',
    ),
  )
}

export async function silenceRule(call: Call): Promise<void> {
  const remote = call.remote()
  const [span, isOff] = [call.text('for'), call.has('off')]
  if ((span === null) !== isOff) throw usageError('Set either --for or --off.', 'alerts silence')
  const rule = await findAlertObject(remote, 'rules', call.operands[0] ?? '')
  const until = span === null ? null : new Date(Date.now() + readSpanMs('for', span)).toISOString()
  const changed = await remote.put(`${PATH}/${rule['id']}`, { silenced_until: until })
  call.output.data(changed, () =>
    until === null
      ? `Rule "${rule['name']}" sends notifications again.`
      : `Rule "${rule['name']}" sends no notifications until ${until}.`,
  )
}

export async function createRule(call: Call): Promise<void> {
  const remote = call.remote()
  if (call.text('metric') === null || call.text('threshold') === null)
    throw usageError('--metric and --threshold are required.', 'alerts create')
  const made = await remote.post(PATH, {
    name: call.operands[0],
    condition: conditionIn(call, {}),
    channel_ids: await channelIds(call, remote),
    ...reminderIn(call),
  })
  call.output.data(made, () =>
    [
      `Created alert rule "${made['name']}".`,
      ...(call.texts('channel').length === 0 ? ['  It has no channels: its alerts only appear in the history.'] : []),
      `  test  gatehouse alerts test "${made['name']}"`,
    ].join('\n'),
  )
}

export async function updateRule(call: Call): Promise<void> {
  const remote = call.remote()
  const name = call.text('name')
  if (call.has('enable') && call.has('disable')) throw usageError('Use --enable or --disable, not both.')
  if (call.has('no-channels') && call.texts('channel').length > 0)
    throw usageError('Use --channel or --no-channels, not both.')
  const rule = await findAlertObject(remote, 'rules', call.operands[0] ?? '')
  const hasCondition = ['metric', 'threshold', 'window', 'min-requests'].some((flag) => call.text(flag) !== null)
  const body = {
    ...(name !== null && { name }),
    ...(hasCondition && { condition: conditionIn(call, conditionOf(rule)) }),
    ...((call.has('no-channels') || call.texts('channel').length > 0) && {
      channel_ids: await channelIds(call, remote),
    }),
    ...reminderIn(call),
    ...(call.has('enable') && { enabled: true }),
    ...(call.has('disable') && { enabled: false }),
  }
  if (Object.keys(body).length === 0) throw usageError('Nothing to change.', 'alerts update')
  const changed = await remote.put(`${PATH}/${rule['id']}`, body)
  call.output.data(changed, () => `Changed alert rule "${changed['name']}".`)
}

export async function deleteRule(call: Call): Promise<void> {
  const remote = call.remote()
  const rule = await findAlertObject(remote, 'rules', call.operands[0] ?? '')
  await confirm(call, `Delete alert rule "${rule['name']}"?`)
  await remote.delete(`${PATH}/${rule['id']}`)
  call.output.data({ deleted: rule['id'] }, () => `Deleted alert rule "${rule['name']}".`)
}

export async function testRule(call: Call): Promise<void> {
  const remote = call.remote()
  const rule = await findAlertObject(remote, 'rules', call.operands[0] ?? '')
  const result = await remote.post(`${PATH}/${rule['id']}/test`)
  const rows = objectsOf(result['data'])
  call.output.data(result, () => rows.map((row) => testLine(call, row)).join('\n'))
  const failed = rows.filter(({ delivered }) => delivered !== true)
  if (failed.length === 0) return
  throw new CommandError({
    what: `${failed.length} of ${rows.length} channels did not accept the test notification.`,
    fix: 'Change a channel with gatehouse alert-channels update.',
  })
}

/** A new metric resets min_requests, because its default depends on the metric. */
function conditionIn(call: Call, before: JsonObject): JsonObject {
  const [metric, threshold, window, least] = ['metric', 'threshold', 'window', 'min-requests'].map((flag) =>
    call.text(flag),
  )
  const isOther = metric != null && metric !== before['metric']
  if (isOther && threshold == null) throw usageError('--metric needs --threshold.', 'alerts update')
  const { min_requests: _, ...withoutLeast } = before
  return {
    ...(isOther ? withoutLeast : before),
    ...(metric != null && { metric }),
    ...(threshold != null && { threshold: readAmount(threshold) }),
    ...(window != null && { window_minutes: readMinutes('window', window) }),
    ...(least != null && { min_requests: readWhole('min-requests', least, 0, 999_999_999) }),
  }
}

function readAmount(text: string): number {
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) return Number(text)
  throw usageError(`--threshold must be a number such as 5 or 2.5, not "${text}".`)
}

function readMinutes(flag: string, text: string): number {
  const minutes = readSpanMs(flag, text) / 60_000
  if (Number.isInteger(minutes)) return minutes
  throw usageError(`--${flag} must be in whole minutes, not "${text}".`)
}

function reminderIn(call: Call): JsonObject {
  const text = call.text('reminder')
  if (text === null) return {}
  return { reminder_minutes: text === 'none' ? null : readMinutes('reminder', text) }
}

async function channelIds(call: Call, remote: Remote): Promise<unknown[]> {
  const ids: unknown[] = []
  for (const name of call.texts('channel')) ids.push((await findAlertObject(remote, 'channels', name))['id'])
  return ids
}

function conditionOf(row: JsonObject): JsonObject {
  return isObject(row['condition']) ? row['condition'] : {}
}

function statusText(row: JsonObject): string {
  const until = Date.parse(String(row['silenced_until']))
  return until > Date.now() ? `${row['status']}, silenced` : String(row['status'])
}

function amountText(metric: unknown, amount: unknown): string {
  if (typeof amount !== 'number') return ''
  return `${Number(amount.toFixed(metric === 'cost' ? 4 : 1))}${UNITS[String(metric)] ?? ''}`
}

function deliveriesText(row: JsonObject): string {
  if (row['is_silenced'] === true) return 'silenced'
  return objectsOf(row['deliveries'])
    .map(({ channel_name: name, status, error }) => `${name}: ${status}${error === null ? '' : ` (${error})`}`)
    .join(', ')
}
