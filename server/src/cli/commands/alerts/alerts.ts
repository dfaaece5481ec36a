/** `gatehouse alerts`: rules, channels, history, silence and test notifications. */

import type { Call } from '../../command.ts'
import { CommandError, usageError } from '../../command-error.ts'
import { readSpanMs } from '../../input/read-amount.ts'
import { isObject, type JsonObject, objectsOf, type Remote } from '../../remote.ts'

const UNITS: Readonly<Record<string, string>> = {
  error_rate: ' %',
  latency_p95: ' ms',
  cost: ' USD',
  budget_forecast: ' % of the limit',
}

export async function listRules(call: Call): Promise<void> {
  const rows = await call.remote().list('/alerts/rules')
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
      'No alert rules. Create one in the dashboard, or in a file: gatehouse help apply',
    ),
  )
}

export async function listChannels(call: Call): Promise<void> {
  const rows = await call.remote().list('/alerts/channels')
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['NAME', (row) => String(row['name'])],
        ['TYPE', (row) => String(row['type'])],
        ['TO', (row) => String(row['url_hint'] ?? texts(row['recipients']).join(', '))],
        ['BUDGET ALERTS', (row) => (row['budget_alerts'] === true ? 'yes' : 'no')],
        ['ID', (row) => String(row['id'])],
      ],
      'No alert channels.',
    ),
  )
}

export async function listEvents(call: Call): Promise<void> {
  const remote = call.remote()
  const rule = call.text('rule')
  const id = rule === null ? null : String((await find(remote, 'rules', rule))['id'])
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
  const rule = await find(remote, 'rules', call.operands[0] ?? '')
  const until = span === null ? null : new Date(Date.now() + readSpanMs('for', span)).toISOString()
  const changed = await remote.put(`/alerts/rules/${rule['id']}`, { silenced_until: until })
  call.output.data(changed, () =>
    until === null
      ? `Rule "${rule['name']}" sends notifications again.`
      : `Rule "${rule['name']}" sends no notifications until ${until}.`,
  )
}

export async function testChannel(call: Call): Promise<void> {
  const remote = call.remote()
  const channel = await find(remote, 'channels', call.operands[0] ?? '')
  const result = await remote.post(`/alerts/channels/${channel['id']}/test`)
  if (result['delivered'] !== true && !call.output.isJson)
    throw new CommandError({
      what: `The channel "${channel['name']}" did not accept the test notification.`,
      why: String(result['error']),
    })
  call.output.data(result, () => `Delivered to "${channel['name']}" in ${result['duration_ms']} ms.`)
}

/** Finds it by ID, or by name if it is unique. */
async function find(remote: Remote, kind: 'rules' | 'channels', wanted: string): Promise<JsonObject> {
  const rows = await remote.list(`/alerts/${kind}`)
  const found = rows.filter((row) => row['id'] === wanted || row['name'] === wanted)
  const word = kind === 'rules' ? 'alert rule' : 'alert channel'
  const [first] = found
  if (first === undefined)
    throw new CommandError({
      what: `No ${word} has the ID or name "${wanted}".`,
      fix: `See gatehouse alerts ${kind === 'rules' ? 'list' : 'channels'}.`,
    })
  if (found.length > 1)
    throw new CommandError({
      what: `${found.length} ${word}s have the name "${wanted}".`,
      fix: `Use the ID: ${found.map((row) => row['id']).join(', ')}`,
    })
  return first
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

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
