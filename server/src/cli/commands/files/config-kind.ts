/** Configs as files: `{"name", "config"}`, or the config alone. */

import { CommandError } from '../../command-error.ts'
import { isObject, type JsonObject } from '../../remote.ts'
import { type Kind, nameIn, type Wanted } from './kind.ts'

export const CONFIG_KIND: Kind = {
  folder: 'configs',
  check(wanted) {
    const { config } = parts(wanted)
    if (Object.keys(config).length === 0) throw new CommandError({ what: `${wanted.place}.json holds no config.` })
  },
  needs: () => [],
  async list(remote) {
    const rows = await remote.list('/configs')
    return Promise.all(rows.map((row) => this.read(remote, String(row['slug']))))
  },
  async read(remote, id) {
    return { id, content: await remote.get(`/configs/${encodeURIComponent(id)}`) }
  },
  isSame: (wanted, live) => live.content['name'] === parts(wanted).name,
  owned(wanted, { content }) {
    const { isDefault } = parts(wanted)
    const own = { name: content['name'], config: content['config_object'] }
    return isDefault === undefined ? own : { ...own, is_default: content['is_default'] === 1 }
  },
  asked(wanted) {
    const { name, config, isDefault } = parts(wanted)
    return { name, config, ...(isDefault !== undefined && { is_default: isDefault }) }
  },
  async create(remote, wanted) {
    const { slug } = await remote.post('/configs', this.asked(wanted))
    return { id: String(slug) }
  },
  async update(remote, wanted, live) {
    await remote.put(`/configs/${encodeURIComponent(live.id)}`, this.asked(wanted))
  },
  async remove(remote, id) {
    await remote.delete(`/configs/${encodeURIComponent(id)}`)
  },
}

function parts({ place, content }: Wanted): { name: string; config: JsonObject; isDefault: boolean | undefined } {
  const { config, name, is_default: isDefault, $schema: _schema, ...rest } = content
  const usual = nameIn(place)
  if (isObject(config))
    return {
      name: typeof name === 'string' ? name : usual,
      config,
      isDefault: typeof isDefault === 'boolean' ? isDefault : undefined,
    }
  return { name: usual, config: { ...rest, ...(name !== undefined && { name }) }, isDefault: undefined }
}
