/** `gatehouse workload-issuers`: issuers of JWTs that callers send instead of a gateway key. */

import type { Call } from '../../command.ts'
import { CommandError, usageError } from '../../command-error.ts'
import { confirm } from '../../input/confirm.ts'
import { readPair, readWhole } from '../../input/read-amount.ts'
import { readObject } from '../../input/read-file.ts'
import type { JsonObject, Remote } from '../../remote.ts'

const PATH = '/admin/workload-issuers'

export async function listIssuers(call: Call): Promise<void> {
  const rows = await call.remote().list(PATH)
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['NAME', (row) => String(row['name'])],
        ['ISSUER', (row) => String(row['issuer'])],
        ['CLAIMS', claimsIn],
        ['WORKSPACE', (row) => String(row['workspace_id'] ?? `claim ${row['workspace_claim']}`)],
        ['STATE', (row) => (row['enabled'] === true ? 'enabled' : 'disabled')],
        ['LAST USED', (row) => String(row['last_used_at'] ?? 'never')],
        ['ID', (row) => String(row['id'])],
      ],
      'No workload issuers. Create one: gatehouse workload-issuers create Cluster --issuer https://... --audience gatehouse',
    ),
  )
}

export async function createIssuer(call: Call): Promise<void> {
  const settings = await settingsIn(call)
  for (const [flag, field] of [
    ['issuer', 'issuer'],
    ['audience', 'audiences'],
  ] as const)
    if (settings[field] === undefined) throw usageError(`--${flag} is missing.`, 'workload-issuers create')
  const made = await call
    .remote()
    .post(PATH, { name: call.operands[0], ...settings, ...(call.has('disabled') && { enabled: false }) })
  call.output.data(made, () => `Created workload issuer "${made['name']}".`)
}

export async function updateIssuer(call: Call): Promise<void> {
  if (call.has('enable') && call.has('disable')) throw usageError('Use --enable or --disable, not both.')
  const name = call.text('name')
  const body = {
    ...(name !== null && { name }),
    ...(await settingsIn(call)),
    ...(call.has('enable') && { enabled: true }),
    ...(call.has('disable') && { enabled: false }),
  }
  if (Object.keys(body).length === 0) throw usageError('Nothing to change.', 'workload-issuers update')
  const remote = call.remote()
  const issuer = await findIssuer(remote, call.operands[0] ?? '')
  const changed = await remote.put(`${PATH}/${issuer['id']}`, body)
  call.output.data(changed, () => `Changed workload issuer "${changed['name']}".`)
}

export async function deleteIssuer(call: Call): Promise<void> {
  const remote = call.remote()
  const issuer = await findIssuer(remote, call.operands[0] ?? '')
  await confirm(call, `Delete workload issuer "${issuer['name']}"? Its tokens are refused from then on.`)
  await remote.delete(`${PATH}/${issuer['id']}`)
  call.output.data({ deleted: issuer['id'] }, () => `Deleted workload issuer "${issuer['name']}".`)
}

export async function listSubjects(call: Call): Promise<void> {
  const remote = call.remote()
  const issuer = await findIssuer(remote, call.operands[0] ?? '')
  const rows = await remote.list(`${PATH}/${issuer['id']}/subjects`)
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['SUBJECT', (row) => String(row['subject'])],
        ['LAST USED', (row) => String(row['last_used_at'])],
        ['FROM', (row) => String(row['last_used_ip'])],
      ],
      'No token of this issuer was used.',
    ),
  )
}

export async function revokeTokens(call: Call): Promise<void> {
  const [jti, subject, reason] = [call.text('jti'), call.text('subject'), call.text('reason')]
  if ((jti === null) === (subject === null)) throw usageError('Use --jti or --subject.', 'workload-issuers revoke')
  const remote = call.remote()
  const issuer = await findIssuer(remote, call.operands[0] ?? '')
  const made = await remote.post(`${PATH}/${issuer['id']}/revocations`, {
    ...(jti !== null && { jti }),
    ...(subject !== null && { subject }),
    ...(reason !== null && { reason }),
  })
  call.output.data(made, () => `Revoked. Undo: gatehouse workload-issuers unrevoke "${issuer['name']}" ${made['id']}`)
}

export async function listRevocations(call: Call): Promise<void> {
  const remote = call.remote()
  const issuer = await findIssuer(remote, call.operands[0] ?? '')
  const rows = await remote.list(`${PATH}/${issuer['id']}/revocations`)
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['REVOKED', (row) => (row['jti'] === null ? `subject ${row['subject']}` : `jti ${row['jti']}`)],
        ['REASON', (row) => String(row['reason'] ?? '-')],
        ['SINCE', (row) => String(row['created_at'])],
        ['ID', (row) => String(row['id'])],
      ],
      'No revocations.',
    ),
  )
}

export async function unrevokeTokens(call: Call): Promise<void> {
  const remote = call.remote()
  const [name = '', id = ''] = call.operands
  const issuer = await findIssuer(remote, name)
  await remote.delete(`${PATH}/${issuer['id']}/revocations/${encodeURIComponent(id)}`)
  call.output.data({ deleted: id }, () => 'Deleted the revocation.')
}

const TEXTS = {
  issuer: 'issuer',
  'jwks-url': 'jwks_url',
  'subject-claim': 'subject_claim',
  'workspace-claim': 'workspace_claim',
  'scope-claim': 'scope_claim',
} as const
const LISTS = { audience: 'audiences', algorithm: 'algorithms', scope: 'scopes' } as const

async function settingsIn(call: Call): Promise<JsonObject> {
  const settings: Record<string, unknown> = {}
  for (const [flag, field] of Object.entries(TEXTS)) {
    const text = call.text(flag)
    if (text !== null) settings[field] = text
  }
  for (const [flag, field] of Object.entries(LISTS)) {
    const values = call.texts(flag)
    if (values.length > 0) settings[field] = values
  }
  const file = call.text('jwks-file')
  if (file !== null) settings['jwks'] = await readObject(file)
  const lifetime = call.text('max-lifetime')
  if (lifetime !== null) settings['max_lifetime_seconds'] = readWhole('max-lifetime', lifetime, 60, 2_592_000)
  const claims = call.texts('claim').map((pair) => readPair('claim', pair))
  if (claims.length > 0)
    settings['claims'] = Object.fromEntries(
      claims.map(([name]) => [name, claims.filter(([other]) => other === name).map(([, value]) => value)]),
    )
  const labels = call.texts('metadata').map((pair) => readPair('metadata', pair))
  if (labels.length > 0) settings['metadata'] = Object.fromEntries(labels)
  return settings
}

/** Finds an issuer by ID, or by name if the name is unique. */
async function findIssuer(remote: Remote, wanted: string): Promise<JsonObject> {
  const found = (await remote.list(PATH)).filter((row) => row['id'] === wanted || row['name'] === wanted)
  const [first] = found
  if (first === undefined)
    throw new CommandError({
      what: `No workload issuer has the ID or name "${wanted}".`,
      fix: 'See gatehouse workload-issuers list.',
    })
  if (found.length > 1)
    throw new CommandError({
      what: `${found.length} workload issuers have the name "${wanted}".`,
      fix: `Use the ID: ${found.map((row) => row['id']).join(', ')}`,
    })
  return first
}

function claimsIn({ claims }: JsonObject): string {
  const rules = Object.entries((claims ?? {}) as Record<string, readonly string[]>)
  return rules.map(([name, values]) => `${name}=${values.join('|')}`).join(' ') || '-'
}
