/** `gatehouse group-mappings`: roles for the groups of an identity provider. */

import type { Call } from '../../command.ts'
import { CommandError, usageError } from '../../command-error.ts'
import { confirm } from '../../input/confirm.ts'
import type { JsonObject, Remote } from '../../remote.ts'

const PATH = '/admin/group-mappings'

export async function listMappings(call: Call): Promise<void> {
  const rows = await remoteOf(call).list(PATH)
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['GROUP', (row) => String(row['group_name'])],
        ['ORGANISATION ROLE', (row) => String(row['organisation_role'] ?? '-')],
        ['WORKSPACE', (row) => String(row['workspace_id'] ?? '-')],
        ['WORKSPACE ROLE', (row) => String(row['workspace_role'] ?? '-')],
        ['ID', (row) => String(row['id'])],
      ],
      'No group mappings. Create one: gatehouse group-mappings create ai-platform --organisation-role admin',
    ),
  )
}

export async function createMapping(call: Call): Promise<void> {
  const made = await remoteOf(call).post(PATH, { group_name: call.operands[0], ...rolesIn(call) })
  call.output.data(made, () => `Created a mapping of the group "${made['group_name']}".`)
}

export async function updateMapping(call: Call): Promise<void> {
  const group = call.text('group')
  const body = { ...(group !== null && { group_name: group }), ...rolesIn(call) }
  if (Object.keys(body).length === 0) throw usageError('Nothing to change.', 'group-mappings update')
  const remote = remoteOf(call)
  const mapping = await findMapping(remote, call.operands[0] ?? '')
  const changed = await remote.put(`${PATH}/${mapping['id']}`, body)
  call.output.data(changed, () => `Changed the mapping of the group "${changed['group_name']}".`)
}

export async function deleteMapping(call: Call): Promise<void> {
  const remote = remoteOf(call)
  const mapping = await findMapping(remote, call.operands[0] ?? '')
  await confirm(call, `Delete the mapping of the group "${mapping['group_name']}"? Its members lose the role at once.`)
  await remote.delete(`${PATH}/${mapping['id']}`)
  call.output.data({ deleted: mapping['id'] }, () => `Deleted the mapping of the group "${mapping['group_name']}".`)
}

/** `none` removes a role. */
function rolesIn(call: Call): JsonObject {
  const organisationRole = call.text('organisation-role')
  const [workspace, workspaceRole] = [call.text('for-workspace'), call.text('workspace-role')]
  return {
    ...(organisationRole !== null && { organisation_role: organisationRole === 'none' ? null : organisationRole }),
    ...(workspace !== null && { workspace_id: workspace === 'none' ? null : workspace }),
    ...(workspaceRole !== null && { workspace_role: workspaceRole }),
    ...(workspace === 'none' && { workspace_role: null }),
  }
}

/** Finds a mapping by ID, or by group if the group has only one mapping. */
async function findMapping(remote: Remote, wanted: string): Promise<JsonObject> {
  const found = (await remote.list(PATH)).filter((row) => row['id'] === wanted || row['group_name'] === wanted)
  const [first] = found
  if (first === undefined)
    throw new CommandError({
      what: `No group mapping has the ID or group "${wanted}".`,
      fix: 'See gatehouse group-mappings list.',
    })
  if (found.length > 1)
    throw new CommandError({
      what: `The group "${wanted}" has ${found.length} mappings.`,
      fix: `Use the ID: ${found.map((row) => row['id']).join(', ')}`,
    })
  return first
}

/** Group mappings belong to the organisation, so requests select no workspace. */
function remoteOf(call: Call): Remote {
  return call.remote().within(null)
}
