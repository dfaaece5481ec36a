/** Integration access files: whether a workspace may use an integration, and its limits on it. */

import { CommandError } from '../../command-error.ts'
import { type JsonObject, objectsOf, type Remote } from '../../remote.ts'
import { limitsIn, managedAccess } from './integration-kind.ts'
import { type Kind, type Live, nameIn, pick } from './kind.ts'

const SETTINGS = ['enabled', 'usage_limits', 'rate_limits']

export const INTEGRATION_ACCESS_KIND: Kind = {
  folder: 'integration-access',
  check({ place, content }) {
    if (content['enabled'] !== undefined && typeof content['enabled'] !== 'boolean')
      throw new CommandError({ what: `${place}.json: "enabled" must be true or false.` })
  },
  needs: () => [],
  async list(remote) {
    // Includes integrations that the workspace may no longer use.
    const rows = await remote.within(null).list('/integrations', { type: 'organisation' })
    const found = await Promise.all(rows.map((row) => accessOf(remote, String(row['slug']))))
    return found.flatMap((live) => live ?? [])
  },
  async read(remote, id) {
    return (await accessOf(remote, id)) ?? { id, content: {} }
  },
  isSame: (wanted, live) => live.id === nameIn(wanted.place),
  owned(wanted, { content }) {
    const desired = this.desired(wanted)
    return Object.fromEntries(
      Object.entries(desired).map(([name, value]) => [name, managedAccess(value, content[name])]),
    )
  },
  desired: ({ content }) => ({ enabled: true, ...pick(content, SETTINGS) }),
  async create(remote, wanted) {
    const id = nameIn(wanted.place)
    await put(remote, id, this.desired(wanted))
    return { id }
  },
  async update(remote, wanted, { id }) {
    await put(remote, id, this.desired(wanted))
  },
  async remove(remote, id) {
    await put(remote, id, { enabled: false })
  },
  toFile({ id, content }) {
    return { name: id, content: { enabled: content['enabled'] === true, ...limitsIn(content) } }
  },
}

/** Null if the workspace has no settings of its own. */
async function accessOf(remote: Remote, slug: string): Promise<Live | null> {
  const workspace = await workspaceOf(remote)
  const { workspaces } = await remote.get(`/integrations/${encodeURIComponent(slug)}/workspaces`)
  const row = objectsOf(workspaces).find(
    (one) => one['is_global'] === false && (one['workspace_id'] === workspace || one['slug'] === workspace),
  )
  return row === undefined ? null : { id: slug, content: row }
}

async function put(remote: Remote, slug: string, settings: JsonObject): Promise<void> {
  const id = await workspaceOf(remote)
  // No default provider, because the workspace's own files contain its providers.
  const workspaces = [{ id, create_default_provider: false, ...settings }]
  await remote.put(`/integrations/${encodeURIComponent(slug)}/workspaces`, { workspaces })
}

/** The selected workspace, else the default workspace, else the first one that the key can see. */
async function workspaceOf(remote: Remote): Promise<string> {
  if (remote.workspaceName !== null) return remote.workspaceName
  const workspaces = await remote.list('/admin/workspaces')
  const found = workspaces.find((one) => Boolean(one['is_default'])) ?? workspaces[0]
  return String(found?.['id'])
}
