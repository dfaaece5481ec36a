/** Virtual key files: all settings. The credential is a reference to an environment variable or a secret store. */

import { canonicalName } from '../../../core/setting-names.ts'
import { CommandError } from '../../command-error.ts'
import { isObject, type JsonObject, objectsOf } from '../../remote.ts'
import { variableFor } from '../migrate/conversion.ts'
import { budgetIn, type Kind, nameIn, omitEmpty, pick } from './kind.ts'
import { isSecretName, isSecretReference, literalSecrets, resolveSecrets, variablesOf } from './secret-reference.ts'

const DEPLOYMENT_LISTS = ['deployment_config', 'cloud_a_deployment_config', 'cloud_a_deployments', 'deployments']
const SHARED = ['name', 'note', 'custom_host', 'rate_limits', 'usage_limits', 'expires_at', 'status']

export const VIRTUAL_KEY_KIND: Kind = {
  folder: 'virtual-keys',
  check({ place, content }) {
    if (typeof content['provider'] !== 'string' && typeof content['integration_id'] !== 'string')
      throw new CommandError({ what: `${place}.json has no "provider" and no "integration_id".` })
    if (content['slug'] !== undefined && content['slug'] !== nameIn(place))
      throw new CommandError({
        what: `The slug in ${place}.json differs from the file name.`,
        fix: 'Rename the file, or remove "slug".',
      })
    const [literal] = literalSecrets(content, isSecretReference)
    if (literal !== undefined)
      throw new CommandError({
        what: `${place}.json: "${literal}" must not contain a secret.`,
        why: 'Files are copied and committed to repositories.',
        fix: `Write "${literal}": {"env": "NAME"} and set that variable where apply runs.`,
      })
  },
  needs: ({ content }) => variablesOf(content),
  async list(remote) {
    const providers = objectsOf((await remote.within(null).get('/supported-providers'))['data'])
    const secretsOf = (slug: unknown) => {
      const settings = providers.find((provider) => provider['slug'] === slug)?.['settings']
      return Array.isArray(settings) ? settings.map(String).filter(isSecretName) : []
    }
    return (await remote.list('/virtual-keys')).map((row) => ({
      id: String(row['slug']),
      content: { ...row, secret_settings: secretsOf(row['ai_provider_name']) },
    }))
  },
  async read(remote, id) {
    return { id, content: await remote.get(`/virtual-keys/${encodeURIComponent(id)}`) }
  },
  isSame: (wanted, live) => live.id === nameIn(wanted.place),
  owned(wanted, { content }) {
    const desired = this.desired(wanted)
    const values = Object.keys(desired).map((name): [string, unknown] => {
      if (isSecretName(name)) return [name, referenceIn(content, name)]
      if (name === 'provider') return [name, content['ai_provider_name']]
      if (name === 'integration_id') return [name, content[name]]
      if (SHARED.includes(name) || name === 'model_config') return [name, managedPart(desired[name], content[name])]
      return [name, settingIn(content, name)]
    })
    return Object.fromEntries(values)
  },
  desired(wanted) {
    const { id: _id, slug: _slug, $schema: _schema, keys: _keys, ...content } = wanted.content
    const plain = Object.entries(content).filter(([name, value]) => !isSecretName(name) || isSecretReference(value))
    return { name: nameIn(wanted.place), ...Object.fromEntries(plain) }
  },
  async create(remote, wanted) {
    const { $schema: _schema, status, ...content } = wanted.content
    const slug = nameIn(wanted.place)
    const path = typeof content['integration_id'] === 'string' ? '/providers' : '/virtual-keys'
    await remote.post(path, { name: slug, ...resolveSecrets(content), slug })
    if (status === 'archived') await remote.put(`/virtual-keys/${encodeURIComponent(slug)}`, { status })
    return { id: slug }
  },
  async update(remote, wanted, live) {
    await remote.put(`/virtual-keys/${encodeURIComponent(live.id)}`, this.desired(wanted))
  },
  async remove(remote, id) {
    await remote.delete(`/virtual-keys/${encodeURIComponent(id)}`)
  },
  toFile({ id, content }) {
    if (typeof content['integration_id'] === 'string') return { name: id, content: providerFile(content) }
    const { cloud_a_deployments: list, ...settings } = settingsIn(content)
    const named = Object.entries({
      ...settings,
      ...(list !== undefined && { deployment_config: settingIn(content, 'deployment_config') }),
    })
    return {
      name: id,
      content: {
        name: content['name'],
        provider: content['ai_provider_name'],
        ...credentialsOf(id, content),
        ...omitEmpty({
          ...Object.fromEntries(named.sort(([left], [right]) => (left < right ? -1 : 1))),
          ...pick(content, ['note', 'custom_host', 'rate_limits', 'expires_at']),
          usage_limits: budgetIn(content['usage_limits']),
        }),
        ...(content['status'] === 'archived' && { status: 'archived' }),
      },
    }
  },
}

/** A virtual key that uses the credential of an integration. */
function providerFile(content: JsonObject): JsonObject {
  return {
    name: content['name'],
    integration_id: content['integration_id'],
    ...omitEmpty({
      ...pick(content, ['note', 'rate_limits', 'expires_at']),
      usage_limits: budgetIn(content['usage_limits']),
    }),
    ...(content['status'] === 'archived' && { status: 'archived' }),
  }
}

/**
 * The API does not return which of a provider's secrets are set. If the provider has several, the file lists all of
 * them as optional, and one is enough.
 */
function credentialsOf(slug: string, content: JsonObject): JsonObject {
  const keys = objectsOf(content['keys'])
  const settings = Array.isArray(content['secret_settings']) ? content['secret_settings'].map(String) : []
  const refer = (ending: string) => ({
    env: variableFor(slug, ending),
    ...(settings.length > 0 && { optional: true }),
  })
  const secrets = (ending: string, key: JsonObject): JsonObject => {
    const references = isObject(key['secret_references']) ? key['secret_references'] : {}
    if (Object.keys(references).length > 0) return references
    return {
      key: refer(`API_KEY${ending}`),
      ...Object.fromEntries(settings.map((name) => [name, refer(name.toUpperCase() + ending)])),
    }
  }
  const [only, another] = keys
  if (only === undefined) return {}
  if (another === undefined) return secrets('', only)
  return { keys: keys.map((key, i) => ({ ...secrets(`_${i + 1}`, key), weight: key['weight'] })) }
}

/** The reference that the gateway has stored for a secret, if there is only one provider key. */
function referenceIn(content: JsonObject, name: string): unknown {
  const [only, another] = objectsOf(content['keys'])
  const references = another === undefined && isObject(only?.['secret_references']) ? only['secret_references'] : {}
  return references[canonicalName(name)]
}

/** The gateway adds nulls and timestamps to limits, so only the members in the file are compared. */
function managedPart(desired: unknown, live: unknown): unknown {
  if (isObject(desired) && isObject(live)) return pick(live, Object.keys(desired))
  return live
}

function settingsIn(content: JsonObject): JsonObject {
  return isObject(content['settings']) ? content['settings'] : {}
}

/** Finds a setting in any spelling. Lists of Azure deployments are compared as lists. */
function settingIn(content: JsonObject, name: string): unknown {
  const canonical = canonicalName(name)
  if (!DEPLOYMENT_LISTS.includes(canonical)) return settingsIn(content)[canonical]
  const shown = isObject(content['model_config']) ? Object.values(content['model_config']) : []
  return shown.find(Array.isArray)
}
