/** `gatehouse alert-channels`: webhooks, Slack webhooks and e-mail recipients of alerts. */

import type { Call } from '../../command.ts'
import { CommandError, usageError } from '../../command-error.ts'
import { confirm } from '../../input/confirm.ts'
import { readSecret } from '../../input/read-file.ts'
import type { JsonObject } from '../../remote.ts'
import { findAlertObject, testLine } from './alert-objects.ts'

const PATH = '/alerts/channels'

export async function listChannels(call: Call): Promise<void> {
  const rows = await call.remote().list(PATH)
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['NAME', (row) => String(row['name'])],
        ['TYPE', (row) => String(row['type'])],
        ['TO', (row) => String(row['url_hint'] ?? texts(row['recipients']).join(', '))],
        ['BUDGET ALERTS', (row) => (row['budget_alerts'] === true ? 'yes' : 'no')],
        ['WORKSPACE', (row) => String(row['workspace_id'] ?? 'all')],
        ['ID', (row) => String(row['id'])],
      ],
      'No alert channels. Create one: gatehouse alert-channels create "On call" --type slack --url-env SLACK_WEBHOOK_URL',
    ),
  )
}

export async function createChannel(call: Call): Promise<void> {
  const remote = call.remote()
  const type = call.text('type')
  if (type === null) throw usageError('--type is missing.', 'alert-channels create')
  const made = await remote.post(PATH, { name: call.operands[0], type, ...(await settingsIn(call)) })
  call.output.data(made, () =>
    [
      `Created alert channel "${made['name']}".`,
      ...(call.has('test') ? [] : [`  test  gatehouse alert-channels test "${made['name']}"`]),
      `  use   gatehouse alerts create "Error rate" --metric error_rate --threshold 5 --channel "${made['name']}"`,
    ].join('\n'),
  )
  if (!call.has('test')) return
  // stdout has the created channel, so the test result goes to stderr. It still sets the exit code.
  const result = await remote.post(`${PATH}/${made['id']}/test`)
  call.output.note(testLine(call, result))
  assertDelivered(result)
}

export async function updateChannel(call: Call): Promise<void> {
  const remote = call.remote()
  const name = call.text('name')
  if (call.has('budget-alerts') && call.has('no-budget-alerts'))
    throw usageError('Use --budget-alerts or --no-budget-alerts, not both.')
  const settings = await settingsIn(call)
  if (call.has('no-secret') && settings['signing_secret'] !== undefined)
    throw usageError('Use a secret or --no-secret, not both.')
  const body = {
    ...(name !== null && { name }),
    ...settings,
    ...(call.has('no-secret') && { signing_secret: null }),
    ...(call.has('no-budget-alerts') && { budget_alerts: false }),
  }
  if (Object.keys(body).length === 0) throw usageError('Nothing to change.', 'alert-channels update')
  const channel = await findAlertObject(remote, 'channels', call.operands[0] ?? '')
  const changed = await remote.put(`${PATH}/${channel['id']}`, body)
  call.output.data(changed, () => `Changed alert channel "${changed['name']}".`)
}

export async function deleteChannel(call: Call): Promise<void> {
  const remote = call.remote()
  const channel = await findAlertObject(remote, 'channels', call.operands[0] ?? '')
  await confirm(call, `Delete alert channel "${channel['name']}"? Waiting notifications to it are not sent.`)
  await remote.delete(`${PATH}/${channel['id']}`)
  call.output.data({ deleted: channel['id'] }, () => `Deleted alert channel "${channel['name']}".`)
}

export async function testChannel(call: Call): Promise<void> {
  const remote = call.remote()
  const channel = await findAlertObject(remote, 'channels', call.operands[0] ?? '')
  const result = await remote.post(`${PATH}/${channel['id']}/test`)
  call.output.data(result, () => testLine(call, result))
  assertDelivered(result)
}

async function settingsIn(call: Call): Promise<JsonObject> {
  const [url, secret] = [await readSecret(call, 'url'), await readSecret(call, 'secret')]
  const recipients = call.texts('recipient')
  return {
    ...(url !== null && { webhook_url: url }),
    ...(secret !== null && { signing_secret: secret }),
    ...(recipients.length > 0 && { recipients }),
    ...(call.has('budget-alerts') && { budget_alerts: true }),
  }
}

function assertDelivered(result: JsonObject): void {
  if (result['delivered'] === true) return
  throw new CommandError({
    what: `The channel "${result['channel_name']}" did not accept the test notification.`,
    why: String(result['error']),
    fix: 'Change it with gatehouse alert-channels update.',
  })
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
