/** Prompts as files, as `gatehouse prompts pull` writes them: versions are only ever added. */

import { CommandError } from '../../command-error.ts'
import { objectsOf } from '../../remote.ts'
import { type Kind, nameIn } from './kind.ts'

export const PROMPT_KIND: Kind = {
  folder: 'prompts',
  check({ place, content }) {
    if (content['format'] === undefined || objectsOf(content['versions']).length === 0)
      throw new CommandError({
        what: `${place}.json is no prompt file.`,
        fix: 'gatehouse prompts pull writes such files.',
      })
    if (content['slug'] !== undefined && content['slug'] !== nameIn(place))
      throw new CommandError({ what: `${place}.json has another slug than its name.`, fix: 'Rename the file.' })
  },
  needs: () => [],
  async list(remote) {
    const rows = await remote.list('/prompts')
    return Promise.all(rows.map((row) => this.read(remote, String(row['slug']))))
  },
  async read(remote, id) {
    return { id, content: await remote.get(`/prompts/${encodeURIComponent(id)}/export`) }
  },
  isSame: (wanted, live) => live.id === nameIn(wanted.place),
  owned: (_, { content }) => ({
    name: content['name'],
    published: content['published'],
    versions: content['versions'],
  }),
  asked: ({ content }) => ({ name: content['name'], published: content['published'], versions: content['versions'] }),
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
}
