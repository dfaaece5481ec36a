/** Kinds that only a migration creates: invitations of users, and collections of prompts. */

import { CommandError } from '../../command-error.ts'
import { type JsonObject, objectsOf } from '../../remote.ts'
import { type Kind, nameIn, pick } from '../kinds/kind.ts'

const INVITES = '/admin/users/invites'
const COLLECTIONS = '/collections'

/** Users that exist or are already invited are not changed. */
export const INVITE_KIND: Kind = {
  folder: 'invites',
  check({ place, content }) {
    if (!/^[^@\s]+@[^@\s]+$/.test(String(content['email'])))
      throw new CommandError({ what: `${place}: the email address is not valid.` })
  },
  needs: () => [],
  async list(remote) {
    const [users, invites] = await Promise.all([
      remote.list('/admin/users'),
      remote.list(INVITES, { status: 'pending' }),
    ])
    return [...users, ...invites].map((row) => ({ id: String(row['id']), content: row }))
  },
  async read(remote, id) {
    return { id, content: await remote.get(`${INVITES}/${id}`) }
  },
  isSame: (wanted, { content }) => String(content['email']).toLowerCase() === wanted.content['email'],
  owned: (_, { content }) => ({ email: String(content['email']).toLowerCase() }),
  desired: ({ content }) => pick(content, ['email']),
  async create(remote, { content }) {
    const made = await remote.post(INVITES, pick(content, ['id', 'email', 'role', 'workspaces']))
    return { id: String(made['id']), secret: String(made['invite_link']) }
  },
  update: () => Promise.resolve(),
  async remove(remote, id) {
    await remote.delete(`${INVITES}/${id}`)
  },
  toFile: () => null,
}

export const COLLECTION_KIND: Kind = {
  folder: 'collections',
  check: () => {},
  needs: () => [],
  async list(remote) {
    const rows = await remote.list(COLLECTIONS)
    const slugs = new Map(rows.map((row) => [row['id'], row['slug']]))
    return rows.map((row) => ({
      id: String(row['slug']),
      content: { ...row, parent_collection_id: slugs.get(row['parent_collection_id']) ?? null },
    }))
  },
  async read(remote, id) {
    return (await this.list(remote)).find((live) => live.id === id) ?? { id, content: {} }
  },
  isSame: (wanted, live) => live.id === nameIn(wanted.place),
  owned: (_, { content }) => pick(content, ['name', 'parent_collection_id']),
  desired: ({ content }) => ({ name: content['name'], parent_collection_id: content['parent_collection_id'] ?? null }),
  async create(remote, { content }) {
    const made = await remote.post(COLLECTIONS, pick(content, ['id', 'slug', 'name', 'parent_collection_id']))
    return { id: String(made['slug']) }
  },
  async update(remote, wanted, live) {
    if (live.content['parent_collection_id'] !== (wanted.content['parent_collection_id'] ?? null))
      throw new CommandError({ what: `${wanted.place}: a collection cannot be moved to another parent.` })
    await remote.put(`${COLLECTIONS}/${encodeURIComponent(live.id)}`, pick(wanted.content, ['name']))
  },
  async remove(remote, id) {
    await remote.delete(`${COLLECTIONS}/${encodeURIComponent(id)}`)
  },
  toFile: ({ id, content }) => ({ name: id, content: collectionFile(content) }),
}

function collectionFile(content: JsonObject): JsonObject {
  const [row] = objectsOf([content])
  return pick(row ?? {}, ['slug', 'name', 'parent_collection_id'])
}
