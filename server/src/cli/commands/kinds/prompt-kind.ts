/** Prompt files as written by `gatehouse prompts pull`. Versions are only added, never changed. */

import { CommandError } from '../../command-error.ts'
import { type JsonObject, objectsOf } from '../../remote.ts'
import { type Kind, nameIn } from './kind.ts'

export const PROMPT_KIND: Kind = {
  folder: 'prompts',
  check({ place, content }) {
    if (content['format'] === undefined || objectsOf(content['versions']).length === 0)
      throw new CommandError({
        what: `${place}.json is not a prompt file.`,
        fix: 'Create it with gatehouse prompts pull.',
      })
    if (content['slug'] !== undefined && content['slug'] !== nameIn(place))
      throw new CommandError({ what: `The slug in ${place}.json differs from the file name.`, fix: 'Rename the file.' })
  },
  needs: () => [],
  async list(remote) {
    const rows = await remote.list('/prompts')
    return Promise.all(
      rows.map(async (row) => {
        const { id, content } = await this.read(remote, String(row['slug']))
        return { id, content: { ...content, id: row['id'] } }
      }),
    )
  },
  async read(remote, id) {
    return { id, content: await remote.get(`/prompts/${encodeURIComponent(id)}/export`) }
  },
  isSame: (wanted, live) => live.id === nameIn(wanted.place),
  owned: (_, { content }) => comparable(content),
  desired: ({ content }) => comparable(content),
  async create(remote, { place, content }) {
    const { slug } = await remote.post('/prompts/import', { ...content, slug: nameIn(place) })
    return { id: String(slug) }
  },
  async update(remote, wanted, live) {
    const { $schema: _schema, ...file } = wanted.content
    await remote.post('/prompts/import', { ...file, slug: live.id, update: true })
    const path = `/prompts/${encodeURIComponent(live.id)}`
    if (live.content['name'] !== file['name']) await remote.put(path, { name: file['name'] })
    const { published } = await remote.get(`${path}/export`)
    if (published !== file['published']) await remote.put(`${path}/makeDefault`, { version: file['published'] })
  },
  async remove(remote, id) {
    await remote.delete(`/prompts/${encodeURIComponent(id)}`)
  },
  toFile({ id, content }) {
    const { $schema: _schema, id: _id, ...file } = content
    return { name: id, content: file }
  },
}

/** Messages may be a list or its JSON text; the gateway stores the text. */
function comparable({ name, published, versions }: JsonObject): JsonObject {
  const read = objectsOf(versions).map(({ id: _id, ...version }) => ({
    ...version,
    string: messagesIn(version['string']),
  }))
  return { name, published, versions: read }
}

function messagesIn(template: unknown): unknown {
  if (typeof template !== 'string' || !template.trimStart().startsWith('[')) return template
  try {
    return JSON.parse(template)
  } catch {
    // Plain text that starts with a bracket.
    return template
  }
}
