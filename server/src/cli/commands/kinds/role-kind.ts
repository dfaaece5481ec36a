/** Custom role files. */

import { CommandError } from '../../command-error.ts'
import type { JsonObject, Remote } from '../../remote.ts'
import { type Kind, omitEmpty, pick } from './kind.ts'

const PATH = '/admin/roles'
const CHANGEABLE = ['name', 'description', 'permissions']
const SETTINGS = ['slug', 'level', ...CHANGEABLE]

export const ROLE_KIND: Kind = {
  folder: 'roles',
  check({ place, content }) {
    for (const name of ['name', 'slug', 'level'])
      if (typeof content[name] !== 'string') throw new CommandError({ what: `${place}.json has no "${name}".` })
    if (!Array.isArray(content['permissions']))
      throw new CommandError({ what: `${place}.json has no list "permissions".` })
  },
  needs: () => [],
  async list(remote) {
    const { data } = await ofOrganisation(remote).get(PATH).catch(hidden)
    const custom = (data as readonly JsonObject[]).filter((row) => row['is_built_in'] !== true)
    // Roles belong to the organisation.
    return custom.map((row) => ({ id: String(row['id']), content: { ...row, workspace_id: null } }))
  },
  async read(remote, id) {
    return { id, content: await ofOrganisation(remote).get(`${PATH}/${id}`) }
  },
  isSame: (wanted, { content }) => wanted.content['slug'] === content['slug'],
  owned(wanted, { content }) {
    return pick(settingsOf(content), Object.keys(this.desired(wanted)))
  },
  desired: ({ content }) => settingsOf(content),
  async create(remote, wanted) {
    return { id: String((await ofOrganisation(remote).post(PATH, this.desired(wanted)))['id']) }
  },
  async update(remote, wanted, { id }) {
    await ofOrganisation(remote).put(`${PATH}/${id}`, pick(this.desired(wanted), CHANGEABLE))
  },
  async remove(remote, id) {
    await ofOrganisation(remote).delete(`${PATH}/${id}`)
  },
  toFile({ content }) {
    const { permissions, ...others } = settingsOf(content)
    return { name: String(content['slug']), content: { ...omitEmpty(others), permissions } }
  },
}

/** Roles belong to no workspace, so requests do not select one. */
function ofOrganisation(remote: Remote): Remote {
  return remote.within(null)
}

/** Returns no roles if the key lacks the scope. */
function hidden(error: unknown): JsonObject {
  if (error instanceof CommandError && error.exitCode === 4) return { data: [] }
  throw error
}

/** Sorts permissions, so that their order in a file makes no difference. */
function settingsOf(content: JsonObject): JsonObject {
  const { permissions, ...others } = pick(content, SETTINGS)
  return { ...others, ...(Array.isArray(permissions) && { permissions: [...permissions].sort() }) }
}
