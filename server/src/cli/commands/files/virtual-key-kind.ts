/** Virtual keys as files: everything but the credential, which is named by its environment variable. */

import { CommandError } from '../../command-error.ts'
import { secretOfEnvironment } from '../../input/read-file.ts'
import { isObject, type JsonObject } from '../../remote.ts'
import { type Kind, nameIn, pick, type Wanted } from './kind.ts'

const SHARED = ['name', 'note', 'custom_host', 'rate_limits', 'usage_limits', 'expires_at']

export const VIRTUAL_KEY_KIND: Kind = {
  folder: 'virtual-keys',
  check(wanted) {
    const { provider, slug } = wanted.content
    if (typeof provider !== 'string') throw new CommandError({ what: `${wanted.place}.json has no "provider".` })
    if (slug !== undefined && slug !== nameIn(wanted.place))
      throw new CommandError({
        what: `${wanted.place}.json has another slug than its name.`,
        fix: 'Rename the file, or leave "slug" out.',
      })
    for (const [name, value] of secrets(wanted.content))
      if (variableOf(value) === null) throw literalSecret(wanted, name)
  },
  needs: (wanted) => secrets(wanted.content).flatMap(([, value]) => variableOf(value) ?? []),
  async list(remote) {
    return (await remote.list('/virtual-keys')).map((row) => ({ id: String(row['slug']), content: row }))
  },
  async read(remote, id) {
    return { id, content: await remote.get(`/virtual-keys/${encodeURIComponent(id)}`) }
  },
  isSame: (wanted, live) => live.id === nameIn(wanted.place),
  owned(wanted, { content }) {
    const settings = isObject(content['model_config']) ? content['model_config'] : {}
    const asked = this.asked(wanted)
    const values = Object.keys(asked).map((name): [string, unknown] => {
      if (name === 'provider') return [name, content['ai_provider_name']]
      if (SHARED.includes(name)) return [name, alike(asked[name], content[name])]
      return [name, settings[camelCase(name)]]
    })
    return Object.fromEntries(values)
  },
  asked(wanted) {
    const { slug: _slug, $schema: _schema, ...content } = wanted.content
    const plain = Object.entries(content).filter(([, value]) => variableOf(value) === null)
    return { name: nameIn(wanted.place), ...Object.fromEntries(plain) }
  },
  async create(remote, wanted) {
    const { slug } = await remote.post('/virtual-keys', {
      ...this.asked(wanted),
      ...opened(wanted),
      slug: nameIn(wanted.place),
    })
    return { id: String(slug) }
  },
  async update(remote, wanted, live) {
    await remote.put(`/virtual-keys/${encodeURIComponent(live.id)}`, this.asked(wanted))
  },
  async remove(remote, id) {
    await remote.delete(`/virtual-keys/${encodeURIComponent(id)}`)
  },
}

/** Members that hold, or must hold, `{"env": NAME}`. */
function secrets(content: JsonObject): readonly (readonly [string, unknown])[] {
  return Object.entries(content).filter(([name, value]) => variableOf(value) !== null || isSecretName(name))
}

function isSecretName(name: string): boolean {
  return /^key$|secret|access_key_id$|_token$|service_account/.test(name)
}

function variableOf(value: unknown): string | null {
  return isObject(value) && typeof value['env'] === 'string' ? value['env'] : null
}

function opened(wanted: Wanted): JsonObject {
  const values = secrets(wanted.content).map(
    ([name, value]) => [name, secretOfEnvironment(variableOf(value) ?? '')] as const,
  )
  return Object.fromEntries(values)
}

function literalSecret({ place }: Wanted, name: string): CommandError {
  return new CommandError({
    what: `${place}.json: "${name}" must not hold a secret.`,
    why: 'Files are copied and kept in repositories.',
    fix: `Write "${name}": {"env": "NAME"} and set that variable where apply runs.`,
  })
}

/** The gateway fills limits in with nulls and times; only what the file names counts. */
function alike(asked: unknown, live: unknown): unknown {
  if (isObject(asked) && isObject(live)) return pick(live, Object.keys(asked))
  return live
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
