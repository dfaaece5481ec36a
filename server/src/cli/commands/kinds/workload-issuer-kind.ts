/** Workload issuer files with all settings. They contain no secrets, only public keys. */

import { CommandError } from '../../command-error.ts'
import type { JsonObject } from '../../remote.ts'
import { slugOf } from '../migrate/conversion.ts'
import { budgetIn, type Kind, omitEmpty, pick } from './kind.ts'

const PATH = '/admin/workload-issuers'
const SETTINGS = [
  ...['name', 'enabled', 'issuer', 'jwks_url', 'jwks', 'audiences', 'algorithms', 'max_lifetime_seconds'],
  ...['claims', 'subject_claim', 'workspace_claim', 'scopes', 'scope_claim', 'metadata', 'usage_limits', 'rate_limits'],
]
/** Defaults of the gateway. Exported files omit settings with these values. */
const DEFAULTS: JsonObject = { enabled: true, max_lifetime_seconds: 86_400, subject_claim: 'sub' }

export const WORKLOAD_ISSUER_KIND: Kind = {
  folder: 'workload-issuers',
  check({ place, content }) {
    for (const name of ['name', 'issuer'])
      if (typeof content[name] !== 'string') throw new CommandError({ what: `${place}.json has no "${name}".` })
  },
  needs: () => [],
  async list(remote) {
    const rows = await remote.list(PATH).catch(hidden)
    return rows.map((row) => ({ id: String(row['id']), content: row }))
  },
  async read(remote, id) {
    return { id, content: await remote.get(`${PATH}/${id}`) }
  },
  isSame: (wanted, { content }) => wanted.content['name'] === content['name'],
  owned(wanted, { content }) {
    return pick(settingsOf(content), Object.keys(this.desired(wanted)))
  },
  desired: ({ content }) => settingsOf(content),
  async create(remote, wanted) {
    return { id: String((await remote.post(PATH, this.desired(wanted)))['id']) }
  },
  async update(remote, wanted, { id }) {
    await remote.put(`${PATH}/${id}`, this.desired(wanted))
  },
  async remove(remote, id) {
    await remote.delete(`${PATH}/${id}`)
  },
  toFile({ content }) {
    // An issuer without scopes differs from one with the default scopes.
    const { scopes, ...others } = settingsOf(content)
    const settings = Object.entries(omitEmpty(others)).filter(([field, value]) => value !== DEFAULTS[field])
    return { name: slugOf(String(content['name'])), content: { ...Object.fromEntries(settings), scopes } }
  },
}

/** Returns nothing if access is denied: a workspace key cannot see workload issuers. */
function hidden(error: unknown): readonly JsonObject[] {
  if (error instanceof CommandError && error.exitCode === 4) return []
  throw error
}

/** Claims with one value become lists, as in responses of the gateway. */
function settingsOf(content: JsonObject): JsonObject {
  const { claims, usage_limits: budget, ...others } = pick(content, SETTINGS)
  return {
    ...others,
    ...(typeof claims === 'object' &&
      claims !== null && {
        claims: Object.fromEntries(
          Object.entries(claims).map(([name, value]) => [name, typeof value === 'string' ? [value] : value]),
        ),
      }),
    ...(budget !== undefined && { usage_limits: budgetIn(budget) }),
  }
}
