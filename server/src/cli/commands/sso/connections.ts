/** `gatehouse sso-connections`: identity providers that users sign in with. */

import type { Call } from '../../command.ts'
import { CommandError, usageError } from '../../command-error.ts'
import { confirm } from '../../input/confirm.ts'
import { readSecret } from '../../input/read-file.ts'
import type { JsonObject, Remote } from '../../remote.ts'

const PATH = '/admin/sso-connections'

export async function listConnections(call: Call): Promise<void> {
  const rows = await remoteOf(call).list(PATH)
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['NAME', (row) => String(row['name'])],
        ['ISSUER', (row) => String(row['issuer'])],
        ['DOMAINS', (row) => textsIn(row['domains']).join(', ') || '-'],
        ['TESTED', (row) => String(row['tested_at'] ?? 'never').slice(0, 10)],
        ['STATE', (row) => (row['is_enabled'] === true ? 'enabled' : 'disabled')],
        ['ID', (row) => String(row['id'])],
      ],
      'No single sign-on connections. Create one: gatehouse sso-connections create Keycloak --issuer https://... --client-id gatehouse --secret-env CLIENT_SECRET',
    ),
  )
}

export async function createConnection(call: Call): Promise<void> {
  const settings = await settingsIn(call)
  for (const [flag, field] of [
    ['issuer', 'issuer'],
    ['client-id', 'client_id'],
  ] as const)
    if (settings[field] === undefined) throw usageError(`--${flag} is missing.`, 'sso-connections create')
  const made = await remoteOf(call).post(PATH, {
    name: call.operands[0],
    ...settings,
    ...(call.has('enable') && { is_enabled: true }),
  })
  call.output.data(made, () =>
    [
      `Created single sign-on connection "${made['name']}". Register these URLs at the identity provider:`,
      `  redirect URI              ${made['redirect_url']}`,
      `  post-logout redirect URI  ${made['post_logout_redirect_url']}`,
      `  back-channel logout URI   ${made['backchannel_logout_url']}`,
      ...(made['jwks_url'] === null ? [] : [`  JWKS URL                  ${made['jwks_url']}`]),
      'Then test it in the dashboard: Settings > Single sign-on.',
    ].join('\n'),
  )
}

export async function updateConnection(call: Call): Promise<void> {
  if (call.has('enable') && call.has('disable')) throw usageError('Use --enable or --disable, not both.')
  const name = call.text('name')
  const body = {
    ...(name !== null && { name }),
    ...(await settingsIn(call)),
    ...(call.has('enable') && { is_enabled: true }),
    ...(call.has('disable') && { is_enabled: false }),
  }
  if (Object.keys(body).length === 0) throw usageError('Nothing to change.', 'sso-connections update')
  const remote = remoteOf(call)
  const connection = await findConnection(remote, call.operands[0] ?? '')
  const changed = await remote.put(`${PATH}/${connection['id']}`, body)
  call.output.data(changed, () => `Changed single sign-on connection "${changed['name']}".`)
}

export async function deleteConnection(call: Call): Promise<void> {
  const remote = remoteOf(call)
  const connection = await findConnection(remote, call.operands[0] ?? '')
  await confirm(call, `Delete single sign-on connection "${connection['name']}"? Its sessions end. Its users stay.`)
  await remote.delete(`${PATH}/${connection['id']}`)
  call.output.data({ deleted: connection['id'] }, () => `Deleted single sign-on connection "${connection['name']}".`)
}

async function settingsIn(call: Call): Promise<JsonObject> {
  const secret = await readSecret(call, 'secret')
  if (secret !== null && call.has('private-key'))
    throw usageError('Use a client secret or --private-key, not both.', 'sso-connections create')
  const [issuer, clientId, role] = [call.text('issuer'), call.text('client-id'), call.text('default-role')]
  const [scopes, domains] = [call.texts('scope'), call.texts('domain')]
  const [newUsers, trust] = [call.text('new-users'), call.text('trust-email')]
  const groups = call.text('groups-claim')
  if (groups !== null && call.has('no-groups')) throw usageError('Use --groups-claim or --no-groups, not both.')
  return {
    ...(issuer !== null && { issuer }),
    ...(clientId !== null && { client_id: clientId }),
    ...(secret !== null && { client_secret: secret }),
    ...(call.has('private-key') && { auth_method: 'private_key_jwt' }),
    ...(scopes.length > 0 && { scopes }),
    ...(domains.length > 0 && { domains }),
    ...(groups !== null && { claims: { groups } }),
    ...(call.has('no-groups') && { claims: { groups: null } }),
    ...(newUsers !== null && { allow_new_users: newUsers === 'yes' }),
    ...(trust !== null && { trust_email: trust === 'yes' }),
    ...(role !== null && { default_role: role }),
  }
}

/** Finds a connection by ID, or by name if the name is unique. */
async function findConnection(remote: Remote, wanted: string): Promise<JsonObject> {
  const found = (await remote.list(PATH)).filter((row) => row['id'] === wanted || row['name'] === wanted)
  const [first] = found
  if (first === undefined)
    throw new CommandError({
      what: `No single sign-on connection has the ID or name "${wanted}".`,
      fix: 'See gatehouse sso-connections list.',
    })
  if (found.length > 1)
    throw new CommandError({
      what: `${found.length} single sign-on connections have the name "${wanted}".`,
      fix: `Use the ID: ${found.map((row) => row['id']).join(', ')}`,
    })
  return first
}

/** Connections belong to the organisation, so requests select no workspace. */
function remoteOf(call: Call): Remote {
  return call.remote().within(null)
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}
