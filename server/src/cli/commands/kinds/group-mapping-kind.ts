/** Group mapping files. `workspace` is a slug, because the IDs of workspaces differ between gateways. */

import { CommandError } from '../../command-error.ts'
import type { JsonObject, Remote } from '../../remote.ts'
import { slugOf } from '../migrate/conversion.ts'
import { type Kind, type Live, omitEmpty, pick } from './kind.ts'
import { DEFAULT_WORKSPACE } from './policy-kind.ts'
import { hidden, ofOrganisation } from './sso-connection-kind.ts'

const PATH = '/admin/group-mappings'
const SETTINGS = ['group_name', 'organisation_role', 'workspace', 'workspace_role']
/** Values of members that the file omits: no role. */
const UNSET: JsonObject = { organisation_role: null, workspace: null, workspace_role: null }

export const GROUP_MAPPING_KIND: Kind = {
  folder: 'group-mappings',
  check({ place, content }) {
    if (typeof content['group_name'] !== 'string')
      throw new CommandError({ what: `${place}.json has no "group_name".` })
    if (content['workspace_id'] !== undefined)
      throw new CommandError({
        what: `${place}.json: "workspace_id" is not a field of group mapping files.`,
        fix: `Write "workspace" with the slug of the workspace, or "${DEFAULT_WORKSPACE}".`,
      })
  },
  needs: () => [],
  async list(remote) {
    const rows = await remote.within(null).list(PATH).catch(hidden)
    const slugs = await slugsOf(remote, rows)
    return rows.map((row) => liveOf(row, slugs))
  },
  async read(remote, id) {
    const row = await remote.within(null).get(`${PATH}/${id}`)
    return liveOf(row, await slugsOf(remote, [row]))
  },
  isSame(wanted, { content }) {
    const { group_name: group, workspace } = this.desired(wanted)
    return group === content['group_name'] && workspace === content['workspace']
  },
  owned: (_, { content }) => pick(content, SETTINGS),
  desired: ({ content }) => ({ ...UNSET, ...pick(content, SETTINGS) }),
  async create(remote, wanted) {
    return { id: String((await remote.within(null).post(PATH, await bodyOf(remote, this.desired(wanted))))['id']) }
  },
  async update(remote, wanted, { id }) {
    await remote.within(null).put(`${PATH}/${id}`, await bodyOf(remote, this.desired(wanted)))
  },
  async remove(remote, id) {
    await remote.within(null).delete(`${PATH}/${id}`)
  },
  toFile({ content }) {
    const { group_name: group, workspace } = content
    const name = slugOf(workspace === null ? String(group) : `${group} ${workspace}`)
    return { name, content: omitEmpty(pick(content, SETTINGS)) }
  },
}

function liveOf(row: JsonObject, slugs: ReadonlyMap<string, string>): Live {
  const { workspace_id: id, ...rest } = row
  const workspace = typeof id === 'string' ? (slugs.get(id) ?? id) : null
  return { id: String(row['id']), content: ofOrganisation({ ...rest, workspace }) }
}

/** Maps workspace ids to the slugs used in files. */
async function slugsOf(remote: Remote, rows: readonly JsonObject[]): Promise<ReadonlyMap<string, string>> {
  if (rows.every((row) => row['workspace_id'] === null)) return new Map()
  const workspaces = await remote.within(null).list('/admin/workspaces')
  return new Map(
    workspaces.map((row) => [String(row['id']), row['is_default'] === true ? DEFAULT_WORKSPACE : String(row['slug'])]),
  )
}

async function bodyOf(remote: Remote, { workspace, ...settings }: JsonObject): Promise<JsonObject> {
  if (workspace !== DEFAULT_WORKSPACE) return { ...settings, workspace_id: workspace }
  const workspaces = await remote.within(null).list('/admin/workspaces')
  return { ...settings, workspace_id: workspaces.find((row) => row['is_default'] === true)?.['id'] ?? null }
}
