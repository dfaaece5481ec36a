/** `gatehouse keys`: manages gateway keys. */

import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'
import { confirm } from '../../input/confirm.ts'
import { readRate, readSpanMs, readTime } from '../../input/read-amount.ts'
import { terminalWidth } from '../../output.ts'
import { type JsonObject, objectsOf, type Remote } from '../../remote.ts'
import { layoutPairs } from '../../text-table.ts'
import { texts } from '../configs/configs.ts'

type Preset = { readonly scopes: readonly string[]; readonly maySend: boolean }

/** The presets of the dashboard, with the least permissions for each purpose. */
const SEND: Preset = { scopes: [], maySend: true }
const PRESETS: Readonly<Record<string, Preset>> = {
  send: SEND,
  'send-logs': { scopes: ['logs.list', 'logs.view', 'logs.write'], maySend: true },
  analytics: { scopes: ['analytics.view'], maySend: false },
  deploy: { scopes: ['configs.list', 'configs.read', 'configs.create', 'configs.update'], maySend: false },
}

export async function listKeys(call: Call): Promise<void> {
  const rows = await call.remote().list('/api-keys')
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['NAME', (row) => String(row['name'])],
        ['KEY', (row) => String(row['key'])],
        ['KIND', (row) => (row['type'] === 'organisation-service' ? 'admin' : 'workspace')],
        ['STATUS', (row) => `${row['status']}${row['needs_review'] === true ? ', needs review' : ''}`],
        ['LAST USED', (row) => day(row['last_used_at'])],
        ['EXPIRES', (row) => day(row['expires_at'])],
        ['ID', (row) => String(row['id'])],
      ],
      'No keys. Create one: gatehouse keys create "My app"',
    ),
  )
}

export async function createKey(call: Call): Promise<void> {
  const [name = ''] = call.operands
  const isAdmin = call.text('kind') === 'admin'
  const preset = PRESETS[call.text('preset') ?? 'send'] ?? SEND
  const [expires, rate, config] = [call.text('expires'), call.text('rate-limit'), call.text('config')]
  const certificates = call.texts('client-certificate')
  const made = await call.remote().post(`/api-keys/${isAdmin ? 'organisation' : 'workspace'}/service`, {
    name,
    scopes: [...new Set([...preset.scopes, ...call.texts('scope')])],
    ...(expires !== null && { expires_at: readTime('expires', expires, 1) }),
    ...(rate !== null && { rate_limits: [readRate(rate)] }),
    ...(config !== null && { defaults: { config_id: config } }),
    ...(certificates.length > 0 && { client_certificates: certificates }),
    ...((call.has('no-inference') || !preset.maySend) && { allow_inference: false }),
  })
  showSecret(call, made, `Created key "${name}". Its secret is shown only once:`)
}

export async function rotateKey(call: Call): Promise<void> {
  const remote = call.remote()
  const key = await findKey(remote, call.operands[0] ?? '')
  const overlap = call.text('overlap')
  const made = await remote.post(`/api-keys/${key['id']}/rotate`, {
    ...(overlap !== null && { key_transition_period_ms: readSpanMs('overlap', overlap) }),
  })
  const until = String(made['key_transition_expires_at'])
  const old = Date.parse(until) > Date.now() ? `works until ${until}` : 'no longer works'
  showSecret(call, made, `Key "${key['name']}" has a new secret, shown only once. The old secret ${old}.`)
}

export async function revokeKey(call: Call): Promise<void> {
  const remote = call.remote()
  const key = await findKey(remote, call.operands[0] ?? '')
  await confirm(call, `Delete key "${key['name']}" (${key['key']})? Requests with it will be rejected.`)
  await remote.delete(`/api-keys/${key['id']}`)
  call.output.data({ deleted: key['id'] }, () => `Deleted key "${key['name']}".`)
}

export async function whoAmI(call: Call): Promise<void> {
  const caller = await call.remote().get('/sessions/current')
  call.output.data(caller, () => {
    const { name, kind } = (caller['api_key'] ?? {}) as JsonObject
    const workspaces = objectsOf(caller['workspaces']).map((workspace) => `${workspace['name']} (${workspace['slug']})`)
    // The scopes in the organisation and in its workspaces.
    const held = [caller, ...objectsOf(caller['workspaces'])].flatMap(({ scopes: some }) => texts(some))
    const scopes = [...new Set(held)]
    return [
      `Key         ${name}, ${kind}`,
      `Workspaces  ${workspaces.join(', ')}`,
      ...(scopes.length === 0
        ? ['Scopes      none: it can only send requests']
        : ['Scopes', ...layoutPairs(byResource(scopes), terminalWidth())]),
    ].join('\n')
  })
}

/** `configs.read` and `configs.list` become `configs: read, list`. */
function byResource(scopes: readonly string[]): readonly (readonly [string, string])[] {
  const groups = new Map<string, string[]>()
  for (const scope of scopes) {
    const [resource = '', action = ''] = scope.split('.')
    groups.set(resource, [...(groups.get(resource) ?? []), action])
  }
  return [...groups].map(([resource, actions]) => [resource, actions.join(', ')])
}

function showSecret(call: Call, made: JsonObject, about: string): void {
  if (call.has('quiet')) return call.output.text(`${made['key']}\n`)
  if (!call.output.isJson) call.output.note(about)
  call.output.data(made, () => `${made['key']}`)
}

/** Finds a key by ID, or by name if the name is unique. */
async function findKey(remote: Remote, wanted: string): Promise<JsonObject> {
  const rows = await remote.list('/api-keys')
  const found = rows.filter((row) => row['id'] === wanted || row['name'] === wanted)
  const [key] = found
  if (key === undefined)
    throw new CommandError({ what: `No key has the ID or name "${wanted}".`, fix: 'See gatehouse keys list.' })
  if (found.length > 1)
    throw new CommandError({
      what: `${found.length} keys have the name "${wanted}".`,
      fix: `Use the ID: ${found.map((row) => row['id']).join(', ')}`,
    })
  return key
}

function day(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 10) : '-'
}
