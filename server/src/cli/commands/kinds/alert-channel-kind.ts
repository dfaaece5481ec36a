/** Alert channel files: all settings. Secrets are references to environment variables. */

import { CommandError } from '../../command-error.ts'
import type { JsonObject } from '../../remote.ts'
import { slugOf, variableFor } from '../migrate/conversion.ts'
import { type Kind, omitEmpty, pick } from './kind.ts'
import { literalSecrets, resolveSecrets, variablesOf } from './secret-reference.ts'

const PATH = '/alerts/channels'
const SETTINGS = ['name', 'type', 'recipients', 'budget_alerts']

export const ALERT_CHANNEL_KIND: Kind = {
  folder: 'alert-channels',
  check({ place, content }) {
    for (const name of ['name', 'type'])
      if (typeof content[name] !== 'string') throw new CommandError({ what: `${place}.json has no "${name}".` })
    const [literal] = literalSecrets(secretsOf(content))
    if (literal === undefined) return
    const field = literal === 'key' ? 'webhook_url' : literal
    throw new CommandError({
      what: `${place}.json: "${field}" must not contain a secret.`,
      why: 'Files are copied and committed to repositories.',
      fix: `Write "${field}": {"env": "NAME"} and set that variable where apply runs.`,
    })
  },
  needs: ({ content }) => variablesOf(secretsOf(content)),
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
    const { key: url, ...rest } = resolveSecrets(secretsOf(wanted.content))
    const secrets = { ...(url !== undefined && { webhook_url: url }), ...rest }
    return { id: String((await remote.post(PATH, { ...this.desired(wanted), ...secrets }))['id']) }
  },
  async update(remote, wanted, { id }) {
    const { type: _type, ...rest } = this.desired(wanted)
    await remote.put(`${PATH}/${id}`, rest)
  },
  async remove(remote, id) {
    await remote.delete(`${PATH}/${id}`)
  },
  toFile({ content }) {
    const name = slugOf(String(content['name']))
    return {
      name,
      content: {
        ...omitEmpty(pick(content, SETTINGS)),
        ...(content['type'] !== 'email' && { webhook_url: { env: variableFor(name, 'WEBHOOK_URL') } }),
        ...(content['is_signed'] === true && { signing_secret: { env: variableFor(name, 'SIGNING_SECRET') } }),
      },
    }
  },
}

/** Renames the secrets so that secret-reference.ts treats them as secrets. The URL of a webhook is a credential. */
function secretsOf({ webhook_url: url, signing_secret: secret }: JsonObject): JsonObject {
  return { ...(url !== undefined && { key: url }), ...(secret !== undefined && { signing_secret: secret }) }
}
