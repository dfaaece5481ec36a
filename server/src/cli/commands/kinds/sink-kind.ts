/** Sink files: all settings. Secrets are references to environment variables. */

import { CommandError } from '../../command-error.ts'
import { parseObject } from '../../input/read-file.ts'
import { isObject, type JsonObject } from '../../remote.ts'
import { slugOf, variableFor } from '../migrate/conversion.ts'
import { type Kind, omitEmpty, pick } from './kind.ts'
import { literalSecrets, resolveSecrets, variablesOf } from './secret-reference.ts'

const PATH = '/sinks'
const SETTINGS = [
  ...['name', 'type', 'enabled', 'filter', 'sample_rate', 'bodies', 'exclude_metadata'],
  ...['endpoint', 'region', 'bucket', 'prefix', 'format', 'signals', 'brokers', 'topic', 'tls', 'sasl', 'message_key'],
]
const SECRETS = [
  ...['access_key_id', 'secret_access_key', 'session_token'],
  ...['webhook_url', 'signing_secret', 'headers', 'username', 'password'],
]
/** The gateway requires the secrets again if one of these changes. */
const DESTINATION = ['endpoint', 'brokers', 'tls', 'sasl']
/** Defaults of the gateway. Exported files omit settings with these values. */
const DEFAULTS: JsonObject = { enabled: true, sample_rate: 1, bodies: 'none', prefix: '' }

export const SINK_KIND: Kind = {
  folder: 'sinks',
  check({ place, content }) {
    for (const name of ['name', 'type'])
      if (typeof content[name] !== 'string') throw new CommandError({ what: `${place}.json has no "${name}".` })
    const [literal] = literalSecrets(asSecrets(content))
    if (literal === undefined) return
    const field = literal.slice(WRAPPED.length + 1)
    throw new CommandError({
      what: `${place}.json: "${field}" must not contain a secret.`,
      why: 'Files are copied and committed to repositories.',
      fix: `Write "${field.replace(/^headers\./, '')}": {"env": "NAME"} and set that variable where apply runs.`,
    })
  },
  needs: ({ content }) => variablesOf(asSecrets(content)),
  async list(remote) {
    return (await remote.list(PATH)).map((row) => ({ id: String(row['id']), content: row }))
  },
  async read(remote, id) {
    return { id, content: await remote.get(`${PATH}/${id}`) }
  },
  isSame: (wanted, { content }) =>
    wanted.content['name'] === content['name'] && wanted.content['type'] === content['type'],
  owned(wanted, { content }) {
    return pick(content, Object.keys(this.desired(wanted)))
  },
  desired: ({ content }) => pick(content, SETTINGS),
  async create(remote, wanted) {
    const body = { ...this.desired(wanted), ...secretsOf(wanted.content) }
    return { id: String((await remote.post(PATH, body))['id']) }
  },
  async update(remote, wanted, { id, content }) {
    const { type: _type, ...rest } = this.desired(wanted)
    const isMoved = DESTINATION.some(
      (name) => Object.hasOwn(rest, name) && JSON.stringify(rest[name]) !== JSON.stringify(content[name]),
    )
    await remote.put(`${PATH}/${id}`, { ...rest, ...(isMoved && secretsOf(wanted.content)) })
  },
  async remove(remote, id) {
    await remote.delete(`${PATH}/${id}`)
  },
  toFile({ content }) {
    const name = slugOf(String(content['name']))
    const settings = Object.entries(omitEmpty(pick(content, SETTINGS))).filter(
      ([field, value]) => value !== DEFAULTS[field],
    )
    const stored = Array.isArray(content['secrets']) ? content['secrets'].map(String) : []
    return {
      name,
      content: {
        ...Object.fromEntries(settings),
        ...Object.fromEntries(stored.map((field) => [field, { env: variableFor(name, field.toUpperCase()) }])),
      },
    }
  },
}

/** secret-reference.ts treats everything below this name as a secret. */
const WRAPPED = 'headers'

/** `headers` is one reference to a JSON object, or an object with a reference for each header. */
function asSecrets(content: JsonObject): JsonObject {
  const { headers, ...others } = pick(content, SECRETS)
  const each =
    isObject(headers) && typeof headers['env'] !== 'string'
      ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [`headers.${name}`, value]))
      : headers === undefined
        ? {}
        : { headers }
  return { [WRAPPED]: { ...others, ...each } }
}

function secretsOf(content: JsonObject): JsonObject {
  const resolved = resolveSecrets(asSecrets(content))[WRAPPED] as JsonObject
  const { headers: text, ...rest } = resolved
  const fields = Object.entries(rest).filter(([name]) => !name.startsWith('headers.'))
  const named = Object.entries(rest).filter(([name]) => name.startsWith('headers.'))
  return {
    ...Object.fromEntries(fields),
    ...(typeof text === 'string' && { headers: parseObject(text, 'The variable of "headers"') }),
    ...(named.length > 0 && {
      headers: Object.fromEntries(named.map(([name, value]) => [name.slice('headers.'.length), value])),
    }),
  }
}
