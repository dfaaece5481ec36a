/** Config files: `{"name", "config"}`, or the config alone. */

import { CommandError } from '../../command-error.ts'
import { isObject, type JsonObject } from '../../remote.ts'
import { variableFor } from '../migrate/conversion.ts'
import { type Kind, nameIn, pick, type Wanted } from './kind.ts'
import { masked, masksIn, resolveSecrets, variablesOf, withReferences } from './secret-reference.ts'

export const CONFIG_KIND: Kind = {
  folder: 'configs',
  check(wanted) {
    const { config } = parts(wanted)
    if (Object.keys(config).length === 0) throw new CommandError({ what: `${wanted.place}.json contains no config.` })
  },
  needs: (wanted) => variablesOf(parts(wanted).config),
  async list(remote) {
    const rows = await remote.list('/configs')
    return Promise.all(rows.map((row) => this.read(remote, String(row['slug']))))
  },
  async read(remote, id) {
    return { id, content: await remote.get(`/configs/${encodeURIComponent(id)}`) }
  },
  isSame(wanted, live) {
    const { slug, name } = parts(wanted)
    return slug === undefined ? live.content['name'] === name : live.id === slug
  },
  owned(wanted, { content }) {
    const { isDefault, status } = parts(wanted)
    return {
      name: content['name'],
      config: content['config_object'],
      ...(isDefault !== undefined && { is_default: content['is_default'] === 1 }),
      ...(status !== undefined && { status: content['status'] }),
    }
  },
  desired(wanted) {
    const { name, config, isDefault, status } = parts(wanted)
    return {
      name,
      config: masked(config),
      ...(isDefault !== undefined && { is_default: isDefault }),
      ...(status !== undefined && { status }),
    }
  },
  async create(remote, wanted) {
    const { slug, config, status } = parts(wanted)
    const { status: _later, ...desired } = this.desired(wanted)
    const body = {
      ...desired,
      config: resolveSecrets(config),
      ...(slug !== undefined && { slug }),
      ...pick(wanted.content, slug === undefined ? [] : ['id']),
    }
    const id = String((await remote.post('/configs', body))['slug'])
    if (status === 'archived') await remote.put(`/configs/${encodeURIComponent(id)}`, { status })
    return { id }
  },
  async update(remote, wanted, live) {
    const saved = live.content['config_object']
    const config = resolveSecrets(parts(wanted).config, masksIn(isObject(saved) ? saved : {}))
    await remote.put(`/configs/${encodeURIComponent(live.id)}`, { ...this.desired(wanted), config })
  },
  async remove(remote, id) {
    await remote.delete(`/configs/${encodeURIComponent(id)}`)
  },
  toFile({ id, content }) {
    const config = isObject(content['config_object']) ? content['config_object'] : {}
    return {
      name: id,
      content: {
        slug: id,
        name: content['name'],
        ...(content['is_default'] === 1 && { is_default: true }),
        ...(content['status'] === 'archived' && { status: 'archived' }),
        config: withReferences(config, (path) => variableFor(id, path.toUpperCase())),
      },
    }
  },
}

type Parts = {
  readonly slug: string | undefined
  readonly name: string
  readonly config: JsonObject
  readonly isDefault: boolean | undefined
  readonly status: string | undefined
}

function parts({ place, content }: Wanted): Parts {
  const { config, name, slug, status, is_default: isDefault, $schema: _schema, ...rest } = content
  const defaultName = nameIn(place)
  const none = { slug: undefined, isDefault: undefined, status: undefined }
  if (!isObject(config)) {
    const bare = Object.entries({ name, slug, status, is_default: isDefault }).filter(
      ([, value]) => value !== undefined,
    )
    return { ...none, name: defaultName, config: { ...rest, ...Object.fromEntries(bare) } }
  }
  return {
    slug: typeof slug === 'string' ? slug : undefined,
    name: typeof name === 'string' ? name : defaultName,
    config,
    isDefault: typeof isDefault === 'boolean' ? isDefault : undefined,
    status: typeof status === 'string' ? status : undefined,
  }
}
