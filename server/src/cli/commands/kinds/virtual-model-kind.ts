/** Virtual model files: `{"config": "pc-router"}`. The file name is the name, unless the file contains another one. */

import { CommandError } from '../../command-error.ts'
import { type Kind, nameOf, omitEmpty, pick } from './kind.ts'

export const VIRTUAL_MODEL_KIND: Kind = {
  folder: 'virtual-models',
  check(wanted) {
    if (typeof wanted.content['config'] !== 'string')
      throw new CommandError({
        what: `${wanted.place}.json names no config.`,
        fix: 'Add "config": "the slug of a config".',
      })
  },
  needs: () => [],
  async list(remote) {
    return (await remote.list('/virtual-models')).map((row) => ({ id: String(row['id']), content: row }))
  },
  async read(remote, id) {
    return { id, content: await remote.get(`/virtual-models/${id}`) }
  },
  isSame: (wanted, live) => live.content['name'] === nameOf(wanted),
  owned(wanted, { content }) {
    return pick(content, Object.keys(this.desired(wanted)))
  },
  desired(wanted) {
    const { $schema: _schema, ...content } = wanted.content
    return { ...content, name: nameOf(wanted) }
  },
  async create(remote, wanted) {
    return { id: String((await remote.post('/virtual-models', this.desired(wanted)))['id']) }
  },
  async update(remote, wanted, live) {
    await remote.put(`/virtual-models/${live.id}`, this.desired(wanted))
  },
  async remove(remote, id) {
    await remote.delete(`/virtual-models/${id}`)
  },
  toFile({ content }) {
    const name = String(content['name'])
    // Model names often contain slashes and dots, which file names here cannot contain.
    const file = name.replaceAll(/[^A-Za-z0-9_-]/g, '-')
    return { name: file, content: { name, ...omitEmpty(pick(content, ['config', 'description'])) } }
  },
}
