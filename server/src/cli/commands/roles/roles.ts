/** `gatehouse roles`: built-in and custom roles. */

import type { Call } from '../../command.ts'
import { CommandError, usageError } from '../../command-error.ts'
import { confirm } from '../../input/confirm.ts'
import type { JsonObject, Remote } from '../../remote.ts'

const PATH = '/admin/roles'

export async function listRoles(call: Call): Promise<void> {
  const rows = await rolesOf(ofOrganisation(call))
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['ROLE', (row) => String(row['slug'])],
        ['NAME', (row) => String(row['name'])],
        ['LEVEL', (row) => String(row['level'])],
        ['PERMISSIONS', (row) => String((row['permissions'] as readonly string[]).length)],
        ['USERS', (row) => (typeof row['user_count'] === 'number' ? String(row['user_count']) : '-')],
        ['KIND', (row) => (row['is_built_in'] === true ? 'built-in' : 'custom')],
      ],
      'No roles.',
    ),
  )
}

export async function createRole(call: Call): Promise<void> {
  const level = call.text('level')
  if (level === null) throw usageError('--level is missing: organisation or workspace.', 'roles create')
  const slug = call.text('slug')
  const made = await ofOrganisation(call).post(PATH, {
    name: call.operands[0],
    level,
    ...(slug !== null && { slug }),
    ...settingsIn(call),
    permissions: call.texts('permission'),
  })
  call.output.data(made, () => `Created role "${made['name']}" (${made['slug']}).`)
}

export async function updateRole(call: Call): Promise<void> {
  const name = call.text('name')
  const permissions = call.texts('permission')
  const body = {
    ...(name !== null && { name }),
    ...settingsIn(call),
    ...(permissions.length > 0 && { permissions }),
  }
  if (Object.keys(body).length === 0) throw usageError('Nothing to change.', 'roles update')
  const remote = ofOrganisation(call)
  const role = await findRole(remote, call.operands[0] ?? '')
  const changed = await remote.put(`${PATH}/${role['id']}`, body)
  call.output.data(changed, () => `Changed role "${changed['name']}".`)
}

export async function deleteRole(call: Call): Promise<void> {
  const remote = ofOrganisation(call)
  const role = await findRole(remote, call.operands[0] ?? '')
  const replacement = call.text('replace-with')
  await confirm(call, `Delete role "${role['name']}"?`)
  const query = replacement === null ? '' : `?replace_with=${encodeURIComponent(replacement)}`
  await remote.delete(`${PATH}/${role['id']}${query}`)
  call.output.data({ deleted: role['id'] }, () => `Deleted role "${role['name']}".`)
}

/** Roles belong to no workspace, so requests do not select one. */
function ofOrganisation(call: Call): Remote {
  return call.remote().within(null)
}

function settingsIn(call: Call): JsonObject {
  const description = call.text('description')
  return description === null ? {} : { description }
}

async function rolesOf(remote: Remote): Promise<readonly JsonObject[]> {
  return (await remote.get(PATH))['data'] as readonly JsonObject[]
}

/** Finds a custom role by ID, slug or name. Names are unique. */
async function findRole(remote: Remote, wanted: string): Promise<JsonObject> {
  const custom = (await rolesOf(remote)).filter((row) => row['is_built_in'] !== true)
  const found = custom.find((row) => [row['id'], row['slug'], row['name']].includes(wanted))
  if (found) return found
  throw new CommandError({
    what: `No custom role has the ID, slug or name "${wanted}".`,
    fix: 'See gatehouse roles list.',
  })
}
