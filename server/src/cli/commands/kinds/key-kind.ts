/** Gateway key files: the permissions of a key. The secret is shown once, when the key is created. */

import { certificateEntry } from '../../../core/client-certificate.ts'
import { CommandError } from '../../command-error.ts'
import { isObject, type JsonObject } from '../../remote.ts'
import { slugOf } from '../migrate/conversion.ts'
import { budgetIn, type Kind, nameOf, omitEmpty, pick } from './kind.ts'

const KINDS = ['workspace', 'admin']

export const KEY_KIND: Kind = {
  folder: 'keys',
  check({ place, content }) {
    if (content['kind'] !== undefined && !KINDS.includes(String(content['kind'])))
      throw new CommandError({ what: `${place}.json: "kind" must be workspace or admin.` })
    if (content['key'] !== undefined)
      throw new CommandError({
        what: `${place}.json: the secret of a gateway key cannot be set.`,
        fix: 'Remove "key"; apply shows the new secret once.',
      })
  },
  needs: () => [],
  async list(remote) {
    return (await remote.list('/api-keys')).map((row) => ({ id: String(row['id']), content: row }))
  },
  async read(remote, id) {
    return { id, content: await remote.get(`/api-keys/${id}`) }
  },
  isSame: (wanted, live) =>
    live.content['name'] === nameOf(wanted) && kindOf(live.content['type']) === (wanted.content['kind'] ?? 'workspace'),
  owned(wanted, { content }) {
    const desired = this.desired(wanted)
    return Object.fromEntries(
      Object.entries(desired).map(([name, value]) => {
        if (name === 'kind') return [name, kindOf(content['type'])]
        const live = content[name]
        if (name === 'scopes' && Array.isArray(live)) return [name, [...live].sort()]
        return [name, isObject(value) && isObject(live) ? pick(live, Object.keys(value)) : live]
      }),
    )
  },
  desired(wanted) {
    const { id: _id, $schema: _schema, secret_sha256: _imported, ...content } = wanted.content
    const scopes = Array.isArray(content['scopes']) ? [...content['scopes']].sort() : []
    const certificates = content['client_certificates']
    return {
      kind: 'workspace',
      ...content,
      name: nameOf(wanted),
      scopes,
      ...(Array.isArray(certificates) && { client_certificates: certificates.map(asSaved) }),
    }
  },
  async create(remote, wanted) {
    const { kind, ...body } = this.desired(wanted)
    const imported = pick(wanted.content, ['id', 'secret_sha256'])
    const path = `/api-keys/${kind === 'admin' ? 'organisation' : 'workspace'}/service`
    const made = await remote.post(path, { ...body, ...imported })
    const secret = String(made['key'])
    return { id: String(made['id']), ...(secret !== '' && { secret }) }
  },
  async update(remote, wanted, live) {
    const { kind, ...body } = this.desired(wanted)
    if (kind !== kindOf(live.content['type']))
      throw new CommandError({
        what: `${wanted.place}: the kind of a key cannot be changed.`,
        fix: 'Give it another name; --prune deletes the old key.',
      })
    await remote.put(`/api-keys/${live.id}`, body)
  },
  async remove(remote, id) {
    await remote.delete(`/api-keys/${id}`)
  },
  toFile({ content }) {
    const name = String(content['name'])
    if (content['type'] === 'workspace-user') return { left: `key "${name}": it belongs to a user` }
    if (content['status'] === 'expired') return { left: `key "${name}": it has expired` }
    const scopes = Array.isArray(content['scopes']) ? [...content['scopes']].sort() : []
    return {
      name: slugOf(name),
      content: {
        name,
        kind: kindOf(content['type']),
        scopes,
        ...(content['allow_inference'] === false && { allow_inference: false }),
        ...omitEmpty({
          ...pick(content, [
            'description',
            'rate_limits',
            'alert_emails',
            'client_certificates',
            'expires_at',
            'rotation_policy',
          ]),
          usage_limits: budgetIn(content['usage_limits']),
          defaults: defaultsIn(content['defaults']),
        }),
      },
    }
  },
}

/** The gateway stores fingerprints without colons. An invalid entry is kept, because the gateway reports it. */
function asSaved(entry: unknown): unknown {
  return (typeof entry === 'string' ? certificateEntry(entry) : null) ?? entry
}

function kindOf(type: unknown): string {
  return type === 'organisation-service' ? 'admin' : 'workspace'
}

/** Overriding the config is allowed by default, so only `false` is written. */
function defaultsIn(value: unknown): JsonObject {
  if (!isObject(value)) return {}
  return omitEmpty({ ...value, allow_config_override: value['allow_config_override'] === false ? false : null })
}
