/** Guardrail files: `{"name", "checks", "actions"}`. Secrets in parameters are references to environment variables. */

import { CommandError } from '../../command-error.ts'
import { isObject, type JsonObject, objectsOf, type Remote } from '../../remote.ts'
import { variableFor } from '../migrate/conversion.ts'
import { managedAccess } from './integration-kind.ts'
import { type Kind, type Live, nameIn, nameOf, omitEmpty, pick } from './kind.ts'
import { masked, masksIn, resolveSecrets, variablesOf, withReferences } from './secret-reference.ts'

const PATH = '/guardrails'
/** Marks a guardrail of the organisation. */
const ORGANISATION = 'organisation'

export const GUARDRAIL_KIND: Kind = {
  folder: 'guardrails',
  check({ place, content }) {
    const checks = content['checks']
    if (!Array.isArray(checks) || checks.length === 0 || !checks.every((one) => isObject(one) && one['id']))
      throw new CommandError({
        what: `${place}.json has no "checks".`,
        fix: 'Write them such as [{"id": "default.contains", "parameters": {"words": ["x"], "operator": "none"}}].',
      })
  },
  needs: ({ content }) => variablesOf(content),
  async list(remote) {
    return Promise.all((await remote.list(PATH)).map((row) => this.read(remote, String(row['slug']))))
  },
  async read(remote, id) {
    return { id, content: await remote.get(pathOf(id)) }
  },
  isSame(wanted, live) {
    const { slug, type } = wanted.content
    if ((type === ORGANISATION) !== (live.content['workspace_id'] === null)) return false
    return typeof slug === 'string' ? live.id === slug : live.content['name'] === nameOf(wanted)
  },
  owned(wanted, { content }) {
    const { checks, actions } = this.desired(wanted)
    const live = objectsOf(content['checks'])
    const wantedChecks = objectsOf(checks)
    return {
      name: content['name'],
      // The gateway adds default members to a check, so only the members in the file are compared.
      checks: live.map((check, i) => pick(check, Object.keys(wantedChecks[i] ?? check))),
      ...(actions !== undefined && { actions: managedAccess(actions, content['actions']) }),
    }
  },
  desired(wanted) {
    const { checks, actions } = masked(wanted.content)
    return {
      name: nameOf(wanted),
      checks: objectsOf(checks).map(withFullId),
      ...(isObject(actions) && { actions: withOneName(actions) }),
    }
  },
  async create(remote, wanted) {
    const { content } = wanted
    const body = {
      ...pick(content, ['id', 'slug', 'actions']),
      ...(await homeOf(remote, content)),
      name: nameOf(wanted),
      checks: resolveSecrets(content)['checks'],
    }
    return { id: String((await clientFor(remote, content).post(PATH, body))['slug']) }
  },
  async update(remote, wanted, live) {
    const { checks } = resolveSecrets(wanted.content, masksIn(pick(live.content, ['checks'])))
    const body = { name: nameOf(wanted), checks, ...pick(wanted.content, ['actions']) }
    await remote.put(pathOf(live.id), body)
  },
  async remove(remote, id) {
    await remote.delete(pathOf(id))
  },
  toFile({ id, content }) {
    const checks = objectsOf(content['checks']).map(({ id: check, name, parameters, is_enabled: isEnabled }) => ({
      id: check,
      ...omitEmpty({ name, parameters }),
      ...(isEnabled === false && { is_enabled: false }),
    }))
    return {
      name: id,
      content: {
        slug: id,
        name: content['name'],
        ...(content['workspace_id'] === null && { type: ORGANISATION }),
        ...withReferences({ checks }, (path) =>
          variableFor(
            id,
            path
              .replace(/^checks_(\d+)_parameters_/, '$1_')
              .replaceAll(/\W+|-/g, '_')
              .toUpperCase(),
          ),
        ),
        ...omitEmpty({ actions: chosenActions(content['actions']) }),
      },
    }
  },
}

/** `wordCount` is short for `default.wordCount`. */
function withFullId(check: JsonObject): JsonObject {
  const id = String(check['id'])
  return { ...check, id: id.includes('.') ? id : `default.${id}` }
}

/** The gateway returns `on_failure` as `on_fail`. */
function withOneName({ on_failure: other, ...actions }: JsonObject): JsonObject {
  return other === undefined || 'on_fail' in actions ? actions : { ...actions, on_fail: other }
}

/** The actions that differ from the defaults of a saved guardrail. */
function chosenActions(actions: unknown): JsonObject {
  if (!isObject(actions)) return {}
  const chosen = Object.entries(actions).filter(([name, value]) => value !== null && value !== (name === 'async'))
  return Object.fromEntries(chosen.map(([name, value]) => [name, withoutEmptyMetadata(value)]))
}

function withoutEmptyMetadata(value: unknown): unknown {
  if (!isObject(value) || !isObject(value['feedback'])) return value
  const { metadata, ...feedback } = value['feedback']
  return { feedback: metadata === '' ? feedback : { ...feedback, metadata } }
}

async function homeOf(remote: Remote, { type }: JsonObject): Promise<JsonObject> {
  if (type !== ORGANISATION) return {}
  const { id } = await remote.within(null).get('/admin/organisation')
  return { organisation_id: id }
}

/** A guardrail of the organisation is managed without a workspace. */
function clientFor(remote: Remote, { type }: JsonObject): Remote {
  return type === ORGANISATION ? remote.within(null) : remote
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}

/** The default guardrails of a workspace (`workspace.json`) or of the organisation (`organisation.json`). */
export const GUARDRAIL_DEFAULTS_KIND: Kind = {
  folder: 'guardrail-defaults',
  check({ place, content }) {
    if (!['workspace', ORGANISATION].includes(nameIn(place)))
      throw new CommandError({
        what: `${place}.json is neither workspace.json nor organisation.json.`,
        fix: 'Rename it.',
      })
    for (const list of LISTS)
      if (content[list] !== undefined && !Array.isArray(content[list]))
        throw new CommandError({ what: `${place}.json: "${list}" must be a list of slugs.` })
  },
  needs: () => [],
  async list(remote) {
    const homes = remote.workspaceName === null ? [ORGANISATION, 'workspace'] : ['workspace']
    const lives = await Promise.all(homes.map((id) => defaultsOf(remote, id).catch(hidden)))
    // Empty defaults count as absent: a file that sets them overwrites nothing, so it is not a conflict.
    return lives.filter(
      (live) => live !== null && LISTS.some((list) => objectsIn(live.content[list]).length > 0),
    ) as Live[]
  },
  read: (remote, id) => defaultsOf(remote, id),
  isSame: (wanted, live) => live.id === nameIn(wanted.place),
  owned: (_, { content }) => pick(content, LISTS),
  desired: ({ content }) => Object.fromEntries(LISTS.map((list) => [list, objectsIn(content[list])])),
  async create(remote, wanted) {
    const id = nameIn(wanted.place)
    await put(remote, id, this.desired(wanted))
    return { id }
  },
  async update(remote, wanted, { id }) {
    await put(remote, id, this.desired(wanted))
  },
  async remove(remote, id) {
    await put(remote, id, Object.fromEntries(LISTS.map((list) => [list, []])))
  },
  toFile: ({ id, content }) => ({ name: id, content: omitEmpty(pick(content, LISTS)) }),
}

const LISTS = ['input_guardrails', 'output_guardrails']

function objectsIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

async function defaultsOf(remote: Remote, id: string): Promise<Live> {
  const { defaults, id: workspaceId } = await remote.within(null).get(await homePath(remote, id))
  const lists = isObject(defaults) ? pick(defaults, LISTS) : {}
  return { id, content: { ...lists, workspace_id: id === ORGANISATION ? null : workspaceId } }
}

/** `force` makes the organisation accept guardrails whose models the workspaces choose, because the files decide. */
async function put(remote: Remote, id: string, defaults: JsonObject): Promise<void> {
  const query = id === ORGANISATION ? '?force=true' : ''
  await remote.within(null).put((await homePath(remote, id)) + query, { defaults })
}

/** If no workspace is selected, uses the default workspace, else the first one that the key can see. */
async function homePath(remote: Remote, id: string): Promise<string> {
  if (id === ORGANISATION) return '/admin/organisation'
  if (remote.workspaceName !== null) return `/admin/workspaces/${encodeURIComponent(remote.workspaceName)}`
  const rows = await remote.within(null).list('/admin/workspaces')
  const found = rows.find((row) => row['is_default'] === true) ?? rows[0]
  return `/admin/workspaces/${String(found?.['id'])}`
}

/** Returns null if access is denied: a workspace key cannot see settings of the organisation. */
function hidden(error: unknown): null {
  if (error instanceof CommandError && error.exitCode === 4) return null
  throw error
}
