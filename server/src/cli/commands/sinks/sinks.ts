/** `gatehouse sinks`: destinations outside the gateway that receive logs. */

import type { Call } from '../../command.ts'
import { CommandError, usageError } from '../../command-error.ts'
import { confirm } from '../../input/confirm.ts'
import { readPair } from '../../input/read-amount.ts'
import { readSecret } from '../../input/read-file.ts'
import { isObject, type JsonObject, type Remote } from '../../remote.ts'

const PATH = '/sinks'

export async function listSinks(call: Call): Promise<void> {
  const rows = await call.remote().list(PATH)
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['NAME', (row) => String(row['name'])],
        ['TYPE', (row) => String(row['type'])],
        ['TO', destinationIn],
        ['STATE', stateIn],
        ['DELIVERED', (row) => countIn(row, 'delivered_logs')],
        ['DROPPED', (row) => countIn(row, 'dropped_logs')],
        ['WORKSPACE', (row) => String(row['workspace_id'] ?? 'all')],
        ['ID', (row) => String(row['id'])],
      ],
      'No sinks. Create one: gatehouse sinks create "Log pipeline" --type webhook --url-env LOGS_URL',
    ),
  )
}

export async function createSink(call: Call): Promise<void> {
  const remote = call.remote()
  const type = call.text('type')
  if (type === null) throw usageError('--type is missing.', 'sinks create')
  const settings = { ...(call.has('disabled') && { enabled: false }), ...(await settingsIn(call)) }
  const made = await remote.post(PATH, { name: call.operands[0], type, ...settings })
  call.output.data(made, () =>
    [
      `Created sink "${made['name']}".`,
      ...(call.has('test') ? [] : [`  test  gatehouse sinks test "${made['name']}"`]),
    ].join('\n'),
  )
  if (!call.has('test')) return
  // stdout has the created sink, so the test result goes to stderr. It still sets the exit code.
  const result = await remote.post(`${PATH}/${made['id']}/test`)
  call.output.note(testLine(call, result))
  assertDelivered(result)
}

export async function updateSink(call: Call): Promise<void> {
  const remote = call.remote()
  const name = call.text('name')
  for (const [one, other] of [
    ['enable', 'disable'],
    ['tls', 'no-tls'],
  ] as const)
    if (call.has(one) && call.has(other)) throw usageError(`Use --${one} or --${other}, not both.`)
  const body = {
    ...(name !== null && { name }),
    ...(await settingsIn(call)),
    ...(call.has('enable') && { enabled: true }),
    ...(call.has('disable') && { enabled: false }),
    ...(call.has('no-filter') && { filter: null }),
    ...(call.has('no-headers') && { headers: null }),
    ...(call.has('no-signing-secret') && { signing_secret: null }),
  }
  if (Object.keys(body).length === 0) throw usageError('Nothing to change.', 'sinks update')
  const sink = await findSink(remote, call.operands[0] ?? '')
  const changed = await remote.put(`${PATH}/${sink['id']}`, body)
  call.output.data(changed, () => `Changed sink "${changed['name']}".`)
}

export async function deleteSink(call: Call): Promise<void> {
  const remote = call.remote()
  const sink = await findSink(remote, call.operands[0] ?? '')
  await confirm(call, `Delete sink "${sink['name']}"? Logs that wait for it are not sent.`)
  await remote.delete(`${PATH}/${sink['id']}`)
  call.output.data({ deleted: sink['id'] }, () => `Deleted sink "${sink['name']}".`)
}

export async function testSink(call: Call): Promise<void> {
  const remote = call.remote()
  const sink = await findSink(remote, call.operands[0] ?? '')
  const result = await remote.post(`${PATH}/${sink['id']}/test`)
  call.output.data(result, () => testLine(call, result))
  assertDelivered(result)
}

export async function showProgress(call: Call): Promise<void> {
  const remote = call.remote()
  const sink = await findSink(remote, call.operands[0] ?? '')
  const rows = (await remote.get(`${PATH}/${sink['id']}/progress`))['data'] as readonly JsonObject[]
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['NODE', (row) => String(row['node_id'])],
        ['OLDEST WAITING', (row) => String(row['oldest_waiting_at'] ?? '-')],
        ['WAITING BYTES', (row) => String(row['waiting_bytes'])],
        ['DELIVERED', (row) => String(row['delivered_logs'])],
        ['FILTERED', (row) => String(row['filtered_logs'])],
        ['DROPPED', (row) => String(row['dropped_logs'])],
        ['FAILURES', (row) => String(row['failures'])],
        ['LAST ERROR', (row) => (isObject(row['last_error']) ? String(row['last_error']['message']) : '-')],
      ],
      'No node has reported on this sink within a day.',
    ),
  )
}

/** Finds a sink by ID, or by name if the name is unique. */
async function findSink(remote: Remote, wanted: string): Promise<JsonObject> {
  const found = (await remote.list(PATH)).filter((row) => row['id'] === wanted || row['name'] === wanted)
  const [first] = found
  if (first === undefined)
    throw new CommandError({ what: `No sink has the ID or name "${wanted}".`, fix: 'See gatehouse sinks list.' })
  if (found.length > 1)
    throw new CommandError({
      what: `${found.length} sinks have the name "${wanted}".`,
      fix: `Use the ID: ${found.map((row) => row['id']).join(', ')}`,
    })
  return first
}

const TEXTS = ['bodies', 'endpoint', 'region', 'bucket', 'prefix', 'format', 'topic', 'sasl', 'filter'] as const
const LISTS = { signal: 'signals', broker: 'brokers', 'exclude-metadata': 'exclude_metadata' } as const
const SECRETS = {
  'access-key-id': 'access_key_id',
  'secret-access-key': 'secret_access_key',
  'session-token': 'session_token',
  url: 'webhook_url',
  'signing-secret': 'signing_secret',
  username: 'username',
  password: 'password',
} as const

async function settingsIn(call: Call): Promise<JsonObject> {
  const settings: Record<string, unknown> = {}
  for (const name of TEXTS) {
    const text = call.text(name)
    if (text !== null) settings[name] = text
  }
  const key = call.text('message-key')
  if (key !== null) settings['message_key'] = key
  for (const [flag, name] of Object.entries(LISTS)) {
    const values = call.texts(flag)
    if (values.length > 0) settings[name] = values
  }
  for (const [flag, name] of Object.entries(SECRETS)) {
    const secret = await readSecret(call, flag)
    if (secret !== null) settings[name] = secret
  }
  const headers = headersIn(call)
  if (headers !== null) settings['headers'] = headers
  const rate = call.text('sample-rate')
  if (rate !== null) settings['sample_rate'] = readShare(rate)
  if (call.has('tls')) settings['tls'] = true
  if (call.has('no-tls')) settings['tls'] = false
  return settings
}

function headersIn(call: Call): JsonObject | null {
  const pairs = call.texts('header-env').map((pair) => readPair('header-env', pair))
  if (pairs.length === 0) return null
  return Object.fromEntries(
    pairs.map(([header, variable]) => {
      const value = process.env[variable]?.trim()
      if (value) return [header, value]
      throw new CommandError({
        what: `The environment variable ${variable} is not set.`,
        fix: `export ${variable}=...`,
      })
    }),
  )
}

function readShare(text: string): number {
  const share = /^\d{1,3}(\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN
  if (share > 0 && share <= 1) return share
  throw usageError(`--sample-rate must be a number above 0 and up to 1, not "${text}".`)
}

function destinationIn(row: JsonObject): string {
  const brokers = Array.isArray(row['brokers']) ? row['brokers'].join(',') : ''
  if (row['type'] === 's3') return `${row['endpoint'] ?? `AWS ${row['region']}`} ${row['bucket']}`
  if (row['type'] === 'kafka') return `${brokers} ${row['topic']}`
  return String(row['endpoint'] ?? row['url_hint'])
}

function stateIn(row: JsonObject): string {
  const { enabled, progress } = row
  if (enabled === false) return 'disabled'
  if (!isObject(progress)) return 'no report'
  const { last_error: error, last_delivered_at: delivered } = progress
  if (isObject(error) && Date.parse(String(error['at'])) > Date.parse(String(delivered ?? 0))) return 'failing'
  return progress['oldest_waiting_at'] === null ? 'up to date' : `waiting since ${progress['oldest_waiting_at']}`
}

function countIn({ progress }: JsonObject, name: string): string {
  return isObject(progress) ? String(progress[name]) : '-'
}

function testLine(call: Call, result: JsonObject): string {
  const { green, red } = call.output.colours
  return result['delivered'] === true
    ? `${green('✔')} ${result['sink_name']}: delivered (${result['duration_ms']} ms)`
    : `${red('✖')} ${result['sink_name']}: ${result['message']}`
}

function assertDelivered(result: JsonObject): void {
  if (result['delivered'] === true) return
  throw new CommandError({
    what: `The sink "${result['sink_name']}" did not accept the sample log.`,
    why: String(result['message']),
    fix: 'Change it with gatehouse sinks update.',
  })
}
