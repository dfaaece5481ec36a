/** Integration files: all settings. The credential is a reference to an environment variable. */

import { CommandError } from '../../command-error.ts'
import { isObject, type JsonObject, objectsOf, type Remote } from '../../remote.ts'
import { variableFor } from '../migrate/conversion.ts'
import { budgetIn, type Kind, type Live, nameIn, omitEmpty, pick, type Wanted } from './kind.ts'
import { isSecretName, isSecretReference, literalSecrets, resolveSecrets, variablesOf } from './secret-reference.ts'

const PATH = '/integrations'
const MASKED = 'masked_'
const SETTINGS = ['name', 'ai_provider_id', 'description', 'configurations', 'allow_all_models', 'models']
const ACCESS = 'global_workspace_access'

export const INTEGRATION_KIND: Kind = {
  folder: 'integrations',
  check({ place, content }) {
    if (typeof content['ai_provider_id'] !== 'string')
      throw new CommandError({ what: `${place}.json has no "ai_provider_id".` })
    const [literal] = literalSecrets(content, isSecretReference)
    if (literal === undefined) return
    throw new CommandError({
      what: `${place}.json: "${literal}" must not contain a secret.`,
      why: 'Files are copied and committed to repositories.',
      fix: `Write "${literal}": {"env": "NAME"} and set that variable where apply runs.`,
    })
  },
  needs: ({ content }) => variablesOf(content),
  async list(remote) {
    return Promise.all((await remote.list(PATH)).map((row) => this.read(remote, String(row['slug']))))
  },
  async read(remote, id) {
    const path = pathOf(id)
    const detail = await remote.get(path)
    const { models } = await remote.get(`${path}/models`)
    const { global_workspace_access_settings: access, ...rest } = detail
    return { id, content: { ...rest, models: objectsOf(models), [ACCESS]: isObject(access) ? access : {} } }
  },
  isSame: (wanted, live) => live.id === nameIn(wanted.place),
  owned(wanted, { content }) {
    const desired = this.desired(wanted)
    return Object.fromEntries(
      Object.entries(desired).map(([name, value]) => [
        name,
        managed(name, value, content[name === 'key' ? 'masked_key' : name]),
      ]),
    )
  },
  desired(wanted) {
    const { configurations, ...content } = pick(wanted.content, [...SETTINGS, ACCESS])
    const plain = Object.entries(isObject(configurations) ? configurations : {}).filter(
      ([name, value]) => !isSecretName(name) || isSecretReference(value),
    )
    const { key } = wanted.content
    return {
      name: nameIn(wanted.place),
      ...content,
      ...(isSecretReference(key) && { key }),
      ...(isObject(configurations) && { configurations: Object.fromEntries(plain) }),
    }
  },
  async create(remote, wanted) {
    const slug = nameIn(wanted.place)
    const { models: _models, allow_all_models: _all, [ACCESS]: _access, ...settings } = this.desired(wanted)
    const secrets = resolveSecrets(pick(wanted.content, ['key', 'configurations']))
    await remote.post(PATH, {
      ...pick(wanted.content, ['id']),
      ...settings,
      ...secrets,
      slug,
      create_default_provider: false,
    })
    await putParts(remote, slug, this.desired(wanted))
    return { id: slug }
  },
  async update(remote, wanted, live) {
    const { models: _models, allow_all_models: _all, [ACCESS]: _access, ...settings } = this.desired(wanted)
    const { ai_provider_id: provider, ...changed } = settings
    requireSameProvider(wanted, provider, live)
    await remote.put(pathOf(live.id), changed)
    await putParts(remote, live.id, this.desired(wanted))
  },
  async remove(remote, id) {
    await remote.delete(pathOf(id))
  },
  toFile({ id, content }) {
    const access = isObject(content[ACCESS]) ? content[ACCESS] : {}
    return {
      name: id,
      content: {
        name: content['name'],
        ai_provider_id: content['ai_provider_id'],
        ...(content['masked_key'] !== null && {
          key: isSecretReference(content['masked_key']) ? content['masked_key'] : { env: variableFor(id, 'API_KEY') },
        }),
        ...omitEmpty({
          description: content['description'],
          configurations: configurationsIn(id, content['configurations']),
          models: objectsOf(content['models'])
            .filter((model) => isOwn(model, content['allow_all_models'] === true))
            .map(({ name: _name, ...model }) => omitFalse(model)),
        }),
        ...(content['allow_all_models'] === false && { allow_all_models: false }),
        ...(access['enabled'] === true && { [ACCESS]: { enabled: true, ...limitsIn(access) } }),
      },
    }
  },
}

/** The limits of a workspace's access, without the usage. Empty members are omitted. */
export function limitsIn(access: JsonObject): JsonObject {
  const budgets = objectsOf(access['usage_limits']).map((budget) => omitEmpty(budgetIn(budget) ?? {}))
  return omitEmpty({ usage_limits: budgets, rate_limits: access['rate_limits'] })
}

/** The members of `live` that `wanted` contains, because the gateway adds usage and times to limits. */
export function managedAccess(wanted: unknown, live: unknown): unknown {
  if (Array.isArray(wanted)) {
    const rows = objectsOf(live)
    return wanted.length === rows.length ? wanted.map((one, i) => managedAccess(one, rows[i])) : rows
  }
  if (!isObject(wanted) || !isObject(live)) return live
  return Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name, managedAccess(value, live[name])]))
}

function managed(name: string, wanted: unknown, live: unknown): unknown {
  if (name === ACCESS) return managedAccess(wanted, live)
  if (name === 'configurations') return isObject(wanted) && isObject(live) ? managedSettings(wanted, live) : live
  if (name !== 'models') return live
  const rows = objectsOf(live)
  return objectsOf(wanted).map((model) => {
    const found = rows.find(({ slug }) => slug === model['slug'])
    return found ? pick(found, Object.keys(model)) : { slug: model['slug'] }
  })
}

/** The gateway returns secrets, as masks or references, under `masked_<name>`. */
function managedSettings(wanted: JsonObject, live: JsonObject): JsonObject {
  const names = Object.keys(wanted).filter((name) => name in live || MASKED + name in live)
  return Object.fromEntries(names.map((name) => [name, live[isSecretName(name) ? MASKED + name : name]]))
}

async function putParts(remote: Remote, id: string, desired: JsonObject): Promise<void> {
  const models = pick(desired, ['models', 'allow_all_models'])
  if (Object.keys(models).length > 0) await remote.put(`${pathOf(id)}/models`, models)
  const access = pick(desired, [ACCESS])
  // No default providers, because the files of each workspace contain its providers.
  if (Object.keys(access).length > 0)
    await remote.put(`${pathOf(id)}/workspaces`, { ...access, create_default_provider: false })
}

function requireSameProvider({ place }: Wanted, provider: unknown, { content }: Live): void {
  if (provider === content['ai_provider_id']) return
  throw new CommandError({
    what: `${place}: the provider of an integration cannot be changed.`,
    fix: 'Give it another file name; --prune deletes the old integration.',
  })
}

/** Whether a model has settings that differ from the default of its integration. */
function isOwn(model: JsonObject, allowsAll: boolean): boolean {
  return model['enabled'] !== allowsAll || model['is_custom'] === true || model['pricing_config'] !== null
}

function omitFalse(model: JsonObject): JsonObject {
  const kept = Object.entries(omitEmpty(model)).filter(([name, value]) => name === 'enabled' || value !== false)
  return Object.fromEntries(kept)
}

function configurationsIn(id: string, configurations: unknown): JsonObject {
  if (!isObject(configurations)) return {}
  return Object.fromEntries(
    Object.entries(configurations).map(([name, value]) => {
      if (!name.startsWith(MASKED)) return [name, value]
      const secret = name.slice(MASKED.length)
      if (isSecretReference(value)) return [secret, value]
      return [secret, { env: variableFor(id, secret.toUpperCase()) }]
    }),
  )
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}
