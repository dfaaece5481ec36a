/** The organisation's own settings and its workspaces as files of an export. */

import { isObject, type JsonObject, objectsOf } from '../../remote.ts'
import { budgetIn, type Kind, nameIn, pick, said } from '../kinds/kind.ts'
import { DEFAULT_WORKSPACE } from '../kinds/policy-kind.ts'

/** What a setting is when nobody has set it: an import sets back what the file leaves out. */
const UNSET: JsonObject = { retention_days: null, log_bodies: null }
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
  asked: ({ content }) => ({
    ...UNSET,
    ...pick(content, ['name', ...Object.keys(UNSET)]),
    defaults: metadataIn(content),
  }),
  create: () => Promise.reject(new Error('an organisation is there from the first start on')),
  async update(remote, wanted) {
    await remote.put('/admin/organisation', this.asked(wanted))
  },
  remove: () => Promise.reject(new Error('an organisation is never removed')),
  written: ({ content }) => ({
    name: 'organisation',
    content: {
      name: content['name'],
      ...said({ ...pick(content, Object.keys(UNSET)), defaults: defaultsIn(content) }),
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
  asked: ({ place, content }) => ({
    name: nameIn(place),
    ...WORKSPACE_UNSET,
    ...pick(content, ['name', ...Object.keys(WORKSPACE_UNSET)]),
    usage_limits: budgetsIn(content),
    defaults: metadataIn(content),
  }),
  async create(remote, wanted) {
    const slug = nameIn(wanted.place)
    await remote.post('/admin/workspaces', { ...this.asked(wanted), slug })
    return { id: slug }
  },
  async update(remote, wanted, { content }) {
    const asked = this.asked(wanted)
    const budget = objectsOf(asked['usage_limits'])
    await remote.put(`/admin/workspaces/${content['id']}`, {
      ...asked,
      usage_limits: budget.length === 0 ? null : budget,
    })
  },
  remove: () => Promise.reject(new Error('an import removes no workspace')),
  written: ({ id, content }) => ({
    name: id,
    content: {
      name: content['name'],
      ...said({
        ...pick(content, Object.keys(WORKSPACE_UNSET)),
        usage_limits: budgetsIn(content),
        defaults: defaultsIn(content),
      }),
    },
  }),
}

/** A list of at most one. */
function budgetsIn(content: JsonObject): readonly JsonObject[] {
  return objectsOf(content['usage_limits'])
    .map(budgetIn)
    .filter((budget) => budget !== null)
}

/** The default config is written down with the config itself. */
function metadataIn(content: JsonObject): JsonObject {
  const defaults = isObject(content['defaults']) ? content['defaults'] : {}
  return { metadata: isObject(defaults['metadata']) ? defaults['metadata'] : {} }
}

function defaultsIn(content: JsonObject): JsonObject {
  return said(metadataIn(content))
}
