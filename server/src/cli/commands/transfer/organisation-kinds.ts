/** The organisation's settings and its workspaces, as files of an export. */

import { isObject, type JsonObject, objectsOf } from '../../remote.ts'
import { budgetIn, type Kind, nameIn, omitEmpty, pick } from '../kinds/kind.ts'
import { DEFAULT_WORKSPACE } from '../kinds/policy-kind.ts'

/** Values of settings that the file omits: an import resets them. */
const UNSET: JsonObject = { retention_days: null, body_retention_days: null, log_bodies: null }
const WORKSPACE_UNSET: JsonObject = { ...UNSET, description: null, icon: null, rate_limits: [] }

export const ORGANISATION_KIND: Kind = {
  folder: 'organisation',
  check: () => {},
  needs: () => [],
  async list(remote) {
    return [await this.read(remote, 'organisation')]
  },
  read: async (remote, id) => ({ id, content: await remote.get('/admin/organisation') }),
  isSame: () => true,
  owned: (_, { content }) => ({ ...pick(content, ['name', ...Object.keys(UNSET)]), defaults: metadataIn(content) }),
  desired: ({ content }) => ({
    ...UNSET,
    ...pick(content, ['name', ...Object.keys(UNSET)]),
    defaults: metadataIn(content),
  }),
  create: () => Promise.reject(new Error('the organisation always exists')),
  async update(remote, wanted) {
    await remote.put('/admin/organisation', this.desired(wanted))
  },
  remove: () => Promise.reject(new Error('the organisation cannot be deleted')),
  toFile: ({ content }) => ({
    name: 'organisation',
    content: {
      name: content['name'],
      ...omitEmpty({ ...pick(content, Object.keys(UNSET)), defaults: defaultsIn(content) }),
    },
  }),
}

export const WORKSPACE_KIND: Kind = {
  folder: 'workspaces',
  check: () => {},
  needs: () => [],
  async list(remote) {
    const rows = await remote.list('/admin/workspaces')
    return rows.map((row) => ({
      id: row['is_default'] === true ? DEFAULT_WORKSPACE : String(row['slug']),
      content: row,
    }))
  },
  async read(remote, id) {
    const found = (await this.list(remote)).find((live) => live.id === id)
    return found ?? { id, content: {} }
  },
  isSame: (wanted, live) => live.id === nameIn(wanted.place),
  owned: (_, { content }) => ({
    ...pick(content, ['name', ...Object.keys(WORKSPACE_UNSET)]),
    usage_limits: budgetsIn(content),
    defaults: metadataIn(content),
  }),
  desired: ({ place, content }) => ({
    name: nameIn(place),
    ...WORKSPACE_UNSET,
    ...pick(content, ['name', ...Object.keys(WORKSPACE_UNSET)]),
    usage_limits: budgetsIn(content),
    defaults: metadataIn(content),
  }),
  async create(remote, wanted) {
    const slug = nameIn(wanted.place)
    await remote.post('/admin/workspaces', { ...pick(wanted.content, ['id']), ...this.desired(wanted), slug })
    return { id: slug }
  },
  async update(remote, wanted, { content }) {
    const desired = this.desired(wanted)
    const budget = objectsOf(desired['usage_limits'])
    await remote.put(`/admin/workspaces/${content['id']}`, {
      ...desired,
      usage_limits: budget.length === 0 ? null : budget,
    })
  },
  async remove(remote, slug) {
    const { content } = await this.read(remote, slug)
    await remote.call('DELETE', `/admin/workspaces/${content['id']}`, { name: content['name'], force_delete: true })
  },
  toFile: ({ id, content }) => ({
    name: id,
    content: {
      name: content['name'],
      ...omitEmpty({
        ...pick(content, Object.keys(WORKSPACE_UNSET)),
        usage_limits: budgetsIn(content),
        defaults: defaultsIn(content),
      }),
    },
  }),
}

/** A list with at most one budget. */
function budgetsIn(content: JsonObject): readonly JsonObject[] {
  return objectsOf(content['usage_limits'])
    .map(budgetIn)
    .filter((budget) => budget !== null)
}

/** Only metadata, because the config's own file marks it as default config. */
function metadataIn(content: JsonObject): JsonObject {
  const defaults = isObject(content['defaults']) ? content['defaults'] : {}
  return { metadata: isObject(defaults['metadata']) ? defaults['metadata'] : {} }
}

function defaultsIn(content: JsonObject): JsonObject {
  return omitEmpty(metadataIn(content))
}
