/** Label files: names that select prompt versions. */

import { type Kind, nameOf, omitEmpty, pick } from './kind.ts'

export const LABEL_KIND: Kind = {
  folder: 'labels',
  check: () => {},
  needs: () => [],
  async list(remote) {
    return (await remote.list('/labels')).map((row) => ({ id: String(row['id']), content: row }))
  },
  async read(remote, id) {
    return { id, content: await remote.get(`/labels/${id}`) }
  },
  isSame: (wanted, live) => live.content['name'] === nameOf(wanted),
  owned(wanted, { content }) {
    return pick(content, Object.keys(this.desired(wanted)))
  },
  desired(wanted) {
    const { $schema: _schema, id: _id, ...content } = wanted.content
    return { ...content, name: nameOf(wanted) }
  },
  async create(remote, wanted) {
    return {
      id: String((await remote.post('/labels', { ...pick(wanted.content, ['id']), ...this.desired(wanted) }))['id']),
    }
  },
  async update(remote, wanted, live) {
    await remote.put(`/labels/${live.id}`, this.desired(wanted))
  },
  async remove(remote, id) {
    await remote.delete(`/labels/${id}`)
  },
  toFile({ content }) {
    if (content['is_universal'] === true) return null
    const name = String(content['name'])
    return { name, content: { name, ...omitEmpty(pick(content, ['description', 'color_code'])) } }
  },
}
